"""The compiled rules of Khan (KH-1 to KH-75): what the contract asks for.

In the order of reading: state.py, chase.py, conquer.py, special.py, turns.py, legal.py, refusals.py, score.py,
secrets.py; for computer players prospects.py, heuristics.py, plausible.py, observation.py.
"""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.games.khan.rules.heuristics import value
from naadam.games.khan.rules.legal import chance, legal
from naadam.games.khan.rules.observation import observe
from naadam.games.khan.rules.plausible import plausible
from naadam.games.khan.rules.refusals import refusal
from naadam.games.khan.rules.score import outcome, shape_points
from naadam.games.khan.rules.secrets import complete, discloses, unseal, view
from naadam.games.khan.rules.state import FORMS, MOST_SEATS, NEUTRAL, RULERS, SPECIALS, STATE, WORDS
from naadam.games.khan.rules.turns import apply, start

__all__ = [
    "STATE",
    "apply",
    "chance",
    "complete",
    "discloses",
    "legal",
    "observe",
    "outcome",
    "plausible",
    "position",
    "refusal",
    "start",
    "unseal",
    "value",
    "view",
]

POSITION_WORDS = 12 + WORDS * (NEUTRAL + 1 + MOST_SEATS) + RULERS + 2 * (MOST_SEATS + 2)


@rule
def position(tables, state, words):
    words[0] = state.waiting | state.phase << 9 | (state.mover + 1) << 13 | state.actions << 16 | state.third << 18
    words[0] |= state.final << 19 | state.protecting << 21 | state.returned << 25 | (state.chased + 1) << 27
    words[0] |= state.asked << 31 | state.answered << 35 | state.agreed << 39 | state.refused << 43
    words[0] |= (state.ended != 0) << 47
    words[1] = state.proposed
    words[2] = 0
    words[3] = 0
    for form in range(FORMS):
        words[2 + form // 16] |= int(state.stock[form]) << 3 * (form % 16)
    for seat in range(MOST_SEATS):
        words[4 + seat] = int(state.supporting[seat]) | int(state.exploring[seat]) << 4
        words[4 + seat] |= state.old_held[seat] << 10
        for special in range(SPECIALS):
            words[4 + seat] |= int(state.cards[seat, special]) << 16 + 3 * special
        words[8 + seat] = shape_points(tables, state, seat)
    at = 12
    for word in range(WORDS):
        for owner in range(NEUTRAL + 1):
            words[at] = state.yurts[owner, word]
            at += 1
        for seat in range(MOST_SEATS):
            words[at] = state.owned[seat, word]
            at += 1
    for ruler in range(RULERS):
        words[at] = (state.ruler[ruler] + 1) * 8 + state.portrait[ruler]
        at += 1
    for word in range(2):
        for seat in range(MOST_SEATS):
            words[at] = state.hand[seat, word]
            at += 1
        words[at] = state.discards[word]
        words[at + 1] = state.old[word]
        at += 2
