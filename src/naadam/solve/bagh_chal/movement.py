"""A layer of the movement phase: all positions with so many goats captured, handed to retrograde analysis."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.games.bagh_chal.rules.state import GOATS
from naadam.solve.bagh_chal.classes import Classes
from naadam.solve.bagh_chal.movement_kernels import judge_goats, judge_tigers, list_goat_moves, list_tiger_steps
from naadam.solve.retrograde.solver import pin, ready
from naadam.solve.subset_index import number_sets


class LayerTables(NamedTuple):
    """The numbering of the empties in a layer, and in the one that captures lead to."""

    size: int
    low: int
    masks: Any
    starts: Any
    withins: Any
    next_size: int  # with one goat less
    next_starts: Any
    rest_size: int  # that of all empties but one which is known
    rest_low: int
    rest_starts: Any
    rest_withins: Any


def make_layer_tables(classes: Classes, goats: int) -> LayerTables:
    """The tables of the positions with so many goats on the board."""
    own = number_sets(classes.free, classes.free - goats)
    after = number_sets(classes.free, classes.free - goats + 1)
    rest = number_sets(classes.free - 1, classes.free - goats - 1)
    return LayerTables(*own, after.size, after.starts, rest.size, rest.low, rest.starts, rest.withins)


class MovementLayer:
    """The positions with so many goats on the board and none in hand; `after` has the goats' values with one less."""

    reversible = True

    def __init__(self, classes: Classes, goats: int, after: Any | None) -> None:
        self.tables = make_layer_tables(classes, goats)
        size = classes.total * self.tables.size
        self.sizes = (size, size)
        steps = int(np.diff(classes.step_firsts).max())
        self.most_moves = max(steps, int(np.bitwise_count(classes.near).sum(axis=1).max()))
        self._after = np.zeros(0, np.uint8) if after is None else after
        self._known = pin(classes), pin(self.tables)
        positions, exits, lists = np.zeros(1, np.int64), np.zeros(1, np.uint8), np.zeros(1, np.int64)
        self._judge_goats = ready(judge_goats, *self._known, positions, exits)
        self._judge_tigers = ready(judge_tigers, *self._known, self._after, positions, exits)
        self._goat_moves = ready(list_goat_moves, *self._known, positions, lists, lists)
        self._tiger_steps = ready(list_tiger_steps, *self._known, positions, lists, lists)

    def judge_exits(self, side: int, positions: Any, exits: Any) -> None:
        if side == GOATS:
            self._judge_goats(*self._known, positions, exits)
        else:
            self._judge_tigers(*self._known, self._after, positions, exits)

    def list_moves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        move = self._goat_moves if side == GOATS else self._tiger_steps
        move(*self._known, positions, firsts, targets)

    def list_unmoves(self, side: int, positions: Any, firsts: Any, targets: Any) -> None:
        self.list_moves(1 - side, positions, firsts, targets)
