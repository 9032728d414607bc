"""What a move captures (HS-6, HS-7, HS-22), and the line that wins (HS-8)."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.intrinsics import ctz
from naadam.games.hasami_shogi.rules.state import (
    FIRST_FILE,
    LINE,
    NOWHERE,
    SIDE,
    column_of,
    cross_at,
    far_bit,
    holds,
    near_bit,
    row_of,
)

FIELD = (1 << 5 * SIDE) - 1  # the five rows of the battlefield, once moved down by two
LEFT_STARTS = (FIRST_FILE & FIELD) * 31  # the first five files, where a line to the right can begin


@rule
def captures(tables, state, seat, source, target):
    """The enemies that a piece of `seat` captures by moving: sets of near and far cells."""
    own_near = int(state.near[seat]) & ~near_bit(source)
    own_far = int(state.far[seat]) & ~far_bit(source)
    enemy_near = int(state.near[1 - seat])
    enemy_far = int(state.far[1 - seat])
    rank, file = target // SIDE, target % SIDE
    across = enclosed(tables, file, row_of(own_near, own_far, rank), row_of(enemy_near, enemy_far, rank))
    along = enclosed(tables, rank, column_of(own_near, own_far, file), column_of(enemy_near, enemy_far, file))
    near, far = cross_at(tables, target, across, along)
    corner = int(tables.corners[target])
    if corner != NOWHERE and holds(enemy_near, enemy_far, corner):  # HS-22
        if holds(own_near, own_far, int(tables.partners[target])):
            near |= near_bit(corner)
            far |= far_bit(corner)
    return near, far


@rule
def enclosed(tables, place, own, enemy):
    """The enemies between `place` and an own piece, in an unbroken line on either side (HS-6)."""
    ends = int(tables.ends[place, enemy]) & own
    found = 0
    while ends != 0:
        end = ctz(ends)
        ends &= ends - 1
        low, high = min(place, end), max(place, end)
        found |= (1 << high) - (2 << low)
    return found


@rule
def has_line(near):
    """Whether these pieces have five in an unbroken line on the battlefield (HS-8), ranks 3 to 7."""
    field = near >> 2 * SIDE
    row = field & field >> 1 & field >> 2 & field >> 3 & field >> 4 & LEFT_STARTS
    column = field & field >> 9 & field >> 18 & field >> 27 & field >> 36 & LINE
    rising = field & field >> 10 & field >> 20 & field >> 30 & field >> 40 & 31
    falling = field & field >> 8 & field >> 16 & field >> 24 & field >> 32 & 31 << 4
    return row | column | rising | falling != 0
