"""Effects of a move (HS-1, HS-2, HS-11, HS-20, HS-30)."""

from __future__ import annotations

from naadam.core.compiling import finish, rule
from naadam.games.hasami_shogi.rules.captures import captures
from naadam.games.hasami_shogi.rules.ends import end_of_game
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    GREEN,
    NOWHERE,
    far_bit,
    holds,
    in_camp,
    near_bit,
)


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
        # earlier positions cannot recur, because a piece that has left its camp does not come back
        state.quiet = 0 if in_camp(tables, seat, source) and not in_camp(tables, seat, target) else state.quiet + 1
    state.turn = enemy
    state.waiting = 1 << enemy
    clause = end_of_game(tables, state)
    if clause != 0:
        finish(state, clause)
