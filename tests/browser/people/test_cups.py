"""Cups in the page: opened, entered by another person, begun, and shown with standings on a phone."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PROGRAM, serve

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cups")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serve(folder, {}, PROGRAM) as found:
        yield found


def keep_name(visitor: Visitor, name: str) -> None:
    visitor.open("/me")
    visitor.page.get_by_role("textbox").first.fill(name)
    visitor.page.get_by_role("button", name="Keep", exact=False).first.click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_cup_is_opened_entered_and_begun(visitors: Visitors, axe: str, folder: Path) -> None:
    anna, ben = visitors(390, 844), visitors(1280, 800, "dark")
    keep_name(anna, "Anna")
    keep_name(ben, "Ben")
    anna.open("/cups").page.get_by_role("combobox", name="Game").select_option("bagh-chal")
    anna.page.get_by_role("button", name="Open and enter").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Bagh Chal")
    ben.open("/cups").page.get_by_role("link", name="Bagh Chal").click()
    ben.page.get_by_role("button", name="Enter", exact=True).click()
    expect(ben.page.get_by_text("Anna, Ben")).to_be_visible()
    with sqlite3.connect(folder / "tables.db", timeout=30) as database:
        database.execute("UPDATE cups SET begins = ?", (time.time() - 1,))
    database.close()
    standings = anna.page.locator("table tbody tr")
    for _ in range(60):
        anna.page.reload()
        anna.page.get_by_role("heading", level=1).wait_for()
        if standings.count() > 0:
            break
        anna.page.wait_for_timeout(1000)
    expect(standings).to_have_count(4)
    expect(anna.page.get_by_text("Computer, level 3").first).to_be_visible()
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390
    anna.page.evaluate(axe)
    found = anna.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    mine = anna.page.locator("section", has_text="Your games that go on").get_by_role("link")
    expect(mine).to_have_count(3)
    mine.filter(has_text="Ben").click()
    anna.page.locator("button[data-point]").first.wait_for()
