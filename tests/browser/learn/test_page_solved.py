"""Solved tables in the page: made by a click, the opponent Perfect, the explorer, and thrown-away wins in words."""

from __future__ import annotations

import json
import os
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from small_served import SPEC, small_environment

from naadam.core.compiling.compiled import COMPILING

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

pytestmark = pytest.mark.skipif(not COMPILING, reason="solving wants compiled rules")

PATIENCE = 600_000  # milliseconds
WON = "G1G/B1B/GGG G 0 0"  # Gb1b2 wins, all else draws


@pytest.fixture(scope="module", name="environment")
def server_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return small_environment(tmp_path_factory.mktemp("small"))


def expect(*arguments: Any) -> Any:
    from playwright.sync_api import expect

    expect.set_options(timeout=120_000)
    return expect(*arguments)


def picture(visitor: Visitor, name: str) -> None:
    if (folder := os.environ.get("PICTURES")) is not None:
        visitor.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def open_won(visitor: Visitor, *opponents: str) -> None:
    visitor.open(f"/play/bagh-chal?spec={quote(SPEC)}&position={quote(WON)}")
    for words in opponents:
        visitor.page.get_by_role("radio", name=words).check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()


def make_tables(address: str) -> None:
    """As the button of the page does."""
    body = json.dumps({"spec": SPEC}).encode()
    while True:
        request = urllib.request.Request(address + "/api/solved", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            if json.loads(answer.read())["movement"]["there"]:
                return
        time.sleep(0.2)


def test_tables_are_made_by_a_click_and_perfect_sits_down(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.open(f"/play/bagh-chal?spec={quote(SPEC)}&position={quote(WON)}")
    page.get_by_text("Rules and variants").click()
    perfect = page.get_by_role("radio", name="Perfect")
    expect(perfect).to_be_disabled()
    expect(page.locator(".tables")).to_contain_text("the Perfect opponent. Takes about 1 second")
    picture(visitor, "perfect-missing-1280")
    page.evaluate(axe)
    assert page.evaluate("axe.run()")["violations"] == []
    page.get_by_role("button", name="Make them now").click()
    expect(perfect).to_be_enabled(timeout=PATIENCE)  # it is made by a process that gives way to all others
    perfect.check()
    visitor.reads("From then on it never errs")
    page.get_by_role("radio", name="Tigers").check()
    page.locator("button.start").click()
    visitor.reads("Computer, perfect")
    visitor.has_moves(1)
    assert visitor.moves() == ["Gb1b2"]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_explorer_marks_every_move_on_the_board_and_in_a_list(
    visitors: Visitors, address: str, axe: str, scheme: str, width: int
) -> None:
    make_tables(address)
    visitor = visitors(width=width, scheme=scheme)
    page = visitor.page
    open_won(visitor, "Two players, one screen")
    page.get_by_role("button", name="Explore the moves").click()
    rows = page.locator(".explorer li button")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("b1 to b2")
    expect(rows.first).to_contain_text("wins. in 1")
    expect(page.locator(".explorer h2")).to_have_text(["Wins (1)", "Draws (6)"])
    expect(page.locator(".board .value")).to_have_count(7)
    expect(page.locator(".board .value.win")).to_have_attribute("data-action", "Gb1b2")
    expect(page.locator(".board .value.win text")).to_have_text("1")
    expect(visitor.point("b1")).to_have_attribute("aria-label", "b1, goat, can move, wins, in 1")
    page.evaluate(axe)
    assert page.evaluate("axe.run()")["violations"] == []
    picture(visitor, f"explorer-small-{width}")
    explore_by_keys(visitor)
    throw_the_win_away(visitor)


def explore_by_keys(visitor: Visitor) -> None:
    """Enter on a row of the list starts a variation with that move; the buttons lead back to the game."""
    page = visitor.page
    rows = page.locator(".explorer li button")
    rows.nth(1).focus()
    rows.nth(1).press("Enter")
    visitor.reads("Side line: G")
    expect(page.locator(".explorer [role=status]")).to_contain_text("Tigers to move; with best play a draw")
    point = page.locator("button[data-point][aria-label*='can move']").first
    point.focus()
    point.press("Enter")
    target = page.locator("button[data-point][aria-label*='you can go here']").first
    target.focus()
    target.press("Enter")
    expect(page.locator(".explorer p").first).to_contain_text(" B")
    page.locator(".explorer").get_by_role("button", name="One move back").click()
    page.locator(".explorer").get_by_role("button", name="Back to the game").click()
    expect(rows.first).to_contain_text("b1 to b2")
    assert visitor.count_moves() == 0, "nothing of it was played"


def throw_the_win_away(visitor: Visitor) -> None:
    """The analysis names thrown-away wins, its slider the certain result."""
    page = visitor.page
    visitor.touch("a3", "b2")
    visitor.has_moves(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Analyse the game").click()
    page.locator(".analysis progress").wait_for(state="detached")
    visitor.reads("Goats were winning until move 1.")
    visitor.reads("After move 1 of 1: a sure draw.")
    page.get_by_role("slider").press("Home")
    visitor.reads("At the start: a sure win for Goats.")
    expect(page.locator(".board .value")).to_have_count(7)
    picture(visitor, f"thrown-{page.viewport_size['width'] if page.viewport_size else 0}")
