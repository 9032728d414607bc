"""Solved games: `solve_game` finds the exact value of every position and keeps it, `load_table` reads it again.

So far this is for Yut of two sides with up to three horses each, on the plain game.
"""

from naadam.solve.yut.table import Table, load_endgame, load_table, solve_game

__all__ = ["Table", "load_endgame", "load_table", "solve_game"]
