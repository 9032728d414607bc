"""People in real browsers: names, devices, rated games, history; no axe violation, and room enough at 390 px."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

VIOLATIONS = "axe.run().then(found => found.violations.map(({ id, nodes }) => [id, nodes[0].html]))"


def check(page: Page, axe: str) -> None:
    """A page without violations of accessibility that fits into the window."""
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def keep_name(visitor: Visitor, name: str) -> Page:
    page = visitor.open("/me").page
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Keep this name").click()
    page.get_by_role("heading", name=name, exact=True).wait_for()
    return page


def test_a_name_is_kept_and_used_at_tables(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors()
    anna.open().page.get_by_role("link", name="You").click()
    page = keep_name(anna, "Anna Amsel")
    page.goto(f"{anna.address}/play/bagh-chal")
    page.get_by_role("radio", name="A friend by link").check()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Anna Amsel")
    taken = ben.open("/me").page
    taken.get_by_role("textbox", name="Name").fill("anna amsel")
    taken.get_by_role("button", name="Keep this name").click()
    expect(taken.get_by_role("alert")).to_contain_text("Another player keeps the name")
    ben.errors.clear()  # the console shows the answer 409
    page.goto(f"{anna.address}/me")
    page.get_by_role("button", name="Free the name").click()
    page.get_by_role("button", name="Free the name").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    taken.get_by_role("button", name="Keep this name").click()
    expect(taken.get_by_role("heading", name="anna amsel", exact=True)).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_own_page_is_accessible(visitors: Visitors, axe: str, width: int, scheme: str) -> None:
    page = visitors(width=width, height=844, scheme=scheme).open("/me").page
    page.get_by_role("textbox", name="Name").wait_for()
    check(page, axe)
    page = keep_name(visitors.all[-1], f"Bea {width}")
    check(page, axe)


def test_a_second_device_joins_and_is_logged_out(visitors: Visitors) -> None:
    laptop, phone = visitors(), visitors(width=390, height=844)
    page = keep_name(laptop, "Cleo")
    page.get_by_role("button", name="Show a code").click()
    code = page.locator(".code").inner_text()
    other = phone.open("/").page
    other.get_by_role("button", name="Join a table").click()
    other.get_by_role("textbox").last.fill(code)
    other.get_by_role("button", name="Join", exact=True).click()
    expect(other.get_by_role("textbox", name="Code")).to_have_value(code.replace(" ", ""))
    phone.errors.clear()  # the console shows the answer 409: the code opens no seat
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_role("heading", name="Cleo", exact=True)).to_be_visible()
    expect(other.get_by_role("region", name="Devices and keys").get_by_role("listitem")).to_have_count(2)
    page.reload()
    page.get_by_role("button", name="Remove: Chrome").click()
    expect(page.get_by_role("region", name="Devices and keys").get_by_role("listitem")).to_have_count(1)
    other.reload()
    expect(other.get_by_role("heading", name="You", exact=True)).to_be_visible()


def test_a_recovery_code_brings_a_person_back(visitors: Visitors, axe: str) -> None:
    lost, new = visitors(), visitors(scheme="dark", width=390, height=844)
    page = keep_name(lost, "Dora")
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator(".recovery").inner_text()
    check(page, axe)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    other = new.open("/me").page
    other.get_by_role("textbox", name="Code").fill(code.lower())
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_role("heading", name="Dora", exact=True)).to_be_visible()
    check(other, axe)


def test_the_explorer_shows_moves_of_finished_games(visitor: Visitor) -> None:
    page = visitor.set_up("one screen", game="bagh-chal").page
    visitor.touch("c3")
    visitor.has_moves(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    page.get_by_role("button", name="First position").click()
    page.get_by_role("button", name="Explore the moves").click()
    page.locator(".explorer button[data-action='Gc3']").filter(has_text="played").click()
    expect(page.get_by_text("Side line: Gc3")).to_be_visible()


def test_a_passkey_brings_a_person_back(visitor: Visitor, axe: str) -> None:
    visitor.address = visitor.address.replace("127.0.0.1", "localhost")  # passkeys need a host name
    page = keep_name(visitor, "Pia Passkey")
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.get_by_role("button", name="Add a passkey").click()
    keys = page.get_by_role("region", name="Devices and keys")
    expect(keys.get_by_role("listitem")).to_have_count(2)
    check(page, axe)
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    for _ in range(2):  # the second time its count of uses has grown
        page.get_by_role("button", name="Come in with a passkey").click()
        expect(page.get_by_role("heading", name="Pia Passkey", exact=True)).to_be_visible()
        page.get_by_role("button", name="Log out").click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()
        expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()


ACTIONS = 12  # six of each player, so that a game that is given up counts


def test_two_people_are_matched_play_rated_and_see_their_history(visitors: Visitors) -> None:
    anna, ben = visitors(), visitors(width=390, height=844)
    for visitor, name in ((anna, "Rita Rated"), (ben, "Ben Rated")):
        keep_name(visitor, name)
        page = visitor.open("/play/bagh-chal").page
        page.get_by_role("radio", name="Open to everyone").check()
        page.get_by_role("checkbox", name="Rated").check()
        page.get_by_role("button", name="Open the table").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url("**/table/*")
        visitor.point("c3").wait_for()
    goats, tigers = (anna, ben) if anna.page.locator("h1", has_text="Your turn").count() else (ben, anna)
    for number in range(ACTIONS):
        mover = tigers if number % 2 else goats
        mover.waits_for_turn()
        action = str(mover.state().actions()[0])
        mover.touch(*re.findall("[a-e][1-5]", action))
        for visitor in (goats, tigers):
            visitor.has_moves(number + 1)
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Resign").last.click()
    anna.page.get_by_text("You lost").first.wait_for()
    for visitor, other, result in ((anna, "Ben Rated", "Lost"), (ben, "Rita Rated", "Won")):
        page = visitor.open("/me").page
        game = page.get_by_role("region", name="Finished games").get_by_role("listitem")
        expect(game).to_contain_text(result)
        expect(game).to_contain_text("rated")
        expect(page.get_by_text("after 1 rated game")).to_be_visible()
        game.get_by_role("link", name=other).click()
        expect(page.get_by_role("heading", name=other, exact=True)).to_be_visible()
        expect(page.get_by_text("after 1 rated game")).to_be_visible()


def test_a_newcomer_is_placed_against_a_level(visitors: Visitors, axe: str) -> None:
    visitor = visitors(width=390, height=844)
    keep_name(visitor, "Nora New")
    page = visitor.open("/play/bagh-chal").page
    page.get_by_role("checkbox", name="Rated, to place you: game 1 of 3").check()
    check(page, axe)
    page.locator("button.start").click()
    visitor.point("c3").wait_for()
    expect(page.get_by_role("timer").first).to_be_visible()
    visitor.touch("c3")
    visitor.has_moves(2)
    visitor.waits_for_turn()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    check(page, axe)


def test_data_are_downloaded_and_erased(visitors: Visitors) -> None:
    visitor = visitors(width=390, height=844)
    page = keep_name(visitor, "Vera Vesper")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert "Vera Vesper" in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Erase me").click()
    page.get_by_role("dialog").get_by_role("button", name="Erase for ever").click()
    page.get_by_role("heading", name="You", exact=True).wait_for()
    expect(page.get_by_role("region", name="Devices and keys")).to_have_count(0)
    assert "Vera" not in page.evaluate("fetch('/api/me').then(answer => answer.text())")
