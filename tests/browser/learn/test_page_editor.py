"""The editor of positions in a real browser: pieces put down, stacks, reasons, and a game from there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor


def test_soldiers_are_put_down_and_the_reason_is_told(visitor: Visitor) -> None:
    visitor.open("/edit/jarmo")
    visitor.reads("aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - -")
    visitor.page.get_by_role("radio", name="guard (Green)").check()
    visitor.touch("c3")
    visitor.reads("must be 5 together (JA-2, JA-51)")
    visitor.errors.clear()  # the browser calls every refusal an error
    visitor.page.get_by_role("radio", name="Remove").check()
    visitor.touch("a1")
    visitor.reads("aaaaa/5/2G2/5/1AAAA G 0-0 0-0 - - 0 - -")


def test_horses_are_put_down_in_stacks_and_a_game_begins_there(visitor: Visitor) -> None:
    visitor.open("/edit/yut")
    visitor.page.get_by_role("radio", name="orange horse × 2").check()
    visitor.touch("5", "new-0")  # a piece cannot be put outside the track
    visitor.reads("5*2/0 -/0 0? - 0 -")
    visitor.page.get_by_role("link", name="Play from here").click()
    visitor.page.get_by_role("radio", name="Two players, one screen").check()
    visitor.page.locator("button.start").click()
    visitor.point("5").wait_for()
    expect(visitor.point("5")).to_have_attribute("aria-label", re.compile("orange horse"))


@pytest.mark.parametrize("game", ["hasami-shogi", "jarmo", "yut"])
def test_an_editor_is_for_everybody(visitor: Visitor, axe: str, game: str) -> None:
    visitor.open(f"/edit/{game}")
    visitor.page.locator(".verdict code").wait_for()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
