"""The one source of legality: which clause forbids an action, if any."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.core.seats import CHANCE
from naadam.games.yut.rules.state import (
    NOBODY,
    NOWHERE,
    THROWS,
    bar_landing,
    find_landing,
    node_on,
    side_of,
    waiting_throws,
)


@rule
def refusal(tables, state, seat, action):
    seat = int(seat)
    action = int(action)
    if state.waiting == 0:
        return int(state.ended)
    moves = THROWS * (tables.stations + 1) * 2
    if seat == CHANCE:
        return chance_refusal(tables, state, action - moves)
    if action >= moves:
        return 3
    if state.waiting == 1 << CHANCE:
        return 2 if state.mover == NOBODY else 15 + WORDING
    if state.waiting != 1 << seat:
        return 15
    turn = action % 2
    station = action // 2 % (tables.stations + 1)
    throw = action // 2 // (tables.stations + 1) + 1
    return move_refusal(tables, state, side_of(tables, seat), throw, station, turn)


@rule
def chance_refusal(tables, state, outcome):
    """Against an outcome of chance: a throw, or the draw of a seat; below 0 it is a move of a horse."""
    if state.waiting != 1 << CHANCE or outcome < 0:
        return 15 + 2 * WORDING
    if state.mover == NOBODY:
        return 0 if THROWS <= outcome < THROWS + tables.seats else 2 + WORDING
    return 0 if outcome < THROWS else 2 + 2 * WORDING


@rule
def move_refusal(tables, state, side, throw, station, turn):
    if waiting_throws(state, throw) == 0:
        return 6
    if station == tables.stations:
        node = 2 * tables.stations
        horses = 1
        if state.off[side] == 0:
            return 6 + 2 * WORDING
        if turn == 1:
            return 16
    else:
        if state.held[side] >> station & 1 == 0:
            return 6 + WORDING
        node = node_on(tables, state, station)
        horses = int(state.stack[station])
    target = find_landing(tables, state, side, node, turn, throw)
    if target == NOWHERE:
        return turn_refusal(tables, side, node, throw)
    barred = bar_landing(tables, state, side, horses, target)
    if barred != 0 and target != tables.landing[side, node, turn, throw]:
        return 52 if barred == 42 else 52 + WORDING
    return barred


@rule
def turn_refusal(tables, side, node, throw):
    """Against turning where the horse cannot; on the other node of its station it might."""
    other = node + tables.stations
    if node >= tables.stations or tables.landing[side, other, 1, throw] == NOWHERE:
        return 7
    return 31 if tables.onward[side, node] == tables.onward[side, other] else 7 + WORDING
