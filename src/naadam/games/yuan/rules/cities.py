"""Legal provinces of the first cities (YN-14, YN-18)."""

from __future__ import annotations

from naadam.core.compiling import popcount, rule
from naadam.games.yuan.rules.land import hex_place
from naadam.games.yuan.rules.state import NOTHING, QUICK, has, owner_of, put

ROOMY = 1000  # more than any distance: a province with two neighbouring ones or more comes before all others


@rule
def next_clan(tables, state):
    """The clan in play of the lowest number that has no city yet, or NOTHING."""
    for clan in range(tables.clans):
        if state.in_play >> clan & 1 and int(state.held[clan, 0]) | int(state.held[clan, 1]) == 0:
            return clan
    return NOTHING


@rule
def distance(tables, state, one, other):
    """How many hexes apart two provinces are."""
    q, r = hex_place(tables, state, int(tables.home[one]))
    other_q, other_r = hex_place(tables, state, int(tables.home[other]))
    return max(abs(q - other_q), abs(r - other_r), abs(q - other_q + r - other_r))


@rule
def site_rank(tables, state, province):
    """YN-18: how well a province suits the next city of a quick start: the farther the nearest city the better."""
    if owner_of(tables, state, province) != NOTHING:
        return NOTHING
    nearest = 0
    for other in range(tables.provinces):
        if has(state.cities, other):
            away = distance(tables, state, province, other)
            nearest = away if nearest == 0 else min(nearest, away)
    roomy = popcount(state.adjacent[province, 0]) + popcount(state.adjacent[province, 1]) >= 2
    return nearest + ROOMY if roomy else nearest


@rule
def best_site(tables, state):
    """The highest rank of a province; in a lot among all, any that is without a city will do."""
    best = 0
    if tables.scenario == QUICK:
        for province in range(tables.provinces):
            best = max(best, site_rank(tables, state, province))
    return best


@rule
def is_site(tables, state, province, best):
    """Whether chance may put the next city there."""
    if tables.scenario == QUICK:
        return site_rank(tables, state, province) == best
    return owner_of(tables, state, province) == NOTHING


@rule
def found_city(state, clan, province):
    put(state.held[clan], province)
    put(state.cities, province)
