"""Solver of one layer: values spread backwards from ends and exits, in waves of equal distance."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numba
import numpy as np

from naadam.core.compiling.compiled import COMPILING
from naadam.core.compiling.numba_private import compile_for
from naadam.core.compiling.pinned import Pinned
from naadam.core.errors import NaadamError
from naadam.solve.checkpoint import Checkpoint
from naadam.solve.retrograde import waves
from naadam.solve.retrograde.layer import Layer, Solved

BATCH = 1 << 14  # positions whose moves are listed at a time: the lists stay in the processor's cache
SHARE_OF_BEGINNING = 0.5  # in the work on a layer, for the progress that is shown
USUAL_WAVES = 40

Progress = Callable[[float], None]
Parts = list[tuple[int, int]]


class Lists(NamedTuple):
    """Room for a batch of positions, their exits, and where their moves lead."""

    positions: Any
    exits: Any
    firsts: Any
    targets: Any


def ready(kernel: Any, *arguments: Any) -> Callable[..., Any]:
    """A compiled function for arguments like these, to be called at full speed."""
    return compile_for(kernel, map(numba.typeof, arguments)) if COMPILING else kernel


def pin(tables: Any) -> Any:
    """A named tuple as compiled code gets it."""
    return Pinned(tables) if COMPILING else tables


def solve_layer(
    layer: Layer,
    progress: Progress = lambda _done: None,
    threads: int = 1,
    checkpoint: Checkpoint | None = None,
    longest: int | None = None,
) -> Solved:
    """The value of every position; `progress` is called from time to time with how far it is, from 0 to 1.

    With a checkpoint the work goes on from the last wave that was kept. If a game is drawn after so many plies without
    a conversion, `longest` says how many: what is further away is a draw.
    """
    with ThreadPoolExecutor(threads) as pool:
        return LayerSolver(layer, progress, threads, pool).run(checkpoint, longest)


class LayerSolver:
    """The work on one layer."""

    def __init__(self, layer: Layer, progress: Progress, threads: int, pool: ThreadPoolExecutor) -> None:
        if layer.most_moves >= waves.NEVER:
            raise NaadamError(f"a position may have {waves.NEVER - 1} quiet moves at most")
        self.layer, self.progress, self.threads, self.pool = layer, progress, threads, pool
        sizes = layer.sizes
        blocks = [(size >> waves.BLOCK_BITS) + 1 for size in sizes]
        self.plies = [np.zeros(size, np.int16) for size in sizes]
        self.counts = [np.zeros(size, np.uint8) for size in sizes]
        self.marks = [np.zeros((2, count), np.uint8) for count in blocks]
        batch = min(BATCH, max(*sizes, 1))
        self.lists = [
            Lists(
                np.zeros(batch, np.int64),
                np.zeros(batch, np.uint8),
                np.zeros(batch + 1, np.int64),
                np.zeros(batch * layer.most_moves + 1, np.int64),
            )
            for _ in range(threads)
        ]
        positions, exits, firsts, targets = self.lists[0]
        side = (self.plies[0], self.counts[0], self.marks[0])
        self.begin_batch = ready(waves.begin, positions, exits, firsts, targets, *side)
        self.select_decided = ready(waves.select_decided, self.plies[0], self.marks[0], 0, 0, positions)
        self.spread = ready(waves.spread, positions, firsts, targets, self.plies[0], 0, 0, *side)
        self.select_open = ready(waves.select_open, self.plies[0], self.counts[0], 0, positions)
        ahead = (self.plies[0], self.counts[0], self.plies[0], self.marks[0])
        self.look_ahead = ready(waves.look_ahead, positions, firsts, targets, 0, *ahead)

    def run(self, checkpoint: Checkpoint | None, longest: int | None) -> Solved:
        side, first, wave, quiet = self.take_up(checkpoint)
        self.begin(side, first, checkpoint)
        while quiet < 2 and wave != longest:  # positions decided by exits alone belong to the first two waves
            if wave >= waves.LONGEST:
                raise NaadamError(f"a conversion is more than {waves.LONGEST} plies away")
            found = self.go_back(wave) if self.layer.reversible else self.go_forward(wave)
            quiet = 0 if found or wave < 2 else quiet + 1
            wave += 1
            self.progress(1 - (1 - SHARE_OF_BEGINNING) * 0.5 ** (wave / (USUAL_WAVES / 4)))
            if checkpoint is not None and checkpoint.due():
                checkpoint.save(at=np.array([2, 0, wave, quiet]), **self.arrays())
        self.progress(1.0)
        return Solved((self.plies[0], self.plies[1]))

    def arrays(self) -> dict[str, Any]:
        """All that the work has found so far, by name."""
        return {f"{name}{side}": pair[side] for name, pair in self.lists_by_name().items() for side in (0, 1)}

    def lists_by_name(self) -> dict[str, list[Any]]:
        return {"plies": self.plies, "counts": self.counts, "marks": self.marks}

    def take_up(self, checkpoint: Checkpoint | None) -> tuple[int, int, int, int]:
        """The point that unfinished work has reached.

        That is the side and the position up to which all have been begun, the wave, and how many waves before it found
        nothing.
        """
        kept = checkpoint.load() if checkpoint is not None else None
        if kept is None:
            return 0, 0, 0, 0
        for name, pair in self.lists_by_name().items():
            pair[:] = [kept.pop(f"{name}{side}") for side in (0, 1)]  # not copied: they may be very large
        side, first, wave, quiet = map(int, kept["at"])
        return side, first, wave, quiet

    def begin(self, first_side: int, first: int, checkpoint: Checkpoint | None) -> None:
        """Begin all positions, those of `first_side` from `first` on."""
        total = sum(self.layer.sizes)
        done = sum(self.layer.sizes[:first_side]) + first
        for side, size in list(enumerate(self.layer.sizes))[first_side:]:
            for parts in self.batches(first if side == first_side else 0, size):
                for stuck in self.pool.map(self.begin_part, self.lists, [side] * len(parts), parts):
                    if stuck >= 0:
                        raise NaadamError(f"position {stuck} of side {side} has no move and is not over")
                done += sum(last - first for first, last in parts)
                self.progress(SHARE_OF_BEGINNING * done / total)
                if checkpoint is not None and checkpoint.due():
                    checkpoint.save(at=np.array([side, parts[-1][1], 0, 0]), **self.arrays())

    def batches(self, start: int, size: int) -> Iterator[Parts]:
        """All positions from `start` on, a part for each thread at a time; a block of marks belongs to one part."""
        step = max(BATCH, 1 << waves.BLOCK_BITS)
        for first in range(start, size, step * self.threads):
            starts = range(first, min(size, first + step * self.threads), step)
            yield [(start, min(size, start + step)) for start in starts]

    def begin_part(self, lists: Lists, side: int, part: tuple[int, int]) -> int:
        positions, exits, firsts, targets = lists
        count = part[1] - part[0]
        positions[:count] = np.arange(*part)
        positions, exits = positions[:count], exits[:count]
        self.layer.judge_exits(side, positions, exits)
        self.layer.list_moves(side, positions, firsts, targets)
        table = (self.plies[side], self.counts[side], self.marks[side])
        return int(self.begin_batch(positions, exits, firsts, targets, *table))

    def go_back(self, wave: int) -> int:
        """Pass what a wave has decided on to the positions before; return how many positions it has decided."""
        found = 0
        for side, size in enumerate(self.layer.sizes):
            other, cursor = 1 - side, 0
            bounds = np.linspace(0, self.layer.sizes[other], self.threads + 1).astype(np.int64)
            while cursor < size:
                batches = []
                for lists in self.lists:
                    cursor, count = self.select_decided(
                        self.plies[side], self.marks[side], wave, cursor, lists.positions
                    )
                    batches.append((lists.positions[:count], lists.firsts, lists.targets))
                    found += count
                list(self.pool.map(lambda batch, side=side: self.layer.list_unmoves(side, *batch), batches))
                parts = [(int(bounds[part]), int(bounds[part + 1])) for part in range(self.threads)]
                list(self.pool.map(functools.partial(self.spread_part, side, batches), parts))
        return found

    def spread_part(self, side: int, batches: list[Any], part: tuple[int, int]) -> None:
        """Each thread changes its own part of the positions, so that no two of them change the same one."""
        other = 1 - side
        for batch in batches:
            self.spread(*batch, self.plies[side], *part, self.plies[other], self.counts[other], self.marks[other])

    def go_forward(self, wave: int) -> int:
        """Look at the moves of all positions that are not decided yet; return how many are decided now."""
        found = 0
        for side, size in enumerate(self.layer.sizes):
            cursor = 0
            positions, _, firsts, targets = self.lists[0]
            while cursor < size:
                cursor, count = self.select_open(self.plies[side], self.counts[side], cursor, positions)
                chosen = positions[:count]
                self.layer.list_moves(side, chosen, firsts, targets)
                table = (self.plies[side], self.counts[side], self.plies[1 - side], self.marks[side])
                found += self.look_ahead(chosen, firsts, targets, wave, *table)
        return found
