"""A layer of the movement phase with the memory of BC-8: solved in waves over positions that may have changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling.compiled import COMPILING
from naadam.core.compiling.pinned import Pinned
from naadam.core.errors import NaadamError, SpecError
from naadam.solve.bagh_chal.classes import Classes, Placements
from naadam.solve.bagh_chal.memory import KEPT, count_states, run_wave
from naadam.solve.bagh_chal.movement import make_layer_tables
from naadam.solve.retrograde.solving import Progress, ready

LONGEST = 124  # plies are kept in a signed byte
POSITIONS_AT_ONCE = 1 << 14
MOST_STATES = 7_000_000_000  # a byte each; those of the layer that captures lead to come on top


class Backwards(NamedTuple):
    """How tigers' steps are taken back, and what symmetries make of them."""

    step_backs: Any  # [step]: the step of the other class that takes it back
    turn_steps: Any  # [turn, step of the class]: the step that it becomes
    step_at: Any  # [class, point, point]: the step from one point to another, or -1


class MemoryTables(NamedTuple):
    """The tables of a layer, as in movement.py, and the steps backwards."""

    near: Any
    step_firsts: Any
    step_enters: Any
    step_classes: Any
    step_images: Any
    jump_firsts: Any
    jump_enters: Any
    jump_overs: Any
    jump_classes: Any
    jump_images: Any
    turn_firsts: Any
    turn_images: Any
    size: int
    low: int
    masks: Any
    starts: Any
    withins: Any
    next_size: int
    next_starts: Any
    step_backs: Any
    turn_steps: Any


def find_steps_back(placements: Placements, classes: Classes) -> Backwards:
    points = placements.points
    step_at = np.full((classes.total, points, points), -1, np.int64)
    ends: list[tuple[int, int]] = []  # of every step: from, to
    for number, tigers in enumerate(placements.classes):
        for source in tigers:
            for target in placements.free_points[number]:
                if placements.tables.neighbours[source] >> target & 1:
                    step_at[number, source, target] = len(ends)
                    ends.append((source, target))
    backs = np.zeros(len(ends), np.int64)
    turns = np.zeros((len(classes.turn_images), int(np.diff(classes.step_firsts).max(initial=0))), np.int64)
    for number, tigers in enumerate(placements.classes):
        for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
            source, target = ends[step]
            other, image = placements.find(tuple(sorted({*tigers} - {source} | {target})))
            backs[step] = step_at[other, image[target], image[source]]
        images = [image for image in placements.images[1:] if {image[point] for point in tigers} == set(tigers)]
        for row, image in enumerate(images, int(classes.turn_firsts[number])):
            first = int(classes.step_firsts[number])
            for step in range(first, int(classes.step_firsts[number + 1])):
                source, target = ends[step]
                turns[row, step - first] = step_at[number, image[source], image[target]]
    return Backwards(backs, turns, step_at)


def make_memory_tables(classes: Classes, backwards: Backwards, goats: int) -> MemoryTables:
    """The tables of the states with so many goats on the board."""
    return MemoryTables(*make_layer_tables(classes, goats), *backwards[:2])


class States(NamedTuple):
    """All states of a layer: where those of each position begin, and plies as in `Solved`, in a byte."""

    layer: Any  # its MemoryTables
    firsts: Any
    goats: Any  # plies with goats to move
    tigers: Any


class RememberedLayer:
    """The states with so many goats on the board; `after` are those with one less."""

    def __init__(self, classes: Classes, backwards: Backwards, goats: int, after: States | None, threads: int) -> None:
        self.tables = make_memory_tables(classes, backwards, goats)
        self.positions, self.threads = classes.total * self.tables.size, threads
        self._layer: Any = Pinned(self.tables) if COMPILING else self.tables
        self.firsts = self._count_states()
        if 2 * int(self.firsts[-1]) > MOST_STATES:
            raise SpecError(f"a layer has {2 * int(self.firsts[-1]):,} states, more than {MOST_STATES:,}: too many")
        self.plies = tuple(np.zeros(int(self.firsts[-1]), np.int8) for _ in range(2))
        nothing = np.zeros(0, np.int8)
        self._after = nothing if after is None else after.goats
        self._next_firsts = np.zeros(1, np.int64) if after is None else after.firsts
        most = int(np.bitwise_count(classes.near).sum(axis=1).max())
        tigers = np.diff(classes.step_firsts).max(initial=0) + np.diff(classes.jump_firsts).max(initial=0)
        self._moves = [np.zeros((max(most, int(tigers)) + 1, KEPT), np.int64) for _ in range(threads)]
        self._dirty = [np.ones((2, self.positions), np.uint8), np.zeros((2, self.positions), np.uint8)]
        dirty = self._dirty[0][0]
        self._run_wave = ready(
            run_wave,
            *(self._layer, 0, 0, 0, 0, *self.plies, self._after, self.firsts, self._next_firsts, dirty, dirty),
            self._moves[0],
        )

    @property
    def states(self) -> States:
        return States(self.tables, self.firsts, *self.plies)

    def _count_states(self) -> Any:
        """The first state of every position, and the end."""
        firsts = np.zeros(self.positions + 1, np.int64)
        positions = np.arange(POSITIONS_AT_ONCE)
        count = ready(count_states, self._layer, positions, firsts)
        for first in range(0, self.positions, POSITIONS_AT_ONCE):
            last = min(self.positions, first + POSITIONS_AT_ONCE)
            count(self._layer, np.arange(first, last), firsts[first + 1 : last + 1])
        return np.cumsum(firsts)

    def solve(self, progress: Progress = lambda _done: None) -> None:
        wave, found = 0, 1
        with ThreadPoolExecutor(self.threads) as pool:
            while found or wave < 2:
                if wave > LONGEST:
                    raise NaadamError(f"a conversion is more than {LONGEST} plies away")
                found = sum(self._run_side(pool, side, wave) for side in (0, 1))
                self._dirty.reverse()
                wave += 1
                progress(1 - 0.5 ** (wave / 10))
        progress(1.0)

    def _run_side(self, pool: ThreadPoolExecutor, side: int, wave: int) -> int:
        now, following = self._dirty

        def run(part: int, first: int) -> int:
            last = min(self.positions, first + POSITIONS_AT_ONCE)
            tables = (self.plies[side], self.plies[1 - side], self._after, self.firsts, self._next_firsts)
            marks = (now[side], following[1 - side], self._moves[part])
            return int(self._run_wave(self._layer, side, first, last, wave, *tables, *marks))

        found = 0
        for first in range(0, self.positions, POSITIONS_AT_ONCE * self.threads):
            starts = range(first, min(self.positions, first + POSITIONS_AT_ONCE * self.threads), POSITIONS_AT_ONCE)
            found += sum(pool.map(run, range(len(starts)), starts))
        return found
