"""Loops over many games for programs that learn: observations, chance steps, restarts, steps of a learner.

They are compiled for a game when a batch first asks for them, and not with the kernels that everybody needs.
"""

from __future__ import annotations

from naadam.core.compiling.compiled import rule
from naadam.core.compiling.intrinsics import copy_state, ctz
from naadam.core.compiling.kernels import random_action, step
from naadam.core.contract import legal, observe, outcome, refusal, view
from naadam.core.seats import CHANCE


@rule
def show(tag, tables, state, seat, views, tensor):
    """Write a seat's observation into a tensor that is all zero; `views` are a view to use and one that stays all
    zero."""
    copy_state(views[0], views[1])
    view(tag, tables, state, seat, views[0])
    observe(tag, tables, views[0], seat, tensor)


@rule
def show_all(tag, tables, states, seats, views, tensors):
    """Write the observation of a seat of each state into its row of `tensors`, which is overwritten; nothing for
    CHANCE."""
    for index in range(len(states)):
        tensors[index, :] = 0.0
        if 0 <= seats[index] < CHANCE:
            show(tag, tables, states[index], seats[index], views, tensors[index])


@rule
def play_on(tag, tables, state, trail, mask, rng, actions, weights):
    """Play at random until one of the seats of `mask` is to act or the game is over."""
    while state.waiting != 0 and state.waiting & mask == 0:
        seat = ctz(state.waiting)
        action = random_action(tag, tables, state, seat, rng, actions, weights)
        step(tag, tables, state, trail, -1, seat, action)


@rule
def play_all_on(tag, tables, states, trails, mask, rngs, actions, weights):
    """Play each state on at random until a seat of `mask` acts; each state has a separate generator."""
    for index in range(len(states)):
        play_on(tag, tables, states[index], trails[index], mask, rngs[index], actions, weights)


@rule
def begin_anew(tag, tables, states, trails, starts, start_trail):
    """Put every game that is over back to the start, which is starts[0]; return how many there were."""
    count = 0
    for index in range(len(states)):
        if states[index].waiting == 0:
            begin(states[index], trails[index], starts[0], start_trail)
            count += 1
    return count


@rule
def begin(state, trail, start, start_trail):
    copy_state(state, start)
    for row in range(start_trail.shape[0]):
        for word in range(start_trail.shape[1]):
            trail[row, word] = start_trail[row, word]


@rule
def learn(
    tag,
    tables,
    states,
    trails,
    starts,
    start_trail,
    seats,
    chosen,
    rngs,
    rewards,
    over,
    refused,
    tensors,
    masks,
    scores,
    views,
    actions,
    weights,
):
    """One step of a learner in every game: its action, then all others and chance at random until it is to act again.

    A game that is over restarts instead. An action that the rules refuse is not taken, and `refused` says why; an
    action below 0 means that no action is taken. All of `rewards`, `over`, `refused`, `tensors` and `masks` are zero
    before.
    """
    for index in range(len(states)):
        state, trail, seat = states[index], trails[index], seats[index]
        if state.waiting == 0:
            begin(state, trail, starts[0], start_trail)
        elif chosen[index] >= 0:
            refused[index] = refusal(tag, tables, state, seat, chosen[index])
            if refused[index] == 0:
                step(tag, tables, state, trail, -1, seat, chosen[index])
        play_on(tag, tables, state, trail, 1 << seat, rngs[index], actions, weights)
        if state.waiting == 0:
            scores[:] = 0.0
            outcome(tag, tables, state, scores)
            rewards[index] = scores[seat]
            over[index] = True
        show(tag, tables, state, seat, views, tensors[index])
        if state.waiting != 0:
            for number in range(legal(tag, tables, state, seat, actions)):
                masks[index, actions[number]] = True
