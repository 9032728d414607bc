"""The one source of legality: which clause forbids an action, if any."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.games.hasami_shogi.rules.moves import open_cells
from naadam.games.hasami_shogi.rules.state import CELLS, NOWHERE, SIDE, holds


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting != 1 << seat:
        return 2
    source = action // CELLS
    target = action % CELLS
    if source == target:
        return 2 + WORDING
    if not holds(int(state.near[seat]), int(state.far[seat]), source):
        return 3
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    if holds(held_near, held_far, target):
        return 3 + WORDING
    code = way_refusal(tables, held_near, held_far, int(state.shogun[seat]), source, target)
    if code != 0:
        return code
    open_near, open_far = open_cells(tables, seat, source)
    if not holds(open_near, open_far, target):
        return 5 + WORDING if holds(tables.camp_near[seat], tables.camp_far[seat], target) else 5
    return 0


@rule
def way_refusal(tables, held_near, held_far, shogun, source, target):
    """Whether the piece can slide or jump from cell to cell, camps apart (HS-3, HS-4, HS-31)."""
    up = target // SIDE - source // SIDE
    right = target % SIDE - source % SIDE
    if up != 0 and right != 0:
        if source == shogun:
            if abs(up) != abs(right):
                return 31
        elif abs(up) == abs(right) and tables.shoguns[0] != NOWHERE:
            return 31 + WORDING
        else:
            return 3 + 2 * WORDING
    distance = max(abs(up), abs(right))
    stride = step_between(source, target)
    for step in range(1, distance):
        if holds(held_near, held_far, source + step * stride):
            if step > 1:
                return 3 + 3 * WORDING
            if distance == 2:
                return 0
            return 4 + WORDING if holds(held_near, held_far, source + 2 * stride) else 4
    return 0


@rule
def step_between(source, target):
    """How the number of the cell changes with each step from one cell straight to another."""
    up = target // SIDE - source // SIDE
    right = target % SIDE - source % SIDE
    return ((up > 0) - (up < 0)) * SIDE + (right > 0) - (right < 0)
