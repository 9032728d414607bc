"""Settings of board, pieces, point names, confirmation and volume, in a real browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.browser.conftest import Visitor, Visitors

VIOLATIONS = "axe.run().then(found => found.violations.map(({ id }) => id))"
GROUND = "() => document.querySelector('.board svg linearGradient[id=stage-ground] stop').getAttribute('stop-color')"
PIECES = "() => [...document.querySelectorAll('.board .piece use')].map((use) => use.getAttribute('href'))"
KEEP_GAINS = """
  window.gains = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, when) {
    window.gains.push(value);
    return set.call(this, value, when);
  };
"""


def choose(page: Page, *names: str) -> None:
    """Choose settings by their names, and close the dialog."""
    page.get_by_role("button", name="Settings").click()
    for name in names:
        page.locator("dialog label", has_text=re.compile(f"^{name}$")).locator("input").click()
    page.get_by_role("button", name="Close").click()


def with_settings(visitor: Visitor, **settings: object) -> Visitor:
    kept = json.dumps({"pace": "at-once", "coached": False, **settings})
    visitor.context.add_init_script(f"localStorage.setItem('naadam.settings', {json.dumps(kept)})")
    return visitor


@pytest.mark.parametrize("width", [390, 1280])
def test_board_and_pieces_change_at_the_table_and_are_kept(visitors: Visitors, width: int, axe: str) -> None:
    visitor = visitors(width, 844)
    page = visitor.page
    visitor.set_up("Two players, one screen")
    ground, drawn = page.evaluate(GROUND), page.evaluate(PIECES)
    page.get_by_role("button", name="Settings").click()
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    page.get_by_role("button", name="Close").click()
    choose(page, "Slate", "Plain")
    page.wait_for_function(f"before => ({GROUND})() !== before", arg=ground)
    assert set(drawn) == {"#stage-tiger"}
    assert set(page.evaluate(PIECES)) == {"#stage-plain-tiger"}
    visitor.touch("c3")
    visitor.has_moves(1)
    page.reload()
    page.locator(".board .piece").first.wait_for()
    assert "#stage-plain-goat" in page.evaluate(PIECES)
    assert page.evaluate(GROUND) != ground


def test_the_names_of_the_points_can_be_hidden(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    names = visitor.page.locator(".board .coordinates").first
    expect(names).to_be_visible()
    choose(visitor.page, "Names of points on the board")
    expect(names).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_move_waits_for_its_confirmation_and_moves_nothing(visitors: Visitors, width: int) -> None:
    visitor = with_settings(visitors(width, 844), confirmed=True)
    page = visitor.page
    visitor.set_up("Two players, one screen")
    question, board = page.locator(".confirm"), page.locator(".board").first
    before = board.bounding_box()
    visitor.touch("b2")
    expect(question).to_be_visible()
    assert board.bounding_box() == before
    assert visitor.count_moves() == 0
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    assert visitor.count_moves() == 0
    visitor.touch("c3")
    page.keyboard.press("Enter")  # the button that plays it has the focus
    visitor.has_moves(1)
    expect(question).to_have_count(0)
    assert visitor.moves() == ["Gc3"]


def test_a_game_of_many_touches_asks_after_the_last_of_them(visitors: Visitors) -> None:
    visitor = with_settings(visitors(), confirmed=True)
    visitor.set_up("Two players, one screen", game="hasami-shogi")
    visitor.touch("a2")
    expect(visitor.page.locator(".confirm")).to_have_count(0)
    visitor.touch("a3")
    visitor.page.locator(".confirm").get_by_role("button", name="Play").click()
    visitor.has_moves(1)


def test_the_volume_scales_the_sounds(visitors: Visitors) -> None:
    loudest = []
    for volume in (10, 100):
        visitor = with_settings(visitors(), volume=volume)
        visitor.context.add_init_script(KEEP_GAINS)
        visitor.set_up("Two players, one screen")
        visitor.touch("c3")
        visitor.page.wait_for_function("() => window.gains.some((gain) => gain < 1)")
        loudest.append(min(visitor.page.evaluate("window.gains")))
    assert loudest[1] == pytest.approx(10 * loudest[0])
