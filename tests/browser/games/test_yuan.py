"""Yuan in a real browser: plans are made touch by touch, sealed, and opened together."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import naadam

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute
    from tests.browser.conftest import Visitor, Visitors


def press(visitor: Visitor, *places: str) -> None:
    """Touch buttons next to the map."""
    for place in places:
        visitor.page.locator(f"button[data-place='{place}']").first.click(force=True)  # barred ones too: they say why


def own_city(visitor: Visitor, clan: str) -> str:
    """The province of a clan's capital."""
    button = visitor.page.locator(f"button[data-point][aria-label*='City of {clan}']").first
    button.wait_for()
    return str(button.get_attribute("data-point"))


def clan_of(visitor: Visitor, seat: int) -> str:
    heading = visitor.page.locator(".seats section h2").nth(seat)
    heading.locator("svg").wait_for()
    return str(heading.inner_text().replace("▶", "").split()[0])


def large_enough(visitor: Visitor, part: str) -> bool:
    """Whether all that can be touched in a part of the page is 44 pixels high."""
    boxes = [button.bounding_box() for button in visitor.page.locator(f"{part} button:visible").all()]
    return bool(boxes) and all(box is not None and box["height"] >= 43.5 for box in boxes)


def box_of(visitor: Visitor, part: str) -> dict[str, float]:
    box = visitor.page.locator(part).first.bounding_box()
    assert box is not None, part
    return dict(box)


def shows_the_map_first(visitor: Visitor) -> None:
    """On a phone: the map on top, then the wheel and one's own figures in one line; those of the others unfold."""
    wheel, own, others = (box_of(visitor, f".standing {part}") for part in (".track", ".own section", "summary"))
    ground = box_of(visitor, ".ground")
    assert ground["y"] < 160
    assert abs(wheel["y"] + wheel["height"] / 2 - own["y"] - own["height"] / 2) < 8
    assert ground["y"] + ground["height"] <= own["y"] < others["y"] < 700
    expect(visitor.page.locator(".standing .track li:visible"), "the last turn has no next").to_have_count(1)
    figures = visitor.page.locator(".own [data-figure]")
    assert figures.evaluate_all("all => all.map((each) => each.dataset.figure)") == [
        *("temples", "rice", "forest", "mines", "chao", "armies")
    ]
    expect(visitor.page.locator(".standing [data-figure=chao]:visible")).to_have_count(1)
    visitor.page.locator(".standing summary").click()
    expect(visitor.page.locator(".standing [data-figure=chao]:visible")).to_have_count(2)
    assert large_enough(visitor, ".standing")
    assert others["height"] >= 43.5
    visitor.page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


