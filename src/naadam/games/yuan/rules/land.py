"""The map: positions of tiles, and tables derived from them (YN-7, YN-11, YN-75, YN-82 to YN-84)."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.games.yuan.rules.state import (
    HEXES,
    MOUNTAIN,
    NOTHING,
    SIDES,
    SPAN,
    VOLCANO,
    WATER,
    WORDS,
    lowest,
    put,
    without_lowest,
)


@rule
def find_tile(tables, state, q, r):
    """The tile whose centre lies there, or NOTHING."""
    for tile in range(tables.tiles):
        if state.tile_turn[tile] != NOTHING and state.tile_q[tile] == q and state.tile_r[tile] == r:
            return tile
    return NOTHING


@rule
def lowest_neighbour(tables, state, q, r):
    """The laid tile of the lowest number that touches a place, and in which direction from it the place lies."""
    best, direction = NOTHING, 0
    for side in range(SIDES):
        other = find_tile(tables, state, q - int(tables.tile_steps[side, 0]), r - int(tables.tile_steps[side, 1]))
        if other != NOTHING and (best == NOTHING or other < best):
            best, direction = other, side
    return best, direction


@rule
def count_laid(tables, state):
    count = 0
    for tile in range(tables.tiles):
        if state.tile_turn[tile] != NOTHING:
            count += 1
    return count


@rule
def hex_place(tables, state, number):
    """Where a hex of a laid tile lies."""
    tile, place = number // HEXES, number % HEXES
    q, r = int(state.tile_q[tile]), int(state.tile_r[tile])
    if place == 0:
        return q, r
    side = (place - 1 + int(state.tile_turn[tile])) % SIDES
    return q + int(tables.steps[side, 0]), r + int(tables.steps[side, 1])


@rule
def find_hex(tables, state, q, r):
    """The hex that lies there, or NOTHING. Its place in its tile follows from its place on the lattice of tiles."""
    label = (q - int(state.tile_q[0]) - 2 * (r - int(state.tile_r[0]))) % HEXES
    if label == 0:
        tile = find_tile(tables, state, q, r)
        return NOTHING if tile == NOTHING else tile * HEXES
    side = 0
    while (int(tables.steps[side, 0]) - 2 * int(tables.steps[side, 1])) % HEXES != label:
        side += 1
    tile = find_tile(tables, state, q - int(tables.steps[side, 0]), r - int(tables.steps[side, 1]))
    if tile == NOTHING:
        return NOTHING
    return tile * HEXES + 1 + (side - int(state.tile_turn[tile])) % SIDES


@large_rule
def hex_beside(tables, state, number, side):
    """The hex on one side of another, or NOTHING."""
    q, r = hex_place(tables, state, number)
    return find_hex(tables, state, q + int(tables.steps[side, 0]), r + int(tables.steps[side, 1]))


@rule
def is_mountain(tables, number):
    """YN-84: a volcano is one too."""
    return tables.ground[number] == MOUNTAIN or tables.ground[number] == VOLCANO


@rule
def shore(tables, state, number):
    """The provinces that touch a hex, as a set."""
    low, high = 0, 0
    for side in range(SIDES):
        other = hex_beside(tables, state, number, side)
        if other != NOTHING and tables.province[other] != NOTHING:
            province = int(tables.province[other])
            if province < SPAN:
                low |= 1 << province
            else:
                high |= 1 << province - SPAN
    return low, high


@rule
def widened_shore(tables, state, number):
    """The provinces that touch one of the water hexes around a hex."""
    low, high = 0, 0
    for side in range(SIDES):
        other = hex_beside(tables, state, number, side)
        if other != NOTHING and tables.ground[other] == WATER:
            near, far = shore(tables, state, other)
            low |= near
            high |= far
    return low, high


@rule
def twice_widened_shore(tables, state, number):
    """The provinces that touch a water hex next to one of the water hexes around a hex."""
    low, high = 0, 0
    for side in range(SIDES):
        other = hex_beside(tables, state, number, side)
        if other != NOTHING and tables.ground[other] == WATER:
            near, far = widened_shore(tables, state, other)
            low |= near
            high |= far
    return low, high


@rule
def join(rows, low, high, to_low, to_high):
    """Write into the rows of one set of provinces those of another."""
    while low | high != 0:
        province = lowest(low, high)
        low, high = without_lowest(low, high)
        rows[province, 0] |= to_low
        rows[province, 1] |= to_high
        rows[province, province // SPAN] &= ~(1 << province % SPAN)


@large_rule
def survey(tables, state):
    """Derive from the tiles, all of them laid, which provinces reach which."""
    mark_sides(tables, state)
    mark_lakes(tables, state)
    for province in range(tables.provinces):
        for word in range(WORDS):
            state.reach[province, word] |= state.adjacent[province, word]
            state.weyu_reach[province, word] = state.reach[province, word]
            state.xiangi_reach[province, word] = state.adjacent[province, word]
    for number in range(HEXES * tables.tiles):
        if tables.ground[number] == WATER:  # YN-83: over this one, or over it and another
            low, high = shore(tables, state, number)
            near, far = widened_shore(tables, state, number)
            join(state.xiangi_reach, low, high, low | near, high | far)
        elif is_mountain(tables, number):
            mark_crossing(tables, state, number)


@rule
def mark_sides(tables, state):
    """Adjacency of provinces, and the provinces next to mountains and volcanoes."""
    for province in range(tables.provinces):
        mountains = 0
        for side in range(SIDES):
            other = hex_beside(tables, state, int(tables.home[province]), side)
            if other == NOTHING:
                continue
            if tables.province[other] != NOTHING:
                put(state.adjacent[province], int(tables.province[other]))
            elif is_mountain(tables, other):
                mountains += 1
                if tables.ground[other] == VOLCANO and tables.volcanoes == 1:
                    put(state.volcanic, province)
        if mountains >= 2:
            put(state.sheltered, province)


@rule
def mark_lakes(tables, state):
    """Connect all provinces that touch a lake: water hexes joined by their sides."""
    hexes = HEXES * tables.tiles
    for number in range(hexes):
        if tables.ground[number] == WATER:
            state.lake[number] = number + 1
    changed = True
    while changed:  # every hex takes the lowest mark of those it is joined with
        changed = False
        for number in range(hexes):
            if state.lake[number] == 0:
                continue
            for side in range(SIDES):
                other = hex_beside(tables, state, number, side)
                if other != NOTHING and 0 < state.lake[other] < state.lake[number]:
                    state.lake[number] = state.lake[other]
                    changed = True
    for first in range(hexes):
        if state.lake[first] != first + 1:
            continue
        low, high = 0, 0
        for number in range(first, hexes):
            if state.lake[number] == first + 1:
                near, far = shore(tables, state, number)
                low |= near
                high |= far
        join(state.reach, low, high, low, high)
    for number in range(hexes):
        state.lake[number] = 0


@rule
def mark_crossing(tables, state, number):
    """YN-82: over this mountain and at most two water hexes before and behind it."""
    low, high = shore(tables, state, number)
    near, far = widened_shore(tables, state, number)
    next_low, next_high = twice_widened_shore(tables, state, number)
    join(state.weyu_reach, low, high, low | near | next_low, high | far | next_high)
    join(state.weyu_reach, near, far, low | near, high | far)
    join(state.weyu_reach, next_low, next_high, low, high)
