"""Solved games: `solve_game` computes and stores the exact value of every position, `load_table` reads it.

These two are for Yut of two sides with up to three horses each, on the plain game. `tablebase` is for games without
chance that are solved by retrograde analysis: Bagh Chal, Pulijudam and Jarmo.
"""

from __future__ import annotations

from naadam.solve.coverage import tablebase
from naadam.solve.probe import Tablebase
from naadam.solve.yut.table import Table, load_endgame, load_table, solve_game

__all__ = ["Table", "Tablebase", "load_endgame", "load_table", "solve_game", "tablebase"]
