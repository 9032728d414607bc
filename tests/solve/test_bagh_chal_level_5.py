"""Level 5 against the tables of the real board, where they have been made on this machine."""

from __future__ import annotations

import random

import pytest

import naadam
from naadam.bots import Budget, level


def test_level_5_makes_no_error_in_the_movement_phase(usual_data: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the real board, against play at random from positions at random."""
    if usual_data is None:
        monkeypatch.delenv("XDG_DATA_HOME")
    else:
        monkeypatch.setenv("XDG_DATA_HOME", usual_data)
    game = naadam.load("bagh-chal:rules=classic")
    try:
        table = naadam.tablebase(game)
    except naadam.TableError as error:
        pytest.skip(str(error))
    player, rng, moves = level(game, 5), random.Random(8), 0
    while moves < 100:
        state = game.start()
        while state.outcome is None and moves < 100:
            if state.record.hand == 0 and state.turn == moves % 2:
                chosen = player.choose(state.view(state.turn), Budget(nodes=200))
                probe = table.probe(state)
                rated = {move.action: move.value for move in probe.moves}
                assert rated[chosen] == probe.value
                state, moves = state.apply(chosen), moves + 1
            else:
                state = state.apply(rng.choice(state.actions()))
