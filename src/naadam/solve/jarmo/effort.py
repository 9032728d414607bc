"""The cost of solving Jarmo, estimated from the number of its positions; and the endings that the page offers."""

from __future__ import annotations

from naadam.core.game import Game
from naadam.solve.jarmo.solution import Counted, Progress, choose_groups, solve_groups
from naadam.solve.jarmo.tables import group_file, groups_of
from naadam.solve.solvable import Coverage, Effort

RATE = 0.4e6  # positions per second, measured on one core with endings of Jarmo
BYTES = 2.25  # of files, for each of them
END_POSITIONS = 60_000_000  # of the endings that are solved from the page


def cover(game: Game, solved: bool) -> Coverage:
    """The movement phase is the smallest endings, the placement phase all the rest."""
    endings = {group.number for group in choose_groups(game, END_POSITIONS)}
    missing = {group.number for group in groups_of(game) if not group_file(game, group.number, "values").is_file()}
    positions = [0, 0]
    for group in groups_of(game):
        if group.number in endings or group.number in missing:
            positions[group.number not in endings] += group.positions
    efforts = (Effort(count / RATE, int(count * BYTES)) for count in positions)
    return Coverage(solved and not missing & endings, solved and not missing, *efforts)


def solve_endings(game: Game, progress: Progress, threads: int) -> list[Counted]:
    """Solve the smallest endings, or all of a small game."""
    return solve_groups(game, progress, threads, END_POSITIONS)
