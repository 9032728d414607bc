"""Bagh Chal and Pulijudam solved: docs/solved.md says how.

The *empties* of a position are the points without a tiger or a goat. They are few in the movement phase, so a position
is known by its tigers and its empties.
"""

from naadam.solve.bagh_chal.effort import cover
from naadam.solve.bagh_chal.solution import solve_movement
from naadam.solve.bagh_chal.tables import BaghChalTable, check_solvable, folder_of
from naadam.solve.solvable import Solvable

SOLVABLE = Solvable(check_solvable, folder_of, BaghChalTable, cover, solve_movement)
