"""Memory of an alpha-beta search: a row for each ply of its line, and the transposition table."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import mix, rule
from naadam.core.compiling.kernels import hash_words, key
from naadam.core.contract import FOREVER, patience, repetition
from naadam.core.game import Game

DEEPEST = 96  # plies, quiescence included
WIN = 1_000_000  # the score of a win on the spot; one in n plies is n less
PROVEN = WIN - 1000  # scores beyond are wins, or losses, that have been proven
UNIT = 10_000  # of a value of 1.0, the best that is only guessed

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # the kind of a score in the table

# Columns of `Memory.ply`
ALPHA, BETA, FLOOR = 0, 1, 2  # the window now, and its lower end at first
DEPTH, SEAT, KEY = 3, 4, 5
BEST, BEST_ACTION = 6, 7
COUNT, NEXT = 8, 9  # of the actions; -1 for a node not yet begun
SCOUT, AGAIN = 10, 11  # the action is searched with an empty window; must be searched again with the full one
COLUMNS = 12


class Memory(NamedTuple):
    """All arrays of a search."""

    states: Any  # [ply]
    trail: Any  # [row, word]: the positions before, then one for each ply
    actions: Any  # [ply, n]: the actions still to be tried come first in order of promise
    promise: Any  # [ply, n]
    past: Any  # [row]: of each position of the trail its key, and a hash of the positions that must not come again
    ply: Any  # [ply, column]
    killers: Any  # [ply, 2]: quiet actions that refuted a sister
    history: Any  # [seat, action]: how often an action refuted others, by depth
    keys: Any  # [slot] of the table of positions
    entries: Any  # [slot]: score, depth, bound and action in one number
    words: Any  # scratch
    scores: Any  # scratch
    result: Any  # the best action and its score, so far, and how many actions have been tried
    tried: Any  # [n]: the actions of the first position in the order of their search, each with its score
    control: Any  # see budget.py


def make_memory(game: Game, slots: int) -> Memory:
    """Room for searches of a game; `slots` is a power of two."""
    sizes = game.sizes
    return Memory(
        states=np.zeros(DEEPEST + 1, game.state_type),
        trail=np.zeros((sizes.trail + DEEPEST + 1, max(1, sizes.words)), np.int64),
        actions=np.zeros((DEEPEST + 1, sizes.choices), np.int64),
        promise=np.zeros((DEEPEST + 1, sizes.choices), np.int64),
        past=np.zeros((sizes.trail + DEEPEST + 1, 2), np.int64),
        ply=np.zeros((DEEPEST + 1, COLUMNS), np.int64),
        killers=np.full((DEEPEST + 1, 2), -1, np.int64),
        history=np.zeros((2, sizes.actions), np.int64),
        keys=np.zeros(slots, np.int64),
        entries=np.zeros(slots, np.int64),
        words=np.zeros(max(1, sizes.words), np.int64),
        scores=np.zeros(sizes.seats),
        result=np.zeros(3, np.int64),
        tried=np.zeros((sizes.choices, 2), np.int64),
        control=np.zeros(4, np.int64),
    )


@rule
def recall(tag, tables, memory, rows):
    """Look at the positions before the first: `rows` of the trail."""
    for row in range(rows):
        note_past(tag, memory, row, row, hash_words(memory.trail[row]))


@rule
def note_past(tag, memory, row, quiet, key):
    """Note the position of a row, `quiet` rows before which could be its equals; return the hash of those used up."""
    memory.past[row, 0] = key
    seen = 1
    for earlier in range(row - 1, row - 1 - quiet, -1):
        seen += memory.past[earlier, 0] == key
    used_up = memory.past[row - 1, 1] if quiet > 0 else 0
    if seen == repetition(tag) - 1:
        used_up ^= mix(key + 1)
    memory.past[row, 1] = used_up
    return used_up


@rule
def search_key(tag, tables, memory, state, row):
    """A hash of the position of `row` and of the part of its past that can change its value.

    That is the set of positions whose next occurrence would be a repetition, and a counter that is about to end the
    game. So a score from the table is as good as that of a separate search.
    """
    result = key(tag, tables, state, memory.words)
    if repetition(tag) > 1:
        result ^= note_past(tag, memory, row, state.quiet, result)
    left = patience(tag, tables, state)
    if left <= DEEPEST:
        result ^= mix(left + FOREVER)
    return result