def test_two_people_plan_change_seal_and_watch_the_film_to_the_end(visitors: Visitors, axe: str) -> None:
    """At the last notch of the wheel, so that the film ends with who has won."""
    start = naadam.load("yuan").start().resolve(random.Random(3))
    links = visitors.set_table("yuan", start.position.replace("turn=1", "turn=13"), [{"kind": "invited"}] * 2)
    anna, ben = visitors(still=False, pace="quick"), visitors(360, 740, "dark", pace="normal")
    for visitor, link in ((anna, links[0]), (ben, links[1])):
        visitor.open(link)
        visitor.waits_for_turn()
    clans = [clan_of(anna, seat) for seat in range(2)]
    capitals = [own_city(anna, clan) for clan in clans]

    shows_the_map_first(ben)
    anna.touch(capitals[0])
    press(anna, "D1")
    anna.reads(f"{clans[0]} expands:")
    ben.touch(capitals[1])
    ben.reads("Your province.")
    assert large_enough(ben, ".offered")
    sheet, touched = box_of(ben, ".sliding"), box_of(ben, f"[data-point='{capitals[1]}']")
    assert sheet["y"] >= 370, "over the lower half"
    assert touched["y"] + touched["height"] <= sheet["y"], "what is touched stays in sight"
    press(ben, "D1", "seal")
    anna.page.locator(".seal code").wait_for()
    expect(anna.page.locator("button[data-place=D1]"), "half made, it stays").to_have_attribute("aria-pressed", "true")
    ben.page.locator(".sealed", has_text=f"Plan for {capitals[1]} – Development: expand I").wait_for()
    ben.page.get_by_role("button", name="Change").click()
    ben.waits_for_turn()
    press(ben, "pass")
    ben.page.locator(".sealed", has_text="Pass").wait_for()
    expect(anna.page.locator("button[data-place=D1]")).to_have_attribute("aria-pressed", "true")

    anna.page.get_by_role("button", name="What if …?").click()
    anna.page.locator("button[data-suppose='1']").click()
    anna.touch(capitals[1])
    press(anna, "D1", "seal")
    anna.page.locator("button[data-suppose='1']", has_text=f"{capitals[1]} D1").wait_for()
    anna.page.get_by_role("button", name="Show what happens").click()
    film = anna.page.locator(".film")
    film.locator("li", has_text=f"{clans[1]} plans for {capitals[1]} – Development: expand I").wait_for()
    film.get_by_role("button", name="Skip").click()
    anna.page.get_by_role("button", name="Back to the game").click()

    anna.page.locator(".talk summary").click()
    anna.page.locator(".talk input").fill("<b>Peace?</b>")
    anna.page.locator(".talk form button").click()
    ben.page.locator(".unread").wait_for()
    ben.page.locator(".talk summary").click()
    ben.reads("<b>Peace?</b>")

    anna.touch(capitals[0])
    press(anna, "D1", "seal")
    film.get_by_role("button", name="Pause").click()
    for way in ("One step on", "One step on", "One step back"):
        film.get_by_role("button", name=way).click()
    film.locator("li button", has_text=f"{clans[0]} expands").click()
    anna.page.locator(f"button[data-point][aria-label*='Village of {clans[0]}']").first.wait_for()
    listed = ben.page.locator(".film li")
    expect(listed.last, "who wants nothing to move sees the end, and all as a list").to_contain_text(
        "wins", use_inner_text=True
    )
    assert large_enough(ben, ".film :is(header, .controls, ol)")
    ben.page.evaluate(axe)
    found = ben.page.evaluate("axe.run('.film')")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
    for visitor in (anna, ben):
        visitor.page.locator(".film header button").click()
        visitor.reads("The wheel of time has made its last turn: the ranking decides.")
        visitor.page.locator(".seal[title*='the seal fits']").first.wait_for()
    ben.page.locator(".moves .watch").last.click()
    ben.page.locator(".film li").last.wait_for()
    anna.page.locator(".moves .watch").last.click()  # far below, where the film would be out of sight
    anna.page.locator(".film li").last.wait_for()
    anna.page.wait_for_function(
        "() => { const { top } = document.querySelector('.film h2').getBoundingClientRect();"
        " return top > document.querySelector('.standing').getBoundingClientRect().bottom - 5 && top < innerHeight; }"
    )


def test_the_cities_and_the_auction_at_one_screen(visitors: Visitors) -> None:
    spec, rng = "yuan:players=2,scenario=free,auction=true", random.Random(1)
    state = naadam.load(spec).start().resolve(rng)
    while not state.position.startswith("cities"):
        state = state.apply(rng.choice(state.actions())).resolve(rng)
    links = visitors.set_table(spec, state.position, [{"kind": "here"}] * 2)
    visitor = visitors(still=False, pace="quick")
    for link in links:  # both seats are held by this browser
        visitor.open().open(link)
        visitor.page.locator("button[data-point]").first.wait_for()
    for count in (1, 2):
        visitor.page.locator("button[data-place^=clan-]").first.click()
        visitor.page.locator("button[data-point][aria-label]:not([aria-label*='City'])").first.click()
        visitor.has_moves(count)
    for amount in (2, 5):
        visitor.page.locator(".curtain button").click()
        press(visitor, f"bid-{amount}")
    film = visitor.page.locator(".film")
    film.locator("li", has_text="Player 2 bids 5 Chão").wait_for()
    film.locator("li", has_text="Player 2 has won the bid").wait_for()
    film.get_by_role("button", name="Skip").or_(film.get_by_role("button", name="Close")).click()
    visitor.page.locator("button[data-point][aria-label*='City of']").last.click()
    visitor.reads("Turn 1 of 13: 10 temples needed")


