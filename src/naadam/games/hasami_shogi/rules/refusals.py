"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.moves import open_cells
from naadam.games.hasami_shogi.rules.state import CELLS, NOWHERE, SIDE, holds, in_camp


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting != 1 << seat:
        return clauses.NOT_YOUR_TURN
    source = action // CELLS
    target = action % CELLS
    if source == target:
        return clauses.NO_PASSING
    if not holds(int(state.near[seat]), int(state.far[seat]), source):
        return clauses.NO_PIECE_THERE
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    if holds(held_near, held_far, target):
        return clauses.CELL_NOT_EMPTY
    code = way_refusal(tables, held_near, held_far, int(state.shogun[seat]), source, target)
    if code != 0:
        return code
    open_near, open_far = open_cells(tables, seat, source)
    if not holds(open_near, open_far, target):
        return clauses.OWN_CAMP_LEFT if in_camp(tables, seat, target) else clauses.ENEMY_CAMP
    return 0


@rule
def way_refusal(tables, held_near, held_far, shogun, source, target):
    """Whether the piece can slide or jump from cell to cell, camps apart (HS-3, HS-4, HS-31)."""
    up = target // SIDE - source // SIDE
    right = target % SIDE - source % SIDE
    if up != 0 and right != 0:
        if source == shogun:
            if abs(up) != abs(right):
                return clauses.NOT_ROW_COLUMN_OR_DIAGONAL
        elif abs(up) == abs(right) and tables.shoguns[0] != NOWHERE:
            return clauses.ONLY_SHOGUN_MOVES_DIAGONALLY
        else:
            return clauses.NOT_ROW_OR_COLUMN
    distance = max(abs(up), abs(right))
    stride = step_between(source, target)
    for step in range(1, distance):
        if holds(held_near, held_far, source + step * stride):
            if step > 1:
                return clauses.WAY_BLOCKED
            if distance == 2:
                return 0
            two = holds(held_near, held_far, source + 2 * stride)
            return clauses.JUMP_OVER_ONE_ONLY if two else clauses.JUMP_ENDS_RIGHT_BEHIND
    return 0


@rule
def step_between(source, target):
    """How the number of the cell changes with each step from one cell straight to another."""
    up = target // SIDE - source // SIDE
    right = target % SIDE - source % SIDE
    return ((up > 0) - (up < 0)) * SIDE + (right > 0) - (right < 0)
