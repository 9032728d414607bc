"""Puzzles: the one of the day on the home view, one solved by its move, and the progress that is kept."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from naadam.core.teaching.puzzles import puzzles

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


def test_a_puzzle_is_solved_and_that_is_kept(visitors: Visitors, axe: str) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.open()
    page.get_by_role("link", name="Puzzle of the day").click()
    page.get_by_text(re.compile(r" to move\. (Find|Prepare) ")).wait_for()  # by the puzzle of the day
    visitor.open()
    page.get_by_role("link", name="Puzzles: Hasami Shogi").click()
    visitor.reads("0 of ")
    puzzle = puzzles("hasami-shogi")[0]
    gesture = puzzle.game.face.gesture(puzzle.start.record, puzzle.seat, puzzle.solution)
    other = next(action for action in puzzle.start.numbers(puzzle.seat) if action != puzzle.solution)
    visitor.point(gesture[0]).wait_for()
    visitor.touch(*puzzle.game.face.gesture(puzzle.start.record, puzzle.seat, other))
    visitor.reads("Another one is clearly better.")
    visitor.touch(*gesture)
    visitor.reads("Yes, that is the best move. Captures 2 pieces.")
    page.locator(".found").get_by_role("button", name="HS-6").wait_for()
    visitor.reads("1 of ")
    if (folder := os.environ.get("PICTURES")) is not None:
        page.screenshot(path=f"{folder}/puzzle-1280.png")
    page.evaluate(axe)
    assert page.evaluate("axe.run()")["violations"] == []
    page.reload()
    visitor.reads("1 of ")  # it is kept, and the next one is shown
    expect(page.locator("[aria-current=step]")).to_have_text("2", use_inner_text=True)
    visitor.open()
    if folder is not None:
        page.locator(".daily").wait_for()
        page.screenshot(path=f"{folder}/home-1280.png")
