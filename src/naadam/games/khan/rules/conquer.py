"""Conquests: where shapes can be laid, whose agreement that needs, what it does (KH-35 to KH-42, KH-48 to KH-55)."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, popcount, rule
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.groups import group_at
from naadam.games.khan.rules.state import (
    ANY,
    EVERYWHERE,
    FIFTH,
    IN_WORD,
    MOST_SEATS,
    NEUTRAL,
    NOTHING,
    ORIENTATIONS,
    SHAPES,
    TILES,
    TO_WORD,
    WORD_BITS,
    WORDS,
    around,
    cell_of,
    spot_of,
)


@rule
def bar_form(tables, state, seat, form):
    """0 if a seat may take a shape of this form, else the clause against it."""
    left = int(state.stock[form])
    if left == 0:
        return clauses.NO_SHAPE_LEFT
    others = 0
    for other in range(tables.seats):
        if other != seat and state.exploring[other] == form + 1:
            others += 1
    if tables.seats == MOST_SEATS:  # KH-55
        return clauses.ALL_SHAPES_RESERVED if left <= others else 0
    return clauses.SHAPE_RESERVED if others > 0 else 0


@rule
def forms_for(tables, state, seat):
    """The forms that a seat may take, as a mask; with NOTHING for a seat those that there are."""
    forms = 0
    for form in range(len(tables.copies)):
        if state.stock[form] > 0 and (seat == NOTHING or bar_form(tables, state, seat, form) == 0):
            forms |= 1 << form
    return forms


@rule
def judge(tables, state, seat, spot, mask):
    """The seats that must agree to a conquest of yurts, as a mask; or, below 0, the refusal.

    The mask of the cells is one of a window, and all its land cells hold yurts.
    """
    own = popcount(around(tables, state.yurts[seat], spot) & mask)
    if own == 0:
        return -clauses.NO_OWN_YURT
    needed = 0
    supporters = 0
    barred = 0
    for other in range(tables.seats):
        if other == seat:
            continue
        count = popcount(around(tables, state.yurts[other], spot) & mask)
        if count > own:
            return -clauses.ANOTHER_HAS_MORE
        if count > 0 and state.protecting >> other & 1:  # KH-48, KH-49
            needed |= 1 << other
            if count < own and barred == 0:
                barred = clauses.PROTECTED
        support = int(state.supporting[other])
        if support > 0:
            supporters |= 1 << other
    while supporters != 0:  # KH-51, KH-53
        other = ctz(supporters)
        supporters &= supporters - 1
        region = int(state.supporting[other]) - 1
        covered = around(tables, state.yurts[NEUTRAL], spot) & mask
        if region != EVERYWHERE:
            covered &= around(tables, tables.fits[region], spot)
        if covered != 0:
            needed |= 1 << other
            if popcount(around(tables, state.yurts[other], spot) & mask) < own and barred == 0:
                barred = clauses.SUPPORTED_EVERYWHERE if region == EVERYWHERE else clauses.SUPPORTED_IN_REGION
    if barred != 0:
        return -barred
    if needed & state.refused:
        return -clauses.AGREEMENT_REFUSED
    return needed


@rule
def next_fit(tables, node, wanted, crossings, river):
    """The first orientation from `node` on that fits a window; ORIENTATIONS if there is none.

    `wanted` are the yurts in the window, `crossings` the bridges that cross there, `river` the river cells for them.
    """
    while node < ORIENTATIONS:
        mask = int(tables.mask[node])
        if node < TILES:
            if wanted & mask == mask:
                return node
            node = int(tables.skip[node])
        elif crossings >> (node - TILES) == 0:
            return ORIENTATIONS
        elif crossings >> (node - TILES) & 1 and (wanted | river) & mask == mask:
            return node
        else:
            node += 1
    return ORIENTATIONS


@large_rule
def next_conquest(tables, state, seat, forms, begin):
    """The first legal conquest of a seat, with one of some forms, from the number `begin` on; NOTHING if there is none.

    With NOTHING for a seat: the first that any player could make if there were no special cards (KH-65).
    """
    cell = begin // ORIENTATIONS
    node = begin - cell * ORIENTATIONS
    if cell >= tables.cells:
        return NOTHING
    spot = spot_of(tables, cell)
    first = spot
    word = spot >> TO_WORD
    bits = (int(state.yurts[ANY, word]) | int(tables.anchors[word])) & -(1 << (spot & IN_WORD))
    while True:
        while bits == 0:
            word += 1
            if word == WORDS:
                return NOTHING
            bits = int(state.yurts[ANY, word]) | int(tables.anchors[word])
        spot = (word << 6) + ctz(bits)
        bits &= bits - 1
        if spot != first:
            node = 0
        wanted = around(tables, state.yurts[ANY], spot)
        if seat == NOTHING:
            own = wanted & ~around(tables, state.yurts[NEUTRAL], spot)
        else:
            own = around(tables, state.yurts[seat], spot)
        if own == 0:
            continue
        cell = cell_of(tables, spot)
        if wanted >> 4 & 1 == 0:  # an anchor of bridges on the river
            node = max(node, TILES)
        open_river = 0
        crossings = int(tables.crossings[cell])
        if crossings != 0:
            open_river = around(tables, tables.river, spot) & ~around(tables, state.bridged, spot)
        node = next_fit(tables, node, wanted, crossings, open_river)
        while node < ORIENTATIONS:
            mask = int(tables.mask[node])
            if own & mask != 0 and forms >> int(tables.form[node]) & 1:
                if seat == NOTHING or judge(tables, state, seat, spot, mask) >= 0:
                    return cell * ORIENTATIONS + node
            node = next_fit(tables, node + 1, wanted, crossings, open_river)


@rule
def can_conquer(tables, state, seat):
    """True if a seat has a legal conquest; with NOTHING for a seat, if any player could have one (KH-65)."""
    return next_conquest(tables, state, seat, forms_for(tables, state, seat), 0) != NOTHING


@rule
def bar_conquest(tables, state, seat, conquest):
    """0 if a seat may make, or propose, a conquest; else the clause against it."""
    cell = conquest // ORIENTATIONS
    orientation = conquest - cell * ORIENTATIONS
    barred = bar_form(tables, state, seat, int(tables.form[orientation]))
    if barred != 0:
        return barred
    spot = spot_of(tables, cell)
    mask = int(tables.mask[orientation])
    river = around(tables, tables.river, spot)
    if mask & ~(river | around(tables, tables.land, spot)):
        return clauses.OUT_OF_THE_BOARD
    empty = mask & ~around(tables, state.yurts[ANY], spot)
    if orientation < TILES:
        if empty & river:
            return clauses.TILE_ON_RIVER
    elif int(tables.crossings[cell]) >> (orientation - TILES) & 1 == 0:
        straight = tables.straight >> (orientation - TILES) & 1 == 1
        too_wide = straight and popcount(mask & river) > 1
        return clauses.STRAIGHT_OVER_ONE_ONLY if too_wide else clauses.NOT_ACROSS_THE_RIVER
    elif mask & around(tables, state.bridged, spot):
        return clauses.BRIDGED_ALREADY
    else:
        empty &= ~river
    if empty:
        for other in range(tables.seats):
            if empty & around(tables, state.owned[other], spot):
                return clauses.SHAPE_THERE_ALREADY
        if empty & ~around(tables, state.free, spot):
            return clauses.RULER_THERE
        return clauses.CELL_WITHOUT_YURT if orientation < TILES else clauses.BANK_WITHOUT_YURT
    return -min(judge(tables, state, seat, spot, mask), 0)


@rule
def lay(tables, state, conquest):
    """KH-39, KH-40: lay the shape, give it to the players with the majority, and return the covered yurts."""
    cell = conquest // ORIENTATIONS
    orientation = conquest - cell * ORIENTATIONS
    spot = spot_of(tables, cell)
    mask = int(tables.mask[orientation])
    most = 0
    owners = 0
    for seat in range(tables.seats):
        count = popcount(around(tables, state.yurts[seat], spot) & mask)
        if count > most:
            most = count
            owners = 0
        if count == most and count > 0:
            owners |= 1 << seat
    while mask != 0:
        place = ctz(mask)
        mask &= mask - 1
        covered = spot + place - 4 if place != FIFTH else spot + WORD_BITS
        word = covered >> TO_WORD
        bit = 1 << (covered & IN_WORD)
        for owner in range(ANY + 1):
            state.yurts[owner, word] &= ~bit
        if int(tables.river[word]) & bit:
            state.bridged[word] |= bit
        for seat in range(tables.seats):
            if owners >> seat & 1:
                state.owned[seat, word] |= bit
    state.stock[int(tables.form[orientation])] -= 1
    state.laid[state.laid_count] = conquest
    state.owners[state.laid_count] = owners
    state.laid_count += 1
    for seat in range(tables.seats):
        if owners >> seat & 1:
            measure(tables, state, seat)


@rule
def measure(tables, state, seat):
    """KH-71: the sizes of a seat's territories, largest first."""
    one, two, three = int(state.owned[seat, 0]), int(state.owned[seat, 1]), int(state.owned[seat, 2])
    count = 0
    while one | two | three:
        first, second, third = group_at(one, two, three, one, two, three)
        size = popcount(first) + popcount(second) + popcount(third)
        one &= ~first
        two &= ~second
        three &= ~third
        place = count
        while place > 0 and state.territories[seat, place - 1] < size:
            state.territories[seat, place] = state.territories[seat, place - 1]
            place -= 1
        state.territories[seat, place] = size
        count += 1
    while count < SHAPES and state.territories[seat, count] != 0:
        state.territories[seat, count] = 0
        count += 1
