"""Weights of a game's own evaluation, kept in a TOML file and fitted to the results of games (lab/tuning.py).

The strength of a seat is the weighted sum of its assets; its chance to win is its share of the sum of all strengths as
powers of e.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.errors import NaadamError

DIGITS = 3  # of a weight, behind the point
LIST = re.compile(r"^(\w+) = \[[^\]]*\]", re.MULTILINE)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class WeightSchema:
    """How the strength of seats follows from weights, which are the field `weights` of the game's tables.

    `read(tag, tables, states, strengths)` is a rule: it writes the strength of every seat of each state, 0 for all
    where it knows nothing. `shipped` has a list of numbers for each name; `rows` is its index in the field.
    """

    read: Callable[..., Any]
    rows: Mapping[str, int]
    shipped: Traversable

    def load(self, file: Traversable) -> Floats:
        """The weights of a file like the shipped one."""
        try:
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            weights = np.array([table[name] for name in sorted(self.rows, key=self.rows.__getitem__)], np.float64)
        except (OSError, ValueError, KeyError) as error:
            raise NaadamError(f"{file} has no weights of this game: {error}") from None
        if set(table) != set(self.rows) or not np.isfinite(weights).all():
            raise NaadamError(f"{file} has no weights of this game: names or numbers are not those of {self.shipped}")
        return weights

    def write(self, weights: Floats) -> str:
        """The text of such a file: that of the shipped one, with these numbers."""

        def put(match: re.Match[str]) -> str:
            row = weights[self.rows[match[1]]]
            return f"{match[1]} = [{', '.join(f'{number + 0.0:.{DIGITS}f}' for number in row)}]"

        return LIST.sub(put, self.shipped.read_text(encoding="utf-8"))

    def put_into(self, tables: Any, weights: Floats) -> Any:
        """The tables of a game with other weights."""
        if weights.shape != tables.weights.shape:
            raise NaadamError(f"the weights of this game are {tables.weights.shape}, not {weights.shape}")
        return tables._replace(weights=weights)
