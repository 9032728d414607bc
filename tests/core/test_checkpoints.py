"""The past of a game: whatever is not kept is the same when it is played again."""

from __future__ import annotations

import random

import pytest

import naadam
from naadam.core.checkpoints import EVERY, RECENT
from naadam.core.history import History


@pytest.mark.parametrize("spec", ["bagh-chal", "jarmo", "yut"])
def test_every_state_of_a_game_is_there_though_few_are_kept(spec: str) -> None:
    game = naadam.load(spec).uncompiled()
    rng = random.Random(3)
    history, seen = History(game.start(), seed="seed"), [game.start()]
    while len(seen) < 3 * EVERY + 5 and history.state.waiting:
        history.play(rng.choice(history.state.actions()))
        seen.append(history.state)
        if rng.random() < 0.1 and len(seen) > 5:
            for _ in range(rng.randrange(1, 4)):
                history.take_back()
                seen.pop()
    assert history.state == seen[-1]
    assert history.states == seen
    for index in rng.sample(range(len(seen)), len(seen)):
        assert history.states[index] == seen[index]
    assert history.states[2:4] == seen[2:4]


def test_a_long_game_keeps_few_states() -> None:
    rng, moves = random.Random(5), 0
    history = History(naadam.load("jarmo").uncompiled().start())
    while moves < 8 * EVERY:
        if not history.state.waiting or rng.random() < 0.1:
            for _ in range(min(len(history.steps), rng.randrange(1, 9))):
                history.take_back()
        history.play(rng.choice(history.state.actions()))
        moves += 1
    assert len(history._past._recent) <= RECENT
    assert len(history._past._kept) <= 1 + moves // EVERY
