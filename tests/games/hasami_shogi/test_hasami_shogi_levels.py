"""Levels of Hasami Shogi: the second one makes an open four, and does not let the other make one."""

from __future__ import annotations

import pytest

import naadam
from naadam.bots import Budget
from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.levels import level
from naadam.core.compiling.compiled import COMPILING

GAME = naadam.load("hasami-shogi")
LINES = [  # three in a row with room on both sides, and a fourth that can come
    "RRRRRRRRR/9/9/9/2GGG4/9/9/1G3GG2/GGGGGGGGG",
    "RRRRRRRRR/9/9/9/3GGG3/9/9/2G3G1G/GGGGGGGG1",
]


def wins_soon(state: naadam.State, seat: int) -> bool:
    """Whether a seat that is to move wins by its second move, whatever is answered."""
    thought = AlphaBeta(slots=1 << 14).think(state.view(seat), Budget(depth=3))
    return thought.wins_in is not None and 0 < thought.wins_in <= 3


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
@pytest.mark.parametrize("line", LINES)
def test_level_2_sees_an_open_four(line: str) -> None:
    own, others = GAME.position(f"{line} G"), GAME.position(f"{line} R")
    assert wins_soon(own, 0)
    for seed in range(4):
        player = level(GAME, 2, seed)
        made = own.apply(player.choose(own.view(0)))
        assert made.outcome is not None or all(
            wins_soon(made.apply(answer), 0) for answer in list(made.actions())[::7]
        ), "it makes one"
        kept = others.apply(player.choose(others.view(1)))
        assert not wins_soon(kept, 0), "it lets the other make none"
