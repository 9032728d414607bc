"""Heuristic evaluation of a state; actions to search deeper."""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.games.hasami_shogi.rules.captures import FIELD, FIELD_AT, STARTS, STRIDES, captures, has_line
from naadam.games.hasami_shogi.rules.ends import winner_of
from naadam.games.hasami_shogi.rules.learned import LINES, entry, learned_lead
from naadam.games.hasami_shogi.rules.moves import neighbours, one_down, one_left, one_right, one_up, targets
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    NOWHERE,
    PEACEFUL_TURNS,
    captured_by,
    near_bit,
    take_first,
)

CAPTURED = (0.24, 0.5)  # a piece captured, in Five-in-a-row and in the war game; up to twice as much for the last
EXPOSED, EXPOSED_TO_MOVE = 0.03, 0.08  # a way to enclose a single enemy
ROOM = 0.004  # an empty cell next to own pieces
TWO, THREE, FOUR = 0.015, 0.06, 0.15  # own pieces in a line of five cells without an enemy;
FIFTH_NEAR, FIFTH_TO_MOVE = 0.9, 6.0  # instead of FOUR, if the fifth can come immediately


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
        winner = winner_of(state)
        return 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
    total = lead(tables, state, seat)
    if tables.learned > 0.0:
        learned = tables.learned * learned_lead(tables, state)
        total += learned if state.turn == seat else -learned
    return total / (1.0 + abs(total))


@rule
def lead(tables, state, seat):
    """The lead of the seat over the other, without the learned values."""
    return strength(tables, state, seat) - strength(tables, state, 1 - seat)


@rule
def read(tag, tables, states, seats, leads, entries):
    """Of each state its lead and its entries, for what learns (core/parts/net.py)."""
    for row in range(len(states)):
        leads[row] = lead(tables, states[row], seats[row])
        for line in range(LINES):
            entries[row, line] = entry(tables, states[row], line)


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
    result = CAPTURED[tables.war] * captured * (1.0 + captured / tables.captures)
    exposed = enemies_exposed(own_near, own_far, enemy_near, enemy_far, open_near, open_far)
    result += (EXPOSED_TO_MOVE if to_move else EXPOSED) * exposed
    around_near, around_far = neighbours(own_near, own_far)
    result += ROOM * popcount(around_near & open_near) + ROOM * popcount(around_far & open_far)
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
    """Lines of five cells without an enemy, by the number of own pieces; most if the last can come immediately."""
    own = int(state.near[seat]) >> FIELD_AT
    enemy = int(state.near[1 - seat]) >> FIELD_AT
    result = 0.0
    for direction in range(4):
        stride = STRIDES[direction]
        free = STARTS[direction] & ~(
            enemy | enemy >> stride | enemy >> 2 * stride | enemy >> 3 * stride | enemy >> 4 * stride
        )
        first, second, third = own, own >> stride, own >> 2 * stride
        fourth, fifth = own >> 3 * stride, own >> 4 * stride
        some = first ^ second ^ third  # a sum of five bits, for all lines simultaneously
        carried = first & second | third & (first | second)
        odd = some ^ fourth ^ fifth
        more = some & fourth | fifth & (some | fourth)
        four = free & carried & more & ~odd
        result += TWO * popcount(free & (carried ^ more) & ~odd) + THREE * popcount(free & (carried ^ more) & odd)
        while four != 0:
            line = (1 | 1 << stride | 1 << 2 * stride | 1 << 3 * stride | 1 << 4 * stride) << ctz(four)
            four &= four - 1
            if can_reach(tables, state, seat, line & FIELD & own, ctz(line & ~own) + FIELD_AT):
                result += FIFTH_TO_MOVE if to_move else FIFTH_NEAR
            else:
                result += FOUR
    return result


@rule
def can_reach(tables, state, seat, line, cell):
    """Whether a piece that is not in `line` (of the battlefield) can move to `cell` now."""
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    shogun = int(state.shogun[seat])
    near = int(state.near[seat]) & ~(line << FIELD_AT)
    far = int(state.far[seat])
    while near | far != 0:
        source, near, far = take_first(near, far)
        to_near, _ = targets(tables, held_near, held_far, shogun, seat, source)
        if to_near >> cell & 1 == 1:
            return True
    return False
