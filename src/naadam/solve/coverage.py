"""What of a game is solved on this machine, and what it takes to solve the rest."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN
from naadam.solve import tablebase
from naadam.solve.bagh_chal.tables import check_solvable, placement_file
from naadam.solve.probing import Tablebase

MOST_OPEN = 8  # tables that are kept open

# Measured on one core, by the classic rules of Bagh Chal
MOVEMENT_RATE = 3.5e6  # positions of the movement phase a second
MOVEMENT_BYTES = 1.35  # for each of them
PLACEMENT_RATE = 5e6  # bytes of the placement phase a second

_found: dict[Game, Tablebase] = {}


class Work(NamedTuple):
    """What it takes to solve a phase, about: seconds of one core, and bytes of files."""

    seconds: float
    bytes: int


class Coverage(NamedTuple):
    """Which phases are solved, and what solving each of them takes; None where nobody knows."""

    movement: bool
    placement: bool
    movement_work: Work | None
    placement_work: Work | None


def find_tablebase(game: Game) -> Tablebase | None:
    """The tables of a game that has been solved on this machine, or None; what is missing may be made meanwhile."""
    if game not in _found:
        try:
            found = tablebase(game)
        except (SpecError, TableError):
            return None
        if len(_found) >= MOST_OPEN:
            _found.clear()
        _found[game] = found
    return _found[game]


def find_coverage(game: Game) -> Coverage | None:
    """What is solved of a game; None if it cannot be solved."""
    try:
        check_solvable(game)
    except SpecError:
        return None
    movement = find_tablebase(game) is not None
    placement = movement and all(placement_file(game, captured).is_file() for captured in range(CAPTURES_TO_WIN))
    if game.rulebook.tables.memory:
        return Coverage(movement, placement, None, None)
    return Coverage(movement, placement, *_estimate(game))


def _estimate(game: Game) -> tuple[Work, Work]:
    tables = game.rulebook.tables
    points, tigers = int(tables.points), int(tables.tigers).bit_count()
    classes = comb(points, tigers) / (1 + len(game.rulebook.symmetries))
    free, goats = points - tigers, int(tables.goats)
    positions = 2 * classes * sum(comb(free, goats - captured) for captured in range(CAPTURES_TO_WIN))
    rows = CAPTURES_TO_WIN * classes * 2**free / 4
    movement = Work(positions / MOVEMENT_RATE, int(positions * MOVEMENT_BYTES))
    return movement, Work(rows / PLACEMENT_RATE, int(rows))
