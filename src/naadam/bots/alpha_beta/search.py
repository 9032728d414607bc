"""The search itself: one loop over the tree, with a row of memory for each ply, so that it can stop at any node."""

from __future__ import annotations

from naadam.bots.alpha_beta.memory import (
    AGAIN,
    ALPHA,
    AT_LEAST,
    AT_MOST,
    BEST,
    BEST_ACTION,
    BETA,
    COUNT,
    DEPTH,
    EXACT,
    FLOOR,
    KEY,
    NEXT,
    SCOUT,
    SEAT,
    UNIT,
    WIN,
    search_key,
)
from naadam.bots.alpha_beta.transposition_table import (
    entry_action,
    entry_bound,
    entry_depth,
    entry_score,
    find_entry,
    keep_entry,
)
from naadam.bots.budget import LIMIT, NODES, STOP
from naadam.core.compiling import copy_state, ctz, mix, rule
from naadam.core.compiling.kernels import step
from naadam.core.contract import legal, noisy, outcome, value

# The order of actions: that of the table, noisy ones, killers, then by history
FROM_TABLE, LOUD, KILLER = 1 << 41, 1 << 40, 1 << 39
QUIET_DEPTH = 12  # plies of noisy actions behind the full depth


@rule
def search(tag, tables, memory, row, depth, alpha, beta, seed):
    """The score of memory.states[0], whose trail row is `row`, for the seat to act; searched `depth` plies deep.

    Between alpha and beta it is exact, beyond them a bound. memory.result has the best action and score found so far,
    memory.tried the scores of all that were tried, also if the search is stopped: then the returned value means
    nothing.
    """
    ply = memory.ply
    ply[0, ALPHA], ply[0, BETA], ply[0, DEPTH], ply[0, COUNT] = alpha, beta, depth, -1
    memory.result[0], memory.result[2] = -1, 0
    level = 0
    while True:
        here = ply[level]
        if here[COUNT] < 0:
            memory.control[NODES] += 1
            if memory.control[STOP] != 0 or memory.control[NODES] > memory.control[LIMIT]:
                memory.control[STOP] = 1
                return 0
            score = enter(tag, tables, memory, memory.states[level], row, level, seed)
            if here[COUNT] >= 0:
                continue
        elif here[NEXT] == here[COUNT] or here[ALPHA] >= here[BETA]:
            score = here[BEST]
            leave(tag, tables, memory, memory.states[level], level)
        else:
            descend(tag, tables, memory, row, level)
            level += 1
            continue
        if level == 0:
            return score
        level -= 1
        if ply[level + 1, SEAT] != ply[level, SEAT]:
            score = -score
        take_score(memory, level, score)


@rule
def enter(tag, tables, memory, state, row, level, seed):
    """Begin a node: give its score if it is known without a search (COUNT stays -1), else list its actions."""
    here = memory.ply[level]
    if state.waiting == 0:
        return final_score(tag, tables, memory, state, here[SEAT], level)
    seat = ctz(state.waiting)
    here[SEAT] = seat
    here[BEST] = -WIN - 1
    hint = -1
    if here[DEPTH] > 0:
        here[KEY] = search_key(tag, tables, memory, state, row + level)
        entry = find_entry(memory, here[KEY])
        if entry != 0:
            hint = entry_action(entry)
            score = entry_score(entry, level)
            if level > 0 and entry_depth(entry) >= here[DEPTH] and answers(entry_bound(entry), score, here):
                return score
    else:
        guess = int(value(tag, tables, state, seat) * UNIT)
        if guess >= here[BETA] or here[DEPTH] <= -QUIET_DEPTH:
            return guess
        here[BEST] = guess
    count = legal(tag, tables, state, seat, memory.actions[level])
    count = order(tag, tables, memory, state, level, seat, count, hint, seed)
    if count == 0:
        return here[BEST]
    here[FLOOR] = here[ALPHA]
    here[ALPHA] = max(here[ALPHA], here[BEST])
    here[BEST_ACTION] = -1
    here[COUNT] = count
    here[NEXT] = 0
    here[AGAIN] = 0
    return 0


@rule
def final_score(tag, tables, memory, state, seat, level):
    """The score of a game that is over, for a seat."""
    winners = outcome(tag, tables, state, memory.scores)
    mine = winners >> seat & 1
    if mine == winners >> (1 - seat) & 1:
        return 0
    return WIN - level if mine else level - WIN


@rule
def answers(bound, score, here):
    """Whether a score of this kind says all that the node's window asks for."""
    if bound == EXACT:
        return True
    return score >= here[BETA] if bound == AT_LEAST else score <= here[ALPHA]


