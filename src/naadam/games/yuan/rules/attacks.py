"""Step 4 of a resolution: attacks, bonus attacks, and what is captured (YN-46 to YN-53, YN-55, YN-59)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.yuan.rules.events import tell
from naadam.games.yuan.rules.fortification import draw_armies
from naadam.games.yuan.rules.groups import lacks_city
from naadam.games.yuan.rules.isolation import settle_groups
from naadam.games.yuan.rules.state import (
    CLANS,
    MOST_SEATS,
    NOTHING,
    WEYU,
    WORDS,
    XIANGI,
    drop,
    has,
    has_power,
    lowest,
    owner_of,
    plan_of,
    put,
    without_lowest,
)

RAMPART = 2  # YN-4
NEAR_STONE = 1
SHELTER = 2  # YN-83


@large_rule
def attack(tables, state, cancelled, events):
    """Carry out the step; return the mask of the seats that have captured their targets."""
    attacking = march(tables, state, cancelled, events)
    if attacking == 0:
        return 0
    for word in range(WORDS):
        state.old_cities[word] = state.cities[word]
        for clan in range(CLANS):
            state.before[clan, word] = state.held[clan, word]
    fight_one_another(tables, state, attacking, events)
    victorious = 0
    for seat in range(tables.seats):
        if attacking >> seat & 1 and state.force[seat] > 0 and storm(tables, state, seat, events):
            victorious |= 1 << seat
    for seat in range(tables.seats):  # all fights are over before anything changes hands
        if victorious >> seat & 1:
            target, _, _, _ = plan_of(state, seat)
            capture(tables, state, seat, target)
            state.armies[target] = state.force[seat]
            tell(events, 53, state.clan[seat], target, state.force[seat])
    strike_neighbours(tables, state, victorious, events)
    settle_groups(tables, state, events)
    for seat in range(tables.seats):
        target, _, _, _ = plan_of(state, seat)
        if victorious >> seat & 1 and lacks_city(state, int(state.clan[seat]), target):  # YN-58
            put(state.cities, target)
            tell(events, 58, state.clan[seat], target, 0)
    clear(state)
    return victorious


@rule
def clear(state):
    """Reset the scratch fields of the step; only its result remains."""
    for seat in range(MOST_SEATS):
        state.force[seat] = 0
        for word in range(WORDS):
            state.captured[seat, word] = 0
            state.isolated[seat, word] = 0
    for word in range(WORDS):
        state.old_cities[word] = 0
        for clan in range(CLANS):
            state.before[clan, word] = 0


@rule
def in_range(tables, state, clan, target, word):
    """A word of the provinces from which a clan's armies reach a target (YN-46, YN-82, YN-83)."""
    if has_power(tables, clan, WEYU):
        return int(state.weyu_reach[target, word])
    if has_power(tables, clan, XIANGI):
        return int(state.xiangi_reach[target, word])
    return int(state.reach[target, word])


@rule
def march(tables, state, cancelled, events):
    """YN-46 to YN-48: all armies that attack leave; return the mask of the seats that do."""
    attacking = 0
    for seat in range(tables.seats):
        target, _, _, level = plan_of(state, seat)
        if target == NOTHING or level == 0 or cancelled >> seat & 1:
            continue
        clan = int(state.clan[seat])
        owner = owner_of(tables, state, target)
        if owner == NOTHING or owner == clan:
            continue
        force = 0
        low = int(state.held[clan, 0]) & in_range(tables, state, clan, target, 0)
        high = int(state.held[clan, 1]) & in_range(tables, state, clan, target, 1)
        while low | high != 0:
            province = lowest(low, high)
            low, high = without_lowest(low, high)
            count = int(state.armies[province])
            if count > 0:
                force += count
                state.armies[province] = 0
                tell(events, 46, clan, province, count)
        if force == 0:
            continue
        if level > 1:
            joining = draw_armies(state, clan, 1)
            force += joining
            tell(events, 47, clan, target, joining)
        state.force[seat] = force
        attacking |= 1 << seat
    return attacking


@rule
def fight_one_another(tables, state, attacking, events):
    """YN-49: of several attackers of a province only the strongest keeps armies: what it has more than the next."""
    for seat in range(tables.seats):
        if attacking >> seat & 1 == 0:
            continue
        target, _, _, _ = plan_of(state, seat)
        rivals, first = 0, True
        for other in range(tables.seats):
            if other != seat and attacking >> other & 1 and plan_of(state, other)[0] == target:
                rivals += 1
                first = first and other > seat
        if rivals > 0 and first:  # once for each province
            fight_for(tables, state, attacking, target, events)


