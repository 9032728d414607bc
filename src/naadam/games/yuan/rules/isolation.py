"""Groups of provinces without a city after captures (YN-54, YN-56)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.groups import group_at
from naadam.games.yuan.rules.state import NOTHING, drop, has, lowest, put, without_lowest


@large_rule
def settle_groups(tables, state, events):
    """Work out for every clan which of its provinces are isolated, and by whom."""
    for loser in range(tables.clans):
        lost = int(state.before[loser, 0]) & ~int(state.held[loser, 0])
        far_lost = int(state.before[loser, 1]) & ~int(state.held[loser, 1])
        if lost | far_lost != 0:
            settle_clan(tables, state, loser, lost, far_lost, events)


@rule
def settle_clan(tables, state, loser, lost, far_lost, events):
    """Give the isolated provinces of a clan to the one that has isolated them alone, or free them."""
    won, far_won = 0, 0  # the clan's own captures join its groups, and are safe
    for seat in range(tables.seats):
        if int(state.clan[seat]) == loser:
            won, far_won = int(state.captured[seat, 0]), int(state.captured[seat, 1])
    old, far_old = int(state.before[loser, 0]), int(state.before[loser, 1])
    low, high = isolate(state, old, far_old, won, far_won, lost, far_lost)  # by all together
    for seat in range(tables.seats):
        taken, far_taken = int(state.captured[seat, 0]) & lost, int(state.captured[seat, 1]) & far_lost
        state.isolated[seat, 0], state.isolated[seat, 1] = isolate(state, old, far_old, won, far_won, taken, far_taken)
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        drop(state.held[loser], province)
        state.raised[loser] -= state.armies[province]
        state.armies[province] = 0
        heir = heir_of(tables, state, province)
        if heir == NOTHING:
            tell(events, 56, NOTHING, province, 0)
        else:
            put(state.held[heir], province)
            tell(events, 54, heir, province, 0)


@large_rule
def isolate(state, old, far_old, won, far_won, lost, far_lost):
    """The provinces that a clan keeps of the groups that have lost one of `lost`, where they hang together with no city
    among what it has kept and won."""
    kept, far_kept = old & ~lost, far_old & ~far_lost
    cities, far_cities = kept & int(state.old_cities[0]), far_kept & int(state.old_cities[1])
    hurt, far_hurt = 0, 0
    while lost | far_lost != 0:
        first, second = group_at(state, old, far_old, lowest(lost, far_lost))
        lost &= ~first
        far_lost &= ~second
        hurt |= first & kept
        far_hurt |= second & far_kept
    rest, far_rest, found, far_found = hurt, far_hurt, 0, 0
    while rest | far_rest != 0:
        first, second = group_at(state, kept | won, far_kept | far_won, lowest(rest, far_rest))
        rest &= ~first
        far_rest &= ~second
        if first & cities | second & far_cities == 0:
            found |= first & hurt
            far_found |= second & far_hurt
    return found, far_found


@rule
def heir_of(tables, state, province):
    """The clan that alone has isolated a province, or NOTHING."""
    heir = NOTHING
    for seat in range(tables.seats):
        if has(state.isolated[seat], province):
            if heir != NOTHING:
                return NOTHING
            heir = int(state.clan[seat])
    return heir
