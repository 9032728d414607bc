"""Regret matching: every seat of a simultaneous decision learns which of its actions would have been better.

In a round all seats draw actions by their regrets. For a seat that learns, each of its actions is then judged together
with the drawn actions of the others, by the position that follows; `lookahead.py` looks further.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.bots.budget import NODES
from naadam.core.compiling import copy_state, draw, rule, uniform
from naadam.core.compiling.kernels import random_action, step
from naadam.core.contract import complete, legal, outcome, plausible, refusal, unseal, value
from naadam.core.game import Game
from naadam.core.seats import CHANCE

MOST = 64  # actions of a seat that are considered
CURIOSITY = 0.02  # the share of draws by chance alone, so that rivals meet everything
DOUBT = 0.5  # of draws of the thinking seat: rivals do not know it as well as it knows itself
OVER = 1.5  # how much more than any guess the result of a game counts
ROOT, DECIDED, AFTER = range(3)  # places in `states`


class Choices(NamedTuple):
    """The actions that each seat considers, and the learned regrets of these."""

    states: Any  # positions that are being looked at
    listed: Any  # [seat, choice]: the action, the most plausible first
    counts: Any  # [seat]: how many
    regret: Any  # [seat, choice]
    policy: Any  # [seat, choice]: the sum of all rounds, later ones weighing more
    total: Any  # [seat, choice]: the sum of results,
    rounds: Any  # [seat]: of so many rounds
    strategy: Any  # [choice]: of the seat that learns
    results: Any  # [choice]
    drawn: Any  # [seat]: the action of this round
    actions: Any
    weights: Any
    trail: Any
    scores: Any
    rng: Any
    control: Any  # see budget.py


def make_choices(game: Game) -> Choices:
    sizes = game.sizes
    seats = sizes.seats
    return Choices(
        states=np.zeros(3, game.state_type),
        listed=np.zeros((seats, MOST), np.int64),
        counts=np.zeros(seats, np.int64),
        regret=np.zeros((seats, MOST)),
        policy=np.zeros((seats, MOST)),
        total=np.zeros((seats, MOST)),
        rounds=np.zeros(seats, np.int64),
        strategy=np.zeros(MOST),
        results=np.zeros(MOST),
        drawn=np.zeros(seats, np.int64),
        actions=np.zeros(max(sizes.choices, sizes.outcomes), np.int64),
        weights=np.zeros(max(1, sizes.outcomes)),
        trail=np.zeros((sizes.trail, max(1, sizes.words)), np.int64),
        scores=np.zeros(seats),
        rng=np.zeros(1, np.int64),
        control=np.zeros(4, np.int64),
    )


@rule
def lay_out(tag, tables, choices, view, seat):
    """A position that a seat must think possible, with the sealed actions of others taken back."""
    state = choices.states[ROOT]
    complete(tag, tables, view, seat, choices.rng, state)
    unseal(tag, tables, state, seat)


@rule
def list_choices(tag, tables, choices, view, seat):
    """List the actions for each seat that decides now with `seat`."""
    lay_out(tag, tables, choices, view, seat)
    list_actions(tag, tables, choices)


@rule
def list_actions(tag, tables, choices):
    state = choices.states[ROOT]
    for seat in range(len(choices.counts)):
        choices.counts[seat] = 0
        if state.waiting >> seat & 1:
            count = legal(tag, tables, state, seat, choices.actions)
            count = plausible(tag, tables, state, seat, choices.rng, choices.actions, count)
            choices.counts[seat] = min(count, MOST)
            for choice in range(choices.counts[seat]):
                choices.listed[seat, choice] = choices.actions[choice]
            forget(choices, seat)


@rule
def forget(choices, seat):
    """Reset the learning of a seat."""
    choices.rounds[seat] = 0
    for choice in range(choices.counts[seat]):
        choices.regret[seat, choice] = 0.0
        choices.policy[seat, choice] = 0.0
        choices.total[seat, choice] = 0.0


@rule
def keep_best(choices, seat, kept, habit):
    """Keep the most promising actions of a seat, with their learned regrets; `habit` is the weight of an action's
    frequency, in addition to its mean result."""
    count = choices.counts[seat]
    played = 0.0
    for choice in range(count):
        played += choices.policy[seat, choice]
    share = habit / played if played > 0.0 else 0.0
    choices.counts[seat] = min(count, kept)
    for place in range(choices.counts[seat]):
        best = place
        for choice in range(place + 1, count):
            if promise(choices, seat, choice, share) > promise(choices, seat, best, share):
                best = choice
        exchange(choices.listed, seat, place, best)
        exchange(choices.regret, seat, place, best)
        exchange(choices.policy, seat, place, best)
        exchange(choices.total, seat, place, best)


@rule
def exchange(table, seat, place, choice):
    table[seat, place], table[seat, choice] = table[seat, choice], table[seat, place]


@rule
def promise(choices, seat, choice, share):
    """How much an action deserves a closer look: by its mean result and by how much it was played."""
    mean = choices.total[seat, choice] / choices.rounds[seat] if choices.rounds[seat] > 0 else 0.0
    return mean + share * choices.policy[seat, choice]


@rule
def draw_all(tag, tables, choices, together, seat, doubt):
    """Draw the actions of a round; those of `seat` more often by chance alone."""
    for other in range(len(choices.counts)):
        if together >> other & 1:
            curiosity = doubt if other == seat else CURIOSITY
            draw_action(tag, tables, choices, choices.states[ROOT], other, curiosity)


@rule
def learn_all(tag, tables, choices, together, seat):
    """Let every seat learn; return the expected value of `seat`."""
    expected = 0.0
    for learner in range(len(choices.counts)):
        if together >> learner & 1:
            found = learn(tag, tables, choices, together, learner)
            if learner == seat:
                expected = found
    return expected


@rule
def set_strategy(choices, seat):
    """Write how likely a seat takes each of its actions now: by its regrets, where it has none any."""
    count = choices.counts[seat]
    regrets = 0.0
    for choice in range(count):
        regrets += choices.regret[seat, choice]
    for choice in range(count):
        choices.strategy[choice] = choices.regret[seat, choice] / regrets if regrets > 0.0 else 1.0 / count


@rule
def draw_action(tag, tables, choices, state, seat, curiosity):
    """Draw the action of a seat for this round; any legal action if hidden facts forbid it."""
    count = choices.counts[seat]
    chosen = draw(choices.rng, max(1, count))
    if uniform(choices.rng) >= curiosity:
        set_strategy(choices, seat)
        mark = uniform(choices.rng)
        for choice in range(count):
            mark -= choices.strategy[choice]
            if mark < 0.0:
                chosen = choice
                break
    action = choices.listed[seat, chosen]
    if count == 0 or refusal(tag, tables, state, seat, action) != 0:
        action = random_action(tag, tables, state, seat, choices.rng, choices.actions, choices.weights)
    choices.drawn[seat] = action


@rule
def learn(tag, tables, choices, together, seat):
    """Judge every action of a seat by the position that follows, and correct its regrets; return its expected value."""
    decide_others(tag, tables, choices, together, seat)
    luck = choices.rng[0]  # the same for all actions
    for choice in range(choices.counts[seat]):
        choices.rng[0] = luck
        carry_out(tag, tables, choices, seat, choice)
        choices.results[choice] = judge(tag, tables, choices, choices.states[AFTER], seat)
    return correct_regrets(choices, seat)


@rule
def decide_others(tag, tables, choices, together, seat):
    """The position in which all but a seat have acted as drawn."""
    decided = choices.states[DECIDED]
    copy_state(decided, choices.states[ROOT])
    for other in range(len(choices.counts)):
        if other != seat and together >> other & 1 and decided.waiting >> other & 1:
            step(tag, tables, decided, choices.trail, -1, other, choices.drawn[other])


@rule
def carry_out(tag, tables, choices, seat, choice):
    """The position after an action of a seat, and after chance."""
    after = choices.states[AFTER]
    copy_state(after, choices.states[DECIDED])
    action = choices.listed[seat, choice]
    if refusal(tag, tables, after, seat, action) == 0:
        step(tag, tables, after, choices.trail, -1, seat, action)
    settle(tag, tables, choices, after)


@rule
def correct_regrets(choices, seat):
    """Learn from the results of all actions of a seat; return its expected value."""
    set_strategy(choices, seat)
    count = choices.counts[seat]
    expected = 0.0
    for choice in range(count):
        expected += choices.strategy[choice] * choices.results[choice]
    choices.control[NODES] += count
    choices.rounds[seat] += 1
    weight = float(choices.rounds[seat])
    for choice in range(count):
        result = choices.results[choice]
        choices.regret[seat, choice] = max(0.0, choices.regret[seat, choice] + result - expected)
        choices.policy[seat, choice] += weight * choices.strategy[choice]
        choices.total[seat, choice] += result
    return expected


@rule
def settle(tag, tables, choices, state):
    """Let chance act."""
    while state.waiting == 1 << CHANCE:
        action = random_action(tag, tables, state, CHANCE, choices.rng, choices.actions, choices.weights)
        step(tag, tables, state, choices.trail, -1, CHANCE, action)


@rule
def judge(tag, tables, choices, state, seat):
    """The worth of a position for a seat: a guess, or the result of a game that is over."""
    if state.waiting != 0:
        return value(tag, tables, state, seat)
    winners = outcome(tag, tables, state, choices.scores)
    return OVER if winners >> seat & 1 else -OVER
