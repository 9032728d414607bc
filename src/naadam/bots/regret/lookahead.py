"""Looking further ahead than to the position that follows.

With few seats an action is judged by the result of regret matching in the position that follows. With many that takes
so long that there would be hardly any rounds: they play on in haste for some turns instead. In haste each seat takes,
one after the other, the best of a few plausible actions, if the others act as they have chosen or else plausibly.
"""

from __future__ import annotations

import math

from naadam.bots.budget import LIMIT, NODES, STOP
from naadam.bots.regret.matching import (
    AFTER,
    CURIOSITY,
    DECIDED,
    DOUBT,
    ROOT,
    carry_out,
    correct_regrets,
    decide_others,
    draw_all,
    forget,
    judge,
    keep_best,
    lay_out,
    learn_all,
    list_actions,
    settle,
)
from naadam.core.compiling import copy_state, draw, popcount, rule

FIRST_ROUNDS = 2  # in a position that follows, with all actions,
LAST_ROUNDS = 6  # and with few
ALL_HABIT, NO_HABIT = 1.0, 0.0  # which actions are kept: see keep_best
CROWD = 5  # the number of simultaneous deciders that counts as many
HASTY_TURNS = 3
HASTY_ACTIONS = 6  # of each seat
FIRST_HALVING, NEXT_HALVING, FEWEST = 32, 4, 3
"""In haste a seat goes on with half of its actions after so many rounds, after so many times as many again, ..."""
NOBODY = -1


@rule
def is_crowded(choices):
    """Whether many seats decide simultaneously."""
    deciding = 0
    for seat in range(len(choices.counts)):
        if choices.counts[seat] > 0:
            deciding += 1
    return deciding >= CROWD


@rule
def narrow(tag, tables, choices, seat, kept):
    """Keep the best of the actions that each seat considers, and restart learning. Where many decide, only `seat`
    learns again, and the others act by their learned policy."""
    crowded = is_crowded(choices)
    for other in range(len(choices.counts)):
        if crowded and other != seat:
            act_as_learned(choices, other)
        else:
            keep_best(choices, other, kept, NO_HABIT if crowded else ALL_HABIT)
            forget(choices, other)


@rule
def act_as_learned(choices, seat):
    """Let a seat draw its actions as it has played them in the mean of all rounds."""
    for choice in range(choices.counts[seat]):
        choices.regret[seat, choice] = choices.policy[seat, choice]


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
        learn_further(tag, tables, choices, following, together, seat, answers)
        if is_crowded(choices):
            halve(choices, seat)
            continue
        others = popcount(together & ~(1 << seat))
        if others > 0:
            chosen = draw(choices.rng, others)
            for other in range(len(choices.counts)):
                if together >> other & 1 and other != seat:
                    if chosen == 0:
                        learn_further(tag, tables, choices, following, together, other, answers)
                    chosen -= 1


@rule
def learn_further(tag, tables, choices, following, together, seat, answers):
    """Let a seat learn by the later results of its actions."""
    crowded = is_crowded(choices)
    decide_others(tag, tables, choices, together, seat)
    luck = choices.rng[0]
    for choice in range(choices.counts[seat]):
        choices.rng[0] = luck
        carry_out(tag, tables, choices, seat, choice)
        after = choices.states[AFTER]
        if crowded:
            choices.results[choice] = hurry_on(tag, tables, following, after, seat)
        elif after.waiting >> seat & 1:
            choices.results[choice] = foresee(tag, tables, following, after, seat, answers)
        else:
            choices.results[choice] = judge(tag, tables, choices, after, seat)
    correct_regrets(choices, seat)


@rule
def foresee(tag, tables, choices, state, seat, answers):
    """The expected value of a position for a seat, if all seats learn in it for a few rounds."""
    root = choices.states[ROOT]
    copy_state(root, state)
    together = int(root.waiting)
    list_actions(tag, tables, choices)
    for _ in range(FIRST_ROUNDS):
        draw_all(tag, tables, choices, together, seat, CURIOSITY)
        learn_all(tag, tables, choices, together, seat)
    for other in range(len(choices.counts)):
        keep_best(choices, other, answers, ALL_HABIT)
    total, weights = 0.0, 0.0
    for number in range(LAST_ROUNDS):
        weight = float(number + 1)  # later rounds know more
        draw_all(tag, tables, choices, together, seat, CURIOSITY)
        total += weight * learn_all(tag, tables, choices, together, seat)
        weights += weight
    return total / weights


@rule
def hurry_on(tag, tables, choices, state, seat):
    """The value for a seat after some quickly played turns."""
    root = choices.states[ROOT]
    copy_state(root, state)
    for _ in range(HASTY_TURNS):
        if root.waiting != 0:
            play_turn(tag, tables, choices)
    return judge(tag, tables, choices, root, seat)


@rule
def halve(choices, seat):
    """Go on with half of a seat's actions, if enough rounds are done."""
    halving = FIRST_HALVING
    while halving < choices.rounds[seat]:
        halving *= NEXT_HALVING
    if halving == choices.rounds[seat]:
        keep_best(choices, seat, max(FEWEST, choices.counts[seat] // 2), NO_HABIT)


@rule
def play_turn(tag, tables, choices):
    """Let all seats that decide now act in haste, and chance after them."""
    root, seats = choices.states[ROOT], len(choices.counts)
    together = int(root.waiting)
    list_actions(tag, tables, choices)
    for seat in range(seats):
        if together >> seat & 1:
            choices.counts[seat] = min(choices.counts[seat], HASTY_ACTIONS)
            choices.drawn[seat] = choices.listed[seat, draw(choices.rng, choices.counts[seat])]
    first = draw(choices.rng, seats)
    for number in range(seats):
        seat = (first + number) % seats
        if together >> seat & 1:
            decide_others(tag, tables, choices, together, seat)
            choices.drawn[seat] = choices.listed[seat, best_choice(tag, tables, choices, seat)]
    decide_others(tag, tables, choices, together, NOBODY)
    settle(tag, tables, choices, choices.states[DECIDED])
    copy_state(root, choices.states[DECIDED])


@rule
def best_choice(tag, tables, choices, seat):
    """The best of a seat's considered actions by the position that follows, after the actions of the others."""
    best, most = 0, -math.inf
    for choice in range(choices.counts[seat]):
        carry_out(tag, tables, choices, seat, choice)
        found = judge(tag, tables, choices, choices.states[AFTER], seat)
        if found > most:
            best, most = choice, found
    choices.control[NODES] += choices.counts[seat]
    return best
