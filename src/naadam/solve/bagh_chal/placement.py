"""The placement phase, solved from the last goat put down back to the first: its layers and their tables."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from naadam.solve.bagh_chal.classes import Classes
from naadam.solve.bagh_chal.placement_kernels import WORD_BITS, solve_level
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde.solver import pin, ready
from naadam.solve.subset_index import Numbering, list_sets, number_sets

CLASSES_AT_ONCE = 16

Progress = Callable[[float], None]


class PhaseTables(NamedTuple):
    """Compiled code's data of the placement phase in addition to the classes: lists of the low parts of sets."""

    low: int
    lows: Any  # low parts of sets: all of them by size, then for each low point those without it
    low_ranks: Any  # of each among all of its size
    low_firsts: Any  # [0 for all, or 1 + the point that is not in them; size]
    movement_starts: Any  # the numbering of empties in the movement phase
    withins: Any


class Scratch(NamedTuple):
    """Memory for the work on one class."""

    row: Any
    lows: Any
    highs: Any
    lanes: Any
    words: Any


def make_phase_tables(classes: Classes, goats: int) -> PhaseTables:
    """The tables of the layer with so many goats on the board when the last has been put down."""
    numbering = number_sets(classes.free, classes.free - goats)
    low = numbering.low
    lows: list[Any] = []
    firsts = np.zeros((low + 1, low + 2), np.int64)
    count = 0
    for kept in range(low + 1):
        for size in range(low + 1):
            sets = list_sets(low, size)
            sets = sets[sets >> (kept - 1) & 1 == 0] if kept else sets
            firsts[kept, size] = count
            lows.append(sets)
            count += len(sets)
        firsts[kept, low + 1] = count
    parts = np.concatenate(lows)
    return PhaseTables(
        low,
        parts.astype(np.int32),
        numbering.withins[parts].astype(np.int32),
        firsts,
        numbering.starts,
        numbering.withins,
    )


class PlacementLayer:
    """All positions with goats in hand and so many captured; `after` is the layer with one more captured, if any.

    `values[class]` is the row of a class (see placement_kernels.py), as bytes of four values.
    """

    def __init__(self, classes: Classes, goats: int, after: Any | None, threads: int) -> None:
        self.classes, self.goats, self.threads = classes, goats, threads
        self.words = np.zeros((classes.total, 1 << (classes.free - WORD_BITS)), np.int64)
        self.values = self.words.view(np.uint8)
        self.counts = np.zeros((2, goats + 1, 4), np.int64)  # [side to move, goats on the board, value]
        self._tables = make_phase_tables(classes, goats)
        self._known = pin(classes), pin(self._tables)
        self._after = np.zeros((0, 1), np.uint8) if after is None else after
        self._scratch = [self._make_scratch() for _ in range(threads)]
        starts = number_sets(classes.free, goats).starts
        nothing = np.zeros(0, np.uint8)
        counts = np.zeros((2, 4), np.int64)
        arguments = (0, 0, 0, starts, 0, nothing, self.values, self.words, self._after, self._scratch[0], counts)
        self._solve_level = ready(solve_level, *self._known, *arguments)

    def _make_scratch(self) -> Scratch:
        free, low = self.classes.free, self._tables.low
        words = np.zeros(1 << (free - WORD_BITS), np.int64)
        row = np.zeros(max(number_sets(free, level).size for level in range(free + 1)), np.uint8)
        parts = np.zeros(1 << low, np.int32)
        return Scratch(row, parts, np.zeros(1 << (free - low), np.int32), words.view(np.uint8), words)

    def solve(
        self, movement: Any, progress: Progress = lambda _done: None, checkpoint: Checkpoint | None = None
    ) -> None:
        """All levels, from all goats on the board down to none; `movement` has the tigers' values in the next phase.

        With a checkpoint the work goes on from the last level that was kept.
        """
        sizes = [number_sets(self.classes.free, level).size for level in range(self.goats + 1)]
        highest = self._take_up(checkpoint)
        done = sum(sizes[highest + 1 :])
        with ThreadPoolExecutor(self.threads) as pool:
            for level in range(highest, 0, -1):
                last = movement if level == self.goats else np.zeros(0, np.uint8)
                numbering = number_sets(self.classes.free, level)
                for first in range(0, self.classes.total, CLASSES_AT_ONCE * self.threads):
                    work = [
                        pool.submit(self.solve_classes, part, first + CLASSES_AT_ONCE * part, level, numbering, last)
                        for part in range(self.threads)
                    ]
                    for part in work:
                        tigers, goats = part.result()
                        self.counts[1, level] += tigers
                        self.counts[0, level - 1] += goats
                    progress((done + sizes[level] * min(1, first / self.classes.total)) / sum(sizes[1:]))
                done += sizes[level]
                if checkpoint is not None and checkpoint.due():
                    checkpoint.save(level=np.array(level - 1), words=self.words, counts=self.counts)
        progress(1.0)

    def _take_up(self, checkpoint: Checkpoint | None) -> int:
        """The level to begin with: the highest, or the one that unfinished work has come to."""
        kept = checkpoint.load() if checkpoint is not None else None
        if kept is None:
            return self.goats
        self.words[:] = kept["words"]
        self.counts[:] = kept["counts"]
        return int(kept["level"])

    def solve_classes(
        self, thread: int, first: int, level: int, numbering: Numbering, movement: Any
    ) -> tuple[Any, Any]:
        """Some classes of a level; how many values of each kind there are with tigers, and with goats to move."""
        counts = np.zeros((2, 4), np.int64)
        last = min(self.classes.total, first + CLASSES_AT_ONCE)
        self._solve_level(
            *self._known,
            first,
            last,
            level,
            numbering.starts,
            numbering.size,
            movement,
            self.values,
            self.words,
            self._after,
            self._scratch[thread],
            counts,
        )
        return counts[1], counts[0]
