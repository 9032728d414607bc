"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.core.seats import CHANCE
from naadam.games.yut.rules import clauses
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
        return clauses.NOBODY_CHOOSES_A_THROW
    if state.waiting == 1 << CHANCE:
        return clauses.LOTS_FIRST if state.mover == NOBODY else clauses.THROW_FIRST
    if state.waiting != 1 << seat:
        return clauses.NOT_YOUR_TURN
    turn = action % 2
    station = action // 2 % (tables.stations + 1)
    throw = action // 2 // (tables.stations + 1) + 1
    return move_refusal(tables, state, side_of(tables, seat), throw, station, turn)


@rule
def chance_refusal(tables, state, outcome):
    """Against an outcome of chance: a throw, or the draw of a seat; below 0 it is a move of a horse."""
    if state.waiting != 1 << CHANCE or outcome < 0:
        return clauses.NOT_FOR_CHANCE
    if state.mover == NOBODY:
        return 0 if THROWS <= outcome < THROWS + tables.seats else clauses.LOT_FOR_NO_PLAYER
    return 0 if outcome < THROWS else clauses.LOTS_ARE_OVER


@rule
def move_refusal(tables, state, side, throw, station, turn):
    if waiting_throws(state, throw) == 0:
        return clauses.NO_SUCH_THROW
    if station == tables.stations:
        node = 2 * tables.stations
        horses = 1
        if state.off[side] == 0:
            return clauses.NO_HORSE_LEFT
        if turn == 1:
            return clauses.NEW_HORSE_TURNS_NOT
    else:
        if state.held[side] >> station & 1 == 0:
            return clauses.NO_HORSE_THERE
        node = node_on(tables, state, station)
        horses = int(state.stack[station])
    target = find_landing(tables, state, side, node, turn, throw)
    if target == NOWHERE:
        return turn_refusal(tables, side, node, throw)
    barred = bar_landing(tables, state, side, horses, target)
    if barred != 0 and target != tables.landing[side, node, turn, throw]:
        return clauses.JUMP_TO_WILD_HORSE if barred == clauses.WILD_HORSE_THERE else clauses.JUMP_TO_HIGH_STACK
    return barred


@rule
def turn_refusal(tables, side, node, throw):
    """Against turning where the horse cannot; on the other node of its station it might."""
    other = node + tables.stations
    if node >= tables.stations or tables.landing[side, other, 1, throw] == NOWHERE:
        return clauses.NO_SHORT_CUT
    same = tables.onward[side, node] == tables.onward[side, other]
    return clauses.SHORT_CUT_BY_FIVE_ONLY if same else clauses.NO_CHOICE_THIS_WAY
