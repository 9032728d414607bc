"""Hints: never a mistake by the analysis, and with a reason where there is a plain one."""

from __future__ import annotations

import random

import pytest

import naadam
from naadam.bots import Budget
from naadam.bots.advice.analysis import MARKS, SECONDS, Analyst
from naadam.bots.advice.hints import advise, find_reason
from naadam.core.state import Action, State
from naadam.core.teaching.reasons import Reason


def somewhere(spec: str, steps: int, seed: int) -> State:
    """A position after so many steps at random."""
    rng = random.Random(seed)
    state = naadam.load(spec).start()
    for _ in range(steps):
        state = state.apply(rng.choice(state.actions()))
    return state


@pytest.mark.parametrize("seed", range(3))
def test_the_analysis_at_its_own_setting_never_calls_a_hint_a_mistake(seed: int) -> None:
    state = somewhere("hasami-shogi", 10 + 6 * seed, seed)
    assert state.turn is not None
    hint = advise(Analyst(state.game, Budget(seconds=SECONDS)), state.view(state.turn))
    judge = Analyst(state.game, Budget(seconds=SECONDS), seed=seed + 1)
    assert judge.weigh(state, state.turn, hint.action).loss < MARKS[-1][0]


@pytest.mark.parametrize("spec", ["bagh-chal", "jarmo"])
def test_a_hint_is_no_mistake_by_the_same_nodes(spec: str) -> None:
    for seed in range(2):
        state = somewhere(spec, 9 + seed, seed)
        assert state.turn is not None
        analyst = Analyst(state.game, Budget(nodes=4000), seed=seed)
        hint = advise(analyst, state.view(state.turn))
        assert analyst.weigh(state, state.turn, hint.action).loss < MARKS[-1][0]


def test_a_hint_of_a_game_with_chance_and_secrets_comes_from_what_the_seat_knows() -> None:
    game = naadam.load("caravan:players=2")
    hints = []
    for other in (1, 9):  # two deals that differ only in facts hidden from seat 0
        state = game.start().apply("deal 5").apply(f"deal {other}")
        hints.append(advise(Analyst(game, Budget(nodes=200)), state.view(0)))
    assert hints[0] == hints[1]


def reason_of(spec: str, position: str, action: str, *line: str) -> Reason | None:
    state = naadam.load(spec).position(position)
    assert state.turn is not None
    _, number = state.resolve_action(action, None)
    return find_reason(state, state.turn, number, [action, *line], None)


@pytest.mark.parametrize("spec", ["bagh-chal", "jarmo", "yut"])
def test_two_other_sensible_moves_come_with_a_hint(spec: str) -> None:
    game = naadam.load(spec)
    state = game.start()
    while state.turn not in (0, 1) or len(state.actions()) < 3:
        state = state.apply(state.actions()[0])
    analyst = Analyst(game, Budget(nodes=300))
    hint = advise(analyst, state.view(state.turn))
    actions = [hint.action, *(other.action for other in hint.others)]
    assert len(set(actions)) == len(actions) == 3
    assert set(actions) <= set(state.numbers(state.turn))


def test_a_move_that_loses_a_piece_is_not_offered() -> None:
    """Goats on b1, a1 and e1 of an empty board are safe, but next to a tiger with a free point behind one is not."""
    state = naadam.load("bagh-chal").start()
    hint = advise(Analyst(state.game, Budget(nodes=2000)), state.view(0))
    offered = {str(Action(other.action, 0, state)) for other in hint.others}
    assert offered
    assert not offered & {"Gb1", "Gd1", "Ga2", "Ge2", "Gb2", "Gd2", "Gb4", "Gd4", "Ga4", "Ge4", "Gb5", "Gd5"}


def test_why_is_said_by_what_the_rules_tell() -> None:
    assert reason_of("bagh-chal", "B3B/5/5/1G3/B3B B 19 0", "Bxa1c3") == Reason("captures", 1)
    assert reason_of("bagh-chal", "B3B/5/5/1G3/B3B B 15 4", "Bxa1c3") == Reason("wins")
    assert reason_of("bagh-chal", "B3B/5/5/1G3/B3B G 15 4", "Gc3") == Reason("prevents-win", seat=1)
    assert reason_of("bagh-chal", "B3B/5/5/1G3/B3B G 19 0", "Gc3") == Reason("prevents-capture", seat=1)
    line = ("Ba1a2", "Ge3", "Bxa2c2")
    assert reason_of("bagh-chal", "B3B/5/5/1G3/B3B B 19 0", *line) == Reason("prepares", then=line[1:])
