"""Candidate actions for search, the best first: a few of some hundred steps."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.conquest.rules.heuristics import ALONE, ANSWERED, steps_to_goal, worth_of
from naadam.games.conquest.rules.movement import jumper
from naadam.games.conquest.rules.pieces import is_vessel, kind_of, owner_of, part_of, soldiers_of
from naadam.games.conquest.rules.state import (
    ANSWERERS,
    ANSWERING,
    END,
    JUMP,
    LET,
    MOVERS,
    SOLDIER,
    STEP,
    STEPS,
    WHOLE,
)
from naadam.games.conquest.rules.vulnerability import could_answer

MOST = 20  # actions kept
SCORE = 32  # bits of an action behind which its score is noted
ACTION = (1 << SCORE) - 1
UNIT = 100.0  # scores of a soldier

# Chosen by hand
TAKE, MATTERS, NEARER, MOUNT, ENDED = 200, 150, 30, 20, 40


@large_rule
def plausible(tables, state, seat, rng, actions, count):
    """Safe captures, and steps into or towards Grail or capitals; in a window all answers, the cheapest piece first."""
    seat, count = int(seat), int(count)
    if count <= 2:
        return count
    for index in range(count):
        action = int(actions[index])
        if state.phase == ANSWERING:
            score = rate_answer(tables, state, action)
        else:
            score = rate_step(tables, state, seat, action)
        actions[index] = max(0, score) << SCORE | action
    kept = min(count, MOST)
    for place in range(kept):
        best = place
        for index in range(place + 1, count):
            if actions[index] > actions[best]:
                best = index
        actions[place], actions[best] = actions[best], actions[place]
    for index in range(count):
        actions[index] &= ACTION
        if index >= kept and actions[index] == END:  # to stop is always an idea
            actions[index], actions[kept - 1] = actions[kept - 1], END
    return kept


@rule
def rate_answer(tables, state, action):
    """How promising it is to answer with a piece: the cheaper the better, and soldiers stay aboard."""
    if action == LET:
        return ENDED
    won = worth_of(int(state.pieces[state.target]))
    if action >= tables.alone:
        return int(UNIT * won / 2.0)
    source = (action - tables.exchange) // ANSWERERS
    mover = action - tables.exchange - ANSWERERS * source
    used = worth_of(part_of(int(state.pieces[source]), mover))
    return int(UNIT * (won + 4.0 - ALONE * used))


@rule
def rate_step(tables, state, seat, action):
    """How promising a step or a jump is."""
    if action == END:
        return ENDED
    cost = STEP
    if action < tables.jump:
        path = (action - STEPS) // MOVERS
        source, target = int(tables.path_from[path]), int(tables.path_to[path])
        mover = action - STEPS - MOVERS * path
    else:
        jump = action - tables.jump
        source, target = int(tables.jump_from[jump]), int(tables.jump_to[jump])
        mover = jumper(int(state.pieces[source]))
        cost = JUMP
    part = part_of(int(state.pieces[source]), mover)
    there = int(state.pieces[target])
    score = 0
    if there != 0 and owner_of(there) != seat:
        score = TAKE + int(UNIT * worth_of(there))
        if could_answer(tables, state, seat, source, mover, target, cost, owner_of(there)):
            score -= int(UNIT * ANSWERED * worth_of(part))
    elif there != 0:
        score = MOUNT
    kind = kind_of(part)
    if is_vessel(part) and soldiers_of(part) > 0:
        kind = SOLDIER
    before = steps_to_goal(tables, state, seat, source, kind)
    after = steps_to_goal(tables, state, seat, target, kind)
    score += NEARER * (before - after) // cost + MATTERS * ((after == 0) - (before == 0))
    if mover != WHOLE:
        score += MOUNT
    return score
