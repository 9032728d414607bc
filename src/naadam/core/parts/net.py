"""An evaluation that is learned: numbers that are looked up in a position and added to the rules' evaluation by hand.

A game's rules say which numbers a position looks up. Each lies in one of a few tables, under a number whose digits are
the contents of a few places of the board. The learned numbers are weights of *parts*, sets of places of a table; an
entry of the table is the sum of its parts. So a pattern that never came up still has the worth of its parts, and
patterns that are the same in a mirror have the same weights.

`naadam lab train` learns weights (lab/training.py). They are played with by a search that has the setting `net`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naadam.core.errors import NaadamError

UNIT = 1 / 1024  # of a weight, in the unit of the rules
LARGEST = np.iinfo(np.int16).max
MOST_BYTES = 1_000_000  # of a file

Weights = npt.NDArray[np.int16]


class Part(NamedTuple):
    """Places of a table, and where their weights begin: one for each number that the digits there make."""

    places: tuple[int, ...]
    begin: int


@dataclass(frozen=True)
class Net:
    """How a game's positions are read for a learned evaluation.

    `read(tag, tables, states, seats, leads, entries)` is a rule: it writes for every state the evaluation by hand for a
    seat, and the entries that are looked up, -1 for none. It may write another seat into `seats`, if it has read a
    state for that one. The game's tables have the fields `net`, all entries of all tables one after the other, and
    `learned`, the worth of a unit, 0.0 without a net.
    """

    read: Callable[..., Any]
    lookups: int  # of a position
    base: int  # of the digits
    digits: int
    tables: Sequence[Sequence[Part]]  # the parts of each table
    absolute: bool = False  # read for the first of two seats; else for the seat that is to act
    shipped: Traversable | None = None  # the weights that have won, if any

    @property
    def size(self) -> int:
        """The number of entries of a table."""
        return math.prod([self.base] * self.digits)

    @cached_property
    def weights(self) -> int:
        """How many weights there are."""
        return max(int(part.begin + self.base ** len(part.places)) for parts in self.tables for part in parts)

    def parts(self, entries: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """For each of these entries the weights that it is the sum of; rows are filled up by `self.weights`."""
        found = np.full((len(entries), max(map(len, self.tables))), self.weights, np.int64)
        table, number = np.divmod(entries, self.size)
        for one, parts in enumerate(self.tables):
            mine = np.flatnonzero(table == one)
            for column, part in enumerate(parts):
                weight = np.zeros(len(mine), np.int64)
                for place in part.places:
                    weight = weight * self.base + number[mine] // self.base**place % self.base
                found[mine, column] = part.begin + weight
        return found

    def expand(self, weights: npt.NDArray[Any]) -> Weights:
        """All entries of all tables."""
        found = np.zeros((len(self.tables), *(self.base,) * self.digits), np.int32)
        for table, parts in zip(found, self.tables, strict=True):
            for part in parts:
                numbers = weights[part.begin : part.begin + self.base ** len(part.places)]
                axes = [self.digits - 1 - place for place in part.places]  # the last axis is the first digit
                order = np.argsort(axes)
                shape = [self.base if axis in axes else 1 for axis in range(self.digits)]
                table += numbers.reshape((self.base,) * len(axes)).transpose(order).reshape(shape)
        return np.clip(found, -LARGEST, LARGEST).astype(np.int16).reshape(-1)

    def put_into(self, tables: Any, weights: npt.NDArray[Any]) -> Any:
        """The tables of a game with this net."""
        if weights.shape != (self.weights,):
            raise NaadamError(f"this net has {self.weights} weights, not {len(weights)}")
        return tables._replace(net=self.expand(weights), learned=UNIT)


def by_entry(read: Callable[..., Any], lookups: int, entries: int, **options: Any) -> Net:
    """A net of one table in which every entry has its own weight; `options` are fields of `Net`."""
    return Net(read, lookups, entries, 1, [[Part((0,), 0)]], **options)


def write_net(file: Path, weights: Weights, title: Mapping[str, Any]) -> None:
    """Keep weights in a file; the same weights make the same bytes."""
    try:
        np.savez_compressed(file, weights=weights, title=np.array(json.dumps(dict(title), sort_keys=True)))
    except OSError as error:
        raise NaadamError(f"{file} cannot be written: {error.strerror}") from None


def read_net(file: Traversable) -> tuple[Weights, dict[str, Any]]:
    """The weights of a file, and its notes on how they were made."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as read:
            weights, title = read["weights"], json.loads(str(read["title"]))
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise NaadamError(f"{file} is no net: {error}") from None
    if weights.dtype != np.int16 or weights.ndim != 1 or not isinstance(title, dict):
        raise NaadamError(f"{file} is no net: its weights are not what they should be")
    return weights, title
