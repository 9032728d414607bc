"""Jarmo solved by groups of signatures: docs/solved.md says how.

The *signature* of a position is its numbers of soldiers: for each side the archers and guards outside the enemy camp,
those inside it, those captured, and those in hand. A quiet move leaves it unchanged.
"""

from naadam.solve.jarmo.effort import cover, solve_endings
from naadam.solve.jarmo.tables import JarmoTable, check_solvable, folder_of
from naadam.solve.solvable import Solvable

SOLVABLE = Solvable(check_solvable, folder_of, JarmoTable, cover, solve_endings)
