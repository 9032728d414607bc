"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.conquest.rules import clauses
from naadam.games.conquest.rules.exchange import bar_exchange, bar_unloading
from naadam.games.conquest.rules.movement import bar_jump, bar_step
from naadam.games.conquest.rules.points import mover_points
from naadam.games.conquest.rules.state import (
    ANSWERERS,
    ANSWERING,
    CHOOSING,
    END,
    LET,
    MOVERS,
    NOTHING,
    STEPS,
)


@large_rule
def refusal(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if state.waiting == 0:
        return int(state.ended)
    if seat == CHANCE:
        return bar_chance(tables, state, action)
    if action >= tables.first:
        return clauses.NOBODY_CHOOSES_WHO_BEGINS
    if state.waiting >> seat & 1 == 0:
        if state.phase == CHOOSING:
            return clauses.LOTS_FIRST
        return clauses.OTHERS_ANSWER_FIRST if state.phase == ANSWERING else clauses.NOT_YOUR_TURN
    if state.phase == ANSWERING:
        return bar_answer(tables, state, seat, action)
    if action == END:
        return 0
    if action == LET or action >= tables.exchange:
        return clauses.NOTHING_TO_ANSWER
    left = mover_points(tables, state)
    if action >= tables.jump:
        return bar_jump(tables, state, seat, action - tables.jump, left)
    path = (action - STEPS) // MOVERS
    return bar_step(tables, state, seat, path, action - STEPS - MOVERS * path, left)


@rule
def bar_answer(tables, state, seat, action):
    """Against what a player does who is asked for an exchange."""
    if action == LET:
        return 0
    if action < tables.exchange:
        return clauses.ANSWER_FIRST
    if action < tables.alone:
        space = (action - tables.exchange) // ANSWERERS
        return bar_exchange(tables, state, seat, space, action - tables.exchange - ANSWERERS * space)
    if action < tables.parted:
        return bar_unloading(tables, state, seat, action - tables.alone, NOTHING)
    pair = action - tables.parted
    return bar_unloading(tables, state, seat, int(tables.pair_one[pair]), int(tables.pair_two[pair]))


@rule
def bar_chance(tables, state, action):
    if state.waiting != 1 << CHANCE or action < tables.first:
        return clauses.NOT_FOR_CHANCE
    return 0 if action < tables.first + tables.seats else clauses.LOT_FOR_NO_PLAYER
