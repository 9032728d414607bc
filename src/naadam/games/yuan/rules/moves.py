"""The legal actions and the outcomes of chance, listed."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.yuan.rules.cities import best_site, is_site, next_clan
from naadam.games.yuan.rules.costs import cost, production
from naadam.games.yuan.rules.land import count_laid
from naadam.games.yuan.rules.refusals import bar_clan, bar_place, spiral_neighbour
from naadam.games.yuan.rules.state import (
    BIDDING,
    CHOOSING,
    CODES,
    DEALING,
    DRAWING,
    FIRST,
    FOREST,
    HIGHEST_BID,
    LAYING,
    MINE,
    NOTHING,
    PLACING,
    PLANNING,
    RICE,
    SIDES,
    owner_of,
)


@large_rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if seat >= tables.seats or state.waiting >> seat & 1 == 0:
        return 0
    phase = int(state.phase)
    if phase == PLANNING:
        return list_plans(tables, state, seat, actions)
    if phase == LAYING:
        return list_tiles(tables, state, seat, actions)
    if phase == PLACING:
        return list_cities(tables, state, actions)
    if phase == BIDDING:
        for amount in range(HIGHEST_BID + 1):
            actions[amount] = tables.bid + amount
        return HIGHEST_BID + 1
    return list_clans(tables, state, tables.take, actions)


@rule
def list_codes(tables, state, seat, actions, count):
    """Write the codes of plans that a seat can pay."""
    clan, chao = int(state.clan[seat]), int(state.chao[seat])
    rice = production(tables, state, clan, RICE)
    forest = production(tables, state, clan, FOREST)
    mines = production(tables, state, clan, MINE)
    for code in range(1, CODES + 1):
        if cost(tables, code, rice, forest, mines) <= chao:
            actions[count] = code
            count += 1
    return count


@rule
def list_plans(tables, state, seat, actions):
    """Pass, then the plans for the first province, which are the codes, and the same for all others."""
    actions[0] = 0
    count = list_codes(tables, state, seat, actions, 1)
    codes = count - 1
    for province in range(1, tables.provinces):
        for number in range(codes):
            actions[count + number] = actions[1 + number] + CODES * province
        count += codes
    return count


@rule
def list_tiles(tables, state, seat, actions):
    """All places for the first tile of the hand, then the same for the others."""
    laid = count_laid(tables, state)
    count, places, first = 0, 0, NOTHING
    for tile in range(tables.tiles):
        if state.holder[tile] != seat:
            continue
        if laid == 0:
            count = list_turns(tables, tile, tile, 0, actions, count)
        elif first == NOTHING:
            first = tile
            for neighbour in range(tables.tiles):
                for direction in range(SIDES):
                    if bar_place(tables, state, neighbour, direction) == 0:
                        count = list_turns(tables, tile, neighbour, direction, actions, count)
            places = count
        else:
            ahead = (tile - first) * tables.tiles * SIDES * SIDES
            for number in range(places):
                actions[count + number] = actions[number] + ahead
            count += places
    return count


@rule
def list_turns(tables, tile, neighbour, direction, actions, count):
    place = (tile * tables.tiles + neighbour) * SIDES + direction
    for turn in range(SIDES):
        actions[count + turn] = tables.lay + place * SIDES + turn
    return count + SIDES


@rule
def list_cities(tables, state, actions):
    count = 0
    for clan in range(tables.clans):
        settled = int(state.held[clan, 0]) | int(state.held[clan, 1]) != 0
        if state.in_play >> clan & 1 == 0 or settled:
            continue
        for province in range(tables.provinces):
            if owner_of(tables, state, province) == NOTHING:
                actions[count] = tables.city + clan * tables.provinces + province
                count += 1
    return count


@rule
def list_clans(tables, state, first, actions):
    """The clans in play that no player has."""
    count = 0
    for clan in range(tables.clans):
        if bar_clan(state, clan) == 0:
            actions[count] = first + clan
            count += 1
    return count


@large_rule
def chance(tables, state, actions, weights):
    if state.waiting != 1 << CHANCE:
        return 0
    count = list_outcomes(tables, state, actions)
    for number in range(count):
        weights[number] = 1.0
    return count


@rule
def list_outcomes(tables, state, actions):
    count, phase = 0, int(state.phase)
    if phase == DRAWING:
        return list_clans(tables, state, tables.draw, actions)
    if phase == PLACING:
        best, first = best_site(tables, state), tables.city + next_clan(tables, state) * tables.provinces
        for province in range(tables.provinces):
            if is_site(tables, state, province, best):
                actions[count] = first + province
                count += 1
    elif phase == CHOOSING:
        for clan in range(tables.clans):
            if state.in_play >> clan & 1 == 0:
                actions[count] = tables.clan + clan
                count += 1
    elif phase == DEALING:
        for tile in range(tables.tiles):
            if state.holder[tile] == NOTHING:
                actions[count] = tables.deal + tile
                count += 1
    elif phase == LAYING:
        for tile in range(tables.tiles):
            if state.tile_turn[tile] == NOTHING:
                neighbour, direction = spiral_neighbour(tables, state, tile)
                count = list_turns(tables, tile, neighbour, direction, actions, count)
    else:  # lots: the player who begins, or the winner of a tied auction
        for seat in range(tables.seats):
            if phase == FIRST or state.bidding >> seat & 1:
                actions[count] = (tables.first if phase == FIRST else tables.lot) + seat
                count += 1
    return count
