"""Connected groups of provinces (YN-8)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.yuan.rules.state import lowest, only, without_lowest


@large_rule
def group_at(state, low, high, province):
    """The provinces of a set that hang together with one of them."""
    first, second = only(province)
    rest, far_rest = first, second
    while rest | far_rest != 0:
        at = lowest(rest, far_rest)
        rest, far_rest = without_lowest(rest, far_rest)
        near = int(state.adjacent[at, 0]) & low & ~first
        far = int(state.adjacent[at, 1]) & high & ~second
        first |= near
        second |= far
        rest |= near
        far_rest |= far
    return first, second


@rule
def beside(state, low, high):
    """The provinces adjacent to one of a set, its own among them."""
    first, second = 0, 0
    while low | high != 0:
        at = lowest(low, high)
        low, high = without_lowest(low, high)
        first |= int(state.adjacent[at, 0])
        second |= int(state.adjacent[at, 1])
    return first, second


@rule
def has_city(state, low, high):
    return low & int(state.cities[0]) | high & int(state.cities[1]) != 0


@rule
def lacks_city(state, clan, province):
    """Whether the group of a clan's province has no city."""
    low, high = group_at(state, int(state.held[clan, 0]), int(state.held[clan, 1]), province)
    return not has_city(state, low, high)
