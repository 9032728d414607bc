"""The card with the result: who won, why, and the next steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

FIFTH_GOAT = "B3B/5/5/5/BG2B B 15 4"
LAST_OF_GOLD = "n01:K,n02:K/n06:S/s03:S/w01:S 1 9 0 1 -:4 0,0,0,0 0,0,0,0 0 - -"
BOX = "(element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; }"


def computer(level: int) -> dict[str, Any]:
    return {"kind": "computer", "level": level}


def win(visitors: Visitors, width: int = 1280, height: int = 800, level: int = 1) -> Visitor:
    """Capture the fifth goat against the computer."""
    visitor = visitors(width, height)
    players = [computer(level), {"kind": "here", "name": "Ada"}]
    visitor.open(visitors.set_table("bagh-chal", FIFTH_GOAT, players)[0])
    visitor.touch("a1", "c1")
    card(visitor).wait_for()
    return visitor


def card(visitor: Visitor) -> Locator:
    return visitor.page.locator(".card[role=dialog]")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_win_says_the_cause_the_numbers_and_offers_the_next_level(visitors: Visitors, size: tuple[int, int]) -> None:
    visitor = win(visitors, *size)
    shown = card(visitor)
    expect(shown).to_be_in_viewport(ratio=1)
    expect(shown).to_have_accessible_name("You won")
    expect(shown).to_contain_text("The tigers have captured five goats and win the game.")
    expect(shown.locator("li").first).to_contain_text("Tigers 5/5 goats captured")
    shown.get_by_role("button", name="Next level: 2").click()
    expect(visitor.page.get_by_text("Computer, level 2").first).to_be_visible()
    assert visitor.state().outcome is None


def test_one_tap_next_to_the_card_shows_the_board_and_nothing_moves(visitors: Visitors) -> None:
    visitor = win(visitors, 390, 844)
    board = visitor.page.locator(".ground")
    before = board.evaluate(BOX)
    box = board.bounding_box()
    assert box is not None
    visitor.page.mouse.click(box["x"] + 8, box["y"] + 8)
    expect(card(visitor)).to_have_count(0)
    assert board.evaluate(BOX) == before
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    visitor.point("e1").click(trial=True)


def test_the_keyboard_reaches_the_card_and_escape_closes_it(visitors: Visitors) -> None:
    visitor = win(visitors)
    expect(card(visitor)).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(card(visitor)).to_have_count(0)
    visitor.page.reload()
    visitor.page.locator(".result").wait_for()
    expect(card(visitor)).to_have_count(0)  # the game was over before


def test_after_the_highest_level_and_after_a_loss_no_level_is_offered(visitors: Visitors) -> None:
    expect(card(win(visitors, level=5)).get_by_role("button", name="Next level")).to_have_count(0)
    loser = visitors().open(visitors.set_table("bagh-chal", "", [{"kind": "here"}, computer(1)])[0])
    loser.page.get_by_role("button", name="Resign").click()
    loser.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(card(loser)).to_have_accessible_name("You lost")
    expect(card(loser).get_by_role("button", name="Next level")).to_have_count(0)
    expect(loser.page.locator(".steps-shown p")).to_have_text("Goats resigned.")
    expect(card(loser).get_by_role("button", name="Rematch")).to_be_visible()


def test_a_spectator_reads_which_side_won(visitors: Visitors) -> None:
    players = [{"kind": "invited"}, {"kind": "here"}]
    _, link = visitors.set_table("bagh-chal", FIFTH_GOAT, players)
    player, watcher = visitors().open(link), visitors().open(link.partition("#")[0])
    watcher.point("a1").wait_for()
    player.touch("a1", "c1")
    expect(card(watcher)).to_have_accessible_name("Tigers won")
    expect(card(watcher).get_by_role("button", name="Rematch")).to_have_count(0)


def test_allies_win_together_by_their_score(visitors: Visitors) -> None:
    players = [{"kind": "here", "name": "Ada"}, *(computer(1) for _ in range(3))]
    visitor = visitors().open(visitors.set_table("conquest:alliances=true,hourglass=0", LAST_OF_GOLD, players)[0])
    visitor.touch("n01", "n06")
    expect(card(visitor)).to_have_accessible_name("You won, with Red 4:1")
    expect(card(visitor).locator("li")).to_have_count(4)
