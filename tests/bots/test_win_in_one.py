"""Wins in one: a level errs in judgement, but takes them all. Nothing is compiled here."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

import naadam
from naadam.bots import level
from naadam.bots.levels import LEVELS
from naadam.bots.searches import make_search
from naadam.bots.win_in_one import find_win, wins
from naadam.core.state import State

POSITIONS = tomllib.loads((Path(__file__).parent / "wins_in_one.toml").read_text(encoding="utf-8"))
SEEDS = range(5)


def states_of(name: str) -> list[State]:
    game = naadam.load(name).uncompiled()
    return [game.position(position) for position in POSITIONS[name]]


@pytest.mark.parametrize("number", LEVELS)
@pytest.mark.parametrize("name", POSITIONS)
def test_every_level_takes_a_win_in_one(name: str, number: int) -> None:
    for state in states_of(name):
        seat = state.waiting[0]
        winning = [action for action in state.actions() if wins(state, action)]
        assert 0 < len(winning) < len(state.actions())
        for seed in SEEDS:
            assert level(state.game, number, seed).choose(state.view(seat)) in winning


def test_a_search_that_errs_much_takes_a_win_in_one() -> None:
    state = states_of("bagh-chal")[0]
    for name, settings in (("alpha-beta", {"depth": 1}), ("uct", {"nodes": 50}), ("turns", {"nodes": 100})):
        for seed in SEEDS:
            player = make_search(name, {**settings, "blur": 100.0}, seed)
            assert wins(state, player.choose(state.view(1)))


@pytest.mark.parametrize("name", POSITIONS)
def test_no_other_position_has_a_win_in_one(name: str) -> None:
    """After an action that does not win, an opponent or chance goes on: no win is claimed for its seat."""
    state = states_of(name)[0]
    other = next(action for action in state.actions() if not wins(state, action))
    after = state.apply(int(other), other.seat)
    if other.seat not in after.waiting:
        assert find_win(after.view(other.seat)) is None
    assert find_win(naadam.load(name).uncompiled().start().view(0)) is None


def test_a_simultaneous_decision_is_no_immediate_win() -> None:
    state = naadam.load("yuan").uncompiled().start().resolve(random.Random(1))
    while len(state.waiting) == 1:
        state = state.apply(int(state.actions()[0])).resolve(random.Random(1))
    assert all(find_win(state.view(seat)) is None for seat in state.waiting)
