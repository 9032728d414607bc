"""The ways to a table in a real browser: by code, by link, by record, by position, and on from a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

RECORD = "Game: bagh-chal\nRules: 2\nBoard: cd98178abb23d2b9\nSeat 0: Anna\nSeat 1: Ben\n\n1. Gb2 Bxa1c3\n2. Gd4\n"


def test_a_friend_joins_by_a_code_said_on_the_phone(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    one.set_up("A friend by link")
    one.page.get_by_role("button", name="Or a code to read out on the phone").click()
    found = re.search(r"(\d{3} \d{3} \d{3})", one.page.locator(".code").inner_text())
    assert found
    other.open()
    other.page.get_by_role("button", name="Join a table").click()
    field = other.page.get_by_role("textbox", name="Type the code")
    field.fill("000 000 000")
    other.page.get_by_role("button", name="Join", exact=True).click()
    other.reads("This code opens no seat.")
    other.errors.clear()  # the browser itself tells of the refused request
    field.fill(found[1])
    other.page.get_by_role("button", name="Join", exact=True).click()
    one.touch("c3")
    other.waits_for_turn()
    other.touch("a1", "b2")
    one.has_moves(2)


def test_a_link_is_pasted(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    one.set_up("A friend by link")
    link = one.page.get_by_role("textbox", name="Invite your friend").input_value()
    other.open()
    other.page.get_by_role("button", name="Join a table").click()
    other.page.get_by_role("textbox", name="Type the code").fill(link)
    other.page.get_by_role("button", name="Join", exact=True).click()
    one.touch("c3")
    other.waits_for_turn()


def test_a_record_is_opened_and_played_on_against_the_computer(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("button", name="Open…").click()
    visitor.page.get_by_role("textbox", name="Paste a record").fill(RECORD)
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.has_moves(3)
    assert visitor.moves() == ["Gb2", "Bxa1c3", "Gd4"]
    visitor.page.get_by_role("button", name="One move back").click()
    visitor.reads("You are looking at move 2 of 3.")
    visitor.page.get_by_role("link", name="Play on from here").click()
    visitor.reads("The game goes on after move 2.")
    visitor.page.locator("button.start").click()
    visitor.has_moves(2)
    assert visitor.moves() == ["Gb2", "Bxa1c3"]
    visitor.waits_for_turn()
    visitor.touch("e3")
    visitor.has_moves(4)


def test_a_position_is_opened_and_what_is_none_says_why(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("button", name="Open…").click()
    field = visitor.page.get_by_role("textbox", name="Paste a record")
    field.fill("4B/B4/5/1G3/B3B G 18 0")
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.reads("must be 20 together")
    visitor.errors.clear()  # the browser itself tells of the refused request
    field.fill("4B/B4/5/1G3/B3B G 19 0")
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.reads("No moves yet.")
    expect(visitor.point("a4")).to_have_attribute("aria-label", re.compile("^a4, tiger"))


def test_a_game_is_shared_by_link_and_record(visitors: Visitors) -> None:
    one, other = visitors(), visitors()
    one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.set_up("Two players, one screen")
    one.touch("c3")
    one.has_moves(1)
    one.page.get_by_role("button", name="Share").click()
    sheet = one.page.get_by_role("dialog")
    pasted = {}
    for what in ("Copy link", "Copy position", "Copy record"):
        sheet.get_by_role("button", name=what).click()
        sheet.get_by_role("button", name="Copied").wait_for()
        pasted[what] = one.page.evaluate("navigator.clipboard.readText()")
        sheet.get_by_role("button", name=what).wait_for()
    assert pasted["Copy position"] == "B3B/5/2G2/5/B3B B 19 0 - - 0 -"
    assert pasted["Copy record"].endswith("1. Gc3\n")
    with one.page.expect_download() as download:
        sheet.get_by_role("link", name="Record as a file").click()
    assert download.value.path().read_text(encoding="utf-8") == pasted["Copy record"]
    other.open(pasted["Copy link"])
    other.has_moves(1)
    other.reads("You are watching.")


def test_a_position_is_put_together_and_played_from(visitor: Visitor) -> None:
    visitor.open("/play/bagh-chal")
    visitor.page.get_by_text("Rules and variants").click()
    visitor.page.get_by_role("link", name="Set up a custom position").click()
    visitor.point("a1").wait_for()
    visitor.page.get_by_role("radio", name="goat", exact=True).check()
    visitor.touch("c3")
    visitor.reads("must be 20 together")
    expect(visitor.page.get_by_role("button", name="Play from here")).to_be_disabled()
    visitor.errors.clear()  # the browser itself tells of the refused request
    visitor.page.get_by_role("spinbutton", name="Goats in hand").fill("19")
    visitor.page.get_by_role("radio", name="Tigers").check()
    visitor.reads("B3B/5/2G2/5/B3B B 19 0")
    visitor.page.get_by_role("link", name="Play from here").click()
    visitor.reads("The game begins from a position.")
    visitor.page.get_by_role("radio", name="Two players, one screen").check()
    visitor.page.locator("button.start").click()
    visitor.point("a1").click()
    visitor.touch("b2")
    visitor.has_moves(1)
    assert visitor.moves() == ["Ba1b2"]
    assert not visitor.errors
