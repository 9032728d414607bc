"""Notifications and vacation on the own page, in a real browser at 390 px: no axe violation, and nothing overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.people.test_people import check, keep_name

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


def test_a_person_adds_a_webhook_and_turns_vacation_off(visitors: Visitors, axe: str) -> None:
    visitor = visitors(width=390, height=844)
    page = keep_name(visitor, "Nora of the hooks")
    section = page.get_by_role("region", name="Notifications")
    section.get_by_role("textbox", name="URL of a webhook").fill("https://10.0.0.1/hook")
    section.get_by_role("button", name="Add").click()
    expect(section.get_by_role("alert")).to_contain_text("be on the internet")
    visitor.errors.clear()  # the console shows the answer 422
    section.get_by_role("textbox", name="URL of a webhook").fill("https://1.1.1.1/hook")
    section.get_by_role("button", name="Add").click()
    expect(section.get_by_role("status")).to_contain_text("The key of its signatures")
    expect(section.get_by_text("Webhook: 1.1.1.1")).to_be_visible()
    vacation = page.get_by_role("region", name="Vacation")
    expect(vacation).to_contain_text("21 days left")
    vacation.get_by_role("checkbox").uncheck()
    check(page, axe)
    page.reload()
    expect(page.get_by_role("region", name="Vacation").get_by_role("checkbox")).not_to_be_checked()
    section.get_by_role("button", name="Remove: 1.1.1.1").click()
    expect(section.get_by_text("Webhook: 1.1.1.1")).to_have_count(0)


def test_a_browser_that_denies_notifications_is_told(visitors: Visitors) -> None:
    page = keep_name(visitors(), "Emil of the hooks")
    section = page.get_by_role("region", name="Notifications")
    page.evaluate("Notification.requestPermission = () => Promise.resolve('denied')")
    section.get_by_role("button", name="Notify me in this browser").click()
    expect(section.get_by_role("alert")).to_have_text("This browser does not allow it.")
