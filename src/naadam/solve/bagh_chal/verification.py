"""Verification of the tables of Bagh Chal: random positions against searches by the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from naadam.core.compiling import mix
from naadam.core.compiling.pinned import Pinned
from naadam.core.game import Game
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, NOWHERE
from naadam.solve.bagh_chal.memory_answers import rederive_states
from naadam.solve.bagh_chal.rederivation import rederive, rederive_placement
from naadam.solve.bagh_chal.tables import (
    BaghChalTable,
    layer_size,
    movement_file,
    numbered,
    placement_file,
)
from naadam.solve.checks import SAMPLES_AT_ONCE, Check, Sample
from naadam.solve.table_files import check_table

MOVEMENT, PLACEMENT = "movement phase", "placement phase"


def list_phases(game: Game) -> tuple[str, ...]:
    """The phases that can be checked: the placement phase only where there are tables of it."""
    return (MOVEMENT, PLACEMENT) if placement_file(game, 0).is_file() else (MOVEMENT,)


def list_tables(game: Game, phases: Sequence[str]) -> list[Path]:
    """The files that a check depends on: the end of the placement phase asks those of the movement phase."""
    names = dict.fromkeys((MOVEMENT, *phases))
    return [file for phase in names for captured in range(CAPTURES_TO_WIN) for file in files_of(game, phase, captured)]


def list_samples(game: Game, phase: str, samples: int, seed: int = 0) -> list[Sample]:
    """So many positions of all layers of a phase; TableError if a table of it is missing or damaged."""
    found = []
    sizes = [layer_size(game, captured) if phase == MOVEMENT else 1 for captured in range(CAPTURES_TO_WIN)]
    for captured in range(CAPTURES_TO_WIN):
        for file in files_of(game, phase, captured):
            check_table(file, game)
        wanted = max(1, round(samples * sizes[captured] / sum(sizes)))
        for start in range(0, wanted, SAMPLES_AT_ONCE):
            own = mix(CAPTURES_TO_WIN * (seed + start) + captured)
            found.append(Sample(phase, captured, min(SAMPLES_AT_ONCE, wanted - start), own))
    return found


def files_of(game: Game, phase: str, captured: int) -> list[Path]:
    if phase == PLACEMENT:
        return [placement_file(game, captured)]
    kinds = ("answers", "values") if game.rulebook.tables.memory else ("values", "distances")
    return [movement_file(game, captured, kind) for kind in kinds]


def check_sample(game: Game, sample: Sample) -> Check:
    movement = StatesCheck if game.rulebook.tables.memory else MovementCheck
    kind: type[LayerCheck] = movement if sample.phase == MOVEMENT else PlacementCheck
    check = kind(BaghChalTable(game), sample.layer, sample.seed)
    faults = check.run(sample.samples)
    return Check(sample.samples, faults, check.first() if faults else "")


class LayerCheck(ABC):
    """The check of the positions with so many goats captured."""

    kernel: Callable[..., Any]

    def __init__(self, table: BaghChalTable, captured: int, seed: int) -> None:
        self.table, self.game, self.captured = table, table.game, captured
        tables = self.game.rulebook.tables
        finder = numbered(self.game)[1]
        states = np.zeros(4, self.game.state_type)
        states[0] = self.game.start().record
        choices = np.zeros((2, self.game.sizes.choices), np.int64)
        self.goats = int(tables.goats) - captured
        counts = np.array([int(tables.tigers).bit_count(), self.goats, captured], np.int64)
        self._found = np.array([0, 0, 0, NOWHERE, NOWHERE], np.int64)
        self._before: tuple[Any, ...] = (
            Pinned(finder) if self.game.bound.compiled else finder,
            states,
            choices,
            counts,
            np.array([seed], np.int64),
        )
        self._behind: tuple[Any, ...] = (*self.values(), self._found)
        self._bound = self.game.bound.bind(type(self).kernel, *self._before, 0, *self._behind)

    @abstractmethod
    def values(self) -> tuple[Any, ...]:
        """The tables that the kernel compares with."""

    @property
    def following(self) -> int:
        """The layer that captures lead to; the last one stands for none, as its captures end the game."""
        return min(self.captured + 1, CAPTURES_TO_WIN - 1)

    def run(self, samples: int) -> int:
        return int(self._bound(*self._before, samples, *self._behind))

    def first(self) -> str:
        """The first position that was wrong."""
        record = self.game.start().record.copy()
        record.tigers, record.goats, record.waiting = self._found[0], self._found[1], 1 << int(self._found[2])
        record.goats_barred, record.tigers_barred = self._found[3:]
        record.hand, record.captured = self.goats - int(record.goats).bit_count(), self.captured
        return self.game.notation.format_position(record)


class MovementCheck(LayerCheck):
    kernel = staticmethod(rederive)

    def values(self) -> tuple[Any, ...]:
        return *self.table.layer(self.captured), self.table.layer(self.following)[0].values


class PlacementCheck(LayerCheck):
    kernel = staticmethod(rederive_placement)

    def values(self) -> tuple[Any, ...]:
        movement = self.table.tigers_values(self.captured)
        return self.table.rows(self.captured), self.table.rows(self.following), movement


class StatesCheck(LayerCheck):
    """With the memory of BC-8."""

    kernel = staticmethod(rederive_states)

    def values(self) -> tuple[Any, ...]:
        classes = numbered(self.game)[0]
        own, after = self.table.answers(self.captured), self.table.answers(self.following)
        if self.game.bound.compiled:
            own, after = own._replace(layer=Pinned(own.layer)), after._replace(layer=Pinned(after.layer))
        return (
            Pinned(classes) if self.game.bound.compiled else classes,
            own,
            after,
            self.table.tigers_values(self.captured),
        )
