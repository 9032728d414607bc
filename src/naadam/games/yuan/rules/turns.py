"""The course of a game: set-up (YN-10 to YN-18), planning and resolution, turn by turn (YN-20 to YN-22)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, popcount, rule
from naadam.core.seats import CHANCE
from naadam.games.yuan.rules.auction import begin_bid, open_bids, win_bid
from naadam.games.yuan.rules.cities import found_city, next_clan
from naadam.games.yuan.rules.land import count_laid, survey
from naadam.games.yuan.rules.resolution import resolve
from naadam.games.yuan.rules.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    FIRST,
    FREE,
    HILLS,
    IMPOSED,
    LAYING,
    MOST_SEATS,
    MOST_TILES,
    NOTHING,
    PLACED,
    PLACING,
    PLANNING,
    PRINTED,
    QUICK,
    RICE,
    SIDES,
    WORDS,
)

PURSE = 4  # YN-15
AUCTION_PURSE = 6  # YN-16


@large_rule
def start(tables, state):
    state.mover = NOTHING
    state.first = NOTHING
    for tile in range(MOST_TILES):
        state.tile_turn[tile] = NOTHING
        state.holder[tile] = NOTHING
    for seat in range(MOST_SEATS):
        state.clan[seat] = NOTHING
    state.phase = LAYING if tables.scenario == QUICK else FIRST
    state.waiting = 1 << CHANCE
    if tables.scenario == IMPOSED:
        for tile in range(tables.tiles):
            state.tile_q[tile] = tables.printed[tile, 0]
            state.tile_r[tile] = tables.printed[tile, 1]
            state.tile_turn[tile] = tables.printed[tile, 2]
        finish_map(tables, state)
        if tables.capitals != PLACED:
            choose_clans(tables, state)


@large_rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if action < tables.lay:
        state.plans[seat] = action + 1
        state.waiting &= ~(1 << seat)
        if state.waiting == 0:
            end_planning(tables, state)
    elif action < tables.city:
        lay(tables, state, action - tables.lay)
    elif action < tables.bid:
        number = action - tables.city
        found_city(state, number // tables.provinces, number % tables.provinces)
        place_next_city(tables, state)
    elif action < tables.take:
        state.bids[seat] = action - tables.bid + 1
        state.waiting &= ~(1 << seat)
        if state.waiting == 0:
            open_bids(tables, state)
    elif action < tables.first:
        state.clan[seat] = action - tables.take
        if not begin_bid(tables, state):
            begin_play(tables, state)
    else:
        apply_lot(tables, state, action)


@rule
def apply_lot(tables, state, action):
    if action < tables.deal:
        state.first = action - tables.first
        if tables.scenario == FREE:
            state.phase = DEALING
        else:
            choose_clans(tables, state)
    elif action < tables.clan:
        deal(tables, state, action - tables.deal)
    elif action < tables.draw:
        state.in_play |= 1 << (action - tables.clan)
        choose_clans(tables, state)
    elif action < tables.lot:
        state.clan[state.mover] = action - tables.draw
        draw_next(tables, state)
    else:
        win_bid(state, action - tables.lot)


@rule
def deal(tables, state, tile):
    """YN-11: the tile goes to the next in turn order."""
    dealt = 0
    for other in range(tables.tiles):
        if state.holder[other] != NOTHING:
            dealt += 1
    state.holder[tile] = (state.first + dealt) % tables.seats
    if dealt + 1 == tables.tiles:
        state.phase = LAYING
        state.mover = state.first
        state.waiting = 1 << state.first


@rule
def lay(tables, state, number):
    turn, number = number % SIDES, number // SIDES
    direction, number = number % SIDES, number // SIDES
    neighbour, tile = number % tables.tiles, number // tables.tiles
    if neighbour != tile:
        state.tile_q[tile] = state.tile_q[neighbour] + tables.tile_steps[direction, 0]
        state.tile_r[tile] = state.tile_r[neighbour] + tables.tile_steps[direction, 1]
    state.tile_turn[tile] = turn
    state.holder[tile] = NOTHING
    laid = count_laid(tables, state)
    if laid == tables.tiles:
        finish_map(tables, state)
        choose_clans(tables, state)
    elif tables.scenario == FREE:
        state.mover = (state.first + laid) % tables.seats
        state.waiting = 1 << state.mover


@rule
def finish_map(tables, state):
    """The last tile lies; YN-13: temples on all hills."""
    survey(tables, state)
    for word in range(WORDS):
        state.temples[word] = tables.kinds[HILLS - RICE, word]


@rule
def choose_clans(tables, state):
    """YN-14: as many clans as players, drawn one by one unless there is no choice."""
    state.phase = CHOOSING
    state.mover = NOTHING
    state.waiting = 1 << CHANCE
    if tables.named != 0:
        state.in_play = tables.named
    if popcount(state.in_play) == tables.seats:
        place_next_city(tables, state)


@rule
def place_next_city(tables, state):
    state.phase = PLACING
    if tables.capitals == PRINTED:
        for clan in range(tables.clans):
            if tables.capital[clan] != NOTHING:
                found_city(state, clan, int(tables.capital[clan]))
    if next_clan(tables, state) == NOTHING:
        give_clans(tables, state)
    elif tables.capitals == PLACED:
        settled = popcount(state.cities[0]) + popcount(state.cities[1])
        state.mover = (state.first + settled) % tables.seats
        state.waiting = 1 << state.mover


@rule
def give_clans(tables, state):
    """YN-15, YN-16: by lot, or by auction."""
    state.first = NOTHING
    state.mover = NOTHING
    if tables.auction == 1:
        for seat in range(tables.seats):
            state.chao[seat] = AUCTION_PURSE
        begin_bid(tables, state)
    else:
        state.phase = DRAWING
        state.waiting = 1 << CHANCE
        draw_next(tables, state)


@rule
def draw_next(tables, state):
    for seat in range(tables.seats):
        if state.clan[seat] == NOTHING:
            state.mover = seat
            return
    for seat in range(tables.seats):
        state.chao[seat] = PURSE
        if tables.powers == 1:
            state.chao[seat] += tables.correction[int(state.clan[seat])]
    begin_play(tables, state)


@rule
def begin_play(tables, state):
    state.mover = NOTHING
    state.turn = 0
    begin_turn(tables, state)


@rule
def begin_turn(tables, state):
    """YN-21: the wheel turns; YN-22: all plan."""
    state.phase = PLANNING
    state.turn += 1
    state.waiting = (1 << tables.seats) - 1


@rule
def end_planning(tables, state):
    resolve(tables, state, tables.silence)
    for seat in range(MOST_SEATS):
        state.plans[seat] = 0
    if state.phase == PLANNING:
        begin_turn(tables, state)
