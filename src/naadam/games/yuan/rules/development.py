"""Step 1 of a resolution: colonisation, expansion, temples and robbery (YN-30 to YN-39)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, popcount, rule
from naadam.games.yuan.rules.costs import cost_of, price, production
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.groups import beside, group_at, lacks_city
from naadam.games.yuan.rules.state import (
    CODES,
    FOREST,
    NOTHING,
    SUHEY,
    WORDS,
    XIANGI,
    free_provinces,
    has,
    has_power,
    lowest,
    overlaps,
    owner_of,
    plan_of,
    put,
    without_lowest,
)

INCOME = 2  # YN-32, YN-34
PASSING = 6  # YN-65
BOOTY = 2  # YN-35


@rule
def can_reach(tables, state, clan, province):
    """Whether a province is adjacent or connected to one of the clan's (YN-31, YN-83)."""
    if has_power(tables, clan, XIANGI):
        return overlaps(state.xiangi_reach[province], state.held[clan])
    return overlaps(state.reach[province], state.held[clan])


@large_rule
def colonises(tables, state, seat):
    """The target of a colonisation that is possible now, or NOTHING."""
    target, level, _, _ = plan_of(state, seat)
    if target == NOTHING or level == 0 or owner_of(tables, state, target) != NOTHING:
        return NOTHING
    if level == 3 or can_reach(tables, state, int(state.clan[seat]), target):
        return target
    return NOTHING


@rule
def expands(tables, state, seat):
    """The target of an expansion, or NOTHING."""
    target, level, _, _ = plan_of(state, seat)
    if target == NOTHING or level == 0 or not has(state.held[int(state.clan[seat])], target):
        return NOTHING
    return target


@rule
def clash(tables, state, events):
    """YN-30: the seats whose colonisations are cancelled because others have the same target, as a mask."""
    cancelled = 0
    for seat in range(tables.seats):
        target = colonises(tables, state, seat)
        if target == NOTHING:
            continue
        for other in range(tables.seats):
            if other != seat and colonises(tables, state, other) == target:
                cancelled |= 1 << seat
        if cancelled >> seat & 1:
            tell(events, 30, state.clan[seat], target, PASSING)
    return cancelled


@rule
def pay(tables, state, cancelled, events):
    """YN-24, YN-25: all plans are paid; what a fortification cost is kept in mind (YN-60)."""
    for seat in range(tables.seats):
        target, _, fortification, _ = plan_of(state, seat)
        if target == NOTHING or cancelled >> seat & 1:
            continue
        clan = int(state.clan[seat])
        due = cost_of(tables, state, clan, (int(state.plans[seat]) - 2) % CODES + 1)
        state.chao[seat] -= due
        state.refund[seat] = price(tables, fortification, production(tables, state, clan, FOREST))
        tell(events, 25, clan, target, due)


@large_rule
def develop(tables, state, cancelled, events):
    """Carry out the step; return the mask of the seats that get Chão at income for it (YN-32, YN-34)."""
    earning, colonising, building = 0, 0, 0
    for seat in range(tables.seats):
        if cancelled >> seat & 1:
            continue
        _, level, _, _ = plan_of(state, seat)
        if colonises(tables, state, seat) != NOTHING:
            colonising |= 1 << seat
        elif expands(tables, state, seat) == NOTHING:
            continue
        elif level == 3:
            building |= 1 << seat
        else:
            claim_around_group(tables, state, seat)
        if level == 2:
            earning |= 1 << seat
    take_targets(tables, state, colonising, events)
    take_neighbours(tables, state, colonising, events)
    for seat in range(tables.seats):
        if colonising >> seat & 1:
            target, _, _, _ = plan_of(state, seat)
            if lacks_city(state, int(state.clan[seat]), target):  # YN-38
                put(state.cities, target)
                tell(events, 38, state.clan[seat], target, 0)
    if building != 0:
        build_temples(tables, state, building, events)
        rob(tables, state, building, events)
    return earning


@rule
def claim_around_group(tables, state, seat):
    """YN-33: an expansion claims all around the group of its target."""
    target, _, _, _ = plan_of(state, seat)
    clan = int(state.clan[seat])
    low, high = group_at(state, int(state.held[clan, 0]), int(state.held[clan, 1]), target)
    state.claims[seat, 0], state.claims[seat, 1] = beside(state, low, high)


