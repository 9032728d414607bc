"""A state as numbers for learning, a guess at its value, and the moves that change it most."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.intrinsics import ctz, popcount
from naadam.games.hasami_shogi.rules.captures import FIELD, LEFT_STARTS, captures, has_line
from naadam.games.hasami_shogi.rules.moves import neighbours, one_down, one_left, one_right, one_up, targets
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    LINE,
    PEACEFUL_TURNS,
    SIDE,
    holds,
    near_bit,
    take_first,
)
from naadam.games.hasami_shogi.rules.turns import captured_by, is_drawn

STRIDES = (1, 9, 10, 8)  # of the lines of five: row, column, rising and falling diagonal,
STARTS = (LEFT_STARTS, LINE, 31, 31 << 4)  # and the cells of the battlefield where they begin


@rule
def observe(tables, view, seat, tensor):
    """Eight planes of the cells, seen from the seat's own side of the board: own pieces, enemies, own Shogun, enemy
    Shogun; and, on every cell alike, own captures, enemy captures, turns without a capture, and whether it is the
    seat's turn."""
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        near = int(view.near[owner])
        far = int(view.far[owner])
        shogun = int(view.shogun[owner])
        captured = captured_by(tables, view, owner) / tables.captures
        for place in range(CELLS):
            cell = place if seat == 0 else CELLS - 1 - place
            tensor[side * CELLS + place] = holds(near, far, cell)
            tensor[(2 + side) * CELLS + place] = shogun == cell
            tensor[(4 + side) * CELLS + place] = captured
    peace = view.peace / PEACEFUL_TURNS
    turn = view.waiting == 1 << seat
    for place in range(CELLS):
        tensor[6 * CELLS + place] = peace
        tensor[7 * CELLS + place] = turn


@rule
def noisy(tables, state, seat, action):
    """Captures, and moves that win by a line of five."""
    source = int(action) // CELLS
    target = int(action) % CELLS
    near, far = captures(tables, state, seat, source, target)
    if near | far != 0:
        return True
    return tables.war == 0 and has_line(int(state.near[seat]) & ~near_bit(source) | near_bit(target))


@rule
def patience(tables, state):
    """Turns until HS-11."""
    return PEACEFUL_TURNS - state.peace


@rule
def value(tables, state, seat):
    """Captures, lines that can still become five, enemies about to be enclosed, and room to move."""
    if state.waiting == 0:
        return 0.0 if is_drawn(state) else -1.0 if state.turn == seat else 1.0
    total = strength(tables, state, seat) - strength(tables, state, 1 - seat)
    return total / (1.0 + abs(total))


@rule
def strength(tables, state, seat):
    to_move = state.turn == seat
    own_near = int(state.near[seat])
    own_far = int(state.far[seat])
    enemy_near = int(state.near[1 - seat])
    enemy_far = int(state.far[1 - seat])
    open_near = int(tables.field_near) & ~(own_near | enemy_near)
    open_far = int(tables.field_far) & ~(own_far | enemy_far)
    captured = captured_by(tables, state, seat)
    result = (0.24 if tables.war == 0 else 0.5) * captured * (1.0 + captured / tables.captures)
    exposed = enemies_exposed(own_near, own_far, enemy_near, enemy_far, open_near, open_far)
    result += (0.08 if to_move else 0.03) * exposed
    around_near, around_far = neighbours(own_near, own_far)
    result += 0.004 * popcount(around_near & open_near) + 0.004 * popcount(around_far & open_far)
    if tables.war == 0:
        result += line_strength(tables, state, seat, to_move)
    return result


@rule
def enemies_exposed(own_near, own_far, enemy_near, enemy_far, open_near, open_far):
    """In how many ways a single enemy stands between an own piece and an empty cell that can be entered."""
    up_near, up_far = one_up(own_near, own_far)
    down_near, down_far = one_down(own_near, own_far)
    right_near, right_far = one_right(own_near, own_far)
    left_near, left_far = one_left(own_near, own_far)
    below_near, below_far = one_down(open_near, open_far)
    above_near, above_far = one_up(open_near, open_far)
    before_near, before_far = one_left(open_near, open_far)
    behind_near, behind_far = one_right(open_near, open_far)
    return (
        popcount(enemy_near & up_near & below_near)
        + popcount(enemy_near & down_near & above_near)
        + popcount(enemy_near & right_near & before_near)
        + popcount(enemy_near & left_near & behind_near)
        + popcount(enemy_far & up_far & below_far)
        + popcount(enemy_far & down_far & above_far)
        + popcount(enemy_far & right_far & before_far)
        + popcount(enemy_far & left_far & behind_far)
    )


@rule
def line_strength(tables, state, seat, to_move):
    """Lines of five cells without an enemy, by how many own pieces they have; most if the last can come at once."""
    own = int(state.near[seat]) >> 2 * SIDE
    enemy = int(state.near[1 - seat]) >> 2 * SIDE
    result = 0.0
    for direction in range(4):
        stride = STRIDES[direction]
        free = STARTS[direction] & ~(
            enemy | enemy >> stride | enemy >> 2 * stride | enemy >> 3 * stride | enemy >> 4 * stride
        )
        first, second, third = own, own >> stride, own >> 2 * stride
        fourth, fifth = own >> 3 * stride, own >> 4 * stride
        some = first ^ second ^ third  # a sum of five bits, for all lines at once
        carried = first & second | third & (first | second)
        odd = some ^ fourth ^ fifth
        more = some & fourth | fifth & (some | fourth)
        four = free & carried & more & ~odd
        result += 0.015 * popcount(free & (carried ^ more) & ~odd) + 0.06 * popcount(free & (carried ^ more) & odd)
        while four != 0:
            line = (1 | 1 << stride | 1 << 2 * stride | 1 << 3 * stride | 1 << 4 * stride) << ctz(four)
            four &= four - 1
            if can_reach(tables, state, seat, line & FIELD & own, ctz(line & ~own) + 2 * SIDE):
                result += 6.0 if to_move else 0.9
            else:
                result += 0.15
    return result


@rule
def can_reach(tables, state, seat, line, cell):
    """Whether a piece that is not in `line` (of the battlefield) can move to `cell` now."""
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    shogun = int(state.shogun[seat])
    near = int(state.near[seat]) & ~(line << 2 * SIDE)
    far = int(state.far[seat])
    while near | far != 0:
        source, near, far = take_first(near, far)
        to_near, _ = targets(tables, held_near, held_far, shogun, seat, source)
        if to_near >> cell & 1 == 1:
            return True
    return False
