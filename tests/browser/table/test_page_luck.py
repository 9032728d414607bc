"""Luck in a real browser: people throw, throws have names, the seed is promised at the start and told at the end."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor


def test_a_person_throws_the_sticks_and_throws_have_names(visitor: Visitor) -> None:
    page = visitor.open("/play/yut").page
    page.get_by_role("radio", name="Two players, one screen").check()
    page.get_by_text("Rules and variants").click()
    page.get_by_label("How likely a stick shows its flat side").fill("0.99")
    for name in ("hurdle_1", "hurdle_2", "horses"):
        expect(page.locator(f"form input[name={name}]")).to_have_count(1)
    page.locator("button.start").click()
    visitor.point("1").wait_for()
    page.locator(".status p", has_text="Throw the sticks").wait_for()
    expect(page.locator(".board .thrown"), "nothing is thrown before").to_have_count(0)
    visitor.take("throw")
    visitor.has_moves(2)
    expect(page.locator(".board .thrown")).to_have_count(4)
    named = re.compile(r"(?:Orange|Blue) throws (do|gae|geol|yut|mo) \(\d\)")  # nearly always yut
    page.locator(".moves td button[data-action]", has_text=named).first.wait_for()
    page.locator(".status p", has_text="Throw the sticks once more").or_(
        page.locator(".status p", has_text="Move a horse: use")
    ).wait_for()
    assert page.locator(".luck").get_attribute("open") is None, "where luck comes from is folded away"


def test_the_seed_is_promised_at_the_start_and_told_at_the_end(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen", game="yut")
    promise = str(visitor.page.locator(".luck .hash").text_content())
    assert len(promise) == 64
    expect(visitor.page.locator(".luck .seed")).to_have_count(0)
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    seed = str(visitor.page.locator(".luck .seed").text_content())
    assert hashlib.sha256(seed.encode()).hexdigest() == promise


def test_a_game_without_chance_speaks_of_no_luck(visitor: Visitor) -> None:
    visitor.set_up("Two players, one screen")
    expect(visitor.page.locator(".luck")).to_have_count(0)
