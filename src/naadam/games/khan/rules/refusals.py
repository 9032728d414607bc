"""The one source of legality: which clause forbids an action, if any."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.core.large import large_rule
from naadam.core.seats import CHANCE
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.conquer import bar_conquest, forms_for, next_conquest
from naadam.games.khan.rules.legal import next_ruler
from naadam.games.khan.rules.special import bar_special, can_act_at_once
from naadam.games.khan.rules.state import (
    AGREE,
    ANSWERING,
    CARD_WORD,
    CHASING,
    CHOOSING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DONE,
    DRAWING,
    KHAN,
    MORALE,
    NEIGHBOURS,
    NOTHING,
    RIVER,
    SETTING,
    SPREADING,
    TURNING,
    USE_MORALE,
    USING,
    has,
    in_pile,
    spot_of,
)


@large_rule
def refusal(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if state.waiting == 0:
        return int(state.ended)
    if seat == CHANCE:
        return bar_chance(tables, state, action)
    if action >= tables.ruler:  # of chance
        return 12 if action < tables.first else 13 if action < tables.card else 21
    if state.waiting >> seat & 1 == 0:
        return bar_seat(state)
    phase = int(state.phase)
    if action < tables.invade:
        return bar_cell(tables, state, KHAN, action) if phase == SETTING else 14
    if phase == SETTING:
        return 14 + WORDING
    answering = tables.special + AGREE <= action
    if phase == ANSWERING or answering:
        return 0 if phase == ANSWERING and answering else 42 + 2 * WORDING if answering else 42 + WORDING
    if tables.discard <= action <= tables.special + DONE:
        return bar_discard(tables, state, seat, action)
    if phase == DISCARDING:
        return 41 + WORDING
    if action > tables.special:
        if phase != USING:
            return 63 if phase == CONQUERING else 20 + 2 * WORDING
        possible = True
        if action == tables.special + USE_MORALE and state.cards[seat, MORALE] > 0:
            possible = can_act_at_once(tables, state, seat)
            if not possible:
                possible = next_conquest(tables, state, seat, forms_for(tables, state, seat), 0) != NOTHING
        return bar_special(tables, state, seat, action - tables.special, possible)
    if phase == USING:
        return 46 + WORDING
    if tables.conquer <= action < tables.anywhere:
        return bar_conquest(tables, state, seat, action - tables.conquer)
    if phase == CONQUERING:
        return 63
    return bar_action(tables, state, seat, action)


@rule
def bar_seat(state):
    """Against a seat that is not to decide."""
    phase = int(state.phase)
    if phase == SPREADING:
        return 12
    if phase == CHOOSING:
        return 13 + WORDING
    if phase == SETTING:
        return 14 + 2 * WORDING
    if phase == DEALING:
        return 15
    if phase == TURNING or phase == CHASING:
        return 21 + WORDING
    if phase == DRAWING:
        return 57
    if phase == ANSWERING:
        return 42 + 3 * WORDING
    return 20


@rule
def bar_cell(tables, state, landscape, cell):
    """Against a yurt on a cell (KH-23, KH-31, KH-32)."""
    spot = spot_of(tables, cell)
    if has(state.free, spot):
        if has(tables.fits[landscape], spot):
            return 0
        if landscape == RIVER:
            return 31 + WORDING
        return 31 + 2 * WORDING if landscape == NEIGHBOURS else 31
    return 32 if has(tables.river, spot) else 23


@rule
def bar_action(tables, state, seat, action):
    """Against A, B and D."""
    if action < tables.chase:
        card = (action - tables.invade) // tables.cells
        if int(state.hand[seat, card // CARD_WORD]) >> card % CARD_WORD & 1 == 0:
            return 31 + 3 * WORDING
        landscape = int(tables.card_landscape[card])
        return bar_cell(tables, state, landscape, (action - tables.invade) % tables.cells)
    if action < tables.conquer:
        if state.ruler[action - tables.chase] != NOTHING:
            return 0
        return 62 if state.final else 33
    if state.actions < 2:
        return 47 + WORDING if state.third else 41
    return bar_cell(tables, state, KHAN, action - tables.anywhere)


@rule
def bar_discard(tables, state, seat, action):
    if state.phase != DISCARDING:
        return 41 + 2 * WORDING
    if action == tables.special + DONE:
        return 0
    card = action - tables.discard
    held = int(state.hand[seat, card // CARD_WORD]) >> card % CARD_WORD & 1
    return 0 if held else 41 + 3 * WORDING


@rule
def bar_chance(tables, state, action):
    """Against an outcome of chance."""
    phase = int(state.phase)
    if state.waiting != 1 << CHANCE or action < tables.ruler:
        return 20 + WORDING
    if phase == SPREADING:
        ruler = (action - tables.ruler) // tables.cells
        cell = (action - tables.ruler) % tables.cells
        if action >= tables.first or ruler != next_ruler(state):
            return 12 + WORDING
        free = has(state.free, spot_of(tables, cell))
        return 0 if free and keeps_away(tables, state, cell) else 12 + 2 * WORDING
    if phase == CHOOSING:
        return 0 if tables.first <= action < tables.first + tables.seats else 13 + 2 * WORDING
    if action < tables.card:
        return 15 + 2 * WORDING
    card = action - tables.card
    return 0 if in_pile(state, tables, card // CARD_WORD) >> card % CARD_WORD & 1 else 15 + WORDING
