"""Steps 6 and 7 of a resolution: income, armies sent back, eruptions (YN-65, YN-66, YN-76)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yuan.rules.development import INCOME, PASSING
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.state import (
    MOST_ARMIES,
    NOTHING,
    WORDS,
    drop,
    lowest,
    plan_of,
    without_lowest,
)


@rule
def earn(tables, state, cancelled, earning, events):
    for seat in range(tables.seats):
        gain = 0
        if cancelled >> seat & 1 or plan_of(state, seat)[0] == NOTHING:
            gain = PASSING
        elif earning >> seat & 1:
            gain = INCOME
        if gain > 0:
            state.chao[seat] += gain
            tell(events, 65, state.clan[seat], NOTHING, gain)


@rule
def adjust(tables, state, events):
    for clan in range(tables.clans):
        low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
        while low | high != 0:
            province = lowest(low, high)
            low, high = without_lowest(low, high)
            surplus = int(state.armies[province]) - MOST_ARMIES
            if surplus > 0:
                state.armies[province] = MOST_ARMIES
                state.raised[clan] -= surplus
                tell(events, 66, clan, province, surplus)
    if tables.volcanoes == 1 and (state.turn == 5 or state.turn == 9 or state.turn == 13):
        erupt(tables, state, events)


@rule
def erupt(tables, state, events):
    """YN-76: everything but the temples is removed from the provinces next to a volcano."""
    for clan in range(tables.clans):
        low = int(state.held[clan, 0]) & int(state.volcanic[0])
        high = int(state.held[clan, 1]) & int(state.volcanic[1])
        while low | high != 0:
            province = lowest(low, high)
            low, high = without_lowest(low, high)
            state.raised[clan] -= state.armies[province]
            state.armies[province] = 0
            drop(state.held[clan], province)
            tell(events, 76, clan, province, 0)
    for word in range(WORDS):
        standing = ~int(state.volcanic[word])
        state.cities[word] &= standing
        state.doubled[word] &= standing
        state.wood[word] &= standing
        state.stone[word] &= standing
