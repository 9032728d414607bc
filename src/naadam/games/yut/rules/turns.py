"""Effects of throws and moves, and the end of a turn (YU-2 to YU-15, YU-41 to YU-43)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.yut.rules.ends import finish_if_over
from naadam.games.yut.rules.moves import can_use_any
from naadam.games.yut.rules.state import (
    GIVES_ANOTHER,
    MOST_THROWS,
    NOBODY,
    NOWHERE,
    THROWS,
    find_landing,
    node_on,
    side_of,
)


@rule
def start(tables, state):
    for side in range(tables.sides):
        state.off[side] = tables.horses
    state.wild = tables.wild  # YU-40
    state.mover = tables.begins
    state.waiting = 1 << CHANCE


@large_rule
def apply(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    moves = THROWS * (tables.stations + 1) * 2
    if seat == CHANCE:
        if action >= moves + THROWS:
            state.mover = action - moves - THROWS
        else:
            take_throw(tables, state, action - moves + 1)
        return
    turn = action % 2
    station = action // 2 % (tables.stations + 1)
    throw = action // 2 // (tables.stations + 1) + 1
    move(tables, state, side_of(tables, seat), throw, station, turn)


@rule
def take_throw(tables, state, throw):
    state.pending += 1 << 2 * throw
    state.throws += 1
    state.thrown = throw
    if throw >= GIVES_ANOTHER and state.throws < MOST_THROWS:  # YU-4, YU-5
        return
    go_on(tables, state)


@rule
def move(tables, state, side, throw, station, turn):
    """One horse or stack moves by one throw (YU-6), and lands, stacks, catches or comes home."""
    state.pending -= 1 << 2 * throw
    horses = 1
    if station == tables.stations:
        node = 2 * tables.stations
        state.off[side] -= 1
    else:
        node = node_on(tables, state, station)
        horses = int(state.stack[station])
        clear(state, side, station)
    target = find_landing(tables, state, side, node, turn, throw)
    if target > 2 * tables.stations:  # YU-11
        state.home[side] += horses
        if not finish_if_over(tables, state):
            go_on(tables, state)
        return
    station = target % tables.stations
    caught = catch(tables, state, side, station)
    state.held[side] |= 1 << station
    state.stack[station] += horses  # YU-8
    if target >= tables.stations:  # YU-14: the last to join decides
        state.ways |= 1 << station
    else:
        state.ways &= ~(1 << station)
    if caught and state.throws < MOST_THROWS:  # YU-10, YU-5
        state.waiting = 1 << CHANCE
    else:
        go_on(tables, state)


@rule
def clear(state, side, station):
    """Take the stack off its station."""
    state.held[side] &= ~(1 << station)
    state.ways &= ~(1 << station)
    state.stack[station] = 0


@rule
def catch(tables, state, side, station):
    """Send the horses of rivals on the station back off the board (YU-9); whether there were any."""
    for other in range(tables.sides):
        if other != side and state.held[other] >> station & 1:
            state.off[other] += state.stack[station]
            clear(state, other, station)
            return True
    return False


@large_rule
def go_on(tables, state):
    """The next move if a waiting throw can be used, else the end of the turn (YU-12, YU-15)."""
    if state.pending != 0 and can_use_any(tables, state, side_of(tables, state.mover)):
        state.waiting = 1 << int(state.mover)
    else:
        end_turn(tables, state)


@rule
def end_turn(tables, state):
    state.pending = 0
    state.throws = 0
    if state.wild != NOWHERE and run_wild_horse(tables, state) and finish_if_over(tables, state):
        return
    state.mover = (int(state.mover) + 1) % tables.seats
    state.waiting = 1 << CHANCE


@rule
def run_wild_horse(tables, state):
    """The Wild Horse goes on; whether it is back at its start."""
    state.wild = tables.wild_next[state.wild]  # YU-41
    catch(tables, state, NOBODY, int(state.wild))  # YU-43
    if state.wild != tables.wild:
        return False
    state.laps += 1
    return True
