"""A state as numbers for learning, and a guess at its value."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.intrinsics import ctz, popcount
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    GOATS,
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    is_capture,
    tiger_targets,
)


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


@rule
def noisy(tables, state, seat, action):
    """A capture."""
    points = tables.points
    return seat == TIGERS and action < points * points and is_capture(tables, state, action // points, action % points)


@rule
def patience(tables, state):
    """Turns until BC-14."""
    return PEACEFUL_TURNS - state.peace


@rule
def value(tables, state, seat):
    """Captured goats count for the tigers, trapped tigers and safe edges for the goats."""
    if state.waiting == 0:
        result = 0.0 if state.ended == 12 or state.ended == 14 else -1.0 if state.ended == 11 else 1.0
    else:
        trapped = tigers_trapped(tables, state) / popcount(state.tigers)
        result = 0.18 * state.captured - 0.5 * trapped - 0.1
    return result if seat == TIGERS else -result


@rule
def tigers_trapped(tables, state):
    """How many tigers are trapped (BC-9)."""
    trapped = 0
    tigers = int(state.tigers)
    while tigers != 0:
        if tiger_targets(tables, state, ctz(tigers)) == 0:
            trapped += 1
        tigers &= tigers - 1
    return trapped
