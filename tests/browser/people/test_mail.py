"""E-mail in real browsers: notices of a player's turn at a correspondence table, and the way in by an address."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.people.test_people import check, keep_name
from tests.mail_server import Box, mail_server, text_of

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors


@pytest.fixture(scope="module")
def mail() -> Iterator[tuple[Box, str]]:
    with mail_server() as found:
        yield found


@pytest.fixture(scope="module")
def environment(mail: tuple[Box, str]) -> dict[str, str]:
    return {"NAADAM_MAIL": mail[1], "NAADAM_PAGE": "https://play.example.org"}


def arrived(box: Box, count: int) -> str:
    for _ in range(600):
        if len(box.letters) >= count:
            return text_of(box.letters[count - 1])
        time.sleep(0.05)
    raise AssertionError(f"{len(box.letters)} letters")


def test_who_asked_and_confirmed_is_written_to(visitors: Visitors, mail: tuple[Box, str]) -> None:
    one, other = visitors(), visitors(width=360)
    one.open("/play/bagh-chal")
    one.page.get_by_role("radio", name="A friend by link").check()
    one.page.locator("summary").click()
    one.page.get_by_role("radio", name="Three days per move").check()
    one.page.locator("button.start").click()
    link = one.page.get_by_role("textbox", name="Invite your friend").input_value()
    other.open(link)
    panel = other.page.get_by_role("form", name="Email me when it’s my turn")
    panel.get_by_role("textbox").fill("ben@nowhere")
    panel.get_by_role("button").click()
    other.reads("This is not an e-mail address.")
    other.errors.clear()  # the browser itself tells of the refused request
    panel.get_by_role("textbox").fill("ben@example.org")
    panel.get_by_role("button").click()
    other.reads("we have sent you an e-mail")
    found = re.search(r"https://play.example.org(/api/notices/\S+/yes)", arrived(mail[0], 1))
    assert found
    other.page.goto(other.address + found[1])
    other.page.get_by_role("button", name="Turn on").click()
    other.reads("You will get an e-mail when it is your turn.")
    other.context.close()
    one.page.get_by_role("button", name="Resign").wait_for()
    one.touch("c3")
    assert re.search(r"https://play.example.org/table/\S+", arrived(mail[0], 2))
    assert mail[0].letters[1]["To"] == "ben@example.org"


def test_a_person_comes_in_by_email(visitors: Visitors, mail: tuple[Box, str], axe: str) -> None:
    box, before = mail[0], len(mail[0].letters)
    home, new = visitors(width=390, height=844), visitors(width=390, height=844, scheme="dark")
    page = keep_name(home, "Mara Mail")
    adding = page.get_by_role("form", name="Add an e-mail address")
    adding.get_by_role("textbox", name="Your e-mail address").fill("mara@example.org")
    adding.get_by_role("button").click()
    code = re.search(r": (\w{4} \w{4})\s", arrived(box, before + 1))
    assert code
    adding.get_by_role("textbox", name="Code").fill(code[1].lower())
    check(page, axe)
    adding.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("listitem").filter(has_text="ma…@example.org")).to_be_visible()
    check(page, axe)
    page = new.open("/me").page
    entering = page.get_by_role("form", name="Come in by e-mail")
    entering.get_by_role("textbox", name="Your e-mail address").fill("Mara@example.org")
    check(page, axe)
    entering.get_by_role("button").click()
    expect(entering.get_by_role("textbox", name="Code")).to_be_visible()
    check(page, axe)
    link = re.search(r"https://play.example.org(/api/me/mail/links/\S+)", arrived(box, before + 2))
    assert link
    page.goto(new.address + link[1])
    check(page, axe)
    page.get_by_role("button", name="Come in").click()
    page.get_by_role("heading", name="Mara Mail", exact=True).wait_for()
