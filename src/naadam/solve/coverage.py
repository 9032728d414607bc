"""The solved phases of a game on this machine, and the cost of solving the rest."""

from __future__ import annotations

import functools
from math import comb
from typing import NamedTuple

from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN
from naadam.solve import tablebase
from naadam.solve.bagh_chal.tables import check_solvable, folder_of, placement_file
from naadam.solve.probe import Tablebase

MOST_OPEN = 8  # tables that are kept open

# Measured on one core with Bagh Chal, by the classic rules and with the memory of BC-8
MOVEMENT_RATE = (3.5e6, 0.7e6)  # positions of the movement phase per second
MOVEMENT_BYTES = (1.35, 9.6)  # for each of them
PLACEMENT_RATE = 5e6  # bytes of the placement phase per second


class Effort(NamedTuple):
    """The approximate cost of solving a phase: seconds of one core, and bytes of files."""

    seconds: float
    bytes: int


class Coverage(NamedTuple):
    """Which phases are solved, and what solving each of them takes."""

    movement: bool
    placement: bool
    movement_effort: Effort
    placement_effort: Effort


def find_tablebase(game: Game) -> Tablebase | None:
    """The tables of a game that has been solved on this machine, or None; those that are made later are noticed."""
    try:
        check_solvable(game)
        return _open_tablebase(game, folder_of(game).stat().st_mtime_ns)
    except (SpecError, OSError):
        return None


@functools.lru_cache(maxsize=MOST_OPEN)
def _open_tablebase(game: Game, _changed: int) -> Tablebase | None:
    try:
        return tablebase(game)
    except TableError:
        return None


def find_coverage(game: Game) -> Coverage | None:
    """The solved phases of a game; None if it cannot be solved."""
    try:
        check_solvable(game)
    except SpecError:
        return None
    movement = find_tablebase(game) is not None
    placement = movement and all(placement_file(game, captured).is_file() for captured in range(CAPTURES_TO_WIN))
    return Coverage(movement, placement, *_estimate(game))


def _estimate(game: Game) -> tuple[Effort, Effort]:
    tables = game.rulebook.tables
    points, tigers = int(tables.points), int(tables.tigers).bit_count()
    classes = comb(points, tigers) / (1 + len(game.rulebook.symmetries))
    free, goats = points - tigers, int(tables.goats)
    positions = 2 * classes * sum(comb(free, goats - captured) for captured in range(CAPTURES_TO_WIN))
    rows = CAPTURES_TO_WIN * classes * 2**free / 4
    memory = int(tables.memory)
    movement = Effort(positions / MOVEMENT_RATE[memory], int(positions * MOVEMENT_BYTES[memory]))
    return movement, Effort(rows / PLACEMENT_RATE, int(rows))
