"""The legal moves, listed (YU-6 to YU-8, YU-16), and whether there is any (YU-12)."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.yut.rules.state import (
    MOST_SEATS,
    NOBODY,
    NOWHERE,
    THROWS,
    bar_landing,
    find_landing,
    node_on,
    side_of,
    waiting_throws,
)


@large_rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if seat >= tables.seats or state.waiting != 1 << seat:
        return 0
    count = 0
    for throw in range(1, THROWS + 1):
        if waiting_throws(state, throw) > 0:
            count = list_moves(tables, state, side_of(tables, seat), throw, actions, count)
    return count


@rule
def list_moves(tables, state, side, throw, actions, count):
    """Write the moves of a side with a throw behind the first `count` actions; return how many there are then."""
    held = int(state.held[side])
    first = (throw - 1) * (tables.stations + 1)
    while held != 0:
        station = ctz(held)
        held &= held - 1
        node = node_on(tables, state, station)
        for turn in range(2):
            if can_land(tables, state, side, int(state.stack[station]), node, turn, throw):
                actions[count] = (first + station) * 2 + turn
                count += 1
    if can_enter(tables, state, side, throw):
        actions[count] = (first + tables.stations) * 2
        count += 1
    return count


@rule
def can_land(tables, state, side, horses, node, turn, throw):
    """Whether so many horses of a side on a node may go on by a throw, turning or not."""
    target = find_landing(tables, state, side, node, turn, throw)
    return target != NOWHERE and bar_landing(tables, state, side, horses, target) == 0


@rule
def can_enter(tables, state, side, throw):
    """Whether a side may bring in a new horse by a throw."""
    return state.off[side] > 0 and can_land(tables, state, side, 1, 2 * tables.stations, 0, throw)


@rule
def can_use_any(tables, state, side):
    """Whether one of the waiting throws can be used (YU-12)."""
    if state.wild == NOWHERE and tables.tallest >= tables.horses:
        return state.pending != 0  # nothing can bar a landing
    for throw in range(1, THROWS + 1):
        if waiting_throws(state, throw) > 0 and can_use(tables, state, side, throw):
            return True
    return False


@rule
def can_use(tables, state, side, throw):
    held = int(state.held[side])
    while held != 0:
        station = ctz(held)
        held &= held - 1
        node = node_on(tables, state, station)
        for turn in range(2):
            if can_land(tables, state, side, int(state.stack[station]), node, turn, throw):
                return True
    return can_enter(tables, state, side, throw)


@rule
def chance(tables, state, actions, weights):
    if state.waiting != 1 << CHANCE:
        return 0
    first = THROWS * (tables.stations + 1) * 2
    if state.mover == NOBODY:  # YU-2
        for seat in range(tables.seats):
            actions[seat] = first + THROWS + seat
            weights[seat] = 1.0
        return tables.seats
    for throw in range(1, THROWS + 1):  # YU-3
        actions[throw - 1] = first + throw - 1
        weights[throw - 1] = tables.weights[throw]
    return THROWS


@rule
def count_actions(tables):
    return THROWS * (tables.stations + 1) * 2 + THROWS + MOST_SEATS
