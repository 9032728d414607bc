"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, EXCHANGED, EXTRA, GOATS, NOWHERE, PEACEFUL_TURNS

PLANES = (
    "tigers",
    "goats",
    "Alpha",
    "Buck",
    "end of the seat's barred step",
    "goats in hand",  # from here on the same on every point
    "goats captured",
    "turns without a capture",
    "extra move of the Alpha",
    "move after the exchange for the Buck",
    "the seat's turn",
)


@rule
def observe(tables, view, seat, tensor):
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
        tensor[7 * points + point] = view.peace / PEACEFUL_TURNS
        tensor[8 * points + point] = view.phase == EXTRA
        tensor[9 * points + point] = view.phase == EXCHANGED
        tensor[10 * points + point] = view.waiting == 1 << seat
