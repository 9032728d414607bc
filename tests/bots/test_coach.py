"""The coach: choices that lose much, and the answers that punish them."""

from __future__ import annotations

import pytest

import naadam
from naadam.bots.analysis import Analyst
from naadam.bots.budget import Budget
from naadam.bots.coach import NODES, can_coach, caution

GAME = naadam.load("bagh-chal")


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(GAME, Budget(nodes=NODES))


def cautioned(analyst: Analyst, state: naadam.State, action: str) -> tuple[str, str] | None:
    """What is best instead, and the answer, in notation."""
    assert state.turn is not None
    _, number = state.resolve_action(action, state.turn)
    found = caution(analyst, state.view(state.turn), number)
    if found is None:
        return None
    assert found.reply is not None
    after = state.apply(number)
    return (
        GAME.notation.format(state.record, state.turn, found.better),
        GAME.notation.format(after.record, found.seat or 0, found.reply),
    )


def test_a_goat_that_can_be_taken_is_warned_of(analyst: Analyst) -> None:
    found = cautioned(analyst, GAME.start(), "Gb2")
    assert found is not None
    assert found[1] in ("Bxa1c3", "Bxc3a1")


def test_a_goat_out_of_reach_is_not(analyst: Analyst) -> None:
    assert cautioned(analyst, GAME.start(), "Gc1") is None


def test_letting_the_fifth_goat_go_is_warned_of(analyst: Analyst) -> None:
    state = GAME.position("B3B/5/5/1G3/B3B G 15 4")
    assert cautioned(analyst, state, "Gc4") is not None


def test_the_best_choice_is_never_warned_of(analyst: Analyst) -> None:
    state = GAME.position("B3B/5/5/1G3/B3B G 19 0")
    best = analyst.think(state.view(0)).line[0]
    assert caution(analyst, state.view(0), int(best)) is None


def test_where_chance_or_secrets_come_between_nothing_is_said(analyst: Analyst) -> None:
    coached = {name for name in ("bagh-chal", "hasami-shogi", "jarmo", "yut", "khan") if can_coach(naadam.load(name))}
    assert coached == {"bagh-chal", "hasami-shogi", "jarmo"}
    yut = naadam.load("yut").position("4/0 7*2/0 0 3 1")
    assert caution(analyst, yut.view(0), int(yut.actions(0)[0])) is None


def test_an_end_of_one_s_own_that_loses_is_warned_of() -> None:
    jarmo = naadam.load("jarmo")
    state = jarmo.position("1aA2/1Aa2/2a2/a3a/5 G")
    found = caution(Analyst(jarmo, Budget(nodes=NODES)), state.view(0), state.resolve_action("b4d5", 0)[1])
    assert found is not None
    assert found.reply is None, "the game is over, and nobody answers"
