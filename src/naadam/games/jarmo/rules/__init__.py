"""The compiled rules of Jarmo, Legendary and Jasyr (JA-1 to JA-64; the match is in match.py).

In the order of reading: state.py, moves.py, refusals.py, turns.py, ends.py.
"""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.jarmo.rules.ends import outcome
from naadam.games.jarmo.rules.heuristics import noisy, observe, patience, value
from naadam.games.jarmo.rules.moves import legal
from naadam.games.jarmo.rules.refusals import refusal
from naadam.games.jarmo.rules.state import STATE
from naadam.games.jarmo.rules.turns import apply, start

__all__ = [
    "STATE",
    "apply",
    "legal",
    "noisy",
    "observe",
    "outcome",
    "patience",
    "position",
    "refusal",
    "start",
    "value",
]


@rule
def position(tables, state, words):
    """Of the rows of steps (JA-12) only those that have come half the way: they count turns, like JA-14."""
    words[0] = state.tops[0] | state.tops[1] << 30 | state.stage << 60
    words[1] = (
        state.guards
        | (state.golden[0] + 1) << 30
        | (state.golden[1] + 1) << 35
        | state.depth[0] << 40
        | state.depth[1] << 42
        | state.hand[0] << 44
        | state.hand[1] << 47
        | state.captured[0] << 50
        | state.captured[1] << 53
        | state.waiting << 56
        | (1 if state.markers != 0 else 0) << 58
    )
    words[2] = 0
    if state.row[0] > 1 and state.row[1] > 1:
        words[2] = state.last[0] | state.last[1] << 10 | state.row[0] << 20 | state.row[1] << 23
