"""Blocking and reporting in real browsers: two strangers at a table, one of them on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.home.test_lobby import VIOLATIONS, cancel, open_table

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


def test_a_stranger_is_reported_and_blocked(visitors: Visitors, axe: str) -> None:
    anna, ben = visitors(width=390, height=844), visitors()
    open_table(anna, "hasami-shogi", name="Anna")
    ben.open("/play/hasami-shogi").page.get_by_role("radio", name="Open to everyone").check()
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url("**/table/*")
    page = anna.page
    page.locator("summary", has_text="Chat").click()
    page.get_by_role("button", name="Block or report").click()
    dialog = page.get_by_role("dialog", name="Block or report")
    dialog.get_by_role("button", name="Report").click()
    dialog.get_by_role("textbox", name="What happened?").fill("He is rude.")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    dialog.get_by_role("button", name="Send to the host").click()
    expect(dialog.get_by_text("Sent to the host.")).to_be_visible()
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    open_table(ben, "jarmo", name="Ben")
    anna.open("/play/jarmo").page.get_by_role("radio", name="Open to everyone").check()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    expect(page.get_by_text("Ben waits")).to_have_count(0)
    cancel(ben)
    assert anna.errors == ben.errors == []
