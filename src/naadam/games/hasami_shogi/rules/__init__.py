"""The compiled rules of Hasami Shogi (HS-1 to HS-32): what the contract asks for.

In the order of reading: state.py, moves.py, captures.py, refusals.py, turns.py.
"""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.hasami_shogi.rules.heuristics import noisy, observe, patience, value
from naadam.games.hasami_shogi.rules.moves import legal
from naadam.games.hasami_shogi.rules.refusals import refusal
from naadam.games.hasami_shogi.rules.state import FAR, STATE
from naadam.games.hasami_shogi.rules.turns import apply, outcome, repeated, repetition, start

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
    "repeated",
    "repetition",
    "start",
    "value",
]


@rule
def position(tables, state, words):
    words[0] = state.near[0]
    words[1] = state.near[1]
    words[2] = (
        state.far[0]
        | state.far[1] << FAR
        | (state.shogun[0] + 1) << 2 * FAR
        | (state.shogun[1] + 1) << 2 * FAR + 7
        | state.turn << 2 * FAR + 14
    )
