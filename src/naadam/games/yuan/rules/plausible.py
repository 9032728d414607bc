"""Candidate actions for search, the best first: a few dozen of thousands of plans.

A plan is rated by its kind (colonisation, expansion, an attack ...) with the gain of its target now, as if no other
player acted. A few plans of each province are kept, and the best of all of them.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, draw, large_rule, popcount, rule
from naadam.games.yuan.rules.attacks import defence
from naadam.games.yuan.rules.cities import site_rank
from naadam.games.yuan.rules.costs import cost, production
from naadam.games.yuan.rules.development import can_reach
from naadam.games.yuan.rules.groups import beside, group_at
from naadam.games.yuan.rules.heuristics import force_on, worth_of
from naadam.games.yuan.rules.land import find_tile
from naadam.games.yuan.rules.state import (
    ARMIES,
    FOREST,
    LAYING,
    MINE,
    MOST_ARMIES,
    NOTHING,
    PLACING,
    PLANNING,
    RICE,
    SIDES,
    free_provinces,
    has,
    lowest,
    owner_of,
    without_lowest,
)

MOST = 40  # plans kept
MOST_OF_A_PROVINCE = 5
MOST_SITES = 16  # for tiles and first cities
LOTS = 1024  # to tell equal sites apart
SCORE = 32  # bits of an action behind which its score is noted
ACTION = (1 << SCORE) - 1

# Codes of plans that can do something, as bits: Development with Fortification II or III on a free province; the same
# with Fortification on an own village, and with Recruitment at an own city; an attack, perhaps with Fortification
COLONISATIONS = sum(1 << d + 4 * f - 1 for d in (1, 2, 3) for f in (0, 2, 3))
AT_VILLAGES = sum(1 << d + 4 * f - 1 for d in range(4) for f in (0, 2, 3) if d + f)
AT_CITIES = sum(1 << d + 4 * f + 16 * m - 1 for d in range(4) for f in range(4) for m in (0, 2, 3) if d + f + m)
ATTACKS = sum(1 << 4 * f + 16 * m - 1 for f in (0, 2, 3) for m in (1, 2, 3))

# Scores, chosen by hand: one Chão, passing, a temple built and a clan robbed,
PRICE, PASS, TEMPLE, ROBBED = 3, 18, 34, 5
TOWN, DOUBLE, WALL, STONE, ARMY = 9, 8, 9, 20, 9  # a village made a city, a city doubled, ramparts, an army;
THREAT, CITY_TAKEN, ROUT = 14, 14, 9  # walls where a rival could attack, a city captured, neighbours of Attack III


@large_rule
def plausible(tables, state, seat, rng, actions, count):
    seat, count = int(seat), int(count)
    if state.phase == LAYING or state.phase == PLACING:
        return keep_sites(tables, state, rng, actions, count)
    if state.phase != PLANNING:
        return count
    return keep_best(tables, state, seat, actions, count)


@rule
def keep_sites(tables, state, rng, actions, count):
    """Tiles where they touch most others, cities far from others (YN-14); of equals any."""
    for index in range(count):
        action = int(actions[index])
        if state.phase == LAYING:
            rank = count_touching(tables, state, action - tables.lay)
        else:
            rank = site_rank(tables, state, (action - tables.city) % tables.provinces)
        actions[index] = (rank * LOTS + draw(rng, LOTS)) << SCORE | action
    listed = min(count, MOST_SITES)
    select(actions, 0, count, listed)
    best, kept = int(actions[0]) >> SCORE, 0
    for index in range(count):
        if index < listed and (int(actions[index]) >> SCORE) // LOTS == best // LOTS:
            kept += 1
        actions[index] &= ACTION
    return kept


@rule
def count_touching(tables, state, number):
    """How many tiles a tile would touch."""
    direction, number = number // SIDES % SIDES, number // (SIDES * SIDES)
    neighbour = number % tables.tiles
    if state.tile_turn[neighbour] == NOTHING:
        return 0  # the first tile of all
    q = int(state.tile_q[neighbour]) + int(tables.tile_steps[direction, 0])
    r = int(state.tile_r[neighbour]) + int(tables.tile_steps[direction, 1])
    touching = 0
    for side in range(SIDES):
        beyond = find_tile(tables, state, q + int(tables.tile_steps[side, 0]), r + int(tables.tile_steps[side, 1]))
        if beyond != NOTHING:
            touching += 1
    return touching


@rule
def keep_best(tables, state, seat, actions, count):
    """Rate the plans that can matter, province by province; the legal ones have the same codes in each."""
    clan = int(state.clan[seat])
    rice = production(tables, state, clan, RICE)
    forest = production(tables, state, clan, FOREST)
    mines = production(tables, state, clan, MINE)
    codes = (count - 1) // tables.provinces
    payable = 0  # the codes, as bits
    for index in range(1, 1 + codes):
        payable |= 1 << int(actions[index]) - 1
    actions[0] = PASS << SCORE
    scored = 1
    for province in range(tables.provinces):
        owner, first = owner_of(tables, state, province), scored
        gain, force, wall, threat, leads = 0, 0, 0, 0, False
        if owner == NOTHING or owner == clan:
            gain = gain_of(tables, state, clan, owner, province)
        if owner == clan:
            threat = THREAT if is_threatened(tables, state, clan, province) else 0
            leads = leads_group(state, clan, province)
        elif owner != NOTHING:
            force = force_on(tables, state, clan, province)
            if force == 0 or has(state.stone, province):
                continue
            gain = gain_of(tables, state, clan, owner, province)
            wall = defence(tables, state, owner, province)
        rest = payable & (COLONISATIONS if owner == NOTHING else ATTACKS)
        if owner == clan:
            rest = payable & (AT_CITIES if has(state.cities, province) else AT_VILLAGES)
        while rest != 0:
            bit = ctz(rest)
            rest &= rest - 1
            code = bit + 1
            if owner == NOTHING:
                score = rate_colonisation(code, gain)
            elif owner == clan:
                score = rate_own(tables, state, clan, province, code, gain, threat)
                if code < 3 and not leads:  # the same expansion as that of the first province of its group
                    score = 0
            else:
                score = rate_attack(state, clan, province, code, gain, force, wall)
            if score > 0:
                score -= PRICE * cost(tables, code, rice, forest, mines)
            if score > 0:
                index = 1 + codes * province + popcount(payable & (1 << bit) - 1)
                action = int(actions[index])
                actions[index] = actions[scored]
                actions[scored] = score << SCORE | action
                scored += 1
        scored = keep_few(actions, first, scored)
    kept = min(scored, MOST)
    select(actions, 1, scored, kept - 1)
    passing, place = actions[0], 0  # to pass is always kept, at the place of its score
    while place + 1 < kept and actions[place + 1] > passing:
        actions[place] = actions[place + 1]
        place += 1
    actions[place] = passing
    for index in range(scored):
        actions[index] &= ACTION
    return kept


@rule
def select(actions, first, end, kept):
    """Bring the highest of some actions to their front."""
    for place in range(first, first + kept):
        best = place
        for index in range(place + 1, end):
            if actions[index] > actions[best]:
                best = index
        actions[place], actions[best] = actions[best], actions[place]


@rule
def keep_few(actions, first, scored):
    """Of the plans for a province, from `first` on, keep a few; return how many are scored then."""
    kept = min(scored - first, MOST_OF_A_PROVINCE)
    select(actions, first, scored, kept)
    for index in range(first + kept, scored):
        actions[index] &= ACTION
    return first + kept


@rule
def leads_group(state, clan, province):
    low, high = group_at(state, int(state.held[clan, 0]), int(state.held[clan, 1]), province)
    return lowest(low, high) == province


@rule
def is_threatened(tables, state, clan, province):
    for rival in range(tables.clans):
        if rival != clan and state.raised[rival] > 0 and force_on(tables, state, rival, province) > 0:
            return True
    return False


@rule
def gain_of(tables, state, clan, owner, province):
    """The gain of a development, or a capture, of the province. A free one out of reach needs level III."""
    low, high = int(state.adjacent[province, 0]), int(state.adjacent[province, 1])
    total = 0
    if owner == clan:
        low, high = group_at(state, int(state.held[clan, 0]), int(state.held[clan, 1]), province)
        low, high = beside(state, low, high)
    else:
        total = worth_of(tables, state, province)
    if owner != NOTHING and owner != clan:
        return total
    free, far_free = free_provinces(tables, state)
    low &= free
    high &= far_free
    while low | high != 0:
        total += worth_of(tables, state, lowest(low, high))
        low, high = without_lowest(low, high)
    if owner == NOTHING and not can_reach(tables, state, clan, province):
        return -total
    return total


@rule
def rate_colonisation(code, gain):
    level, fortification = code & 3, code >> 2 & 3
    if level == 0 or code >> 4 != 0 or (level == 3) != (gain < 0):
        return 0
    score = abs(gain) + (2 * PRICE if level == 2 else 0)
    if fortification > 1:
        score += TOWN + (WALL + ARMY if fortification == 3 else 0)
    return score if fortification != 1 else 0


@rule
def rate_own(tables, state, clan, province, code, gain, threat):
    level, fortification, militarisation = code & 3, code >> 2 & 3, code >> 4
    city, stone = has(state.cities, province), has(state.stone, province)
    score = 0
    if level == 3:
        score += 0 if has(state.temples, province) else TEMPLE
        for rival in range(tables.clans):
            shared = int(state.adjacent[province, 0]) & int(state.held[rival, 0])
            if rival != clan and shared | int(state.adjacent[province, 1]) & int(state.held[rival, 1]) != 0:
                score += ROBBED
    elif level > 0:
        score += gain + (2 * PRICE if level == 2 else 0)
    if not city and (fortification == 1 or militarisation > 0):
        return 0
    if not city and fortification > 1:
        score += TOWN + (WALL + ARMY + threat if fortification == 3 else 0)
    elif fortification == 3:
        score += (0 if stone else STONE + threat) + ARMY
    elif fortification > 0:
        score += 0 if has(state.doubled, province) else DOUBLE
        score += WALL + threat if fortification == 2 and not stone and not has(state.wood, province) else 0
    if militarisation == 1:
        return 0
    if militarisation > 1:
        room = min(ARMIES - int(state.raised[clan]), MOST_ARMIES - int(state.armies[province]))
        score += ARMY * min(room, 1 if militarisation == 2 else MOST_ARMIES) + threat // 2
    return score


@rule
def rate_attack(state, clan, province, code, gain, force, wall):
    fortification, level = code >> 2 & 3, code >> 4
    if code & 3 != 0 or level == 0 or force == 0 or has(state.stone, province) or fortification == 1:
        return 0
    if level > 1 and state.raised[clan] < ARMIES:
        force += 1
    if force - int(state.armies[province]) <= wall:
        return 0
    score = gain + PASS + (CITY_TAKEN if has(state.cities, province) else 0)
    if level == 3:
        score += ROUT
    if fortification > 1:
        score += TOWN + (WALL + ARMY if fortification == 3 else 0)
    return score
