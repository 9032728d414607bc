"""A table as it is seen in a real browser: true words, scores in sight, a log to follow, and nothing that jumps."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from naadam.core.seats import CHANCE

if TYPE_CHECKING:
    from playwright.sync_api import Route
    from tests.browser.conftest import Visitor, Visitors

MOST_SHIFT = 0.022  # of a whole game; the result of Jarmo, next to its explorer, takes 0.021
MOVES = 6  # that are played before the game is given up
KEEP_SHIFTS = """
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifted.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]);
  }).observe({ type: "layout-shift", buffered: true });
"""
# The highest gap between elements one after the other below the board, in pixels.
EMPTY = """() => {
  document.querySelector(".result-below").style.position = "static";
  const seen = (part) => part.getBoundingClientRect();
  const kinds = ".ground, .panel, .moves, .shelf, .notes, h2, p, li, tr, button, details";
  const parts = [...document.querySelectorAll(`main :is(${kinds})`)].map(seen);
  const tops = parts.filter(({ height }) => height > 0).sort((a, b) => a.top - b.top);
  let [end, most] = [tops[0].bottom, 0];
  for (const { top, bottom } of tops) [most, end] = [Math.max(most, top - end), Math.max(end, bottom)];
  return most;
}"""
MOST_EMPTY = 80
GAMES = {
    "bagh-chal": "Two players, one screen",
    "hasami-shogi": "Two players, one screen",
    "jarmo": "Two players, one screen",
    "yut": "Two players, one screen",
    "khan": "Two players, one screen",
    "conquest": "All on one screen",
    "yuan": "Two players, one screen",
}
CUT_OFF = """(part) => [...part.querySelectorAll("span")]
  .filter((span) => span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).display !== "inline")
  .map((span) => span.innerText)"""
HIDDEN = ("khan", "yuan")


def act(visitor: Visitor, game: str, rng: random.Random) -> None:
    """Take an action at random: by its gesture, or from the list of all where the position is not told to others."""
    page = visitor.page
    moves = int(str(page.locator(".moves").get_attribute("data-count")))
    if page.locator(".curtain button").count() > 0:
        page.locator(".curtain button").click()
    if game in HIDDEN:
        page.get_by_role("button", name="What can I do?").click()
        fold = page.locator("dialog summary")
        fold.or_(page.locator("dialog p", has_text="too many")).first.wait_for()
        if fold.count() > 0:
            fold.click()
            page.locator("dialog details li").first.wait_for()
        choices = page.locator("dialog details li button")
        if choices.count() > 0:
            choices.nth(rng.randrange(choices.count())).click()
        else:  # too many to be listed
            page.keyboard.press("Escape")
            visitor.take("pass")
    else:
        state = visitor.state()
        if state.turn == CHANCE:
            visitor.take("throw")
        else:
            seat = state.waiting[0]
            visitor.take(*state.game.face.gesture(state.record, seat, int(rng.choice(state.actions(seat)))))
    visitor.has_moves(moves + 1)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps(visitors: Visitors, game: str) -> None:
    """Some moves and the end, at the sizes of a desk and a phone; shifts after a touch count as well."""
    for width, height in ((1280, 800), (390, 844)):
        visitor = visitors(width=width, height=height)
        visitor.context.add_init_script(KEEP_SHIFTS)
        visitor.set_up(GAMES[game], game=game)
        page, rng = visitor.page, random.Random(3)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        page.evaluate("window.shifted.length = 0")  # ignore layout shifts from the loading of the table
        for _ in range(MOVES):
            act(visitor, game, rng)
        if page.locator(".curtain button").count() > 0:
            page.locator(".curtain button").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.locator(".card[role=dialog], .notice").first.wait_for()
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
        shifted = page.evaluate("window.shifted")
        assert sum(value for value, _ in shifted) < MOST_SHIFT, (width, sorted(shifted, reverse=True)[:3])
        if width == 1280:
            assert page.evaluate("document.documentElement.scrollHeight") < 1.05 * height, "what is beside it scrolls"
        if width == 390 and page.locator(".result").count() > 0:
            expect(page.locator(".result")).to_be_in_viewport(ratio=0.9, timeout=5000)
            assert page.evaluate(EMPTY) < MOST_EMPTY, "the result has the room of what could be done and said"


def test_nothing_jumps_when_the_turn_goes_to_and_fro(visitors: Visitors) -> None:
    """A game against the computer, whose name is longer than the heading "Your turn"."""
    visitor = visitors(width=390, height=844)
    visitor.context.add_init_script(KEEP_SHIFTS)
    visitor.open("/play/bagh-chal")
    visitor.page.locator("input[type=radio][value='1']").first.check(force=True)
    visitor.page.locator("button.start").click()
    visitor.point("c3").wait_for()
    visitor.page.wait_for_timeout(1000)
    visitor.page.evaluate("window.shifted.length = 0")
    for point in ("a2", "e2", "a4", "e4"):
        visitor.waits_for_turn()
        moves = visitor.count_moves()
        if visitor.state().refusal(f"G{point}") is None:
            visitor.touch(point)
            visitor.has_moves(moves + 2)
    shifted = visitor.page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) < MOST_SHIFT / 10, sorted(shifted, reverse=True)[:3]


@pytest.mark.parametrize("late", ["standing", "games"])
def test_nothing_jumps_at_home_whatever_comes_late(visitors: Visitors, late: str) -> None:
    visitor = visitors(width=390, height=844)
    visitor.context.add_init_script(KEEP_SHIFTS)
    for _ in range(2):
        visitor.set_up("Two players, one screen")
    held: list[Route] = []
    visitor.page.route(f"**/{late}?*", lambda route: held.append(route))
    visitor.open()
    tables, games = visitor.page.locator(".live article"), visitor.page.locator(".games article")
    (games if late == "standing" else tables).first.wait_for()
    visitor.page.wait_for_timeout(200)
    for route in held:
        route.continue_()
    for shown in (tables, games):
        shown.first.wait_for()
    visitor.page.wait_for_timeout(200)
    shifted = visitor.page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) < MOST_SHIFT, sorted(shifted, reverse=True)[:3]


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 400)], ids=["on its side", "zoomed to 200 %"])
def test_the_whole_board_stands_beside_its_controls(visitors: Visitors, width: int, height: int) -> None:
    visitor = visitors(width=width, height=height)
    for game in GAMES:
        visitor.set_up(GAMES[game], game=game)
        board, status = visitor.page.locator(".board").bounding_box(), visitor.page.locator(".status").bounding_box()
        assert board is not None
        assert status is not None
        assert board["x"] >= 0
        assert board["y"] + board["height"] <= height
        assert status["x"] >= board["x"] + board["width"], "beside it, not above"
        assert status["y"] + status["height"] <= height
        visitor.page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        for bar in visitor.page.locator(".turn-bar").all():
            box = bar.bounding_box()
            assert box is not None
            assert box["x"] >= board["x"] + board["width"], "it covers nothing of the board"
        assert visitor.page.locator(".strip").evaluate(CUT_OFF) == []
        if game not in ("khan", "conquest", "yuan"):
            hint = visitor.page.get_by_role("button", name="Hint").bounding_box()
            assert hint is not None
            assert hint["y"] + hint["height"] <= height, "what can be done is in sight"


def test_on_a_small_phone_nothing_is_cut_off_or_covered(visitors: Visitors) -> None:
    visitor = visitors(width=360, height=780)
    for game in ("bagh-chal", "hasami-shogi", "jarmo", "yut", "khan", "conquest"):
        visitor.set_up(GAMES[game], game=game)
        visitor.page.locator(".strip").wait_for()
        assert visitor.page.locator(".strip").evaluate(CUT_OFF) == []
        for button in visitor.page.locator(".steps-shown button.icon").all():  # it turns the board round
            flip, ground = button.bounding_box(), visitor.page.locator(".ground").bounding_box()
            assert flip is not None
            assert ground is not None
            assert flip["y"] + flip["height"] <= ground["y"]
        point = visitor.page.locator("button[data-point]").first
        name, before = point.evaluate("(button) => [button.dataset.point, parseFloat(button.style.top)]")
        visitor.page.get_by_role("button", name="Turn the board round").click()
        after = visitor.point(name).evaluate("(button) => parseFloat(button.style.top)")
        assert before + after == pytest.approx(100), "every board can be turned round"


def test_the_status_line_the_scores_the_log_and_the_result(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("Two players, one screen", game="khan")
    page.locator(".status p", has_text="Place your first of three yurts on any free land cell").wait_for()

    visitor.set_up("Two players, one screen", game="jarmo")
    page.locator(".status p", has_text="Move a soldier along a line").wait_for()
    visitor.touch("a1")
    page.locator(".status p", has_text="Tap where it should go").wait_for()
    page.keyboard.press("Escape")
    for number, (source, target) in enumerate((("a1", "c2"), ("a5", "b3"), ("b1", "a3"), ("b5", "d4")), 1):
        visitor.touch(source, target)
        visitor.has_moves(number)
    strip = page.locator(".strip")
    expect(strip.locator("li").first).to_have_text("▶ Green 5 points 0 captures", use_inner_text=True)
    assert [len(row.locator("td button").all()) for row in page.locator(".moves tbody tr").all()] == [2, 2]
    expect(page.get_by_role("button", name="Green moved the archer from a1 to c2")).to_have_attribute(
        "data-action", "a1c2"
    )
    page.get_by_role("button", name="Notation").click()
    lines = page.locator(".moves li[data-action]")
    assert [text.split("\n")[-1] for text in lines.all_inner_texts()[:1]] == ["moved the archer from a1 to c2"]
    lines.first.get_by_role("button").click()  # it shows the position, and the changes are lit
    visitor.reads("You are looking at move 1 of 4.")
    page.locator(".board .last").wait_for(state="attached")
    page.get_by_role("button", name="Latest position").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator("h1", has_text=" won").wait_for()
    log = page.locator(".moves").bounding_box()
    assert log is not None
    assert log["y"] < 750, "the log stays in sight"


def test_the_board_is_turned_to_ones_own_side(visitors: Visitors) -> None:
    green, red = visitors(), visitors()
    green.set_up("A friend by link", game="hasami-shogi")
    red.open(green.page.get_by_role("textbox", name="Invite your friend").input_value())

    def height(visitor: Visitor, point: str) -> float:
        box = visitor.point(point).bounding_box()
        assert box is not None
        return float(box["y"])

    red.point("a1").wait_for()
    assert height(green, "a1") > height(green, "a9")
    assert height(red, "a1") < height(red, "a9")
    green.touch("a2", "a5")
    red.has_moves(1)
    red.touch("i8", "i5")  # touches follow the turned board
    green.has_moves(2)
    red.page.get_by_role("button", name="Turn the board round").click()
    assert height(red, "a1") > height(red, "a9")


CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const barred = "main button:disabled, main button[aria-disabled=true], main .segments input:disabled + span";
  return [...document.querySelectorAll(barred)].map((button) => {
    const [one, other] = [light(getComputedStyle(button).color), light(ground(button))].sort((a, b) => b - a);
    const name = button.ariaLabel || button.innerText;
    return [name, Number(getComputedStyle(button).opacity), (one + 0.05) / (other + 0.05)];
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_cannot_be_pressed_can_be_read(visitors: Visitors, scheme: str) -> None:
    visitor = visitors(scheme=scheme)
    visitor.set_up("Two players, one screen")
    found = visitor.page.evaluate(CONTRASTS)
    assert len(found) > 3
    visitor.open("/play/yuan")
    visitor.page.locator(".segments input:disabled").first.wait_for(state="attached")
    found += visitor.page.evaluate(CONTRASTS)
    assert [(name, ratio) for name, opacity, ratio in found if opacity < 1 or ratio < 4.5] == []


def test_what_lies_on_a_shelf_is_explained_by_button_key_and_long_press(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen", game="khan")
    page = visitor.page
    page.get_by_role("button", name="What is this? (Rulers)").click()
    page.locator("dialog dd", has_text="Seljuk").first.wait_for()
    page.keyboard.press("Escape")
    ruler = page.locator(".shelf button[data-place=ruler-R]")
    ruler.focus()
    page.keyboard.press("i")
    page.locator("dialog .asked", has_text="Russian").wait_for()
    page.keyboard.press("Escape")
    ruler.click(delay=800, force=True)
    page.locator("dialog .asked", has_text="Russian").wait_for()


def test_on_a_phone_no_room_is_empty_before_cards_are_dealt_and_nothing_is_covered(visitors: Visitors) -> None:
    visitor = visitors(width=390, height=844)
    visitor.set_up("Two players, one screen", game="khan")
    explain = visitor.page.get_by_role("button", name="What is this? (Rulers)").bounding_box()
    ruler = visitor.page.locator(".shelf button[data-place=ruler-K], .shelf [data-place=ruler-K]").last.bounding_box()
    assert explain is not None
    assert ruler is not None
    assert explain["y"] + explain["height"] <= ruler["y"] + 1
    visitor.page.locator(".cards", has_text="Four cards are dealt").wait_for()
    parts = [visitor.page.locator(part).bounding_box() for part in (".ground", ".told", ".track", ".cards", ".supply")]
    for upper, lower in itertools.pairwise(parts):
        assert upper is not None
        assert lower is not None
        assert lower["y"] - upper["y"] - upper["height"] < MOST_EMPTY


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.locator(".result").wait_for()


def test_the_result_comes_into_sight_beside_the_board(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen", game="khan")
    visitor.page.locator("aside").evaluate("(column) => column.scrollTo(0, column.scrollHeight)")
    resign(visitor)
    expect(visitor.page.locator(".result")).to_be_in_viewport(ratio=1)


ROWS = """(log) => {
  const column = log.closest("aside").getBoundingClientRect();
  const { top, bottom } = log.querySelector("ol").getBoundingClientRect();
  return (Math.min(bottom, column.bottom, innerHeight) - top) / 32;
}"""


@pytest.mark.parametrize("game", ["yuan", "conquest"])
def test_five_rows_of_the_log_are_in_sight(visitor: Visitor, game: str) -> None:
    visitor.set_up(game=game)
    visitor.waits_for_turn()
    assert visitor.page.locator(".moves").evaluate(ROWS) > 5
    expect(visitor.page.get_by_role("button", name="Resign")).to_be_in_viewport(ratio=1)


# How far the row of the position looked at stands out of the log, in pixels.
OUT = """(row) => {
  const list = row.closest(".moves > ol, .moves > .rounds");
  const [{ top, bottom }, log] = [row, list].map((part) => part.getBoundingClientRect());
  return Math.max(log.top - top, bottom - log.bottom, bottom - innerHeight);
}"""


# Whether nothing lies over the head of a column.
FREE = """(head) => {
  const { left, top, height } = head.getBoundingClientRect();
  return [4, 12, 24].every((x) => head.contains(document.elementFromPoint(left + x, top + height / 2)));
}"""


def test_the_last_row_of_the_log_is_wholly_in_view_after_a_game_and_when_it_is_studied(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    moves = ("c3", "a1 a2", "c1", "a2 a3", "d1", "a3 a4", "e2", "e5 d5", "e3", "d5 e5", "b1", "a4 a3")
    for number, move in enumerate(moves, 1):
        visitor.touch(*move.split())
        visitor.has_moves(number)
    for head in visitor.page.locator(".rounds thead th").all():
        assert head.evaluate(FREE), "moves scroll below the heads of their columns"
    resign(visitor)
    row = visitor.page.locator(".moves [aria-current]")
    visitor.page.wait_for_timeout(300)
    assert row.evaluate(OUT) < 1
    visitor.page.get_by_role("button", name="Analyse the game").click()
    visitor.page.locator(".analysis h3, .analysis ol, .analysis .soft").first.wait_for()
    visitor.page.wait_for_timeout(300)
    assert row.evaluate(OUT) < 1
    visitor.page.set_viewport_size({"width": 1280, "height": 620})  # where an analysis takes the whole column
    visitor.page.wait_for_timeout(300)
    assert row.evaluate(OUT) < 1
