"""Heuristic evaluation: temples against the wheel, production, cities, armies, risks.

Every clan has a strength, the sum of what it has by the weights of `weights.toml`. A seat's chance to win is its share
of the sum of all strengths as powers of e, so that the weights can be fitted to the results of games.
"""

from __future__ import annotations

import math

from naadam.core.compiling import large_rule, popcount, rule
from naadam.games.yuan.rules.attacks import defence, in_range
from naadam.games.yuan.rules.costs import price, production
from naadam.games.yuan.rules.ends import PROVINCES_A_TEMPLE, count_for_mu, count_of, temples_of, winners
from naadam.games.yuan.rules.groups import group_at
from naadam.games.yuan.rules.learned import learned_lead
from naadam.games.yuan.rules.refusals import bar_clan
from naadam.games.yuan.rules.state import (
    FOREST,
    HILLS,
    MINE,
    MU,
    NOTHING,
    OVER,
    RICE,
    TAKING,
    TURNS,
    free_provinces,
    has,
    has_power,
    lowest,
    only,
    without_lowest,
)

# Weights by their place in `tables.weights`; `weights.toml` says what each is for
TEMPLE, THREE_SHORT, TWO_SHORT, ONE_SHORT, ENOUGH, SAFE, ONE_SHORT_NEXT, ENOUGH_NEXT, STROKE = range(9)
PROVINCE, RICE_UNIT, FOREST_UNIT, MINE_UNIT, FIRST_RICE, FIRST_FOREST, FIRST_MINE = range(9, 16)
CITY, WOOD, STONE, SHRINE, ARMY, CHAO, PURSE, BUILDER, ROOM, HILL = range(16, 26)
RISK, CITY_RISK, TEMPLE_RISK, BLOW, SPOILS = range(26, 31)
WEIGHTS = 31

MOST_UNITS = 7  # more of a resource makes nothing cheaper
FIRST_UNITS = 4  # make level II free
MOST_CHAO = 20
TEMPLE_LEVEL = 3  # YN-35: of Development


@large_rule
def value(tables, state, seat):
    seat = int(seat)
    if state.in_play == 0 or state.cities[0] | state.cities[1] == 0:
        return 0.0
    if state.phase == OVER:
        return 1.0 if winners(tables, state) >> seat & 1 else -1.0
    if tables.learned > 0.0 and all_have_clans(tables, state):
        ahead, learned = compare(tables, state, tables.net[:0])
        ahead += tables.learned * learned
        return 2.0 / (1.0 + math.exp(min(-ahead if seat == 0 else ahead, 50.0))) - 1.0
    own = prospects(tables, state, seat)
    others = 1.0
    for other in range(tables.seats):
        if other != seat:
            others += math.exp(min(prospects(tables, state, other) - own, 50.0))
    return 2.0 / others - 1.0


@rule
def compare(tables, state, entries):
    """By how much the first of two seats is stronger by hand, and what is learned of it."""
    own, own_counts = strength(tables, state, int(state.clan[0]), int(state.chao[0]))
    rival, rival_counts = strength(tables, state, int(state.clan[1]), int(state.chao[1]))
    return own - rival, learned_lead(tables, state, own_counts, rival_counts, entries)


@rule
def read(tag, tables, states, seats, leads, entries):
    """Of each state its lead and its entries, for what learns (core/parts/net.py)."""
    for row in range(len(states)):
        for lookup in range(entries.shape[1]):
            entries[row, lookup] = -1
        if all_have_clans(tables, states[row]):
            leads[row], _ = compare(tables, states[row], entries[row])


@rule
def read_strengths(tag, tables, states, strengths):
    """How strong every seat is in each state, to fit the weights (core/parts/weights.py); 0 before all have clans."""
    for row in range(len(states)):
        state = states[row]
        for seat in range(tables.seats):
            strengths[row, seat] = prospects(tables, state, seat) if all_have_clans(tables, state) else 0.0


@rule
def all_have_clans(tables, state):
    for seat in range(tables.seats):
        if state.clan[seat] == NOTHING:
            return False
    return True


@rule
def prospects(tables, state, seat):
    """The strength of a seat's clan; before it has one, of the best or of any that it may get."""
    if state.clan[seat] != NOTHING:
        return strength(tables, state, int(state.clan[seat]), int(state.chao[seat]))[0]
    total, best, clans = 0.0, -1000.0, 0
    for clan in range(tables.clans):
        if bar_clan(state, clan) == 0:
            found, _ = strength(tables, state, clan, int(state.chao[seat]))
            total += found
            best = max(best, found)
            clans += 1
    if state.phase == TAKING and state.mover == seat:
        return best
    return total / clans if clans > 0 else 0.0


