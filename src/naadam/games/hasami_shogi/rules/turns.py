"""What a move does, and how a game ends (HS-1, HS-2, HS-8 to HS-12, HS-23)."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.core.intrinsics import popcount
from naadam.games.hasami_shogi.rules.captures import captures, has_line
from naadam.games.hasami_shogi.rules.moves import has_move
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    GREEN,
    NOWHERE,
    PEACEFUL_TURNS,
    far_bit,
    holds,
    in_camp,
    near_bit,
)

REPEATED = 10 + WORDING


@rule
def start(tables, state):
    for seat in range(2):  # HS-1, HS-20, HS-30
        state.near[seat] = tables.start_near[seat]
        state.far[seat] = tables.start_far[seat]
        state.shogun[seat] = tables.shoguns[seat]
    state.turn = GREEN  # HS-2
    state.waiting = 1 << GREEN


@rule
def apply(tables, state, seat, action):
    seat = int(seat)
    source = int(action) // CELLS
    target = int(action) % CELLS
    enemy = 1 - seat
    near, far = captures(tables, state, seat, source, target)
    state.near[seat] ^= near_bit(source) | near_bit(target)
    state.far[seat] ^= far_bit(source) | far_bit(target)
    if state.shogun[seat] == source:
        state.shogun[seat] = target
    state.taken_near = near
    state.taken_far = far
    if near | far != 0:
        state.near[enemy] ^= near
        state.far[enemy] ^= far
        if state.shogun[enemy] != NOWHERE and holds(near, far, int(state.shogun[enemy])):
            state.shogun[enemy] = NOWHERE
        state.peace = 0
        state.quiet = 0
    else:
        state.peace += 1
        # who has left the camp does not come back
        state.quiet = 0 if in_camp(tables, seat, source) and not in_camp(tables, seat, target) else state.quiet + 1
    state.turn = enemy
    state.waiting = 1 << enemy
    clause = end_of_turn(tables, state)
    if clause != 0:
        finish(state, clause)


@rule
def end_of_turn(tables, state):
    """The clause that ends the game now that the player before `turn` has moved, or 0 (HS-12)."""
    mover = 1 - int(state.turn)
    if tables.war == 0 and has_line(int(state.near[mover])):
        return 8
    if captured_by(tables, state, mover) >= tables.captures:
        return 23 if tables.war else 9
    if not has_move(tables, state, 1 - mover):
        return 10
    return 11 if state.peace >= PEACEFUL_TURNS else 0


@rule
def captured_by(tables, state, seat):
    """How many pieces a seat has captured."""
    return tables.pieces - popcount(int(state.near[1 - seat])) - popcount(int(state.far[1 - seat]))


@rule
def finish(state, clause):
    state.waiting = 0
    state.ended = clause


@rule
def repetition():
    return 3  # HS-10


@rule
def repeated(tables, state):
    finish(state, REPEATED)


@rule
def is_drawn(state):
    return state.ended == REPEATED or state.ended == 11


@rule
def outcome(tables, state, scores):
    winner = NOWHERE if is_drawn(state) else 1 - int(state.turn)
    for seat in range(2):
        scores[seat] = 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
    return 3 if winner == NOWHERE else 1 << winner
