"""Both searches find the forced wins and losses that exhaustive search finds, and claim no others."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from exhaustive import distance, forced

import naadam
from naadam.bots import AlphaBeta, Budget, Uct
from naadam.core.game import Game
from naadam.core.state import State

DEPTH = 5
BOARDS = ("bagh-chal:rules=classic", "bagh-chal:board=pulijudam,rules=classic")


def late_positions(game: Game, count: int, seed: int) -> list[State]:
    """Positions some actions before the ends of random games, with all that came before them."""
    rng = random.Random(seed)
    positions: list[State] = []
    while len(positions) < count:
        line = [game.start()]
        while line[-1].waiting:
            line.append(line[-1].apply(rng.choice(line[-1].actions())))
        positions.append(line[max(0, len(line) - rng.randint(2, 9))])
    return positions


@pytest.mark.parametrize("spec", BOARDS)
def test_alpha_beta_finds_every_forced_win_and_no_false_one(spec: str) -> None:
    game = naadam.load(spec)
    bot = AlphaBeta(Budget(depth=DEPTH), slots=1 << 16)
    seen: Counter[int] = Counter()
    for state in late_positions(game, 150, seed=5):
        assert state.turn is not None
        result, actions = distance(state, DEPTH)
        thought = bot.think(state.view(state.turn))
        if result:
            assert thought.proven, state
            assert thought.wins_in == result * actions, state
        elif thought.proven:  # found behind the full depth, among captures
            assert thought.wins_in is not None
            assert abs(thought.wins_in) > DEPTH, state
            assert forced(state, abs(thought.wins_in)) == (1 if thought.wins_in > 0 else -1), state
        seen[result] += 1
    assert min(seen[1], seen[-1], seen[0]) >= 5, "positions of every kind were looked at"


@pytest.mark.parametrize("spec", BOARDS)
def test_uct_finds_every_forced_win_and_no_false_one(spec: str) -> None:
    game = naadam.load(spec)
    bot = Uct(Budget(nodes=30_000), room=1 << 15)
    judge = AlphaBeta(Budget(depth=12, seconds=20), slots=1 << 18)
    for state in late_positions(game, 100, seed=6):
        assert state.turn is not None
        result, _ = distance(state, 3)
        thought = bot.think(state.view(state.turn))
        if result:
            assert thought.proven, state
            assert thought.value == result, state
        elif thought.proven and thought.value:
            deeper = judge.think(state.view(state.turn))
            assert deeper.proven, state
            assert deeper.value == thought.value, state


def test_a_repetition_is_seen_in_the_past_of_the_position() -> None:
    """A win that would bring a position about for the third time does not count: the search knows the history."""
    game = naadam.load("bagh-chal:rules=classic")
    rng = random.Random(3)
    bot = AlphaBeta(Budget(depth=4), slots=1 << 14)
    for state in late_positions(game, 40, seed=8):
        line = [state]
        while line[-1].waiting and len(line) < 60:  # to and fro, so that positions come again
            undone = [a for a in line[-1].actions() if line[-1].apply(a).key in {s.key for s in line}]
            line.append(line[-1].apply(rng.choice(undone or line[-1].actions())))
        for later in line[-6:]:
            if not later.waiting or later.turn is None:
                continue
            result, actions = distance(later, 4)
            thought = bot.think(later.view(later.turn))
            if result:
                assert thought.wins_in == result * actions, later
            elif thought.wins_in is not None:
                assert abs(thought.wins_in) > 4, later
