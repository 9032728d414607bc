"""Whole games in a real browser against the computer, to their end by the rules."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from naadam.core.seats import CHANCE
from naadam.core.state import Action, State

if TYPE_CHECKING:
    from tests.browser.conftest import Visitor


def self_sacrifice(state: State) -> Action:
    """A legal action of the goats after which the tigers can capture in as many ways as possible."""

    def captures(action: Action) -> int:
        return sum("x" in str(answer) for answer in state.apply(action).actions())

    return max(state.actions(), key=captures)


@pytest.mark.parametrize(
    ("board", "title"), [("bagh-chal", "Bagh Chal"), ("pulijudam", "Pulijudam")], ids=["bagh-chal", "pulijudam"]
)
def test_a_whole_game_against_the_computer(visitor: Visitor, board: str, title: str) -> None:
    visitor.open(f"/play/bagh-chal?board={board}")
    visitor.page.get_by_role("radio", name="2 easy").check()
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    while (state := visitor.state()).outcome is None:
        if state.turn != 0:
            visitor.page.wait_for_timeout(50)
            continue
        action = self_sacrifice(state)
        visitor.waits_for_turn()
        moves = len(visitor.moves())
        visitor.touch(*state.game.face.gesture(state.record, 0, int(action)))
        visitor.has_moves(moves + 1)
    assert state.game.title() == title
    assert state.outcome is not None
    assert state.outcome.clause == "BC-10"
    visitor.page.locator("h1", has_text="You lost").wait_for()
    visitor.reads("The tigers have captured five goats and win the game.")
    visitor.page.locator(".desk").wait_for(state="hidden")  # no move is possible
    visitor.page.locator(".result").get_by_role("button", name="Rule BC-10").click()
    visitor.page.locator("[data-clause=BC-10].wanted").wait_for()
    visitor.page.keyboard.press("Escape")
    captures = [move for move in visitor.moves() if re.match("Bx", move)]
    assert len(captures) == 5
    visitor.page.get_by_role("button", name="Replay").click()
    visitor.reads("You are looking at move 0 of")
    visitor.page.get_by_role("button", name="Latest position").click()
    visitor.page.get_by_role("button", name="Rematch (swap sides)").click()
    visitor.has_moves(1)  # the computer has the goats now, and they begin


@pytest.mark.parametrize("spec", ["hasami-shogi", "jarmo", "yut?horses=2"], ids=lambda spec: spec.split("?")[0])
def test_whole_games_of_the_others(visitor: Visitor, spec: str) -> None:
    """The one at the page plays the first choice; the game ends by its rules, and the page says by which clause."""
    visitor.open(f"/play/{spec}")
    visitor.page.locator("button.start").click()
    visitor.page.locator("button[data-point]").first.wait_for()
    rng = random.Random(3)
    while (state := visitor.state()).outcome is None:
        seen = visitor.count_moves()
        if state.turn == CHANCE and visitor.page.locator("[data-place=throw]").count() > 0:
            visitor.take("throw")
        elif state.turn == 0:
            visitor.waits_for_turn()
            visitor.take(*state.game.face.gesture(state.record, 0, int(rng.choice(state.actions()))))
        if visitor.state() == state:
            visitor.has_moves(seen + 1)
    assert state.outcome is not None
    visitor.page.locator(".result").get_by_role("button", name=f"Rule {state.outcome.clause}").click()
    visitor.page.locator(f"[data-clause={state.outcome.clause}].wanted").wait_for()
