"""Liar's Dice against the contract of a game, and its clauses."""

from __future__ import annotations

import pytest

import naadam
from naadam.testing import check_game

GAME = naadam.load("liars-dice")


def rolled(*dice: int) -> naadam.State:
    """The start of a game with these dice, two for each seat."""
    state = GAME.start()
    for value in dice:
        state = state.apply(f"roll {value}")
    return state


def refused(state: naadam.State, action: str, seat: int | None = None) -> str:
    return str(state.refusal(action, seat)).partition(":")[0]


def test_it_keeps_the_contract() -> None:
    check_game(GAME, seeds=range(2), samples=6)


@pytest.mark.rule("LD-1")
def test_a_player_sees_only_the_own_dice() -> None:
    state = rolled(1, 2, 3, 4, 5, 6)
    assert state.view(1).record.dice.tolist() == [[-1, -1], [3, 4], [-1, -1]]
    assert refused(state, "roll 1") == "LD-1"


@pytest.mark.rule("LD-2")
def test_players_take_turns_and_the_loser_begins() -> None:
    state = rolled(1, 1, 1, 1, 1, 1).apply("bid 1x1")
    assert state.turn == 1
    assert refused(state, "bid 1x2", 0) == "LD-2"
    assert state.apply("liar").record.turn == 1


@pytest.mark.rule("LD-3")
def test_a_bid_is_higher_and_no_higher_than_the_dice() -> None:
    state = rolled(1, 1, 1, 1, 1, 1).apply("bid 2x3")
    assert refused(state, "bid 2x3") == refused(state, "bid 1x6") == "LD-3"
    assert "bid 2x4" in state.actions()
    assert "bid 3x1" in state.actions()


@pytest.mark.rule("LD-4")
def test_only_a_bid_is_doubted() -> None:
    assert refused(rolled(1, 1, 1, 1, 1, 1), "liar") == "LD-4"


@pytest.mark.rule("LD-5")
def test_who_was_wrong_loses_a_die() -> None:
    state = rolled(3, 3, 3, 1, 1, 1)
    assert state.apply("bid 3x3").apply("liar").record.left.tolist() == [2, 1, 2]
    assert state.apply("bid 4x3").apply("liar").record.left.tolist() == [1, 2, 2]


@pytest.mark.rule("LD-6")
def test_the_last_player_with_dice_has_won() -> None:
    state = GAME.start()
    while state.waiting:
        state = state.apply("roll 1" if state.turn == naadam.CHANCE else "liar" if state.record.bid else "bid 1x6")
    assert state.outcome is not None
    assert state.outcome.clause == "LD-6"
    assert sorted(state.outcome.scores) == [-1.0, -1.0, 2.0]
