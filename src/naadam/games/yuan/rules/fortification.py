"""Steps 2 and 5 of a resolution: fortification, immediately or after an attack (YN-40 to YN-43, YN-60)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.state import (
    ARMIES,
    MOST_SEATS,
    NOTHING,
    drop,
    has,
    owner_of,
    plan_of,
    put,
)


@rule
def draw_armies(state, clan, wanted):
    """Take armies out of a clan's stock, as many as there are (YN-43); return how many."""
    count = min(wanted, ARMIES - int(state.raised[clan]))
    state.raised[clan] += count
    return count


@rule
def raise_armies(state, clan, province, wanted):
    """Put armies of a clan's stock on a province; return how many."""
    count = draw_armies(state, clan, wanted)
    state.armies[province] += count
    return count


@rule
def fortify(tables, state, cancelled, events):
    """Step 2; return the mask of the seats whose fortification waits for an attack (YN-60)."""
    waiting = 0
    for seat in range(tables.seats):
        target, _, level, militarisation = plan_of(state, seat)
        if target == NOTHING or level == 0 or cancelled >> seat & 1:
            continue
        owner = owner_of(tables, state, target)
        if owner == int(state.clan[seat]):
            build(state, owner, target, level, events)
        elif owner != NOTHING and militarisation > 0:
            waiting |= 1 << seat
    return waiting


@rule
def fortify_after_attack(tables, state, waiting, victorious, events):
    """Step 5: fortify what was captured; else the cost is given back."""
    for seat in range(tables.seats):
        if waiting >> seat & 1:
            target, _, level, _ = plan_of(state, seat)
            if victorious >> seat & 1:
                build(state, int(state.clan[seat]), target, level, events)
            else:
                state.chao[seat] += state.refund[seat]
                tell(events, 60, state.clan[seat], target, state.refund[seat])
    for seat in range(MOST_SEATS):
        state.refund[seat] = 0


@large_rule
def build(state, clan, target, level, events):
    """Urbanisation of a village (YN-40), reinforcement of a city (YN-41)."""
    village = not has(state.cities, target)
    if village and level == 1:
        return
    if village:
        put(state.cities, target)
    elif level < 3:
        put(state.doubled, target)
    wall = (level == 3) if village else (level == 2)
    if wall and not has(state.stone, target):
        put(state.wood, target)
    if level == 3 and not village:
        drop(state.wood, target)
        put(state.stone, target)
    tell(events, 40 if village else 41, clan, target, level)
    if level == 3:
        tell(events, 43, clan, target, raise_armies(state, clan, target, 1))
