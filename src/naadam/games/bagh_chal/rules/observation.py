"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, GOATS, NOWHERE


@rule
def observe(tables, view, seat, tensor):
    """Eight planes of the points: tigers, goats, Alpha, Buck, the seat's barred step (where it would end);
    and, on every point alike, goats in hand, goats captured, and whether it is the seat's turn."""
    points = tables.points
    barred = view.goats_barred if seat == GOATS else view.tigers_barred
    for point in range(points):
        tensor[point] = view.tigers >> point & 1
        tensor[points + point] = view.goats >> point & 1
        tensor[2 * points + point] = view.alpha == point
        tensor[3 * points + point] = view.buck == point
        tensor[4 * points + point] = barred != NOWHERE and barred % points == point
        tensor[5 * points + point] = view.hand / tables.goats
        tensor[6 * points + point] = view.captured / CAPTURES_TO_WIN
        tensor[7 * points + point] = view.waiting == 1 << seat