@rule
def take_targets(tables, state, colonising, events):
    for seat in range(tables.seats):
        if colonising >> seat & 1:
            target, _, _, _ = plan_of(state, seat)
            put(state.held[int(state.clan[seat])], target)
            state.claims[seat, 0] = state.adjacent[target, 0]
            state.claims[seat, 1] = state.adjacent[target, 1]
            tell(events, 31, state.clan[seat], target, 0)


@rule
def take_neighbours(tables, state, colonising, events):
    """YN-36: what one clan alone claims it takes; Suhey takes what it claims with others too (YN-81)."""
    free, far_free = free_provinces(tables, state)
    once, far_once, again, far_again = 0, 0, 0, 0
    for seat in range(tables.seats):
        low, high = int(state.claims[seat, 0]) & free, int(state.claims[seat, 1]) & far_free
        again |= once & low
        far_again |= far_once & high
        once |= low
        far_once |= high
    insisting = NOTHING
    for seat in range(tables.seats):
        low, high = int(state.claims[seat, 0]) & free, int(state.claims[seat, 1]) & far_free
        clan = int(state.clan[seat])
        if has_power(tables, clan, SUHEY):
            insisting = seat
        else:
            low &= ~again
            high &= ~far_again
        state.held[clan, 0] |= low
        state.held[clan, 1] |= high
        tell_set(events, 81, clan, low & again, high & far_again, 1)
        clause = 31 if colonising >> seat & 1 else 33
        tell_set(events, clause, clan, low & ~again, high & ~far_again, 1)
    if len(events) > 0:
        if insisting != NOTHING:
            again &= ~int(state.claims[insisting, 0])
            far_again &= ~int(state.claims[insisting, 1])
        tell_blocked(tables, state, again, far_again, events)
    for seat in range(tables.seats):
        for word in range(WORDS):
            state.claims[seat, word] = 0


@rule
def tell_set(events, clause, clan, low, high, number):
    """Tell the same of every province of a set."""
    if len(events) > 0:
        while low | high != 0:
            tell(events, clause, clan, lowest(low, high), number)
            low, high = without_lowest(low, high)


@rule
def tell_blocked(tables, state, low, high, events):
    """Tell how many clans claim each of the provinces that stay free."""
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        claiming = 0
        for seat in range(tables.seats):
            if has(state.claims[seat], province):
                claiming += 1
        tell(events, 36, NOTHING, province, claiming)


@rule
def build_temples(tables, state, building, events):
    """YN-35; YN-2: if too few temples are left for all clans that would build one, no clan gets one."""
    wanted = 0
    for seat in range(tables.seats):
        if building >> seat & 1:
            target, _, _, _ = plan_of(state, seat)
            if not has(state.temples, target):
                wanted += 1
    standing = popcount(state.temples[0]) + popcount(state.temples[1])
    enough = standing + wanted <= tables.temple_limit
    for seat in range(tables.seats):
        if building >> seat & 1:
            target, _, _, _ = plan_of(state, seat)
            built = enough and not has(state.temples, target)
            if built:
                put(state.temples, target)
            tell(events, 35, state.clan[seat], target, int(built))


@rule
def robs(state, building, seat, victim):
    """Whether a seat that builds a temple takes Chão from another; not if both would (YN-37)."""
    if seat == victim or building >> seat & 1 == 0 or not borders(state, seat, victim):
        return False
    return building >> victim & 1 == 0 or not borders(state, victim, seat)


@rule
def borders(state, seat, victim):
    """True if a seat's target borders a province of another seat."""
    target, _, _, _ = plan_of(state, seat)
    return overlaps(state.adjacent[target], state.held[int(state.clan[victim])])


@rule
def rob(tables, state, building, events):
    """YN-37: all robbers of a clan take the same amount, from the Chão that it has after paying."""
    for victim in range(tables.seats):
        robbers = 0
        for seat in range(tables.seats):
            if robs(state, building, seat, victim):
                robbers += 1
        if robbers == 0:
            continue
        each = min(BOOTY, int(state.chao[victim]) // robbers)
        state.spoils[victim] -= each * robbers
        for seat in range(tables.seats):
            if each > 0 and robs(state, building, seat, victim):
                state.spoils[seat] += each
                target, _, _, _ = plan_of(state, seat)
                tell(events, 37, state.clan[victim], target, each)
    for seat in range(tables.seats):
        state.chao[seat] += state.spoils[seat]
        state.spoils[seat] = 0
