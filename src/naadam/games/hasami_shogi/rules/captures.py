"""Captures by a move (HS-6, HS-7, HS-22), and the line that wins (HS-8)."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.hasami_shogi.rules.state import (
    FIRST_FILE,
    LINE,
    LINE_TO_WIN,
    NOWHERE,
    SIDE,
    column_of,
    cross_at,
    far_bit,
    holds,
    near_bit,
    row_of,
)

FIELD_AT = 2 * SIDE  # the battlefield, ranks 3 to 7, lies behind two ranks of a camp;
FIELD = (1 << 5 * SIDE) - 1  # moved down by these it is five rows
FIVE = (1 << LINE_TO_WIN) - 1
STRIDES = (1, SIDE, SIDE + 1, SIDE - 1)  # of the lines of five: row, column, rising and falling diagonal,
STARTS = ((FIRST_FILE & FIELD) * FIVE, LINE, FIVE, FIVE << SIDE - LINE_TO_WIN)  # and the cells where they can begin


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
    """Whether these pieces have five in an unbroken line on the battlefield (HS-8)."""
    field = near >> FIELD_AT
    found = 0
    for direction in range(4):
        stride = STRIDES[direction]
        line = field & field >> stride & field >> 2 * stride & field >> 3 * stride & field >> 4 * stride
        found |= line & STARTS[direction]
    return found != 0
