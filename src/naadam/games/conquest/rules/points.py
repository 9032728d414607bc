"""Movement points: what capitals and Grail cost, what is left of a turn, who is pinned; and the points of CQ-74.

Functions for a step in prospect look at the board after it: the space `vacated` is empty, and the seat `taker` is on
the space `target`. NOTHING stands for no change.
"""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.conquest.rules.pieces import owner_of
from naadam.games.conquest.rules.state import (
    CAPITAL,
    FIRST_POINTS,
    GRAIL,
    NOTHING,
    PINNED,
    POINTS,
    PRICE,
    is_friend,
)


@rule
def holder(state, space, vacated, target, taker):
    """The seat whose piece is on a space, or NOTHING."""
    if space == target:
        return taker
    piece = int(state.pieces[space])
    return owner_of(piece) if piece != 0 and space != vacated else NOTHING


@rule
def count_lost(tables, state, seat, vacated, target, taker):
    """How many spaces cost a player points: of the own capital (CQ-60), of the Grail (CQ-62)."""
    lost = 0
    for number in range(CAPITAL):
        other = holder(state, int(tables.capital[seat, number]), vacated, target, taker)
        lost += other != NOTHING and not is_friend(tables, other, seat)
    for number in range(GRAIL):
        other = holder(state, int(tables.grail[number]), vacated, target, taker)
        lost += other != NOTHING and not is_friend(tables, other, seat)
    return lost


@rule
def is_pinned(tables, state, seat):
    """CQ-63."""
    return count_lost(tables, state, seat, NOTHING, NOTHING, NOTHING) >= PINNED


@rule
def turn_points(tables, state):
    """The points of a turn before deductions and steps (CQ-20, CQ-21)."""
    return FIRST_POINTS * state.turn if state.turn <= tables.seats else POINTS


@rule
def points_left(tables, state, lost, spent):
    """CQ-64: never below 0."""
    return max(0, turn_points(tables, state) - PRICE * lost - spent)


@rule
def mover_points(tables, state):
    """The points that the mover has left."""
    lost = count_lost(tables, state, state.mover, NOTHING, NOTHING, NOTHING)
    return points_left(tables, state, lost, state.spent)


@rule
def count_held(tables, state, seat):
    """CQ-74: the spaces of the Grail and of enemy capitals that a player holds."""
    held = 0
    for number in range(GRAIL):
        held += holder(state, int(tables.grail[number]), NOTHING, NOTHING, NOTHING) == seat
    for other in range(tables.seats):
        if not is_friend(tables, other, seat):
            for number in range(CAPITAL):
                held += holder(state, int(tables.capital[other, number]), NOTHING, NOTHING, NOTHING) == seat
    return held


@rule
def score(tables, state, seat):
    """The points of CQ-74."""
    return state.figures[seat] + state.eliminated[seat] + count_held(tables, state, seat)
