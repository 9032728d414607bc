"""The compiled rules of Yut (YU-1 to YU-55; the two games of YU-40 are in match.py): what the contract asks for.

In the order of reading: state.py, moves.py, refusals.py, turns.py.
"""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.yut.rules.heuristics import observe, value
from naadam.games.yut.rules.moves import chance, legal
from naadam.games.yut.rules.refusals import refusal
from naadam.games.yut.rules.state import MOST_SIDES, STATE
from naadam.games.yut.rules.turns import apply, outcome, start

__all__ = [
    "STATE",
    "apply",
    "chance",
    "legal",
    "observe",
    "outcome",
    "position",
    "refusal",
    "start",
    "value",
]


@rule
def position(tables, state, words):
    words[0] = (
        state.waiting | (state.mover + 1) << 9 | state.throws << 12 | state.pending << 12 | (state.wild + 1) << 24
    )
    words[0] |= state.laps << 30
    for side in range(MOST_SIDES):
        words[0] |= int(state.home[side]) << 32 + 3 * side
    words[1] = state.held[0] | state.held[1] << 31
    words[2] = state.held[2] | state.ways << 31
    words[3] = 0
    for station in range(tables.stations):
        if state.stack[station] > 0:
            words[3] |= (int(state.stack[station]) - 1) << 2 * station
