"""The actions worth a search, the best first: of thousands of plans a few dozen matter.

A plan is rated by its kind (colonisation, expansion, an attack ...) with what its target would bring now, as if nobody
else acted. A few plans of each province are kept, and the best of all of them.
"""

from __future__ import annotations

from naadam.core.compiling import draw, large_rule, rule
from naadam.games.yuan.rules.attacks import defence
from naadam.games.yuan.rules.costs import cost, production
from naadam.games.yuan.rules.development import can_reach
from naadam.games.yuan.rules.groups import beside, group_at
from naadam.games.yuan.rules.heuristics import force_on, worth_of
from naadam.games.yuan.rules.state import (
    ARMIES,
    CODES,
    FOREST,
    LAYING,
    MINE,
    MOST_ARMIES,
    NOTHING,
    PLACING,
    PLANNING,
    RICE,
    free_provinces,
    has,
    lowest,
    owner_of,
    without_lowest,
)

MOST = 40  # plans kept
MOST_OF_A_PROVINCE = 5
MOST_SITES = 16  # for tiles and first cities: any will do
SCORE = 32  # bits of an action behind which its score is noted
ACTION = (1 << SCORE) - 1

# Scores, chosen by hand: one Chão, passing, a temple built and a clan robbed,
PRICE, PASS, TEMPLE, ROBBED = 3, 18, 34, 5
TOWN, DOUBLE, WALL, STONE, ARMY = 9, 8, 9, 20, 9  # a village made a city, a city doubled, ramparts, an army;
THREAT, CITY_TAKEN, ROUT = 14, 14, 9  # walls where a rival could attack, a city captured, neighbours of Attack III


@large_rule
def plausible(tables, state, seat, rng, actions, count):
    seat, count = int(seat), int(count)
    if state.phase == LAYING or state.phase == PLACING:
        return keep_any(rng, actions, count)
    if state.phase != PLANNING:
        return count
    return keep_best(tables, state, seat, actions, count)


@rule
def keep_any(rng, actions, count):
    kept = min(count, MOST_SITES)
    for place in range(kept):
        other = place + draw(rng, count - place)
        actions[place], actions[other] = actions[other], actions[place]
    return kept


@rule
def keep_best(tables, state, seat, actions, count):
    clan = int(state.clan[seat])
    rice = production(tables, state, clan, RICE)
    forest = production(tables, state, clan, FOREST)
    mines = production(tables, state, clan, MINE)
    scored, first, province = 0, 0, NOTHING
    owner, gain, force, wall, threat, leads = NOTHING, 0, 0, 0, 0, False
    for index in range(count):
        action = int(actions[index])
        score = PASS
        if action > 0:
            code = (action - 1) % CODES + 1
            if (action - 1) // CODES != province:
                scored = keep_few(actions, first, scored)
                first, province = scored, (action - 1) // CODES
                owner = owner_of(tables, state, province)
                gain = gain_of(tables, state, clan, owner, province)
                force, wall, threat = 0, 0, 0
                if owner == clan:
                    threat = THREAT if is_threatened(tables, state, clan, province) else 0
                    leads = leads_group(state, clan, province)
                elif owner != NOTHING:
                    force = force_on(tables, state, clan, province)
                    wall = defence(tables, state, owner, province)
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
    if first == 0:
        return scored  # to pass
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
    """What a development, or a capture, of the province would bring. A free one out of reach needs level III."""
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