@rule
def fight_for(tables, state, attacking, target, events):
    """The fight of all attackers of a province."""
    most, next_most, leader = 0, 0, NOTHING
    for seat in range(tables.seats):
        if attacking >> seat & 1 and plan_of(state, seat)[0] == target:
            force = int(state.force[seat])
            if force > most:
                most, next_most, leader = force, most, seat
            else:
                next_most = max(next_most, force)
    for seat in range(tables.seats):
        if attacking >> seat & 1 and plan_of(state, seat)[0] == target:
            left = most - next_most if seat == leader else 0
            lose(state, seat, int(state.force[seat]) - left)
            tell(events, 49, state.clan[seat], target, left)


@rule
def lose(state, seat, count):
    """YN-43: attacking armies that are lost are back in the stock immediately."""
    state.force[seat] -= count
    state.raised[int(state.clan[seat])] -= count


@rule
def defence(tables, state, owner, province):
    """YN-51: the defence of a clan's province without its armies."""
    total = RAMPART if has(state.wood, province) else 0
    near = int(state.adjacent[province, 0]) & int(state.held[owner, 0]) & int(state.stone[0])
    near |= int(state.adjacent[province, 1]) & int(state.held[owner, 1]) & int(state.stone[1])
    if near != 0:
        total += NEAR_STONE
    if has_power(tables, owner, XIANGI) and state.armies[province] > 0 and has(state.sheltered, province):
        total += SHELTER
    return total


@rule
def storm(tables, state, seat, events):
    """Attack a province with what is left of the force (YN-50 to YN-52); whether it falls."""
    target, _, _, _ = plan_of(state, seat)
    clan, owner = int(state.clan[seat]), owner_of(tables, state, target)
    wall = defence(tables, state, owner, target)
    defending = int(state.armies[target])
    if defending > 0:
        fallen = min(defending, int(state.force[seat]))
        state.armies[target] -= fallen
        state.raised[owner] -= fallen
        lose(state, seat, fallen)
        tell(events, 50, clan, target, state.force[seat])
        tell(events, 50, owner, target, state.armies[target])
    force = int(state.force[seat])
    if force == 0:
        return False
    indestructible = has(state.stone, target)
    if indestructible or force <= wall:
        lose(state, seat, force)
        tell(events, 52 if indestructible else 51, clan, target, force)
        return False
    return True


@rule
def capture(tables, state, seat, province):
    """YN-53: all that stands there is removed but the temple, and a village put there."""
    drop(state.held[owner_of(tables, state, province)], province)
    drop(state.cities, province)
    drop(state.doubled, province)
    drop(state.wood, province)
    put(state.held[int(state.clan[seat])], province)
    put(state.captured[seat], province)


@rule
def strikes(tables, state, victorious, seat, province):
    """Whether a bonus attack of a seat is made on a province (YN-55); those taken in this turn are safe."""
    target, _, _, level = plan_of(state, seat)
    if victorious >> seat & 1 == 0 or level < 3 or not has(state.adjacent[target], province):
        return False
    owner = owner_of(tables, state, province)
    return owner != NOTHING and owner != int(state.clan[seat])


@rule
def strike_neighbours(tables, state, victorious, events):
    """YN-55: bonus attacks, all of them together, of force 1: an army falls, or what is not defended is taken."""
    low, high = 0, 0
    for seat in range(tables.seats):
        target, _, _, level = plan_of(state, seat)
        if victorious >> seat & 1 and level == 3:
            low |= int(state.adjacent[target, 0])
            high |= int(state.adjacent[target, 1])
    for seat in range(tables.seats):
        low &= ~int(state.captured[seat, 0])
        high &= ~int(state.captured[seat, 1])
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        striking, winner = 0, NOTHING
        for seat in range(tables.seats):
            if strikes(tables, state, victorious, seat, province):
                striking += 1
                winner = seat
        if striking == 0:
            continue
        owner, armies = owner_of(tables, state, province), int(state.armies[province])
        if armies == 0 and (has(state.stone, province) or defence(tables, state, owner, province) > 0):
            continue
        if striking > 1:
            tell(events, 55, NOTHING, province, striking)
        elif armies > 0:  # at equality the defender holds (YN-50)
            state.armies[province] -= 1
            state.raised[owner] -= 1
            tell(events, 55, state.clan[winner], province, 0)
        else:
            capture(tables, state, winner, province)
            tell(events, 55, state.clan[winner], province, 1)
