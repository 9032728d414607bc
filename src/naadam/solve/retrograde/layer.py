"""The interface between a game and retrograde analysis: its positions, and their solution."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple, Protocol

import numpy as np

from naadam.solve.retrograde.waves import (
    ENDS,
    EXIT_DRAW,
    EXIT_LOSS,
    EXIT_WIN,
    OPEN,
    OVER_DRAW,
    OVER_LOSS,
    OVER_WIN,
    UNUSED,
)


class Exit(IntEnum):
    """The exits of a position, in addition to its quiet moves, for the side to move."""

    OPEN = OPEN  # nothing leads out of the layer
    LOSS = EXIT_LOSS  # the best of the moves that lead out of it
    DRAW = EXIT_DRAW
    WIN = EXIT_WIN
    OVER_LOSS = OVER_LOSS  # no move at all: the game is over here
    OVER_DRAW = OVER_DRAW
    OVER_WIN = OVER_WIN
    UNUSED = UNUSED  # a number that stands for no position


class Layer(Protocol):
    """Positions between which play can go to and fro; the two sides move in turn.

    The positions with side 0 to move are numbered from 0 to sizes[0] - 1, those with side 1 to move from 0 to
    sizes[1] - 1. A *quiet* move leads from a position of one side to one of the other. All other moves lead out of the
    layer (a *conversion*) to positions whose value is known. A position that is over has no moves. Methods are called
    from several threads in parallel.
    """

    @property
    def sizes(self) -> tuple[int, int]:
        """How many numbers there are with each side to move."""

    @property
    def most_moves(self) -> int:
        """More quiet moves than this no position has; 254 at most."""

    @property
    def reversible(self) -> bool:
        """Whether `list_unmoves` may be called; without it every wave looks at all undecided positions."""

    def judge_exits(self, side: int, positions: Any, exits: Any) -> None:
        """Write the `Exit` of each of `positions` into `exits`."""

    def list_moves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        """Write where quiet moves lead: those of positions[i] are targets[firsts[i]:firsts[i + 1]]."""

    def list_unmoves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        """The same for the positions from which a quiet move of the other side leads to positions[i]."""


class Solved(NamedTuple):
    """The result by side to move: `plies[side][position]` is 0 in a draw, n + 1 or -(n + 1) if the side to move wins or
    loses with n plies to the next conversion or the end of the game, and UNUSED_PLIES where there is no position.

    The winner makes the way to the conversion as short as possible, the loser as long as possible.
    """

    plies: tuple[Any, Any]

    def values(self, side: int) -> Any:
        """0 draw, 1 win, 2 loss of the side to move, 3 for a number without a position."""
        plies = self.plies[side]
        values = (plies > 0).astype(np.uint8)
        values[plies < 0] = 2
        values[plies == UNUSED_PLIES] = 3
        return values

    def distances(self, side: int) -> Any:
        """Plies to the next conversion; 0 also in a draw."""
        plies = self.plies[side]
        distances = np.abs(plies)
        distances[distances > 0] -= 1
        distances[plies == UNUSED_PLIES] = 0
        return distances


UNUSED_PLIES = ENDS[UNUSED]
