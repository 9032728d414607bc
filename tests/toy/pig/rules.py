"""The compiled rules of a short game of Pig: two seats throw a die of three sides in turn, as long as they dare.

A 1 loses what the turn has brought, and the turn; who holds, keeps it. After some turns the higher sum wins.
"""

from __future__ import annotations

from typing import NamedTuple

from naadam.core.compiling import rule
from naadam.core.contract import state_type
from naadam.core.seats import CHANCE

THROW, HOLD, FIRST_SIDE = 0, 1, 2
STATE = state_type(("sums", "i8", (2,)), ("brought", "i8"), ("turn", "i8"))


class Tables(NamedTuple):
    turns: int
    most: int  # points of a turn, at which one holds


@rule
def start(tables, state):
    state.waiting = 1


@rule
def legal(tables, state, seat, actions):
    if state.waiting != 1 << seat or seat == CHANCE:
        return 0
    actions[0] = THROW
    actions[1] = HOLD
    return 2


@rule
def refusal(tables, state, seat, action):
    fits = FIRST_SIDE <= action < FIRST_SIDE + 3 if seat == CHANCE else action == THROW or action == HOLD
    return 0 if fits and state.waiting == 1 << seat else 1


@rule
def chance(tables, state, actions, weights):
    for side in range(3):
        actions[side] = FIRST_SIDE + side
        weights[side] = 1.0
    return 3


@rule
def apply(tables, state, seat, action):
    if action == THROW:
        state.waiting = 1 << CHANCE
    elif action == HOLD:
        next_turn(tables, state)
    elif action == FIRST_SIDE:
        state.brought = 0
        next_turn(tables, state)
    else:
        state.brought += action - FIRST_SIDE + 1
        state.waiting = 1 << state.turn % 2
        if state.brought >= tables.most:
            next_turn(tables, state)


@rule
def next_turn(tables, state):
    state.sums[state.turn % 2] += state.brought
    state.brought = 0
    state.turn += 1
    state.waiting = 1 << state.turn % 2
    if state.turn == tables.turns:
        state.waiting = 0
        state.ended = 1


@rule
def position(tables, state, words):
    words[0] = ((state.sums[0] * 64 + state.sums[1]) * 64 + state.brought) * 64 + state.turn
    words[1] = state.waiting


@rule
def outcome(tables, state, scores):
    lead = state.sums[0] - state.sums[1]
    scores[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    scores[1] = -scores[0]
    return 1 if lead > 0 else 2 if lead < 0 else 3
