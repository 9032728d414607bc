"""The legal actions, listed: putting, moving and exchanging (BC-4 to BC-8, BC-41, BC-43)."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.bagh_chal.rules.state import (
    EXTRA,
    GOATS,
    NOWHERE,
    TIGERS,
    barred_step,
    empty_points,
    may_exchange,
    movable_goats,
    tiger_targets,
)


@rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if state.waiting != 1 << seat:
        return 0
    points = tables.points
    pieces = int(state.goats if seat == GOATS else state.tigers)
    count = 0
    if seat == GOATS and state.hand > 0:
        empty = empty_points(tables, state)
        while empty != 0:
            actions[count] = ctz(empty) * (points + 1)
            empty &= empty - 1
            count += 1
    else:
        movers = movable_goats(tables, state) if seat == GOATS else pieces
        if state.phase == EXTRA:
            movers = 1 << int(state.alpha)
        count = list_moves(tables, state, seat, movers, actions)
    if state.phase == EXTRA:
        actions[count] = points * points + points
        count += 1
    elif seat == GOATS and may_exchange(tables, state):
        while pieces != 0:
            actions[count] = points * points + ctz(pieces)
            pieces &= pieces - 1
            count += 1
    return count


@rule
def list_moves(tables, state, seat, pieces, actions):
    """Write the moves of these pieces of `seat`, without those that BC-8 bars; return how many."""
    count = 0
    barred = barred_step(tables, state, seat)
    place = NOWHERE
    empty = empty_points(tables, state)
    while pieces != 0:
        source = ctz(pieces)
        pieces &= pieces - 1
        targets = tiger_targets(tables, state, source) if seat == TIGERS else tables.neighbours[source] & empty
        while targets != 0:
            action = source * tables.points + ctz(targets)
            targets &= targets - 1
            if action == barred:
                place = count
            actions[count] = action
            count += 1
    if place != NOWHERE and count > 1:
        count -= 1
        for index in range(place, count):
            actions[index] = actions[index + 1]
    return count
