"""How good a position looks to a computer player: temples against the wheel, production, cities, armies, risks."""

from __future__ import annotations

from naadam.core.compiling import large_rule, popcount, rule
from naadam.games.yuan.rules.attacks import defence, in_range
from naadam.games.yuan.rules.costs import production
from naadam.games.yuan.rules.ends import PROVINCES_A_TEMPLE, count_for_mu, temples_of, winners
from naadam.games.yuan.rules.state import (
    HILLS,
    MU,
    NOTHING,
    OVER,
    RESOURCES,
    RICE,
    TURNS,
    free_provinces,
    has,
    has_power,
    lowest,
    without_lowest,
)

# Weights, chosen by hand: all of the way to the goal, and its square; a province, a unit, a city, ramparts, an army,
WAY, NEARLY, PROVINCE, UNIT, CITY, WOOD, STONE, ARMY = 6.0, 12.0, 0.35, 0.3, 0.3, 0.3, 0.8, 0.45
CHAO, MOST_CHAO = 0.14, 18  # Chão up to so many,
ROOM, HILL = 0.08, 0.25  # free provinces in reach, and temples on them,
RISK = 0.6  # of the worth of a province that a rival could take next turn
FULL = 6.0  # a lead that is worth half of a win


@large_rule
def value(tables, state, seat):
    seat = int(seat)
    if state.clan[seat] == NOTHING:
        return 0.0
    if state.phase == OVER:
        return 1.0 if winners(tables, state) >> seat & 1 else -1.0
    own = strength(tables, state, seat)
    best = -1000.0
    for other in range(tables.seats):
        if other != seat and state.clan[other] != NOTHING:
            best = max(best, strength(tables, state, other))
    if best == -1000.0:
        return 0.0
    lead = (own - best) / FULL
    return lead / (1.0 + abs(lead))


@large_rule
def strength(tables, state, seat):
    """What a seat has, in provinces or so."""
    clan = int(state.clan[seat])
    needed = float(tables.needed[min(max(int(state.turn), 1), TURNS) - 1])
    way = temples_of(state, clan) / needed
    if has_power(tables, clan, MU):
        way = max(way, count_for_mu(state) / (PROVINCES_A_TEMPLE * needed))
    way = min(way, 1.0)
    total = WAY * way + NEARLY * way * way
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    total += PROVINCE * (popcount(low) + popcount(high))
    total += CITY * (popcount(low & int(state.cities[0])) + popcount(high & int(state.cities[1])))
    total += WOOD * (popcount(low & int(state.wood[0])) + popcount(high & int(state.wood[1])))
    total += STONE * (popcount(low & int(state.stone[0])) + popcount(high & int(state.stone[1])))
    total += ARMY * int(state.raised[clan])
    total += CHAO * min(int(state.chao[seat]), MOST_CHAO)
    for number in range(RESOURCES):
        total += UNIT * min(production(tables, state, clan, RICE + number), 7)
    return total + room(tables, state, clan) - risk(tables, state, clan, (WAY + 2 * NEARLY * way) / needed)


@rule
def room(tables, state, clan):
    """The worth of free provinces that the clan reaches."""
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    near, far = 0, 0
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        near |= int(state.reach[province, 0])
        far |= int(state.reach[province, 1])
    free, far_free = free_provinces(tables, state)
    near &= free
    far &= far_free
    temples = popcount(near & int(state.temples[0])) + popcount(far & int(state.temples[1]))
    return ROOM * (popcount(near) + popcount(far)) + HILL * temples


@rule
def risk(tables, state, clan, temple):
    """What rivals could take next turn, with temples at this worth."""
    total = 0.0
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        if has(state.stone, province):
            continue
        holding = int(state.armies[province]) + defence(tables, state, clan, province)
        for rival in range(tables.clans):
            if rival != clan and state.raised[rival] > 0:
                force = force_on(tables, state, rival, province)
                if force > 0 and force + 1 > holding:  # with one from the stock
                    worth = (
                        PROVINCE + CITY * int(has(state.cities, province)) + temple * int(has(state.temples, province))
                    )
                    total += RISK * worth
                    break
    return total


@rule
def force_on(tables, state, clan, province):
    """The armies of a clan that would attack a province."""
    low = int(state.held[clan, 0]) & in_range(tables, state, clan, province, 0)
    high = int(state.held[clan, 1]) & in_range(tables, state, clan, province, 1)
    force = 0
    while low | high != 0:
        force += int(state.armies[lowest(low, high)])
        low, high = without_lowest(low, high)
    return force


@rule
def worth_of(tables, state, province):
    """Points that a province is worth to take: more with a temple, more with a resource."""
    points = 10
    if has(state.temples, province):
        points += 30
    if not has(tables.kinds[HILLS - RICE], province):
        points += 3
    return points
