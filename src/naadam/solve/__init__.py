"""Solved games: `solve_game` finds the exact value of every position and keeps it, `load_table` reads it again.

These two are for Yut of two sides with up to three horses each, on the plain game. `tablebase` is for games without
chance that are solved by retrograde analysis: Bagh Chal and Pulijudam.
"""

from __future__ import annotations

from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.solve.bagh_chal.tables import BaghChalTable
from naadam.solve.probe import Tablebase
from naadam.solve.yut.table import Table, load_endgame, load_table, solve_game

__all__ = ["Table", "Tablebase", "load_endgame", "load_table", "solve_game", "tablebase"]


def tablebase(game: Game | str) -> Tablebase:
    """The tables of a game that has been solved on this machine; TableError if they are missing or of no use."""
    game = load(game) if isinstance(game, str) else game
    if game.name != "bagh-chal":
        raise SpecError(f"{game.spec} cannot be solved backwards: of the games here only Bagh Chal is")
    return BaghChalTable(game)
