"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.yuan.rules import clauses
from naadam.games.yuan.rules.cities import ROOMY, best_site, is_site, next_clan, site_rank
from naadam.games.yuan.rules.costs import cost_of
from naadam.games.yuan.rules.land import count_laid, find_tile, lowest_neighbour
from naadam.games.yuan.rules.state import (
    BIDDING,
    CHOOSING,
    CODES,
    DEALING,
    DRAWING,
    FIRST,
    LAYING,
    LOT,
    NOTHING,
    PLACED,
    PLACING,
    PLANNING,
    QUICK,
    SIDES,
    TAKING,
    owner_of,
)


@large_rule
def refusal(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if state.waiting == 0:
        return int(state.ended)
    if seat == CHANCE:
        return bar_chance(tables, state, action)
    if action >= tables.first:
        return bar_lots(tables, action)
    if state.waiting >> seat & 1 == 0:
        return bar_seat(tables, state, seat)
    if decided_by(tables, action) != state.phase:
        return due_now(tables, state)
    if state.phase == PLANNING:
        return bar_plan(tables, state, seat, action)
    if state.phase == LAYING:
        return bar_tile(tables, state, seat, action - tables.lay)
    if state.phase == PLACING:
        return bar_city(tables, state, action - tables.city)
    if state.phase == TAKING:
        return bar_clan(state, action - tables.take)
    return 0  # a bid


@rule
def decided_by(tables, action):
    """The phase in which an action belongs."""
    if action < tables.lay:
        return PLANNING
    if action < tables.city:
        return LAYING
    if action < tables.bid:
        return PLACING
    if action < tables.take:
        return BIDDING
    if action < tables.first:
        return TAKING
    if action < tables.deal:
        return FIRST
    if action < tables.clan:
        return DEALING
    if action < tables.draw:
        return CHOOSING
    return DRAWING if action < tables.lot else LOT


@rule
def due_now(tables, state):
    """The clause of the decision that must be made first."""
    phase = int(state.phase)
    if phase == FIRST:
        return clauses.FIRST_PLAYER_BY_LOT
    if phase == DEALING:
        return clauses.DEAL_FIRST
    if phase == LAYING:
        return clauses.TILES_BY_LOT if tables.scenario == QUICK else clauses.LAY_A_TILE
    if phase == CHOOSING:
        return clauses.DRAW_CLANS_FIRST
    if phase == PLACING:
        return clauses.PLACE_A_CITY if tables.capitals == PLACED else clauses.CITIES_BY_LOT
    if phase == DRAWING:
        return clauses.DRAW_COLOURS_FIRST
    if phase == BIDDING:
        return clauses.MAKE_A_BID
    if phase == LOT:
        return clauses.LOT_DECIDES
    return clauses.TAKE_A_CLAN if phase == TAKING else clauses.MAKE_A_PLAN


@rule
def bar_lots(tables, action):
    """The clause of an action that only chance can take."""
    if action < tables.deal:
        return clauses.NOBODY_CHOOSES_WHO_BEGINS
    if action < tables.clan:
        return clauses.TILES_ARE_DEALT
    if action < tables.draw:
        return clauses.CLANS_BY_LOT
    return clauses.COLOURS_BY_LOT if action < tables.lot else clauses.NOBODY_CHOOSES_THE_LOT


@rule
def bar_seat(tables, state, seat):
    """Why a seat that is not waiting cannot act."""
    phase = int(state.phase)
    if phase == PLANNING:
        return clauses.PLAN_IS_SEALED
    if phase == BIDDING:
        if state.bidding >> seat & 1:
            return clauses.BID_IS_SEALED
        return clauses.OUTBID if state.clan[seat] == NOTHING else clauses.NOT_BIDDING
    if phase == TAKING:
        return clauses.ANOTHER_TAKES
    if state.waiting == 1 << CHANCE:
        return due_now(tables, state)
    return clauses.ANOTHER_LAYS if phase == LAYING else clauses.ANOTHER_PLACES


@rule
def bar_plan(tables, state, seat, action):
    if action == 0:
        return 0
    code = (action - 1) % CODES + 1
    afforded = cost_of(tables, state, int(state.clan[seat]), code) <= state.chao[seat]
    return 0 if afforded else clauses.CANNOT_BE_PAID


@rule
def bar_tile(tables, state, seat, number):
    """YN-11: a tile of the own hand, against one that lies, named by the neighbour of the lowest number."""
    number //= SIDES
    direction, number = number % SIDES, number // SIDES
    neighbour, tile = number % tables.tiles, number // tables.tiles
    if state.holder[tile] != seat:
        return clauses.NOT_YOUR_TILE
    if count_laid(tables, state) == 0:
        return 0 if neighbour == tile and direction == 0 else clauses.NO_TILE_THERE
    return bar_place(tables, state, neighbour, direction)


@rule
def bar_place(tables, state, neighbour, direction):
    if state.tile_turn[neighbour] == NOTHING:
        return clauses.NO_TILE_THERE
    q = int(state.tile_q[neighbour]) + int(tables.tile_steps[direction, 0])
    r = int(state.tile_r[neighbour]) + int(tables.tile_steps[direction, 1])
    if find_tile(tables, state, q, r) != NOTHING:
        return clauses.PLACE_TAKEN
    named, _ = lowest_neighbour(tables, state, q, r)
    return 0 if named == neighbour else clauses.OTHER_NEIGHBOUR


@rule
def bar_city(tables, state, number):
    clan, province = number // tables.provinces, number % tables.provinces
    if state.in_play >> clan & 1 == 0:
        return clauses.CLAN_NOT_IN_PLAY
    if int(state.held[clan, 0]) | int(state.held[clan, 1]) != 0:
        return clauses.CLAN_HAS_A_CITY
    return 0 if owner_of(tables, state, province) == NOTHING else clauses.PROVINCE_HAS_A_CITY


@rule
def bar_clan(state, clan):
    """YN-15, YN-16: a clan in play that no player has."""
    if state.in_play >> clan & 1 == 0:
        return clauses.CLAN_NOT_IN_PLAY
    for seat in range(len(state.clan)):
        if state.clan[seat] == clan:
            return clauses.CLAN_IS_TAKEN
    return 0


@rule
def bar_chance(tables, state, action):
    if state.waiting != 1 << CHANCE:
        return clauses.NOT_FOR_CHANCE
    phase = int(state.phase)
    if decided_by(tables, action) != phase:
        return due_now(tables, state)
    if phase == DEALING:
        return clauses.TILE_IS_DEALT if state.holder[action - tables.deal] != NOTHING else 0
    if phase == LAYING:
        return bar_spiral(tables, state, action - tables.lay)
    if phase == CHOOSING:
        return clauses.CLAN_IS_IN_PLAY if state.in_play >> (action - tables.clan) & 1 else 0
    if phase == PLACING:
        return bar_site(tables, state, action - tables.city)
    if phase == DRAWING:
        barred = bar_clan(state, action - tables.draw)
        return clauses.CLAN_IS_GIVEN if barred == clauses.CLAN_IS_TAKEN else barred
    if phase == LOT:
        return 0 if state.bidding >> (action - tables.lot) & 1 else clauses.NOT_TIED
    return 0  # the lot for the player who begins


@rule
def bar_spiral(tables, state, number):
    """YN-18: any tile that is left, turned in any way, on the next place of the spiral."""
    number //= SIDES
    direction, number = number % SIDES, number // SIDES
    neighbour, tile = number % tables.tiles, number // tables.tiles
    if state.tile_turn[tile] != NOTHING:
        return clauses.PLACE_TAKEN
    wanted, wanted_direction = spiral_neighbour(tables, state, tile)
    right = neighbour == wanted and direction == wanted_direction
    return 0 if right else clauses.NEXT_PLACE_OF_THE_SPIRAL


@rule
def spiral_neighbour(tables, state, tile):
    """By which neighbour and direction the next place of the spiral is named, for a tile."""
    laid = count_laid(tables, state)
    if laid == 0:
        return tile, 0
    return lowest_neighbour(tables, state, int(tables.spiral[laid, 0]), int(tables.spiral[laid, 1]))


@rule
def bar_site(tables, state, number):
    clan, province = number // tables.provinces, number % tables.provinces
    if clan != next_clan(tables, state):
        return clauses.ANOTHER_CLAN_IS_NEXT
    if owner_of(tables, state, province) != NOTHING:
        return clauses.PROVINCE_HAS_A_CITY
    best = best_site(tables, state)
    if is_site(tables, state, province, best):
        return 0
    cramped = site_rank(tables, state, province) < ROOMY <= best
    return clauses.TOO_FEW_NEIGHBOURS if cramped else clauses.CITY_TOO_NEAR
