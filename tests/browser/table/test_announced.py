"""Changes of the score are announced with their cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitors

THIRD_GOAT = "B3B/5/5/5/BG2B B 17 2"
CAPTURE = "n01:K,n02:K/n06:S,n07:S,n08:S/s03:S/w01:S 1 9 0 1 -:4 0,0,0,0 0,0,0,0 0 - -"


def test_a_capture_is_announced_to_both_players_next_to_the_number(visitors: Visitors) -> None:
    goats, tigers = visitors(390, 844), visitors()
    links = visitors.set_table("bagh-chal", THIRD_GOAT, [{"kind": "invited"}, {"kind": "invited"}])
    for visitor, link in zip((goats, tigers), links, strict=True):
        visitor.open(link)
        visitor.point("a1").wait_for()
    tigers.touch("a1", "c1")
    expect(goats.page.locator(".notice")).to_have_text("Tigers +1: 3/5 goats captured", use_inner_text=True)
    expect(goats.page.locator(".notice")).to_be_in_viewport(ratio=1)
    expect(goats.page.locator(".spoken[role=status]")).to_contain_text("Tigers +1: 3/5 goats captured")
    expect(tigers.page.locator(".steps-shown .changed")).to_have_text("You +1: 3/5 goats captured")
    expect(tigers.page.locator(".strip li", has_text="Tigers").locator(".change")).to_have_text("+1")


def test_where_there_is_a_score_sheet_its_lines_are_the_cause(visitors: Visitors) -> None:
    players: list[dict[str, Any]] = [{"kind": "here"}, *({"kind": "computer", "level": 1} for _ in range(3))]
    visitor = visitors().open(visitors.set_table("conquest:hourglass=0", CAPTURE, players)[0])
    visitor.touch("n01", "n06")
    changed = visitor.page.locator(".steps-shown .changed")
    expect(changed).to_contain_text("You +1: Enemy pieces eliminated")
    expect(changed).to_contain_text("Gold −1: Pieces on the board: 2")
