"""The legal actions and the outcomes of chance, listed."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.conquer import forms_for, next_conquest
from naadam.games.khan.rules.special import bar_special
from naadam.games.khan.rules.state import (
    ACTING,
    ACTIONS,
    AGREE,
    ANSWERING,
    CARD_WORD,
    CHOOSING,
    DISCARDING,
    DONE,
    KHAN,
    NOTHING,
    PLACING,
    REFUSE,
    RULERS,
    SETTING,
    SPREADING,
    USE_EXPLORE,
    USE_MORALE,
    USING,
    WORDS,
    cell_of,
    has,
    in_pile,
    spot_of,
)


@large_rule
def legal(tables, state, seat, actions):
    seat = int(seat)
    if seat >= tables.seats or state.waiting >> seat & 1 == 0:
        return 0
    phase = int(state.phase)
    if phase == SETTING:
        return list_cells(tables, state, KHAN, 0, actions, 0)
    if phase == PLACING:
        return list_cells(tables, state, KHAN, tables.ruler + next_ruler(state) * tables.cells, actions, 0)
    if phase == DISCARDING:
        return list_discards(tables, state, seat, actions)
    if phase == ANSWERING:
        actions[0] = tables.special + AGREE
        actions[1] = tables.special + REFUSE
        return 2
    if phase == USING:
        return list_specials(tables, state, seat, actions)
    count = 0
    if phase == ACTING:
        count = list_invasions(tables, state, seat, actions)
        for ruler in range(RULERS):
            if state.ruler[ruler] != NOTHING:
                actions[count] = tables.chase + ruler
                count += 1
    forms = forms_for(tables, state, seat)
    conquest = next_conquest(tables, state, seat, forms, 0)
    while conquest != NOTHING:
        actions[count] = tables.conquer + conquest
        count += 1
        conquest = next_conquest(tables, state, seat, forms, conquest + 1)
    if phase == ACTING and state.actions == ACTIONS:
        count = list_cells(tables, state, KHAN, tables.anywhere, actions, count)
    return count


@rule
def list_specials(tables, state, seat, actions):
    count = 0
    for number in range(USE_MORALE, USE_EXPLORE + len(tables.copies) + 1):
        if bar_special(tables, state, seat, number) == 0:
            actions[count] = tables.special + number
            count += 1
    return count


@rule
def list_cells(tables, state, landscape, first, actions, count):
    """Write `first` and the cell for every free cell that fits a landscape; return how many actions there are then."""
    for word in range(WORDS):
        bits = int(state.free[word]) & int(tables.fits[landscape, word])
        while bits != 0:
            actions[count] = first + cell_of(tables, (word << 6) + ctz(bits))
            bits &= bits - 1
            count += 1
    return count


@rule
def list_invasions(tables, state, seat, actions):
    count = 0
    for word in range(2):
        bits = int(state.hand[seat, word])
        while bits != 0:
            card = word * CARD_WORD + ctz(bits)
            bits &= bits - 1
            landscape = int(tables.card_landscape[card])
            count = list_cells(tables, state, landscape, tables.invade + card * tables.cells, actions, count)
    return count


@rule
def list_discards(tables, state, seat, actions):
    count = 0
    for word in range(2):
        bits = int(state.hand[seat, word])
        while bits != 0:
            actions[count] = tables.discard + word * CARD_WORD + ctz(bits)
            bits &= bits - 1
            count += 1
    actions[count] = tables.special + DONE
    return count + 1


@rule
def next_ruler(state):
    """The ruler that is put on the board now (KH-12)."""
    ruler = 0
    while state.ruler[ruler] != NOTHING:
        ruler += 1
    return ruler


@large_rule
def chance(tables, state, actions, weights):
    if state.waiting != 1 << CHANCE:
        return 0
    count = 0
    if state.phase == SPREADING:
        first = tables.ruler + next_ruler(state) * tables.cells
        for cell in range(tables.cells):
            if has(state.free, spot_of(tables, cell)) and keeps_away(tables, state, cell):
                actions[count] = first + cell
                weights[count] = 1.0
                count += 1
        return count
    if state.phase == CHOOSING:
        for seat in range(tables.seats):
            actions[seat] = tables.first + seat
            weights[seat] = 1.0
        return tables.seats
    for word in range(2):
        bits = in_pile(state, tables, word)
        while bits != 0:
            actions[count] = tables.card + word * CARD_WORD + ctz(bits)
            weights[count] = 1.0
            bits &= bits - 1
            count += 1
    return count
