"""Heuristic evaluation of a state; actions to search deeper."""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.games.bagh_chal.rules.ends import winner_of
from naadam.games.bagh_chal.rules.state import (
    NOWHERE,
    PEACEFUL_TURNS,
    TIGERS,
    empty_points,
    is_capture,
    tiger_targets,
)

BIAS, CAPTURED, THREATENED, TRAPPED, WAYS, CLOSED = range(6)
WEIGHTS = (-0.1, 0.18, 0.02, -0.5, 0.01, -0.03)  # for the tigers


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
    """Goats captured and about to be captured count for the tigers; tigers short of room, and points that no tiger
    can walk to, for the goats."""
    if state.waiting == 0:
        winner = winner_of(state)
        result = 0.0 if winner == NOWHERE else 1.0 if winner == TIGERS else -1.0
    else:
        weights = tables.weights
        empty = empty_points(tables, state)
        trapped, ways, threats = 0, 0, 0
        tigers = int(state.tigers)
        while tigers != 0:
            tiger = ctz(tigers)
            tigers &= tigers - 1
            steps = tables.neighbours[tiger] & empty
            jumps = tiger_targets(tables, state, tiger) & ~steps
            trapped += steps | jumps == 0
            ways += popcount(steps)
            threats |= jumps
        result = (
            weights[BIAS]
            + weights[CAPTURED] * state.captured
            + weights[THREATENED] * min(2, popcount(threats))
            + weights[TRAPPED] * trapped / popcount(state.tigers)
            + weights[WAYS] * ways
            + weights[CLOSED] * popcount(empty & ~walkable(tables, state, empty))
        )
        result = min(0.95, max(-0.95, result))
    return result if seat == TIGERS else -result


@rule
def walkable(tables, state, empty):
    """The empty points that tigers can walk to, however long it takes."""
    reached, edge = 0, int(state.tigers)
    while edge != 0:
        next_to = 0
        while edge != 0:
            next_to |= tables.neighbours[ctz(edge)]
            edge &= edge - 1
        edge = next_to & empty & ~reached
        reached |= edge
    return reached
