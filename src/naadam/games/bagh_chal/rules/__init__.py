"""The compiled rules of Bagh Chal and Pulijudam (BC-1 to BC-49; the match is in match.py): what the contract asks for.

In the order of reading: state.py, moves.py, refusals.py, turns.py.
"""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.bagh_chal.rules.heuristics import noisy, observe, patience, value
from naadam.games.bagh_chal.rules.moves import legal
from naadam.games.bagh_chal.rules.refusals import refusal
from naadam.games.bagh_chal.rules.state import STATE
from naadam.games.bagh_chal.rules.turns import apply, outcome, repeated, repetition, start

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
    words[0] = state.tigers
    words[1] = state.goats
    words[2] = (
        state.waiting
        | state.stage << 2
        | state.hand << 4
        | (state.alpha + 1) << 10
        | (state.buck + 1) << 16
        | (state.goats_barred + 1) << 22
        | (state.tigers_barred + 1) << 36
    )
