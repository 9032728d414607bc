"""The games that are solved backwards, their tables on this machine, and the cost of solving the rest."""

from __future__ import annotations

import functools

from naadam.core.errors import SpecError, TableError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.solve import bagh_chal, jarmo
from naadam.solve.probe import Tablebase
from naadam.solve.solvable import Coverage, Solvable

MOST_OPEN = 8  # tables that are kept open

BY_NAME = {"bagh-chal": bagh_chal.SOLVABLE, "jarmo": jarmo.SOLVABLE}


def find_solvable(game: Game) -> Solvable:
    """How a game is solved; SpecError if it cannot be."""
    found = BY_NAME.get(game.name)
    if found is None:
        raise SpecError(f"{game.spec} cannot be solved backwards: of the games here only {' and '.join(BY_NAME)} are")
    found.check(game)
    return found


def tablebase(game: Game | str) -> Tablebase:
    """The tables of a game that has been solved on this machine; TableError if they are missing or of no use."""
    game = load(game) if isinstance(game, str) else game
    return find_solvable(game).open(game)


def find_tablebase(game: Game) -> Tablebase | None:
    """The tables of a game that has been solved on this machine, or None; those that are made later are noticed."""
    try:
        return _open_tablebase(game, find_solvable(game).folder_of(game).stat().st_mtime_ns)
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
        return find_solvable(game).cover(game, find_tablebase(game) is not None)
    except SpecError:
        return None
