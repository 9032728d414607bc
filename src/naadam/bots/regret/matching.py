"""Regret matching: every seat that decides at once learns which of its actions it should rather have taken.

In a round all seats draw actions by their regrets. For a seat that learns, each of its actions is then judged with what
the others have drawn: by the position that follows or, looking further ahead, by what regret matching in that position
gives to the seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.bots.budget import LIMIT, NODES, STOP
from naadam.core.compiling import copy_state, draw, popcount, rule, uniform
from naadam.core.compiling.kernels import random_action, step
from naadam.core.contract import complete, legal, outcome, plausible, refusal, unseal, value
from naadam.core.game import Game
from naadam.core.seats import CHANCE

MOST = 64  # actions of a seat that are considered
CURIOSITY = 0.02  # the share of draws by chance alone, so that rivals meet everything
DOUBT = 0.5  # of draws of the thinking seat: rivals do not know it as well as it knows itself
FIRST_ROUNDS = 2  # in a position that follows, with all actions,
LAST_ROUNDS = 6  # and with few
OVER = 1.5  # how much more than any guess the result of a game counts
ROOT, DECIDED, AFTER = range(3)  # places in `states`


class Choices(NamedTuple):
    """The actions that each seat considers, and what has been learned of them."""

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
    """A position that a seat must think possible, with what others have sealed taken back."""
    state = choices.states[ROOT]
    complete(tag, tables, view, seat, choices.rng, state)
    unseal(tag, tables, state, seat)


@rule
def list_choices(tag, tables, choices, view, seat):
    """Write down what each seat that decides now with `seat` may consider."""
    lay_out(tag, tables, choices, view, seat)
    list_actions(tag, tables, choices)


@rule
def list_actions(tag, tables, choices):
    state = choices.states[ROOT]
    for seat in range(len(choices.counts)):
        choices.counts[seat] = 0
        choices.rounds[seat] = 0
        if state.waiting >> seat & 1:
            count = legal(tag, tables, state, seat, choices.actions)
            count = plausible(tag, tables, state, seat, choices.rng, choices.actions, count)
            choices.counts[seat] = min(count, MOST)
            for choice in range(choices.counts[seat]):
                choices.listed[seat, choice] = choices.actions[choice]
                choices.regret[seat, choice] = 0.0
                choices.policy[seat, choice] = 0.0
                choices.total[seat, choice] = 0.0


@rule
def narrow(tag, tables, choices, kept):
    """Of what each seat considers keep what was best by its results or played much, and begin to learn anew."""
    for seat in range(len(choices.counts)):
        keep_best(choices, seat, kept)
        choices.rounds[seat] = 0
        for choice in range(choices.counts[seat]):
            choices.regret[seat, choice] = 0.0
            choices.policy[seat, choice] = 0.0
            choices.total[seat, choice] = 0.0


@rule
def keep_best(choices, seat, kept):
    """Keep the most promising actions of a seat, with what has been learned of them."""
    count = choices.counts[seat]
    played = 0.0
    for choice in range(count):
        played += choices.policy[seat, choice]
    choices.counts[seat] = min(count, kept)
    for place in range(choices.counts[seat]):
        best = place
        for choice in range(place + 1, count):
            if promise(choices, seat, choice, played) > promise(choices, seat, best, played):
                best = choice
        exchange(choices.listed, seat, place, best)
        exchange(choices.regret, seat, place, best)
        exchange(choices.policy, seat, place, best)
        exchange(choices.total, seat, place, best)


@rule
def exchange(table, seat, place, choice):
    table[seat, place], table[seat, choice] = table[seat, choice], table[seat, place]


@rule
def promise(choices, seat, choice, played):
    """How much an action deserves a closer look: by its mean result and by how much it was played."""
    mean = choices.total[seat, choice] / choices.rounds[seat] if choices.rounds[seat] > 0 else 0.0
    return mean + choices.policy[seat, choice] / played if played > 0.0 else mean


@rule
def match_regrets(tag, tables, choices, following, view, seat, answers, rounds):
    """Learn for some rounds, fewer if the clock says so.

    With `answers` they look a turn further, with so many actions of each seat, and `following` has room for that. Since
    this takes longer, only `seat` and one of the others learn in such a round.
    """
    for _ in range(rounds):
        if choices.control[STOP] != 0 or choices.control[NODES] >= choices.control[LIMIT]:
            return
        lay_out(tag, tables, choices, view, seat)
        together = int(choices.states[ROOT].waiting)
        draw_all(tag, tables, choices, together, seat, DOUBT)
        if answers == 0:
            learn_all(tag, tables, choices, together, seat)
            continue
        learn_ahead(tag, tables, choices, following, together, seat, answers)
        others = popcount(together & ~(1 << seat))
        if others > 0:
            chosen = draw(choices.rng, others)
            for other in range(len(choices.counts)):
                if together >> other & 1 and other != seat:
                    if chosen == 0:
                        learn_ahead(tag, tables, choices, following, together, other, answers)
                    chosen -= 1


@rule
def draw_all(tag, tables, choices, together, seat, doubt):
    """Draw the actions of a round; those of `seat` more often by chance alone."""
    for other in range(len(choices.counts)):
        if together >> other & 1:
            curiosity = doubt if other == seat else CURIOSITY
            draw_action(tag, tables, choices, choices.states[ROOT], other, curiosity)


@rule
def learn_all(tag, tables, choices, together, seat):
    """Let every seat learn; return what `seat` could expect."""
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
    """Draw the action of a seat for this round; any that is legal if what is hidden forbids it."""
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
    """Judge every action of a seat by what follows, and correct its regrets; return what it could expect."""
    decide_others(tag, tables, choices, together, seat)
    luck = choices.rng[0]  # the same for all actions
    for choice in range(choices.counts[seat]):
        choices.rng[0] = luck
        carry_out(tag, tables, choices, seat, choice)
        choices.results[choice] = judge(tag, tables, choices, choices.states[AFTER], seat)
    return correct_regrets(choices, seat)


@rule
def learn_ahead(tag, tables, choices, following, together, seat, answers):
    """The same, but judge by what the turn after that should bring, if the seat acts in it."""
    decide_others(tag, tables, choices, together, seat)
    luck = choices.rng[0]
    for choice in range(choices.counts[seat]):
        choices.rng[0] = luck
        carry_out(tag, tables, choices, seat, choice)
        after = choices.states[AFTER]
        if after.waiting >> seat & 1:
            choices.results[choice] = foresee(tag, tables, following, after, seat, answers)
        else:
            choices.results[choice] = judge(tag, tables, choices, after, seat)
    correct_regrets(choices, seat)


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
    """Learn from the results of all actions of a seat; return what it could expect."""
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
def foresee(tag, tables, choices, state, seat, answers):
    """What a seat may expect of a position in which all learn for a few rounds what to do."""
    root = choices.states[ROOT]
    copy_state(root, state)
    together = int(root.waiting)
    list_actions(tag, tables, choices)
    for _ in range(FIRST_ROUNDS):
        draw_all(tag, tables, choices, together, seat, CURIOSITY)
        learn_all(tag, tables, choices, together, seat)
    for other in range(len(choices.counts)):
        keep_best(choices, other, answers)
    total, weights = 0.0, 0.0
    for number in range(LAST_ROUNDS):
        weight = float(number + 1)  # later rounds know more
        draw_all(tag, tables, choices, together, seat, CURIOSITY)
        total += weight * learn_all(tag, tables, choices, together, seat)
        weights += weight
    return total / weights


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
