"""Pages about finished games in a real browser: a person's ratings and history, and the balance of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

VIOLATIONS = "axe.run().then(found => found.violations.map(({ id, nodes }) => [id, nodes[0].html]))"


@pytest.fixture(scope="module")
def program() -> list[str]:
    return [sys.executable, str(Path(__file__).parents[1] / "with_history.py")]


def check(page: Page, axe: str) -> None:
    """A page without violations of accessibility that fits into the window."""
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_person_has_a_page_with_ratings_and_games(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    page = visitors(width=width, height=844, scheme=scheme).open("/people/anna%20amsel").page
    expect(page.get_by_role("heading", name="Anna Amsel", exact=True)).to_be_visible()
    card = page.get_by_role("region", name="By game").get_by_role("article")
    expect(card.get_by_text("after 30 rated games")).to_be_visible()
    expect(card.get_by_text("30 games: 20 won, 10 drawn, 0 lost.")).to_be_visible()
    listed = page.get_by_role("region", name="Finished games")
    expect(listed.get_by_role("listitem")).to_have_count(20)
    check(page, axe)
    listed.get_by_role("button", name="Older games").click()
    expect(listed.get_by_role("listitem")).to_have_count(30)
    card.get_by_role("link", name="Balance of the sides").click()
    balance = page.get_by_role("region", name="Bagh Chal")
    expect(balance.get_by_text("naadam arena bagh-chal --seats level3 level3")).to_be_visible()
    expect(balance.get_by_text("People among themselves")).to_be_visible()
    check(page, axe)
    page.go_back()
    listed.get_by_role("link", name="Bao").first.click()
    expect(page.get_by_role("heading", name="Bao", exact=True)).to_be_visible()
    expect(page.get_by_text("0 won")).to_be_visible()
