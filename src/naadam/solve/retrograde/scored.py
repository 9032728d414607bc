"""Layers with scored endless play: a win, a draw or a loss for one side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde.layer import Exit, Layer
from naadam.solve.retrograde.solver import solve_layer

Progress = Callable[[float], None]

DRAW, WIN, LOSS, NO_POSITION = range(4)  # values, as those of Solved

# A draw is as good as a win for the side that loses by endless play, and as bad as a loss for the other one.
AS_A_WIN = np.arange(len(Exit), dtype=np.uint8)
AS_A_WIN[[Exit.DRAW, Exit.OVER_DRAW]] = Exit.WIN, Exit.OVER_WIN
AS_A_LOSS = np.arange(len(Exit), dtype=np.uint8)
AS_A_LOSS[[Exit.DRAW, Exit.OVER_DRAW]] = Exit.LOSS, Exit.OVER_LOSS


class Scored(NamedTuple):
    """Values and plies by side to move.

    The plies are those to the next conversion that a side can force: to the win, or to the draw where endless play is
    worth less to it. They are 0 where the value is that of endless play.
    """

    values: tuple[Any, Any]
    plies: tuple[Any, Any]


class DrawIsEnough:
    """A layer as it is for a side that wants at least a draw."""

    def __init__(self, layer: Layer, side: int) -> None:
        self.layer, self.side = layer, side
        self.sizes, self.most_moves, self.reversible = layer.sizes, layer.most_moves, layer.reversible
        self.list_moves, self.list_unmoves = layer.list_moves, layer.list_unmoves

    def judge_exits(self, side: int, positions: Any, exits: Any) -> None:
        self.layer.judge_exits(side, positions, exits)
        exits[:] = (AS_A_WIN if side == self.side else AS_A_LOSS)[exits]


def solve_scored(
    layer: Layer,
    endless: int,
    longest: int,
    progress: Progress = lambda _done: None,
    threads: int = 1,
    checkpoint: Checkpoint | None = None,
) -> Scored:
    """The value of every position, where endless play is worth `endless` to side 0: 1 a win, 0 a draw, -1 a loss.

    It is endless play if no conversion comes within `longest` plies. Draws that a side can force are found by a second
    analysis, to which a draw is a win. Each has its part of the checkpoint; the caller removes them.
    """
    share = 0.5 if endless else 1.0
    first, second = (checkpoint and checkpoint.part(name) for name in ("first", "second"))
    solved = solve_layer(layer, lambda done: progress(share * done), threads, first, longest)
    values, plies = [], []
    for side in (0, 1):
        values.append(solved.values(side))
        plies.append(solved.distances(side).astype(np.uint8))
    del solved
    if endless:
        hurried = 1 if endless > 0 else 0
        forced = solve_layer(
            DrawIsEnough(layer, hurried), lambda done: progress(share + share * done), threads, second, longest
        )
        for side in (0, 1):
            found = forced.distances(side).astype(np.uint8)
            drawn = values[side] == DRAW
            held = drawn & (forced.values(side) == (WIN if side == hurried else LOSS))
            plies[side][held] = found[held]
            values[side][drawn & ~held] = LOSS if side == hurried else WIN
    return Scored((values[0], values[1]), (plies[0], plies[1]))