def test_two_people_plan_at_one_screen_behind_a_curtain(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.set_up("Two players, one screen", game="yuan")
    clans = [clan_of(visitor, seat) for seat in range(2)]
    capitals = [own_city(visitor, clan) for clan in clans]
    visitor.reads("Turn 1 of 13: 10 temples needed")
    visitor.page.locator(".curtain button").click()
    visitor.touch(capitals[0])
    visitor.reads(f"{capitals[0]}: 0 Chão, 4 left")
    press(visitor, "D1", "D2", "D1", "F1", "F1")  # changed twice, and taken away again
    visitor.page.locator("button[data-place=D1][aria-pressed=true]").wait_for()
    visitor.page.locator("button[data-place=F1][aria-pressed=false]").wait_for()
    visitor.page.wait_for_function("() => document.activeElement.dataset.place === 'F1'")  # the focus stays, for keys
    pressed = "[...document.querySelectorAll('button[data-place][aria-pressed=true]')]"
    visitor.page.wait_for_function(f"() => {pressed}.map(({{ dataset }}) => dataset.place).join() === 'D1,F0,M0'")
    rows = [str(row.get_attribute("aria-label")) for row in visitor.page.locator(".sheet [role=group]").all()]
    assert rows == ["Development: expand", "Fortification: reinforce", "Militarisation: recruit"], "in one's own city"
    units = visitor.page.locator(f".seats section:has(h2:has-text('{clans[0]}')) [data-figure]").all_inner_texts()
    dearest = str(visitor.page.locator("button[data-place=D2]").get_attribute("aria-label"))
    assert ("1 less" in dearest) == ("Rice 1" in [" ".join(unit.split()) for unit in units]), (dearest, units)
    press(visitor, "M3")
    visitor.reads("YN-25")
    press(visitor, "seal")
    visitor.page.locator(".curtain button").click()
    expect(visitor.page.get_by_text("Sealed plan")).to_have_count(0)
    visitor.touch(capitals[1])
    press(visitor, "D1", "seal")
    visitor.reads("Turn 2 of 13: 10 temples needed")
    for clan in clans:
        visitor.page.locator(f"button[data-point][aria-label*='Village of {clan}']").first.wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_some_turns_against_the_computer(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    visitor = visitors(width, 800, scheme)
    visitor.open("/play/yuan")
    visitor.page.locator(".levels input").first.check()
    visitor.page.locator("button.start").click()
    visitor.reads("Turn 1 of 13: 10 temples needed")
    capital = own_city(visitor, clan_of(visitor, 0))
    visitor.waits_for_turn()
    visitor.touch(capital)
    press(visitor, "D1", "seal")
    visitor.reads("Turn 2 of 13: 10 temples needed")
    visitor.waits_for_turn()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
    press(visitor, "pass")
    visitor.reads("Turn 3 of 13: 9 temples needed")


def test_a_tile_is_laid_and_the_map_grows(visitor: Visitor) -> None:
    visitor.open("/play/yuan")
    visitor.page.get_by_role("radio", name="Two players, one screen").check()
    visitor.page.get_by_text("Rules and variants").click()
    visitor.page.get_by_role("radio", name="Free").check()
    visitor.page.locator("button.start").click()
    visitor.point("0,0").wait_for()
    tiles = visitor.page.locator("button.usable[data-place^=tile-]")
    name = str(tiles.first.get_attribute("data-place")).removeprefix("tile-")
    press(visitor, f"tile-{name}")
    visitor.point("0,0").hover()
    ghost = visitor.page.locator(".ghost")
    turns: tuple[Callable[[], None], ...] = (  # three steps to the right
        lambda: visitor.page.keyboard.press("r"),
        lambda: visitor.page.mouse.wheel(0, 100),
        lambda: visitor.page.get_by_role("button", name="Turn", exact=True).click(),
    )
    for turn in turns:
        ghost.wait_for()
        before = ghost.inner_html()
        turn()
        visitor.page.wait_for_function("before => document.querySelector('.ghost').innerHTML !== before", arg=before)
    visitor.touch("0,0")
    visitor.reads("Tap it again to lay it.")
    visitor.touch("0,0")
    visitor.point("3,-2").wait_for()
    visitor.page.locator(f".moves li[data-action='lay {name} {name} e 3']").wait_for()
    expect(ghost).to_have_count(0)

    visitor.page.locator("button.usable[data-place^=tile-]").first.click()
    visitor.page.locator("button.usable[data-place^=tile-]").nth(1).click()  # another one, after all
    visitor.reads("Fits in 36 places.")
    visitor.point("3,-2").focus()  # by keys alone
    visitor.page.keyboard.press("R")
    visitor.page.keyboard.press("Enter")
    visitor.reads("Tap it again to lay it.")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator(f".moves li[data-action$='{name} e 1']").wait_for()


def begin(visitor: Visitor) -> str:
    """Begin a game against the computer, and return the province of the player's capital."""
    visitor.open("/play/yuan")
    visitor.page.locator(".levels input").first.check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    visitor.waits_for_turn()
    return own_city(visitor, clan_of(visitor, 0))


def test_whoever_has_watched_the_set_up_can_pass(visitors: Visitors) -> None:
    """The computer may seal its plan while lots are still being shown: choices are requested all the same."""
    visitor = visitors(still=False, pace="normal")
    begin(visitor)
    expect(visitor.page.locator("button[data-place=pass]")).to_have_count(1)


def test_on_a_phone_a_refusal_is_read_on_the_sheet(visitors: Visitors) -> None:
    start = naadam.load("yuan").start().resolve(random.Random(3))  # the first player has Song and 4 Chão
    visitor = visitors(360, 740, locale="fr-FR")
    visitor.open(visitors.set_table("yuan", start.position, [{"kind": "invited"}] * 2)[0])
    visitor.page.locator("button[data-place=pass]").wait_for()
    visitor.touch("Song")
    press(visitor, "M3")
    notice = visitor.page.locator(".sliding .notice", has_text="YN-25")
    notice.wait_for()
    box, sheet = notice.bounding_box(), box_of(visitor, ".sliding")
    assert box is not None
    assert sheet["y"] <= box["y"]
    assert box["y"] + box["height"] <= 740
    expect(visitor.page.locator(".below .notice")).to_have_count(0)


def test_on_a_phone_on_its_side_the_sheet_stands_beside_the_map(visitors: Visitors) -> None:
    visitor = visitors(640, 400)
    visitor.touch(begin(visitor))
    row = visitor.page.locator(".sheet [role=group]").first
    row.wait_for()
    tops = row.locator("button").evaluate_all("all => all.map((e) => Math.round(e.getBoundingClientRect().top))")
    assert len(tops) == 4
    assert len(set(tops)) == 1, "none, I, II and III in one row"
    visitor.page.wait_for_function(
        "() => document.querySelector('.sheet').getBoundingClientRect().top < innerHeight / 2"
    )
    board, sheet = box_of(visitor, ".board"), box_of(visitor, ".sheet")
    assert board["y"] + board["height"] <= 400
    assert sheet["x"] >= board["x"] + board["width"]


def test_the_first_screen_rings_where_a_plan_would_change_something_and_says_so(visitor: Visitor) -> None:
    capital = begin(visitor)
    page = visitor.page
    page.locator(f"button[data-point='{capital}'][aria-label*='would change something']").wait_for()
    useful = page.locator("button[data-point][aria-label*='would change something']").count()
    everything = page.locator("button[data-point]").count()
    assert 1 < useful < everything / 2
    expect(page.locator(".board path.useful")).to_have_count(useful)
    expect(page.locator("button[data-point][aria-label*='can move']")).to_have_count(0)
    expect(page.locator(".status p")).to_contain_text(f"Your city is {capital}", use_inner_text=True)
    page.locator(f"button[data-point='{capital}']").hover()
    expect(page.locator(".board path.over")).to_have_count(1)
    page.locator("button[data-point][aria-label*='would change nothing']").first.hover()
    expect(page.locator(".board path.over")).to_have_count(0)


def test_a_plan_is_drawn_on_the_map_before_it_is_sealed(visitor: Visitor) -> None:
    capital = begin(visitor)
    page = visitor.page
    visitor.touch(capital)
    press(visitor, "D1")
    told = page.locator(".sheet li", has_text="expands:")
    gained = told.inner_text().split(":")[1].split(",")
    expect(page.locator(".foreseen path.gained")).to_have_count(len(gained))
    expect(page.locator(".foreseen .piece")).to_have_count(len(gained))
    expect(page.locator("button[data-place=seal].idle")).to_have_count(0)
    press(visitor, "D1", "M1")
    page.locator("button[data-place=seal].idle").wait_for()
    expect(page.locator(".foreseen path.gained")).to_have_count(0)
    expect(page.locator("button[data-place=M1]")).to_have_attribute("aria-label", re.compile("nothing"))
    dear = page.locator("button[data-place=F3]")
    expect(dear).to_contain_text("too dear", use_inner_text=True)
    expect(dear).to_have_attribute("title", re.compile(r"Too dear: \d, you have \d"))
    expect(dear).not_to_contain_text("YN-", use_inner_text=True)


def test_an_attack_is_drawn_as_an_arrow(visitor: Visitor) -> None:
    visitor.open("/learn/yuan?step=4")
    visitor.touch("Zav")
    press(visitor, "M1")
    expect(visitor.page.locator(".foreseen .attack")).to_have_count(1)
    expect(visitor.page.locator(".foreseen path.gained")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_choosing_a_level_moves_no_row(visitors: Visitors, width: int, height: int) -> None:
    visitor = visitors(width, height)
    visitor.touch(begin(visitor))
    rows = visitor.page.locator(".sheet [role=group] button")
    rows.first.wait_for()

    def places() -> list[dict[str, float] | None]:
        return [dict(box) if (box := button.bounding_box()) else None for button in rows.all()]

    before = places()
    for level in ("D1", "M1", "F1", "D1", "F1"):
        press(visitor, level)
        visitor.page.wait_for_timeout(300)
        assert places() == before, level


def test_a_hint_marks_levels_only_in_the_province_that_it_is_about(visitor: Visitor) -> None:
    def advise(socket: WebSocketRoute) -> None:
        """Whatever the computer would do, the hint is about one province."""
        server = socket.connect_to_server()

        def tell(said: str | bytes) -> None:
            message = json.loads(said)
            if message["type"] == "hinted":
                message["gesture"] = [province, "D1", "seal"]
            socket.send(json.dumps(message))

        server.on_message(tell)

    visitor.page.route_web_socket("**/socket", advise)
    visitor.set_up(game="yuan")
    visitor.waits_for_turn()
    province, other = visitor.page.locator("button[data-point]").evaluate_all("all => all.map((b) => b.dataset.point)")[
        :2
    ]
    visitor.touch(other)
    level, ring = visitor.page.locator(".sheet button[data-place=D1]"), visitor.page.locator(".board .arrow.better")
    level.wait_for()
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.reads("You could try")
    expect(ring.first).to_be_attached()
    expect(visitor.page.locator(".sheet .hinted")).to_have_count(0)
    visitor.touch(province)
    expect(level).to_have_class(re.compile("hinted"))