@large_rule
def strength(tables, state, clan, chao):
    """The strength of a clan, in weights, and the counts from which it is computed."""
    turn = min(max(int(state.turn), 1), TURNS)
    needed, needed_next = int(tables.needed[turn - 1]), int(tables.needed[min(turn, TURNS - 1)])
    temples = temples_of(state, clan)
    if has_power(tables, clan, MU):
        temples = max(temples, count_for_mu(state) // PROVINCES_A_TEMPLE)
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    rice = min(production(tables, state, clan, RICE), MOST_UNITS)
    forest = min(production(tables, state, clan, FOREST), MOST_UNITS)
    mines = min(production(tables, state, clan, MINE), MOST_UNITS)
    builds = chao >= price(tables, TEMPLE_LEVEL, rice)
    free, hills = count_room(tables, state, clan)
    lost, lost_cities, lost_temples, blow = count_risks(tables, state, clan)
    spoils = most_spoils(tables, state, clan)
    total = weigh(tables, turn, TEMPLE) * min(temples, needed)
    if temples + 3 >= needed:
        total += weigh(tables, turn, THREE_SHORT)
    if temples + 2 >= needed:
        total += weigh(tables, turn, TWO_SHORT)
    if temples + 1 >= needed:
        total += weigh(tables, turn, ONE_SHORT)
    if temples >= needed:
        total += weigh(tables, turn, ENOUGH)
    if temples - blow >= needed:
        total += weigh(tables, turn, SAFE)
    if temples + 1 >= needed_next:
        total += weigh(tables, turn, ONE_SHORT_NEXT)
    if temples >= needed_next:
        total += weigh(tables, turn, ENOUGH_NEXT)
    if temples + max(spoils, 1 if builds or hills > 0 else 0) >= needed:
        total += weigh(tables, turn, STROKE)
    total += weigh(tables, turn, PROVINCE) * (popcount(low) + popcount(high))
    total += weigh(tables, turn, RICE_UNIT) * rice + weigh(tables, turn, FIRST_RICE) * min(rice, FIRST_UNITS)
    total += weigh(tables, turn, FOREST_UNIT) * forest + weigh(tables, turn, FIRST_FOREST) * min(forest, FIRST_UNITS)
    total += weigh(tables, turn, MINE_UNIT) * mines + weigh(tables, turn, FIRST_MINE) * min(mines, FIRST_UNITS)
    total += weigh(tables, turn, CITY) * count_of(state, clan, state.cities)
    total += weigh(tables, turn, WOOD) * count_of(state, clan, state.wood)
    total += weigh(tables, turn, STONE) * count_of(state, clan, state.stone)
    shrines = popcount(low & int(state.stone[0] & state.temples[0]))
    shrines += popcount(high & int(state.stone[1] & state.temples[1]))
    total += weigh(tables, turn, SHRINE) * shrines
    total += weigh(tables, turn, ARMY) * int(state.raised[clan])
    total += weigh(tables, turn, CHAO) * min(chao, MOST_CHAO) + weigh(tables, turn, PURSE) * min(chao, MOST_UNITS)
    if builds:
        total += weigh(tables, turn, BUILDER)
    total += weigh(tables, turn, ROOM) * free + weigh(tables, turn, HILL) * hills
    total += weigh(tables, turn, RISK) * lost + weigh(tables, turn, CITY_RISK) * lost_cities
    total += weigh(tables, turn, TEMPLE_RISK) * lost_temples + weigh(tables, turn, BLOW) * blow
    total += weigh(tables, turn, SPOILS) * spoils
    return total, (temples, blow, rice, forest, mines, free, hills, lost, lost_temples)


@rule
def weigh(tables, turn, place):
    """A weight between that of the first and that of the last turn."""
    left = (TURNS - turn) / (TURNS - 1)
    return tables.weights[place, 0] * left + tables.weights[place, 1] * (1.0 - left)


@rule
def count_room(tables, state, clan):
    """The free provinces that a clan reaches, and those of them that have a temple."""
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
    return popcount(near) + popcount(far), count_temples(state, near, far)


@rule
def count_temples(state, low, high):
    """The temples in a set of provinces."""
    return popcount(low & int(state.temples[0])) + popcount(high & int(state.temples[1]))


@rule
def reach_of_armies(tables, state, clan):
    """All provinces that armies of a clan could attack, as a set."""
    near, far = 0, 0
    if state.raised[clan] > 0:
        low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
        while low | high != 0:
            province = lowest(low, high)
            low, high = without_lowest(low, high)
            if state.armies[province] > 0:
                near |= in_range(tables, state, clan, province, 0)
                far |= in_range(tables, state, clan, province, 1)
    return near, far


@rule
def count_risks(tables, state, clan):
    """Possible losses of a clan to rivals next turn: provinces, cities, temples, and the most temples by one attack."""
    lost, far_lost, cities, most = 0, 0, 0, 0
    for rival in range(tables.clans):
        if rival != clan and state.raised[rival] > 0:
            near, far, taken, temples = within_grasp(tables, state, rival, clan)
            lost |= near
            far_lost |= far
            cities += taken
            most = max(most, temples)
    return popcount(lost) + popcount(far_lost), cities, count_temples(state, lost, far_lost), most


@rule
def most_spoils(tables, state, clan):
    """The most temples that a clan could take by one attack."""
    most = 0
    if state.raised[clan] > 0:
        for victim in range(tables.clans):
            if victim != clan and state.in_play >> victim & 1:
                _, _, _, temples = within_grasp(tables, state, clan, victim)
                most = max(most, temples)
    return most


@large_rule
def within_grasp(tables, state, rival, clan):
    """The provinces of a clan that a rival could take next turn, with the only city of a group all of it (YN-54); how
    many cities it could attack for that, and how many temples the best attack would bring."""
    low, high = int(state.held[clan, 0]), int(state.held[clan, 1])
    lost, far_lost, cities, most = 0, 0, 0, 0
    near, far = reach_of_armies(tables, state, rival)
    near &= low & ~int(state.stone[0])
    far &= high & ~int(state.stone[1])
    while near | far != 0:
        province = lowest(near, far)
        near, far = without_lowest(near, far)
        holding = int(state.armies[province]) + defence(tables, state, clan, province)
        if force_on(tables, state, rival, province) + 1 <= holding:  # with one from the stock
            continue
        one, other = only(province)
        if has(state.cities, province):
            cities += 1
            group, far_group = group_at(state, low, high, province)
            if group & int(state.cities[0]) & ~one | far_group & int(state.cities[1]) & ~other == 0:
                one, other = group, far_group
        lost |= one
        far_lost |= other
        most = max(most, count_temples(state, one, other))
    return lost, far_lost, cities, most


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
