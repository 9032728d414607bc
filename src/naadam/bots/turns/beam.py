"""A beam: one turn is planned step by step, and of all positions that a step leads to only the best are kept.

The orders in which the same steps can be taken lead to the same position, which is met once. A seat that is asked in
the middle of the turn takes the answer with the best immediate gain. Every way to end the turn is a *plan*; the best of
them are kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.bots.budget import LIMIT, NODES, STOP
from naadam.core.compiling import copy_state, ctz, rule
from naadam.core.compiling.kernels import key
from naadam.core.contract import apply, legal, on_turn, outcome, plausible, value
from naadam.core.game import Game
from naadam.core.seats import CHANCE

MOST_STEPS = 64  # of a turn that is planned
OVER = 2.0  # how much more than any guess the result of a game counts
LATER = 0.95  # the share of a result that counts if it comes only in the turns of others
NONE = -1
NOW, TRIED, ANSWERED = 0, 1, 2  # places in `spare`

# Columns of `Beam.plans`
LAST, NODE, STEP = 0, 1, 2  # the last action of the plan, the node it is taken at, and the step of that node


class Beam(NamedTuple):
    """All arrays of a search for the best turn."""

    layers: Any  # [step is odd, node]: positions after so many steps
    parents: Any  # [step, node]: the node of the step before
    actions: Any  # [step, node]: the action that led from there to here
    keys: Any  # [step, node]: of the positions
    promise: Any  # [node]: the worth of those kept for the next step
    plans: Any  # [plan, column], the best first
    worth: Any  # [plan]
    ends: Any  # [plan]: the position after the turn
    end_keys: Any  # [plan]
    met: Any  # the keys of positions that were met, a power of two
    spare: Any  # positions that are being looked at
    legal: Any
    answers: Any
    words: Any
    scores: Any
    used: Any  # plans found
    rng: Any
    control: Any  # see budget.py


def make_beam(game: Game, width: int, plans: int) -> Beam:
    """Room for a beam of at most `width` positions, and for so many plans."""
    sizes = game.sizes
    return Beam(
        layers=np.zeros((2, width), game.state_type),
        parents=np.zeros((MOST_STEPS + 1, width), np.int64),
        actions=np.zeros((MOST_STEPS + 1, width), np.int64),
        keys=np.zeros((MOST_STEPS + 1, width), np.int64),
        promise=np.zeros(width),
        plans=np.zeros((plans, 3), np.int64),
        worth=np.zeros(plans),
        ends=np.zeros(plans, game.state_type),
        end_keys=np.zeros(plans, np.int64),
        met=np.zeros(room_for(width), np.int64),
        spare=np.zeros(3, game.state_type),
        legal=np.zeros(sizes.choices, np.int64),
        answers=np.zeros(sizes.choices, np.int64),
        words=np.zeros(max(1, sizes.words), np.int64),
        scores=np.zeros(sizes.seats),
        used=np.zeros(1, np.int64),
        rng=np.zeros(1, np.int64),
        control=np.zeros(4, np.int64),
    )


def room_for(width: int) -> int:
    """Slots for the keys of the positions that a beam meets, half of them empty."""
    return 1 << (width * 256).bit_length()


@rule
def is_stopped(beam):
    return beam.control[STOP] != 0 or beam.control[NODES] >= beam.control[LIMIT]


@rule
def judge(tag, tables, beam, state, seat):
    """The worth of a position for a seat: a guess, or the result of a game that is over."""
    if state.waiting != 0:
        return value(tag, tables, state, seat)
    outcome(tag, tables, state, beam.scores)
    best = worst = beam.scores[0]
    for other in range(1, len(beam.scores)):
        best, worst = max(best, beam.scores[other]), min(worst, beam.scores[other])
    if best == worst:
        return 0.0
    return OVER * (2.0 * (beam.scores[seat] - worst) / (best - worst) - 1.0)


@rule
def is_asked(tag, tables, state, seat):
    """Whether others are asked something in the middle of the turn of `seat`."""
    waiting = int(state.waiting)
    if waiting == 0 or waiting >> seat & 1 or waiting >> CHANCE:
        return False
    return on_turn(tag, tables, state) == seat


@rule
def settle(tag, tables, beam, state, seat):
    """Let the seats that are asked in the turn of `seat` answer, each by its best immediate gain."""
    while is_asked(tag, tables, state, seat):
        other = ctz(state.waiting)
        count = legal(tag, tables, state, other, beam.answers)
        best, chosen = 0.0, NONE
        for index in range(count):
            after = beam.spare[ANSWERED]
            copy_state(after, state)
            apply(tag, tables, after, other, beam.answers[index])
            worth = judge(tag, tables, beam, after, other)
            if chosen == NONE or worth > best:
                best, chosen = worth, beam.answers[index]
        apply(tag, tables, state, other, chosen)


@rule
def is_new(beam, found):
    """Whether a key is met for the first time; it is noted, if there is room."""
    mask = len(beam.met) - 1
    noted = found | 1
    slot = (found >> 8) & mask
    for _ in range(16):
        if beam.met[slot] == noted:
            return False
        if beam.met[slot] == 0:
            beam.met[slot] = noted
            return True
        slot = slot + 1 & mask
    return True


@rule
def keep_plan(beam, state, found, action, node, step, worth):
    """Put a plan in its place among the best, once for each position that plans lead to."""
    used, most = beam.used[0], len(beam.plans)
    if used == most and worth <= beam.worth[most - 1]:
        return
    for index in range(used):
        if beam.end_keys[index] == found:
            return
    place = min(used, most - 1)
    while place > 0 and beam.worth[place - 1] < worth:
        for column in range(3):
            beam.plans[place, column] = beam.plans[place - 1, column]
        beam.worth[place], beam.end_keys[place] = beam.worth[place - 1], beam.end_keys[place - 1]
        copy_state(beam.ends[place], beam.ends[place - 1])
        place -= 1
    beam.plans[place, LAST], beam.plans[place, NODE], beam.plans[place, STEP] = action, node, step
    beam.worth[place], beam.end_keys[place] = worth, found
    copy_state(beam.ends[place], state)
    beam.used[0] = min(used + 1, most)


@rule
def offer(beam, step, kept, width, node, action, found, worth):
    """Keep a position for the next step if it is among the best; return how many are kept."""
    place = kept
    if kept == width:
        place = 0
        for index in range(1, width):
            if beam.promise[index] < beam.promise[place]:
                place = index
        if worth <= beam.promise[place]:
            return kept
    beam.parents[step, place], beam.actions[step, place] = node, action
    beam.keys[step, place] = found
    beam.promise[place] = worth
    return min(kept + 1, width)


@rule
def plan_turn(tag, tables, beam, state, seat, width):
    """Plan the rest of the turn of `seat`, from a position in which it or those it has asked are to act."""
    beam.used[0] = 0
    for slot in range(len(beam.met)):
        beam.met[slot] = 0
    root = beam.layers[0, 0]
    copy_state(root, state)
    settle(tag, tables, beam, root, seat)
    count = 1
    beam.keys[0, 0] = key(tag, tables, root, beam.words)
    if root.waiting == 0 or on_turn(tag, tables, root) != seat:
        return
    for step in range(MOST_STEPS):
        count = take_step(tag, tables, beam, seat, width, step, count)
        if count == 0:
            return


@rule
def take_step(tag, tables, beam, seat, width, step, count):
    """Try all actions at the positions of one step, and keep the best for the next; return how many they are."""
    kept, side = 0, step & 1
    for node in range(count):
        state = beam.layers[side, node]
        choices = legal(tag, tables, state, seat, beam.legal)
        choices = plausible(tag, tables, state, seat, beam.rng, beam.legal, choices)
        for index in range(choices):
            if is_stopped(beam):
                if beam.used[0] == 0 or kept > 0 or step > 0:
                    keep_beginning(tag, tables, beam, seat, step, node, kept)
                return 0
            beam.control[NODES] += 1
            action = beam.legal[index]
            after = beam.spare[NOW]
            copy_state(after, state)
            apply(tag, tables, after, seat, action)
            settle(tag, tables, beam, after, seat)
            found = key(tag, tables, after, beam.words)
            if after.waiting == 0 or on_turn(tag, tables, after) != seat or after.waiting >> CHANCE:
                keep_plan(beam, after, found, action, node, step, judge(tag, tables, beam, after, seat))
            elif is_new(beam, found):
                worth = value(tag, tables, after, seat)
                kept = offer(beam, step + 1, kept, width, node, action, found, worth)
    for node in range(kept):
        after = beam.layers[1 - side, node]
        copy_state(after, beam.layers[side, beam.parents[step + 1, node]])
        apply(tag, tables, after, seat, beam.actions[step + 1, node])
        settle(tag, tables, beam, after, seat)
    return kept


@rule
def keep_beginning(tag, tables, beam, seat, step, node, kept):
    """Keep the best beginning of a turn as a plan: a search that is stopped early may know no better one.

    That is the best step from one of the positions so far, else the way to this one, else the first step of all.
    """
    action = beam.legal[0]
    if kept > 0:
        best = 0
        for place in range(1, kept):
            if beam.promise[place] > beam.promise[best]:
                best = place
        node, action = beam.parents[step + 1, best], beam.actions[step + 1, best]
    elif step > 0:
        node, action, step = beam.parents[step, node], beam.actions[step, node], step - 1
    after = beam.spare[NOW]
    copy_state(after, beam.layers[step & 1, node])
    apply(tag, tables, after, seat, action)
    settle(tag, tables, beam, after, seat)
    found = key(tag, tables, after, beam.words)
    keep_plan(beam, after, found, action, node, step, judge(tag, tables, beam, after, seat))


@rule
def list_answers(tag, tables, beam, state, seat):
    """The actions of a seat that is asked in the turn of another, each as a separate plan."""
    beam.used[0] = 0
    beam.keys[0, 0] = key(tag, tables, state, beam.words)
    count = legal(tag, tables, state, seat, beam.legal)
    for index in range(count):
        if index > 0 and is_stopped(beam):
            return
        beam.control[NODES] += 1
        after = beam.spare[NOW]
        copy_state(after, state)
        apply(tag, tables, after, seat, beam.legal[index])
        found = key(tag, tables, after, beam.words)
        keep_plan(beam, after, found, beam.legal[index], 0, 0, judge(tag, tables, beam, after, seat))


@rule
def look_on(tag, tables, beam, state, seat, width):
    """The worth of a position for `seat` after the others have had their turns as they would like them."""
    after = beam.spare[TRIED]
    copy_state(after, state)
    for _ in range(len(beam.scores)):
        if after.waiting == 0 or after.waiting >> CHANCE:
            break
        other = on_turn(tag, tables, after)
        if other == seat:
            break
        plan_turn(tag, tables, beam, after, other, width)
        if beam.used[0] == 0:
            break
        copy_state(after, beam.ends[0])
    worth = judge(tag, tables, beam, after, seat)
    return worth * LATER if after.waiting == 0 and state.waiting != 0 else worth
