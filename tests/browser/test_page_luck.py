"""Luck in a real browser: people throw, throws have names, the seed is promised at the start and told at the end."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor


def test_a_person_throws_the_sticks_and_throws_have_names(visitor: Visitor) -> None:
    page = visitor.open("/play/yut").page
    page.get_by_role("radio", name="Both at this screen").check()
    page.get_by_text("Rules and variants").click()
    page.get_by_label("How likely a stick shows its flat side").fill("0.99")  # nearly every throw is a 4
    assert page.locator("form input[name=hurdle_1], form input[name=hurdle_2], form input[name=horses]").count() == 3
    page.locator("button.start").click()
    visitor.point("1").wait_for()
    page.locator(".status p", has_text="Throw the sticks").wait_for()
    assert page.locator(".board .thrown").count() == 0, "nothing is thrown before"
    for count in (1, 2):
        visitor.take("throw")
        visitor.has_moves(count + 1)
    assert page.locator(".board .thrown").count() == 4
    assert page.locator(".moves li[data-action]", has_text="The sticks show yut (4)").count() >= 1
    page.locator(".status p", has_text="Throw the sticks once more").or_(
        page.locator(".status p", has_text="Choose a horse and where it runs")
    ).wait_for()
    assert page.locator(".luck").get_attribute("open") is None, "where luck comes from is folded away"


def test_the_seed_is_promised_at_the_start_and_told_at_the_end(visitor: Visitor) -> None:
    visitor.set_up("Both at this screen", game="yut")
    promise = str(visitor.page.locator(".luck .hash").text_content())
    assert len(promise) == 64
    assert visitor.page.locator(".luck .seed").count() == 0
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    seed = str(visitor.page.locator(".luck .seed").text_content())
    assert hashlib.sha256(seed.encode()).hexdigest() == promise


def test_a_game_without_chance_speaks_of_no_luck(visitor: Visitor) -> None:
    visitor.set_up("Both at this screen")
    assert visitor.page.locator(".luck").count() == 0
