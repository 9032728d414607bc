"""Learned evaluation of the lines of the board: each row and column is one entry, from the mover's side."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.hasami_shogi.rules.state import SIDE, column_of, row_of

LINES = 2 * SIDE


@rule
def entry(tables, state, line):
    """Where a row, or a column behind them, stands in the net: empty, own and enemy places are digits 0, 1 and 2."""
    seat = int(state.turn)
    own_near, own_far = int(state.near[seat]), int(state.far[seat])
    enemy_near, enemy_far = int(state.near[1 - seat]), int(state.far[1 - seat])
    if line < SIDE:
        turned = 0
        own, enemy = row_of(own_near, own_far, line), row_of(enemy_near, enemy_far, line)
    else:
        turned = seat
        own = column_of(own_near, own_far, line - SIDE)
        enemy = column_of(enemy_near, enemy_far, line - SIDE)
    return tables.slots[seat, line] + tables.codes[turned, own] + 2 * tables.codes[turned, enemy]


@rule
def learned_lead(tables, state):
    """The sum of what is learned, for the seat to move."""
    total = 0
    for line in range(LINES):
        total += int(tables.net[entry(tables, state, line)])
    return total
