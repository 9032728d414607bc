"""Conquest in a real browser: a turn of many steps, exchanges between two people, and a board seen in part."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from naadam.core.teaching.lessons import lessons

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page
    from tests.browser.conftest import Visitor, Visitors

CALM = "conquest:players=2,hourglass=0"
TIMED = "conquest:players=2"
# White has a knight aboard a ship in a port of Red's island, and another one ashore.
LANDING = "s46:K,n01:K,sp7:H(K)/s03:S,s14:E,s16:S,s20:S,e01:S 1 9 0 1 -:4 0,0 0,0 0 - -"
# White holds a Grail space and one of Red's capital; Red is to move, and near its last point.
PRESSED = "cg1:K,s01:K,n02:K/s03:E(SS),s14:E,n14:S 2 10 10 1 -:4 0,0 0,0 0 - -"

# White's ship carries an elephant with two soldiers, one of whom has walked already.
LADEN = "s46:K,n01:K,sp7:H(E(SS1))/s03:S,s14:E,s16:S,s20:S,e01:S 1 9 1 1 -:4 0,0 0,0 0 - -"

APART = "n01:K,n02:K/s03:S,s14:E 1 9 0 1 -:4 0,0 0,0 0 - -"
# Gold, an enemy of White and Red, has one piece, and White can take it.
LAST_OF_GOLD = "n01:K,n02:K/n06:S/s03:S/w01:S 1 9 0 1 -:4 0,0,0,0 0,0,0,0 0 - -"


def start(spec: str, position: str) -> str:
    return f"/play/conquest?spec={spec}&position={quote(position)}"


def sit_down(visitor: Visitor, spec: str, position: str, who: str = "Two players, one screen") -> Visitor:
    """Set a table from a position."""
    visitor.open(start(spec, position))
    visitor.page.get_by_role("radio", name=who).check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    return visitor


def meet(visitors: Visitors, position: str, spec: str = CALM) -> tuple[Visitor, Visitor]:
    """Two people at two screens: White and Red."""
    white, red = visitors(), visitors()
    sit_down(white, spec, position, "A friend by link")
    red.open(white.page.get_by_role("textbox", name="Invite your friend").input_value())
    red.page.locator("button[data-point]").first.wait_for()
    return white, red


def is_asked(visitor: Visitor) -> None:
    visitor.page.locator("h1", has_text="You are asked").wait_for()


def beside(visitor: Visitor, place: str) -> Locator:
    return visitor.page.locator(f".turn-bar button[data-place='{place}']")


def left(visitor: Visitor, points: int) -> None:
    """Wait until the meter shows so many points."""
    visitor.page.locator(f"[role=meter][aria-valuenow='{points}']").wait_for()


def label(visitor: Visitor, point: str, words: str) -> None:
    """Wait until the name of a point for screen readers contains some words."""
    visitor.page.locator(f"button[data-point='{point}'][aria-label*='{words}']").wait_for()


def taken_steps(visitor: Visitor) -> str:
    """All steps in the list of moves, turn by turn."""
    return " | ".join(visitor.moves())


def test_a_turn_with_a_landing_a_far_walk_and_exchanges_between_two_people(visitors: Visitors) -> None:
    white, red = meet(visitors, LANDING)
    white.waits_for_turn()
    left(white, 20)
    white.touch("sp7")
    beside(white, "aboard").click()
    label(white, "s15", "costs 3")
    white.touch("s15")  # the knight lands, and walks on
    left(white, 17)
    label(white, "s15", "steps left: 3")
    assert taken_steps(white).split() == ["a.sp7-s44", "s44-s45", "s45-s15"]

    white.page.get_by_role("button", name="Take back").click()  # step by step, without the opponent's consent
    left(white, 18)
    label(white, "s45", "knight")
    white.touch("s45")
    label(white, "s16", "costs 2, captures, an exchange could answer there")
    white.touch("s16")
    is_asked(red)
    white.page.locator("h1", has_text="Red is asked").wait_for()
    expect(red.page.locator(".board .selected")).to_have_count(1)  # the space of the decision lights up
    assert seen(red, "s16")
    expect(red.page.locator(".notes")).to_contain_text("was taken on s16", use_inner_text=True)
    red.touch("s14", "s16")  # the elephant answers
    white.waits_for_turn()
    label(white, "s16", "elephant (south)")

    white.touch("s46")
    label(white, "s03", "an exchange could answer there")
    white.touch("s03")
    is_asked(red)
    beside(red, "let").click()
    white.waits_for_turn()
    label(white, "s03", "knight (north)")
    beside(white, "end").click()
    red.waits_for_turn()
    left(red, 16)  # four less for a space of the capital
    expect(red.page.locator(".turn-bar .meter")).to_contain_text("held by enemies", use_inner_text=True)
    lines = taken_steps(red)
    assert lines.startswith("a.sp7-s44")
    assert "x.s14 | " in lines
    assert " | let | " in lines


def test_a_turn_in_the_list_of_moves_is_opened_by_a_touch(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    visitor.touch("s46", "s44")
    left(visitor, 18)
    turn = page.locator(".moves .turn > button")
    expect(turn).to_have_count(1)
    turn.click()
    page.locator(".moves .turn ol button", has_text="from s46 to s47").click()
    page.locator("p", has_text="Looking back").or_(page.get_by_text(re.compile("1 of 2"))).first.wait_for()


def test_a_meter_says_why_there_are_fewer_points_and_the_end_is_urged_at_none(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, PRESSED).page
    left(visitor, 2)
    words = page.locator(".turn-bar .meter").inner_text()
    assert "Spaces of the capital held by enemies: 1" in words
    assert "Grail spaces held by others: 1" in words
    expect(page.locator(".turn-bar .urged")).to_have_count(0)
    visitor.touch("s03")
    beside(visitor, "whole").wait_for()
    beside(visitor, "soldier").click()  # a loaded piece offers its parts
    visitor.touch("s08")
    left(visitor, 1)
    visitor.touch("s14", "s28")
    left(visitor, 0)
    page.locator(".turn-bar .urged[data-place=end]").click()
    page.locator("h1", has_text="White to move").wait_for()


def test_at_one_screen_the_turn_stands_in_the_colour_of_its_seat(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, PRESSED).page
    page.locator("h1", has_text="Red to move").wait_for()
    expect(page.locator(".status")).to_have_css("background-color", "rgb(176, 42, 36)")
    expect(page.locator(".curtain")).to_have_count(0)


def part(page: Page) -> tuple[float, float, float]:
    """Where the window on the board is, and how far it is zoomed."""
    left, top, zoom = page.locator(".window").evaluate(
        "e => [e.scrollLeft, e.scrollTop, e.scrollWidth / e.clientWidth]"
    )
    return left, top, zoom


def middle(visitor: Visitor, point: str) -> tuple[float, float]:
    box = visitor.point(point).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def seen(visitor: Visitor, point: str) -> bool:
    """Whether a point lies in the window."""
    frame = visitor.page.locator(".window").bounding_box()
    x, y = middle(visitor, point)
    assert frame
    inside = frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["y"] + frame["height"]
    return bool(inside)


def test_the_window_opens_where_it_matters_and_is_moved_by_wheel_keys_buttons_and_overview(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    label(visitor, "s46", "can move")
    assert seen(visitor, "s46")
    assert not seen(visitor, "n01")
    assert part(page)[2] > 1.5
    moves = len(visitor.moves())

    x, y = middle(visitor, "s46")
    page.mouse.move(x, y)
    before = part(page)[2]
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"() => document.querySelector('.window').scrollWidth > {before} * 1.2 * 600")
    assert middle(visitor, "s46") == pytest.approx((x, y), abs=2)  # the zoom keeps the space under the pointer in place
    assert len(visitor.moves()) == moves  # the wheel does not step through the game here

    left_, top, _ = part(page)
    page.mouse.move(x + 60, y - 60)  # nothing stands there
    page.mouse.down()
    page.mouse.move(x - 20, y - 90, steps=4)
    page.mouse.up()
    assert part(page)[:2] == pytest.approx((left_ + 80, top + 30), abs=2)

    overview = page.locator(".overview").bounding_box()
    assert overview
    page.mouse.click(overview["x"] + overview["width"] / 2, overview["y"] + 0.12 * overview["height"])
    assert seen(visitor, "n01")

    page.get_by_role("button", name="Show the whole board").click()
    assert part(page) == (0, 0, 1)
    expect(page.locator(".overview")).to_have_count(0)
    visitor.point("s46").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Shift+ArrowRight")
    assert part(page)[2] > 2
    visitor.point("n01").focus()  # the focus takes the window with it
    assert seen(visitor, "n01")
    page.keyboard.press("0")
    assert part(page) == (0, 0, 1)


def test_after_a_reload_the_window_is_where_its_reader_left_it(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    visitor.touch("s46", "s44")
    left(visitor, 18)
    page.get_by_role("button", name="Show the names of the places").click()
    page.get_by_role("button", name="Turn the board").click()
    page.keyboard.press("+")
    for _ in range(5):
        page.keyboard.press("Shift+ArrowDown")  # far from the last move, and from all that can be moved
    before = part(page)
    assert not seen(visitor, "s44")
    page.reload()
    expect(page.locator(".board .names")).to_have_count(1)
    page.locator(".steps-shown p", has_text="from s47 to s44").wait_for()
    page.wait_for_timeout(300)  # the page locates the last action a little later
    assert part(page) == pytest.approx(before, abs=2)


@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390)], ids=["zoomed to 200 %", "on its side"])
def test_in_little_room_a_refusal_leaves_the_bar_of_the_turn_free(visitors: Visitors, width: int, height: int) -> None:
    visitor = sit_down(visitors(width, height, locale="en-GB"), TIMED, LADEN)
    page = visitor.page
    for scrolled in (0, 250):
        page.evaluate("y => scrollTo(0, y)", scrolled)
        visitor.touch("sp7", "n22")
        refused = page.locator(".notice.refused")
        expect(refused).to_be_in_viewport(ratio=1)
        expect(page.locator(".turn-bar")).to_be_in_viewport(ratio=1)
        notice, bar = refused.bounding_box(), page.locator(".turn-bar").bounding_box()
        assert notice is not None
        assert bar is not None
        assert notice["y"] + notice["height"] <= bar["y"]


def test_the_names_of_the_spaces_are_shown_on_request(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    expect(page.locator(".board .names")).to_have_count(0)
    page.get_by_role("button", name="Show the names of the places").click()
    expect(page.locator(".board .names text")).to_have_count(358)


def test_what_cannot_be_reached_is_answered_by_its_clause_in_sight(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    for touched, clause in (("s46 n22", "CQ-22"), ("s46 ss26", "CQ-6"), ("s14", "CQ-1")):
        label(visitor, "s46", "can move")
        visitor.touch(*touched.split())
        page.locator(".notice", has_text=f"Rule {clause}").wait_for()
        notice = page.locator(".notice").bounding_box()
        assert notice
        assert notice["y"] + notice["height"] <= 800, "nobody needs to scroll"


def test_the_same_is_told_of_several_players(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, APART).page  # both are vulnerable
    page.locator(".notes li", has_text="Red is vulnerable").wait_for()
    expect(page.locator(".notes li", has_text="is vulnerable")).to_have_count(2)


def test_whoever_is_to_act_is_led_back_to_their_own_pieces(visitor: Visitor) -> None:
    """White is in the north, Red in the south: neither player sees the other from their own part of the board."""
    sit_down(visitor, CALM, APART)
    assert seen(visitor, "n01")
    visitor.touch("n01", "n06")
    left(visitor, 19)
    beside(visitor, "end").click()
    visitor.page.locator("h1", has_text="Red to move").wait_for()
    visitor.page.wait_for_function("() => document.querySelector('.window').scrollTop > 300")
    assert seen(visitor, "s03")
    assert not seen(visitor, "n06")
    visitor.touch("s03", "s08")
    left(visitor, 19)
    beside(visitor, "end").click()
    visitor.page.locator("h1", has_text="White to move").wait_for()
    visitor.page.wait_for_function("() => document.querySelector('.window').scrollTop < 300")
    assert seen(visitor, "n06")


def test_the_window_comes_back_to_the_army_however_the_turn_before_was_shown(visitor: Visitor) -> None:
    """Red's last step is far from White, but one of White's pieces is next to it: the army is elsewhere."""
    army = "n01:K,n02:K,n03:S,n04:S,n08:S,s11:S/s03:S,s14:E 1 9 0 1 -:4 0,0 0,0 0 - -"
    page = sit_down(visitor, CALM, army).page
    assert seen(visitor, "n02")
    beside(visitor, "end").click()
    page.locator("h1", has_text="Red to move").wait_for()
    visitor.touch("s14", "s13")
    beside(visitor, "end").click()
    page.locator("h1", has_text="White to move").wait_for()
    page.wait_for_function("() => document.querySelector('.window').scrollTop < 300")
    assert seen(visitor, "n02")
    assert not seen(visitor, "s13")


def test_the_window_does_not_move_with_the_own_moves(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, APART).page
    assert part(page)[2] > 1.2
    _, y = middle(visitor, "n01")
    frame = page.locator(".window").bounding_box()
    assert frame
    page.evaluate("by => document.querySelector('.window').scrollBy(0, by)", y - frame["y"] - 10)
    before = part(page)
    assert middle(visitor, "n01")[1] < frame["y"] + 30, "at the upper edge"
    page.mouse.click(*middle(visitor, "n01"))
    page.mouse.click(*middle(visitor, "n06"))
    left(visitor, 19)
    page.locator(".steps-shown p", has_text="from n01 to n06").wait_for()
    page.wait_for_timeout(300)
    assert part(page) == pytest.approx(before, abs=1)


def test_a_key_and_a_button_show_the_own_pieces(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, APART).page
    far = "document.querySelector('.window').scrollTo(0, 9999)"
    page.evaluate(far)
    assert not seen(visitor, "n01")
    page.get_by_role("button", name="Show my pieces").click()
    assert seen(visitor, "n01")
    page.evaluate(far)
    page.keyboard.press("m")
    assert seen(visitor, "n01")
    page.get_by_role("button", name="Show the whole board").click()
    page.wait_for_function("() => document.querySelector('.window').scrollWidth <= innerWidth")
    page.get_by_role("button", name="Show my pieces").click()
    assert part(page)[2] > 1.5, "so large that they can be read"
    assert seen(visitor, "n01")


def test_on_a_phone_the_controls_of_the_map_cover_no_piece(visitors: Visitors) -> None:
    page = sit_down(visitors(390, 844), CALM, LANDING).page
    frame, ground = page.locator(".window").bounding_box(), page.locator(".ground").bounding_box()
    assert frame
    assert ground
    for control in page.locator(".ground :is(.controls button, .overview)").all():
        box = control.bounding_box()
        assert box
        assert ground["y"] <= box["y"]
        assert box["y"] + box["height"] <= frame["y"]
        assert box["x"] + box["width"] <= 390


def test_a_whole_turn_is_told_by_its_steps_and_unfolds(visitor: Visitor) -> None:
    page = sit_down(visitor, CALM, LANDING).page
    visitor.touch("s46", "s44")
    left(visitor, 18)
    beside(visitor, "end").click()
    page.locator("h1", has_text="Red to move").wait_for()
    turn = page.locator(".moves .turn > button")
    expect(turn).to_contain_text(re.compile(r"White\W+2 steps"), use_inner_text=True)
    turn.click()
    expect(page.locator(".moves .turn ol button")).to_have_count(3)


def test_every_number_above_the_board_has_its_word_and_says_a_thing_once(visitors: Visitors) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page = visitors(width, height).set_up("All on one screen", game="conquest").page
        scores = [" ".join(score.inner_text().split()) for score in page.locator(".strip .score").all()]
        assert [score.replace("▶", "").strip() for score in scores] == [
            f"{side} 26 points" for side in ("White", "Gold", "Red", "Blue")
        ]


def test_allies_are_named_in_their_rows_and_win_together(visitor: Visitor) -> None:
    page = sit_down(visitor, "conquest:alliances=true,hourglass=0", LAST_OF_GOLD, "All on one screen").page
    allies = page.locator("[data-place^=ally]")
    expect(allies).to_have_text(["Ally: Red", "Ally: Blue", "Ally: White", "Ally: Gold"], use_inner_text=True)
    expect(allies.locator("svg")).to_have_count(4)
    visitor.touch("n01", "n06")
    page.locator("h1", has_text="White and Red won").wait_for()
    expect(page.locator(".seats .turn", has_text="★")).to_have_count(2)
    result = page.locator(".result").bounding_box()
    assert result is not None
    assert result["y"] + result["height"] <= 800, "nobody needs to scroll to it"


def fingers(session: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_at_360_one_zooms_by_fingers_walks_and_ends(visitors: Visitors) -> None:
    visitor = sit_down(visitors(360, 740), TIMED, LANDING)
    page = visitor.page
    label(visitor, "s46", "can move")
    assert seen(visitor, "sp7")  # of the own pieces that in the middle of them
    small = page.locator(".window button, .controls button, .turn-bar button").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().width < 43.5).map(e => e.outerHTML)"
    )
    assert small == []
    frame = page.locator(".window").bounding_box()
    assert frame
    assert frame["width"] == page.evaluate("document.body.clientWidth")
    assert frame["height"] > frame["width"], "the map fills the page down to the bar"
    turn = page.locator(".turn-bar").bounding_box()
    assert turn
    assert turn["y"] + turn["height"] == pytest.approx(740, abs=1)
    expect(page.locator(".turn-bar [role=timer]")).to_have_count(1)

    session, before = page.context.new_cdp_session(page), part(page)[2]
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers(session, "touchStart", (x - 80, y), (x + 80, y))
    for step in range(1, 9):
        fingers(session, "touchMove", (x - 80 + 5 * step, y), (x + 80 - 5 * step, y))
    fingers(session, "touchEnd")
    assert part(page)[2] == pytest.approx(before / 2, rel=0.1)
    assert page.evaluate("visualViewport.scale") == 1  # the page itself is not zoomed

    page.get_by_role("button", name="Zoom in").click()
    visitor.touch("s46")
    label(visitor, "s45", "costs 3")
    visitor.touch("s45")
    left(visitor, 17)
    page.get_by_role("button", name="Take back").click()
    left(visitor, 18)
    beside(visitor, "end").click()
    page.locator("h1", has_text="Red to move").wait_for()


def test_at_360_the_coach_is_answered_above_the_bar_and_what_it_means_is_lit(visitors: Visitors) -> None:
    visitor = visitors(360, 740)
    sockets: list[Any] = []

    def meet_server(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        sockets.append(socket)

    visitor.page.route_web_socket("**/socket", meet_server)
    page = sit_down(visitor, CALM, LANDING).page
    warned = {"type": "warned", "id": "1", "action": "end", "text": "Careful: " + 20 * "word ", "clause": "CQ-40"}
    sockets[-1].send(json.dumps({**warned, "points": ["s46", "s45"]}))
    bar = page.locator(".turn-bar").bounding_box()
    assert bar is not None
    for answer in ("Take it back", "Play it anyway"):
        page.get_by_role("button", name=answer).wait_for()
        box = page.get_by_role("button", name=answer).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]
    arrow = page.locator(".board .arrow.better.colour .head")
    expect(arrow).to_have_count(1)
    assert seen(visitor, "s45"), "the window shows the place it points at"
    page.get_by_role("button", name="Take it back").click()
    expect(arrow).to_have_count(0)


@pytest.mark.parametrize("locale", ["fr-FR", "it-IT"])
def test_at_360_the_bar_of_a_loaded_piece_has_two_rows(visitors: Visitors, locale: str) -> None:
    visitor = visitors(360, 740, locale=locale)
    visitor.open(start(TIMED, LADEN))
    visitor.page.locator("input[name=opponent][value=screen]").check()
    visitor.page.locator("button.start").click()
    visitor.touch("sp7")
    beside(visitor, "other").wait_for()
    buttons = visitor.page.locator(".turn-bar button")
    boxes = buttons.evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    assert len(boxes) == 6  # taking back, the end, and four parts
    assert len({round(box["top"]) for box in boxes}) == 2
    assert min(min(box["width"], box["height"]) for box in boxes) > 43.5
    assert visitor.page.locator(".turn-bar").evaluate("e => e.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_on_the_table_of_conquest(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    visitor = sit_down(visitors(width, 800, scheme), TIMED, PRESSED)
    left(visitor, 2)
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    visitor.touch("s03")
    beside(visitor, "whole").click()
    label(visitor, "s08", "costs 1")
    found += visitor.page.evaluate("axe.run()")["violations"]
    assert not [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found]


def test_on_a_phone_a_first_step_shows_what_is_to_be_moved_where_and_the_last_one_leads_to_its_variant(
    visitors: Visitors,
) -> None:
    visitor = visitors(360, 740)
    steps = lessons("conquest")
    for number, lesson in enumerate(steps, 1):
        visitor.open(f"/learn/conquest?step={number}")
        visitor.page.locator(".window.part").wait_for()
        state = lesson.start
        for action in lesson.ways[0]:
            for point in lesson.game.face.gesture(state.record, lesson.seat, action):
                assert seen(visitor, point), (number, point)
            state = state.apply(action, lesson.seat)
    visitor.touch("nr1", "cg5")
    visitor.page.get_by_role("link", name="Now play").click()
    expect(visitor.page.get_by_role("radio", name="2 players")).to_be_checked()


def test_nothing_moves_when_a_piece_is_chosen(visitor: Visitor) -> None:
    sit_down(visitor, CALM, APART)
    hint = visitor.page.get_by_role("button", name="Hint")
    before = hint.bounding_box()
    visitor.touch("n01")
    visitor.page.locator(".sheet li", has_text="steps left").wait_for()
    assert hint.bounding_box() == before
