"""A layer of the movement phase with the memory of BC-8: solved in waves over positions that may have changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import plain
from naadam.core.errors import SpecError
from naadam.solve.bagh_chal.classes import Classes
from naadam.solve.bagh_chal.memory_kernels import LIMIT, LONGEST, NO_MOVE, count_states, plies_of, run_wave
from naadam.solve.bagh_chal.movement import make_layer_tables
from naadam.solve.bagh_chal.movement_kernels import DRAW, LOSS, WIN
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde.solver import Progress, pin, ready

POSITIONS_AT_ONCE = 1 << 15
MOST_BYTES = 10_000_000_000
MOST_FREE_POINTS, MOST_STEPS = 31, 62  # the limit of the bits in compiled code

_plies_of = plain(plies_of)


class Answers(NamedTuple):
    """The values of a layer with goats to move, and its tables."""

    layer: Any  # its LayerTables
    answers: Any  # [position], then [step of the tigers that is barred, other empties]


class RememberedLayer:
    """The states with so many goats on the board; `after` has the goats' answers with one less, nothing barred to
    the tigers."""

    def __init__(self, classes: Classes, goats: int, after: Any | None, threads: int) -> None:
        tables = make_layer_tables(classes, goats)
        self.positions, self.threads = classes.total * tables.size, threads
        count = self.positions + len(classes.step_enters) * tables.rest_size
        needed = 4 * count + 12 * self.positions + 4 * classes.total * tables.next_size
        if needed > MOST_BYTES:
            raise SpecError(f"a layer takes {needed:,} bytes of memory, more than {MOST_BYTES:,}: too many")
        if classes.free > MOST_FREE_POINTS or int(np.diff(classes.step_firsts).max(initial=0)) > MOST_STEPS:
            raise SpecError("the board is too large to be solved with the memory of BC-8")
        self.answers = np.zeros(count, np.int32)
        self.words = np.zeros(self.positions, np.int64)
        self._known = pin(classes), pin(tables)
        self._after = np.zeros(0, np.int32) if after is None else after
        goat_steps = int(np.bitwise_count(classes.near).sum(axis=1).max())
        moves = np.diff(classes.step_firsts).max(initial=0) + np.diff(classes.jump_firsts).max(initial=0)
        self._scratch = [np.zeros((2, max(goat_steps, int(moves)) + 1, 3), np.int64) for _ in range(threads)]
        self._dirty = [np.ones((2, self.positions), np.uint8) for _ in range(2)]  # the first two waves look at all
        tables_and_marks = (self.answers, self._after, self.words, self._dirty[0][0], self._dirty[0][0])
        self._run_wave = ready(run_wave, *self._known, 0, 0, 0, 0, *tables_and_marks, self._scratch[0])
        counting = (self.answers, self._after, self.words, self._scratch[0], np.zeros((2, 4), np.int64))
        self._count_states = ready(count_states, *self._known, 0, 0, *counting)

    def solve(self, progress: Progress = lambda _done: None, checkpoint: Checkpoint | None = None) -> None:
        """Wave by wave; what is not decided within the turns of BC-14 is drawn."""
        wave, marked = self._take_up(checkpoint)
        with ThreadPoolExecutor(self.threads) as pool:
            while wave <= 2 or (marked and wave <= LIMIT):
                marked = sum(self._run_side(pool, side, wave) for side in (0, 1))
                self._dirty.reverse()
                wave += 1
                progress(1 - 0.5 ** (wave / 10))
                if checkpoint is not None and checkpoint.due():
                    marks = {"now": self._dirty[0], "following": self._dirty[1]}
                    state = {"answers": self.answers, "words": self.words, "waves": np.array([wave, marked])}
                    checkpoint.save(**state, **marks)
        progress(1.0)

    def _take_up(self, checkpoint: Checkpoint | None) -> tuple[int, int]:
        """The wave to begin with, and how many positions were marked for it."""
        kept = checkpoint.load() if checkpoint is not None else None
        if kept is None:
            return 1, 1
        self.answers, self.words = kept["answers"], kept["words"]
        self._dirty = [kept["now"], kept["following"]]
        return int(kept["waves"][0]), int(kept["waves"][1])

    def _run_side(self, pool: ThreadPoolExecutor, side: int, wave: int) -> int:
        now, following = self._dirty
        tables_and_marks = (self.answers, self._after, self.words, now[side], following[1 - side])
        starts = iter(range(0, self.positions, POSITIONS_AT_ONCE))

        def run(scratch: Any) -> int:
            total = 0
            for first in starts:
                last = min(self.positions, first + POSITIONS_AT_ONCE)
                total += self._run_wave(*self._known, side, first, last, wave, *tables_and_marks, scratch)
            return total

        return sum(pool.map(run, self._scratch))

    def count(self) -> Any:
        """Draws, wins and losses of all states, and the longest plies, with goats and with tigers to move.

        Positions are counted up to symmetry, each with all its bars.
        """
        counts = np.zeros((self.threads, 2, 4), np.int64)

        def run(part: int, first: int, last: int) -> None:
            counting = (self.answers, self._after, self.words, self._scratch[part], counts[part])
            self._count_states(*self._known, first, last, *counting)

        bounds = np.linspace(0, self.positions, self.threads + 1).astype(np.int64).tolist()
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(run, range(self.threads), bounds, bounds[1:]))
        total = counts.sum(axis=0)
        total[:, LONGEST] = counts[:, :, LONGEST].max(axis=0)
        return total

    def beginnings(self) -> Any:
        """The values of all positions with tigers to move and nothing barred: how the movement phase begins."""
        values = np.zeros(self.positions, np.uint8)
        for first in range(0, self.positions, POSITIONS_AT_ONCE):
            plies = _plies_of(self.words[first : first + POSITIONS_AT_ONCE], NO_MOVE)
            values[first : first + POSITIONS_AT_ONCE] = np.where(plies > 0, WIN, np.where(plies < 0, LOSS, DRAW))
        return values
