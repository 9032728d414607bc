"""Exhaustive search, for comparison: every line to a depth, pruned only after a win."""

from __future__ import annotations

import numpy as np

from naadam.core.compiling import copy_state, rule
from naadam.core.compiling.kernels import branches, step
from naadam.core.contract import outcome
from naadam.core.state import State

LOST, OPEN, WON = -1, 0, 1


@rule
def solve(tag, tables, states, trail, row, depth, seats, actions, weights, branch, width, best, scores):
    """Whether the seat to act in states[0] wins (1) or loses (-1) by force within `depth` actions; else 0."""
    level = 0
    entering = True
    result = OPEN
    while True:
        state = states[level]
        if entering:
            entering = False
            if state.waiting == 0:
                winners = outcome(tag, tables, state, scores)
                mine = winners >> seats[level - 1, 0] & 1
                theirs = winners >> (1 - seats[level - 1, 0]) & 1
                result = WON if mine > theirs else LOST if theirs > mine else OPEN
                level -= 1
                if result > best[level]:
                    best[level] = result
                continue
            if level == depth:
                level -= 1
                best[level] = max(best[level], OPEN)
                continue
            width[level] = branches(tag, tables, state, seats[level], actions[level], weights)
            branch[level] = 0
            best[level] = LOST
        if branch[level] == width[level] or best[level] == WON:
            if level == 0:
                return best[0]
            result = best[level]
            level -= 1
            if seats[level, 0] != seats[level + 1, 0]:
                result = -result
            best[level] = max(best[level], result)
            continue
        copy_state(states[level + 1], state)
        step(tag, tables, states[level + 1], trail, row + level + 1, seats[level, 0], actions[level, branch[level]])
        branch[level] += 1
        level += 1
        entering = True


def forced(state: State, depth: int) -> int:
    """1 if the seat to act wins by force within `depth` actions, -1 if it loses so, else 0. For two seats."""
    game, rows = state.game, len(state.trail)
    states = np.zeros(depth + 2, game.state_type)
    states[0] = state.record
    trail = np.zeros((rows + depth + 2, game.sizes.words), np.int64)
    trail[:rows] = state.trail
    seats, actions = np.zeros((2, depth + 1, game.sizes.choices), np.int64)
    branch, width, best = np.zeros((3, depth + 1), np.int64)
    arguments = (states, trail, max(0, rows - 1), depth, seats, actions, np.zeros(1), branch, width, best, np.zeros(2))
    return int(game.bound.bind(solve, *arguments)(*arguments))


def distance(state: State, most: int) -> tuple[int, int]:
    """The result forced within `most` actions, as 1, -1 or 0, and the number of actions."""
    for depth in range(1, most + 1):
        result = forced(state, depth)
        if result:
            return result, depth
    return 0, 0
