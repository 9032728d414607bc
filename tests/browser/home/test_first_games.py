"""A newcomer's first game, a game to watch, and the level that rises, in a real browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from naadam.core.teaching.first_games import find_first_game
from naadam.core.teaching.watched_games import find_watched_game

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor, Visitors

VIOLATIONS = "axe.run().then(found => found.violations.map(({ id }) => id))"


def test_a_first_game_of_conquest_introduces_rules_as_they_matter_once(visitors: Visitors, axe: str) -> None:
    visitor = visitors(390, 844, newcomer=True)
    page = visitor.page
    first = find_first_game("conquest")
    assert first is not None
    visitor.open("/")
    page.get_by_role("button", name="First game, 12 minutes: Conquest").click()
    card = page.locator(".introduction")
    expect(card).to_contain_text(first.say("en"))
    card.get_by_role("button", name="Begin").click()
    expect(card).to_contain_text(first.rules[0].say("en"))
    expect(card.locator("img")).to_have_js_property("complete", True)
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    card.get_by_role("button", name="Rule CQ-20").click()
    expect(page.locator("dialog [data-clause='CQ-20']")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    card.get_by_role("button", name="Got it").click()
    expect(card).to_have_count(0)
    expect(page.locator(".spoken").first).to_be_attached()
    visitor.take("n48", "nr0")
    expect(card, "how far a piece goes matters after the first step").to_contain_text(first.rules[1].say("en"))
    card.get_by_role("button", name="Got it").click()
    page.reload()
    page.locator("button[data-point]").first.wait_for()
    expect(card).to_have_count(0)


def begin_first_game(visitors: Visitors, game: str, title: str) -> Visitor:
    """Open a first game on a phone, and read its first two cards."""
    visitor, first = visitors(390, 844, newcomer=True), find_first_game(game)
    assert first is not None
    visitor.open("/")
    visitor.page.get_by_role("button", name=f"First game, 12 minutes: {title}").click()
    card = visitor.page.locator(".introduction")
    expect(card).to_contain_text(first.say("en"))
    card.get_by_role("button", name="Begin").click()
    expect(card).to_contain_text(first.rules[0].say("en"))
    card.get_by_role("button", name="Got it").click()
    return visitor


def test_a_turn_of_the_first_game_of_khan_is_complete_after_eight_taps(visitors: Visitors) -> None:
    visitor = begin_first_game(visitors, "khan", "Khan")
    page, card = visitor.page, visitor.page.locator(".introduction")
    page.locator("button[data-place='S-forest-SE']").click()
    visitor.touch("m8")
    expect(card, "a tile fits now").to_contain_text("You can conquer: tap a marked tile below your cards")
    card.get_by_role("button", name="Got it").click()
    page.locator("button[data-place='R-ice-E']").click()
    visitor.touch("b1")
    page.get_by_role("button", name="End the turn without a special card").click()
    expect(page.locator(".steps-shown")).to_contain_text("Blue")


def test_a_turn_of_the_first_game_of_yuan_is_complete_after_five_taps(visitors: Visitors) -> None:
    visitor = begin_first_game(visitors, "yuan", "Yuan")
    visitor.touch("Xia")
    for place in ("D1", "seal"):
        visitor.page.locator(f".foot button[data-place={place}]").click()
    expect(visitor.page.locator(".status")).to_contain_text("What happened")


def test_a_game_is_watched_from_moment_to_moment_and_taken_over(visitors: Visitors, axe: str) -> None:
    visitor, watched = visitors(), find_watched_game("hasami-shogi")
    assert watched is not None
    page = visitor.page
    visitor.open("/")
    page.get_by_role("link", name="Watch a game: Hasami Shogi").click()
    expect(page.locator("h1")).to_have_text("Hasami Shogi: watch a game")
    caption, at = page.locator(".caption"), page.locator(".count")
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".strip"), "the end is not told before").not_to_contain_text("★")
    expect(at).to_have_text(re.compile(r"^0 / 29"))
    page.get_by_role("button", name="Next moment").click()
    expect(caption).to_contain_text(watched.captions[0].say("en"))
    expect(at).to_have_text("9 / 29")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    page.get_by_role("button", name="Play", exact=True).click()
    expect(caption).to_contain_text(watched.captions[1].say("en"), timeout=20_000)
    expect(at, "it stops at a caption").to_have_text("13 / 29")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text("12 / 29")
    page.get_by_role("button", name="Take over here as Green").click()
    expect(page.locator(".status")).to_contain_text("Your turn")
    visitor.has_moves(12)
    assert "watch" not in page.url


@pytest.mark.parametrize("on", [True, False])
def test_the_set_up_shows_the_level_that_two_wins_have_raised(visitors: Visitors, on: bool) -> None:
    visitor = visitors(390, 844, newcomer=True)
    page = visitor.page
    kept = json.dumps({"yut": {"level": 2, "run": 0, "before": 1}})
    page.add_init_script(f"localStorage.setItem('naadam.levels', {json.dumps(kept)})")
    visitor.open("/play/yut")
    expect(page.get_by_text("Level 2: you won twice at level 1.")).to_be_visible()
    if on:
        page.get_by_role("radio", name="3 medium").check(force=True)
        expect(page.get_by_text("you won twice")).to_have_count(0)
        return
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Level adapts to your results").uncheck()
    page.get_by_role("button", name="Close").click()
    visitor.open("/play/yut")
    expect(page.get_by_role("radio", name="1 beginner")).to_be_checked()
    expect(page.get_by_text("you won twice")).to_have_count(0)


RETURN = """(away) => {
  const tables = JSON.parse(localStorage.getItem("naadam.tables"));
  for (const known of Object.values(tables)) known.opened -= away;
  localStorage.setItem("naadam.tables", JSON.stringify(tables));
}"""


def test_who_returns_is_told_first_of_the_own_loss_and_who_saw_it_of_nothing(visitors: Visitors, axe: str) -> None:
    goats, tigers = visitors.set_table("bagh-chal", "", [{"kind": "invited"}, {"kind": "invited"}])
    visitor, other = visitors(390, 844), visitors()
    page = visitor.page
    card = page.locator(".since")
    visitor.open(goats)
    visitor.take("b1")
    visitor.has_moves(1)
    visitor.open("/")
    other.open(tigers)
    other.has_moves(1)
    other.take("a1", "c1")
    other.has_moves(2)
    page.evaluate(RETURN, 120_000)
    visitor.open(goats.split("#")[0])
    expect(card).to_contain_text("Since your last move")
    expect(card).to_contain_text("You lost 1 piece")
    expect(card.locator("li").first).not_to_be_visible()
    card.locator("summary").click()
    expect(card.locator("li").first).to_have_text("Tigers captured the goat on b1, from a1 to c1")
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS) == []
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    page.evaluate(RETURN, 120_000)
    visitor.open(goats.split("#")[0])
    visitor.has_moves(2)
    expect(page.locator(".status")).to_contain_text("Your turn")
    expect(card, "everything was seen").to_have_count(0)