@rule
def order(tag, tables, memory, state, level, seat, count, hint, seed):
    """Give every action its promise; behind the full depth keep the noisy ones only. Return how many they are."""
    actions = memory.actions[level]
    kept = 0
    for index in range(count):
        action = actions[index]
        loud = noisy(tag, tables, state, seat, action)
        if memory.ply[level, DEPTH] <= 0 and not loud:
            continue
        promise = memory.history[seat, action]
        if action == hint:
            promise = FROM_TABLE
        elif loud:
            promise = LOUD
        elif action == memory.killers[level, 0] or action == memory.killers[level, 1]:
            promise = KILLER
        if level == 0:
            promise = promise << 8 | mix(seed ^ action) & 0xFF  # equals in an order of the seed's
        actions[kept] = action
        memory.promise[level, kept] = promise
        kept += 1
    return kept


@rule
def descend(tag, tables, memory, row, level):
    """Go on to the position after the most promising action that is left."""
    here, below = memory.ply[level], memory.ply[level + 1]
    seat = here[SEAT]
    action = pick_next(memory, level)
    here[SCOUT] = here[NEXT] > 1 and here[AGAIN] == 0 and here[BETA] > here[ALPHA] + 1
    here[AGAIN] = 0
    child = memory.states[level + 1]
    copy_state(child, memory.states[level])
    step(tag, tables, child, memory.trail, row + level + 1, seat, action)
    low = here[ALPHA]
    high = low + 1 if here[SCOUT] else here[BETA]
    turned = child.waiting != 0 and ctz(child.waiting) != seat
    below[ALPHA] = -high if turned else low
    below[BETA] = -low if turned else high
    below[SEAT] = seat
    below[DEPTH] = here[DEPTH] - 1
    below[COUNT] = -1


@rule
def pick_next(memory, level):
    """Bring the most promising action that is left to its place, and step over it."""
    here, actions, promise = memory.ply[level], memory.actions[level], memory.promise[level]
    first = here[NEXT]
    best = first
    for index in range(first + 1, here[COUNT]):
        if promise[index] > promise[best]:
            best = index
    action, worth = actions[best], promise[best]
    actions[best], promise[best] = actions[first], promise[first]
    actions[first], promise[first] = action, worth
    here[NEXT] += 1
    return action


@rule
def take_score(memory, level, score):
    """The action searched last has this score, or has to be searched again."""
    here = memory.ply[level]
    if here[SCOUT] and here[ALPHA] < score < here[BETA]:
        here[AGAIN] = 1
        here[NEXT] -= 1
        return
    if level == 0:
        number = here[NEXT]
        memory.tried[number - 1, 0], memory.tried[number - 1, 1] = memory.actions[0, number - 1], score
        memory.result[2] = number
    if score > here[BEST]:
        here[BEST] = score
        if score > here[ALPHA]:
            here[ALPHA] = score
            here[BEST_ACTION] = memory.actions[level, here[NEXT] - 1]
            if level == 0:
                memory.result[0], memory.result[1] = here[BEST_ACTION], score


@rule
def leave(tag, tables, memory, state, level):
    """Store the result of a node: its score, and the action that refuted the others."""
    here = memory.ply[level]
    if here[DEPTH] <= 0:
        return
    score, action, seat = here[BEST], here[BEST_ACTION], here[SEAT]
    bound = AT_LEAST if score >= here[BETA] else EXACT if score > here[FLOOR] else AT_MOST
    keep_entry(memory, here[KEY], level, here[DEPTH], bound, score, action)
    if bound == AT_LEAST and not noisy(tag, tables, state, seat, action):
        memory.history[seat, action] += here[DEPTH] * here[DEPTH]
        if memory.killers[level, 0] != action:
            memory.killers[level, 1] = memory.killers[level, 0]
            memory.killers[level, 0] = action


@rule
def follow_line(tag, tables, memory, row, length, line):
    """Write the actions that the table thinks best from memory.states[0] on into `line`; return how many."""
    for level in range(length):
        state = memory.states[level]
        if state.waiting == 0:
            return level
        seat = ctz(state.waiting)
        action = entry_action(find_entry(memory, search_key(tag, tables, memory, state, row + level)))
        if level == 0:
            action = memory.result[0]
        found = False
        for index in range(legal(tag, tables, state, seat, memory.actions[level])):
            found |= memory.actions[level, index] == action
        if not found:
            return level
        line[level] = action
        copy_state(memory.states[level + 1], state)
        step(tag, tables, memory.states[level + 1], memory.trail, row + level + 1, seat, action)
    return length
