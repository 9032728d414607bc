"""The table on a phone: one fixed screen. Taps scroll nothing, move nothing, and hide nothing that is needed next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

PHONE = (390, 844)
TAPS = 10
GAMES = {
    "bagh-chal": "Two players, one screen",
    "hasami-shogi": "Two players, one screen",
    "jarmo": "Two players, one screen",
    "yut": "Two players, one screen",
    "khan": "Two players, one screen",
    "conquest": "All on one screen",
    "yuan": "Two players, one screen",
}
# Every scroll of the page, also of elements around the board; the map and lists scroll inside.
WATCH = """() => {
  window.scrolled = [];
  const inside = ".window, .moves, .foot, dialog";
  addEventListener("scroll", ({ target }) => {
    if (target === document || !target.closest(inside)) window.scrolled.push(target.className ?? "page");
  }, true);
}"""
BOARD = """() => {
  const { x, y, width, height } = document.querySelector(".board").getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}"""
# Points in sight that no other element covers, those that may be touched next first.
POINTS = """() => {
  const seen = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top?.closest(".window") != null;
  };
  const all = [...document.querySelectorAll("button[data-point]")].filter(seen);
  const next = (button) => /you can|can move/.test(button.ariaLabel);
  return all.sort((one, other) => next(other) - next(one)).map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
}"""


def sit_down(visitors: Visitors, game: str, who: str) -> Visitor:
    visitor = visitors(*PHONE).set_up(who, game=game)
    if visitor.page.locator(".curtain button").count() > 0:
        visitor.page.locator(".curtain button").click()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(500)
    return visitor


@pytest.mark.parametrize("game", GAMES)
def test_ten_taps_on_the_board_scroll_nothing_and_move_nothing(visitors: Visitors, game: str) -> None:
    page = sit_down(visitors, game, GAMES[game]).page
    page.evaluate(WATCH)
    board = page.evaluate(BOARD)
    for tap in range(TAPS):
        points = page.evaluate(POINTS)
        assert points, "some of the board is in sight"
        page.mouse.click(*points[(7 * tap) % min(12, len(points))])
        page.wait_for_timeout(250)
        assert page.evaluate(BOARD) == board, tap
    assert page.evaluate("window.scrolled") == []


@pytest.mark.parametrize("game", ["jarmo", "khan", "conquest", "yuan"])
def test_ten_taps_in_a_lesson_scroll_nothing_and_its_answer_is_in_sight(visitors: Visitors, game: str) -> None:
    page = visitors(*PHONE).open(f"/learn/{game}").page
    page.locator("button[data-point]").first.wait_for()
    page.evaluate(WATCH)
    for tap in range(TAPS):
        points = page.evaluate(POINTS)
        page.mouse.click(*points[(7 * tap) % min(12, len(points))])
        page.wait_for_timeout(100)
    foot = page.locator("main > .foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] <= PHONE[1]
    assert page.evaluate("window.scrolled") == []


def test_ten_taps_in_a_coached_game_against_a_computer_scroll_nothing(visitors: Visitors) -> None:
    page = sit_down(visitors, "hasami-shogi", "Computer").page
    page.evaluate(WATCH)
    for tap in range(TAPS):
        points = page.evaluate(POINTS)
        page.mouse.click(*points[(7 * tap) % min(12, len(points))])
        page.wait_for_timeout(250)
    assert page.evaluate("window.scrolled") == []


@pytest.mark.parametrize("game", ["bagh-chal", "hasami-shogi", "jarmo", "yut"])
def test_a_small_game_is_on_one_screen_and_all_else_below_it(visitors: Visitors, game: str) -> None:
    page = sit_down(visitors, game, "Computer").page
    status, ground, foot, rest = (
        page.locator(part).bounding_box() for part in (".status", ".ground", ".foot", "aside")
    )
    assert status is not None
    assert ground is not None
    assert foot is not None
    assert rest is not None
    assert status["y"] + status["height"] <= ground["y"]
    assert ground["y"] + ground["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= PHONE[1]
    assert rest["y"] >= PHONE[1]


@pytest.mark.parametrize("game", ["khan", "conquest", "yuan"])
def test_the_board_and_the_controls_of_a_large_game_are_on_one_screen(visitors: Visitors, game: str) -> None:
    page = sit_down(visitors, game, GAMES[game]).page
    status, ground, foot = (page.locator(part).bounding_box() for part in (".status", ".ground", ".foot"))
    assert status is not None
    assert ground is not None
    assert foot is not None
    assert status["height"] < 50
    assert status["y"] + status["height"] <= ground["y"]
    assert ground["y"] + ground["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= PHONE[1]


def test_a_map_fills_the_page_between_the_last_move_and_the_turn(visitors: Visitors) -> None:
    page = sit_down(visitors, "conquest", GAMES["conquest"]).page
    board, foot = page.locator(".board").bounding_box(), page.locator(".foot").bounding_box()
    assert board is not None
    assert foot is not None
    assert board["width"] == page.evaluate("document.body.clientWidth")
    assert board["height"] > 0.6 * PHONE[1]
    assert board["y"] + board["height"] == pytest.approx(foot["y"], abs=12)


def test_the_hand_is_never_covered_by_what_is_offered(visitors: Visitors) -> None:
    page = sit_down(visitors, "khan", GAMES["khan"]).page
    cards, offers = page.locator(".room.hand").last, page.locator(".below .offered")
    for _ in range(6):  # the first yurts
        page.mouse.click(*page.evaluate(POINTS)[0])
        page.wait_for_timeout(300)
    if page.locator(".curtain button").count() > 0:
        page.locator(".curtain button").click()
    hand = page.locator(".shelf.cards").bounding_box()
    assert hand is not None
    assert hand["y"] + hand["height"] <= PHONE[1]
    for offer in offers.all():
        box = offer.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= hand["y"]
    expect(cards).to_be_attached()


def test_a_level_stays_where_it_is_when_another_is_chosen(visitors: Visitors) -> None:
    page = sit_down(visitors, "yuan", GAMES["yuan"]).page
    page.locator("button[data-point][aria-label*='City of']").first.click()
    level = page.locator(".foot button[data-place=F1]")
    level.wait_for()
    passing = page.locator(".foot button[data-place=pass]")
    before, beside = level.bounding_box(), passing.bounding_box()
    for place in ("D1", "M1", "D0", "F1"):
        page.locator(f".foot button[data-place={place}]").click()
        page.wait_for_timeout(300)
        assert level.bounding_box() == before, place
        assert passing.bounding_box() == beside, "the seal appears next to it"


def test_the_button_that_seals_a_plan_is_in_sight(visitors: Visitors) -> None:
    page = sit_down(visitors, "yuan", GAMES["yuan"]).page
    page.locator("button[data-point][aria-label*='City of']").first.click()
    level = page.locator(".foot button[data-place=F1]")
    level.click()
    expect(level).to_have_attribute("aria-pressed", "true")
    box = page.locator(".foot button[data-place=seal]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE[1]
