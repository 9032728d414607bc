"""Scoring: the values of shapes, and the bonus for territories (KH-70 to KH-75)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.khan.rules.state import SHAPES, shape_points

BONUSES = (10, 6, 3, 0)  # KH-72
MORE_THAN_CELLS = 1000  # of a territory


@rule
def compare(state, one, other):
    """KH-73: above 0 if one seat's territories come first, below 0 if the other's do, 0 if they are equal."""
    for place in range(SHAPES):
        difference = int(state.territories[one, place]) - int(state.territories[other, place])
        if difference != 0 or state.territories[one, place] == 0:
            return difference
    return 0


@rule
def bonus(tables, state, seat):
    """KH-72, KH-74: 10, 6 or 3 points, by how many different sizes come before."""
    if state.territories[seat, 0] == 0:
        return 0
    before = 0
    for other in range(tables.seats):
        if compare(state, other, seat) > 0:
            counted = False  # with a seat before it that is its equal
            for earlier in range(other):
                counted = counted or compare(state, earlier, other) == 0
            if not counted:
                before += 1
    return BONUSES[before]


@rule
def total(tables, state, seat):
    return shape_points(tables, state, seat) + bonus(tables, state, seat)


@rule
def outcome_rank(tables, state, seat):
    """KH-75: what decides a game: points, then the largest territory."""
    return total(tables, state, seat) * MORE_THAN_CELLS + int(state.territories[seat, 0])
