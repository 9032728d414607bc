"""Matrix games, for searches of simultaneous decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from toybook import ToyBook

from matrix import rules
from naadam.core.contract import Sizes
from naadam.core.game import Game


class MatrixBook(ToyBook):
    name = "matrix"
    rules: ClassVar[Any] = rules
    names = ("a", "b", "c")


def matrix_game(payoff: Sequence[Sequence[float]]) -> Game:
    """The game in which seat 0 chooses a row and seat 1 a column, and seat 0 wins the number there."""
    table = np.array(payoff, np.float64)
    most = float(abs(table).max())
    sizes = Sizes(seats=2, actions=3, choices=6, length=2, words=1, scores=(-most, most))
    return Game(MatrixBook(rules.Tables(table), sizes))
