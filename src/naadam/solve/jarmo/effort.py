"""The cost of solving Jarmo, estimated from the number of its positions."""

from __future__ import annotations

from naadam.core.game import Game
from naadam.solve.jarmo.tables import group_file, groups_of
from naadam.solve.solvable import Coverage, Effort

RATE = 0.4e6  # positions per second, measured on one core with endings of Jarmo
BYTES = 2.25  # of files, for each of them


def cover(game: Game, solved: bool) -> Coverage:
    """The placement phase is the groups that are missing when some are there."""
    groups = groups_of(game)
    missing = [group for group in groups if not group_file(game, group.number, "values").is_file()]
    whole, rest = (sum(group.positions for group in chosen) for chosen in (groups, missing))
    efforts = (Effort(positions / RATE, int(positions * BYTES)) for positions in (whole, rest))
    return Coverage(solved, solved and not missing, *efforts)
