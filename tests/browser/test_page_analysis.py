"""After the game: the analysis, its graph, the moves that lost most, and marks in the list of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


def lose_quickly(visitor: Visitor) -> None:
    """A goat is given away, then the game."""
    visitor.set_up()
    visitor.waits_for_turn()
    visitor.touch("b2")
    visitor.has_moves(2)
    visitor.waits_for_turn()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Analyse the game").click()
    visitor.page.locator(".analysis progress").wait_for(state="detached", timeout=300_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_is_analysed_in_the_page(visitors: Visitors, axe: str, scheme: str) -> None:
    visitor = visitors(scheme=scheme)
    lose_quickly(visitor)
    worst = visitor.page.locator(".analysis li button").first
    worst.wait_for()
    assert "Gb2" in worst.inner_text()
    assert "was better" in worst.inner_text()
    assert visitor.moves()[0].startswith("Gb2?"), "the move is marked in the list"
    worst.click()
    visitor.reads("Move 1, Gb2")
    assert visitor.page.locator(".analysis svg polyline").get_attribute("points")
    visitor.page.evaluate(axe)
    assert visitor.page.evaluate("axe.run()")["violations"] == []
