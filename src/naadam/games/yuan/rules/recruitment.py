"""Step 3 of a resolution: new armies (YN-45)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.fortification import raise_armies
from naadam.games.yuan.rules.state import NOTHING, has, plan_of


@rule
def recruit(tables, state, cancelled, events):
    for seat in range(tables.seats):
        target, _, _, level = plan_of(state, seat)
        if target == NOTHING or level < 2 or cancelled >> seat & 1:
            continue
        clan = int(state.clan[seat])
        if has(state.held[clan], target) and has(state.cities, target):
            count = raise_armies(state, clan, target, 1 if level == 2 else 3)
            tell(events, 45, clan, target, count)
