"""Why a yurt is worth putting, in words: every hint says something of where it stands."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.texts import LANGUAGES

POSITION = (
    "act 1 2 1=c1,d1,e2,l9 2=c2,d2,e1 n=k9 "
    "hands=S-khan-NE,S-ice-NE,R-sand-NW,R-forest-S/A-rocky-SW,D-rocky-W,D-khan-N,H-ice-SE"
)


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("invade S-khan-NE m2", "the ruler beside it flees"),  # the Korean ruler stands on l2
        ("invade S-khan-NE i10", "No other yurt stands beside it"),
        ("invade S-khan-NE b1", "With it the tile"),
        ("chase S", "leaves a neutral yurt on h5"),
    ],
)
def test_a_hint_says_what_a_yurt_is_for(action: str, says: str) -> None:
    state = naadam.load("khan").position(POSITION)
    number = int(state.resolve_action(action, 0)[1])
    assert state.refusal(number) is None
    english, *others = (state.game.face.reason(state, 0, number, language) for language in LANGUAGES)
    assert says in english
    assert len({english, *others}) == len(LANGUAGES)
