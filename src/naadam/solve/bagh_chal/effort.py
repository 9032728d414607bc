"""The cost of solving the phases of Bagh Chal, estimated from their sizes."""

from __future__ import annotations

from math import comb

from naadam.core.game import Game
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN
from naadam.solve.bagh_chal.tables import placement_file
from naadam.solve.solvable import Coverage, Effort

# Measured on one core with Bagh Chal, by the classic rules and with the memory of BC-8
MOVEMENT_RATE = (3.5e6, 0.7e6)  # positions of the movement phase per second
MOVEMENT_BYTES = (1.35, 9.6)  # for each of them
PLACEMENT_RATE = 5e6  # bytes of the placement phase per second


def cover(game: Game, solved: bool) -> Coverage:
    placement = solved and all(placement_file(game, captured).is_file() for captured in range(CAPTURES_TO_WIN))
    tables = game.rulebook.tables
    points, tigers = int(tables.points), int(tables.tigers).bit_count()
    classes = comb(points, tigers) / (1 + len(game.rulebook.symmetries))
    free, goats = points - tigers, int(tables.goats)
    positions = 2 * classes * sum(comb(free, goats - captured) for captured in range(CAPTURES_TO_WIN))
    rows = CAPTURES_TO_WIN * classes * 2**free / 4
    memory = int(tables.memory)
    movement = Effort(positions / MOVEMENT_RATE[memory], int(positions * MOVEMENT_BYTES[memory]))
    return Coverage(solved, placement, movement, Effort(rows / PLACEMENT_RATE, int(rows)))
