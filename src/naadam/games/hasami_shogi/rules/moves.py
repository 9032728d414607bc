"""Where pieces can go (HS-3 to HS-5, HS-31), and the legal actions, listed."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.hasami_shogi.rules.state import (
    ALL_FAR,
    ALL_NEAR,
    CELLS,
    FIRST_FILE,
    LAST_FILE,
    LINE,
    NEAR,
    SIDE,
    column_of,
    cross_at,
    far_bit,
    holds,
    in_camp,
    near_bit,
    row_of,
    take_first,
)


@rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if state.waiting != 1 << seat:
        return 0
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    shogun = int(state.shogun[seat])
    pieces_near = int(state.near[seat])
    pieces_far = int(state.far[seat])
    count = 0
    while pieces_near | pieces_far != 0:
        source, pieces_near, pieces_far = take_first(pieces_near, pieces_far)
        near, far = targets(tables, held_near, held_far, shogun, seat, source)
        while near != 0:
            actions[count] = source * CELLS + ctz(near)
            near &= near - 1
            count += 1
        while far != 0:
            actions[count] = source * CELLS + NEAR + ctz(far)
            far &= far - 1
            count += 1
    return count


@rule
def targets(tables, held_near, held_far, shogun, seat, source):
    """Where the piece of `seat` on `source` can go, when these cells are held and its Shogun stands on `shogun`."""
    across = int(tables.moves[source % SIDE, row_of(held_near, held_far, source // SIDE)])
    along = int(tables.moves[source // SIDE, column_of(held_near, held_far, source % SIDE)])
    near, far = cross_at(tables, source, across, along)
    if source == shogun:
        more_near, more_far = diagonal_targets(held_near, held_far, source)
        near |= more_near
        far |= more_far
    open_near, open_far = open_cells(tables, seat, source)
    return near & open_near, far & open_far


@rule
def open_cells(tables, seat, source):
    """The cells that the camps leave open to a piece of `seat` on `source` (HS-5)."""
    near = int(tables.field_near)
    far = int(tables.field_far)
    if in_camp(tables, seat, source):
        near |= int(tables.camp_near[seat])
        far |= int(tables.camp_far[seat])
    return near, far


@rule
def diagonal_targets(held_near, held_far, source):
    """The diagonal slides and jumps of a Shogun (HS-31)."""
    near = 0
    far = 0
    for direction in range(4):
        up = 1 if direction < 2 else -1
        right = 1 if direction % 2 == 0 else -1
        rank, file = source // SIDE + up, source % SIDE + right
        jumps = 0 <= rank < SIDE and 0 <= file < SIDE and holds(held_near, held_far, rank * SIDE + file)
        if jumps:
            rank += up
            file += right
        while 0 <= rank < SIDE and 0 <= file < SIDE and not holds(held_near, held_far, rank * SIDE + file):
            near |= near_bit(rank * SIDE + file)
            far |= far_bit(rank * SIDE + file)
            if jumps:
                break
            rank += up
            file += right
    return near, far


@rule
def has_move(tables, state, seat):
    """Whether a seat has any move: mostly, some piece can step to an empty cell that is open to all."""
    near = int(state.near[seat])
    far = int(state.far[seat])
    held_near = int(state.near[0] | state.near[1])
    held_far = int(state.far[0] | state.far[1])
    around_near, around_far = neighbours(near, far)
    if around_near & ~held_near & tables.field_near | around_far & ~held_far & tables.field_far != 0:
        return True
    shogun = int(state.shogun[seat])
    while near | far != 0:
        source, near, far = take_first(near, far)
        to_near, to_far = targets(tables, held_near, held_far, shogun, seat, source)
        if to_near | to_far != 0:
            return True
    return False


@rule
def neighbours(near, far):
    """The cells next to those of a set, along rows and columns."""
    up_near, up_far = one_up(near, far)
    down_near, down_far = one_down(near, far)
    right_near, right_far = one_right(near, far)
    left_near, left_far = one_left(near, far)
    return up_near | down_near | right_near | left_near, up_far | down_far | right_far | left_far


@rule
def one_up(near, far):
    return near << SIDE & ALL_NEAR, (far << SIDE | near >> NEAR - SIDE) & ALL_FAR


@rule
def one_down(near, far):
    return near >> SIDE | (far & LINE) << NEAR - SIDE, far >> SIDE


@rule
def one_right(near, far):
    return (near & ~LAST_FILE) << 1, (far & ~LAST_FILE) << 1


@rule
def one_left(near, far):
    return (near & ~FIRST_FILE) >> 1, (far & ~FIRST_FILE) >> 1
