"""The compiled rules of a matrix game: both seats choose simultaneously; the matrix has the payoff of seat 0."""

from __future__ import annotations

from typing import Any, NamedTuple

from naadam.core.compiling import copy_state, draw, rule
from naadam.core.contract import state_type

STATE = state_type(("chosen", "i8", (2,)))  # 0, or 1 more than the choice


class Tables(NamedTuple):
    payoff: Any  # [choice of seat 0, choice of seat 1]


@rule
def start(tables, state):
    state.waiting = 3


@rule
def width(tables, seat):
    return tables.payoff.shape[0] if seat == 0 else tables.payoff.shape[1]


@rule
def legal(tables, state, seat, actions):
    if seat > 1 or state.waiting >> seat & 1 == 0:
        return 0
    for action in range(width(tables, seat)):
        actions[action] = action
    return width(tables, seat)


@rule
def refusal(tables, state, seat, action):
    return 0 if seat < 2 and state.waiting >> seat & 1 and 0 <= action < width(tables, seat) else 1


@rule
def apply(tables, state, seat, action):
    state.chosen[seat] = action + 1
    state.waiting &= ~(1 << seat)
    if state.waiting == 0:
        state.ended = 1


@rule
def position(tables, state, words):
    words[0] = state.chosen[0] * 8 + state.chosen[1]


@rule
def outcome(tables, state, scores):
    won = tables.payoff[state.chosen[0] - 1, state.chosen[1] - 1]
    scores[0] = won
    scores[1] = -won
    return 1 if won > 0 else 2 if won < 0 else 3


@rule
def view(tables, state, seat, view):
    copy_state(view, state)
    if state.waiting != 0 and state.chosen[1 - seat] != 0:
        view.chosen[1 - seat] = -1


@rule
def complete(tables, view, seat, rng, state):
    copy_state(state, view)
    if view.chosen[1 - seat] == -1:
        state.chosen[1 - seat] = 1 + draw(rng, width(tables, 1 - seat))


@rule
def unseal(tables, state, seat):
    if state.chosen[1 - seat] != 0:
        state.chosen[1 - seat] = 0
        state.waiting |= 1 << (1 - seat)


@rule
def discloses(tables, state, seat, action, witness):
    return seat == witness
