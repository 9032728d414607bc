"""The hourglass of Conquest in a real browser, with quick clocks: an exchange lapses, then a turn runs out."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.games.test_conquest import is_asked, label, left, meet

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

# White's knight can take the soldier on n13, and Red's knight on n12 could answer.
GUARDED = "n14:K,n20:S,n21:C/n12:K,n13:S,s01:K 1 9 0 1 -:3 0,0 0,0 0 - -"


@pytest.fixture(scope="module")
def program() -> list[str]:
    return [sys.executable, str(Path(__file__).parents[1] / "quick_clocks.py")]


def test_an_exchange_lapses_and_then_a_turn_runs_out(visitors: Visitors) -> None:
    white, red = meet(visitors, GUARDED, "conquest:players=2,hourglass=60")
    white.waits_for_turn()
    white.touch("n14")
    label(white, "n13", "an exchange could answer there")
    white.touch("n13")
    is_asked(red)
    expect(red.page.locator("[data-glass='turn-9']")).to_have_attribute("aria-label", re.compile("on its side"))
    expect(red.page.locator("[data-glass^='exchange-9']")).to_have_count(1)

    white.waits_for_turn()  # Red has not answered
    red.page.locator("h1", has_text="White to move").wait_for()
    expect(red.page.locator("[data-glass^='exchange-9']")).to_have_count(0)
    label(red, "n13", "knight (north)")
    left(white, 19)

    red.page.locator(".notice", has_text="Time is up for White").wait_for()
    red.waits_for_turn()  # White has not ended the turn either
    left(red, 20)
    expect(red.page.locator("[data-glass='turn-10']")).to_have_count(1)
    expect(white.page.locator("[data-place=end]")).to_have_count(0)
    record = red.state()
    assert (int(record.record["turn"]), record.turn) == (10, 1)
