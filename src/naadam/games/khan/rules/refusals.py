"""Legality of an action: the clause that forbids it, if any. Nothing else decides."""

from __future__ import annotations

from naadam.core.compiling import large_rule, rule
from naadam.core.seats import CHANCE
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.chase import keeps_away
from naadam.games.khan.rules.conquer import bar_conquest
from naadam.games.khan.rules.moves import next_ruler
from naadam.games.khan.rules.special import bar_special
from naadam.games.khan.rules.state import (
    ACTIONS,
    AGREE,
    ANSWERING,
    BY_HAND,
    CARD_WORD,
    CHASING,
    CHOOSING,
    CONQUERING,
    DEALING,
    DISCARDING,
    DONE,
    DRAWING,
    KHAN,
    NEIGHBOURS,
    NOTHING,
    PLACING,
    RIVER,
    SETTING,
    SPREADING,
    TURNING,
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
    if action >= tables.first:  # of chance
        return clauses.NOBODY_CHOOSES_WHO_BEGINS if action < tables.card else clauses.NOBODY_CHOOSES_A_CARD
    if action >= tables.ruler:
        return bar_ruler(tables, state, seat, action - tables.ruler)
    if state.waiting >> seat & 1 == 0:
        return bar_seat(state)
    phase = int(state.phase)
    if phase == PLACING:
        return clauses.RULERS_FIRST
    if action < tables.invade:
        return bar_cell(tables, state, KHAN, action) if phase == SETTING else clauses.FIRST_YURTS_ARE_SET
    if phase == SETTING:
        return clauses.SET_FIRST_YURTS
    answering = tables.special + AGREE <= action
    if phase == ANSWERING:
        return 0 if answering else clauses.AGREE_OR_REFUSE
    if answering:
        return clauses.NOT_ASKED
    if tables.discard <= action <= tables.special + DONE:
        return bar_discard(tables, state, seat, action)
    if phase == DISCARDING:
        return clauses.DISCARD_OR_BE_DONE
    if action > tables.special:
        if phase != USING:
            return clauses.ONLY_CONQUESTS if phase == CONQUERING else clauses.SPECIAL_CARDS_COME_LATER
        return bar_special(tables, state, seat, action - tables.special)
    if phase == USING:
        return clauses.SPECIAL_CARD_OR_NONE
    if tables.conquer <= action < tables.anywhere:
        return bar_conquest(tables, state, seat, action - tables.conquer)
    if phase == CONQUERING:
        return clauses.ONLY_CONQUESTS
    return bar_action(tables, state, seat, action)


@rule
def bar_seat(state):
    """Against a seat that is not to decide."""
    phase = int(state.phase)
    if phase == SPREADING:
        return clauses.RULERS_BY_LOT
    if phase == CHOOSING:
        return clauses.LOTS_FIRST
    if phase == PLACING:
        return clauses.ANOTHER_PUTS_A_RULER
    if phase == SETTING:
        return clauses.ANOTHER_SETS_A_YURT
    if phase == DEALING:
        return clauses.DEAL_FIRST
    if phase == TURNING or phase == CHASING:
        return clauses.TURN_UP_FIRST
    if phase == DRAWING:
        return clauses.DRAW_FIRST
    if phase == ANSWERING:
        return clauses.OTHERS_ANSWER_FIRST
    return clauses.NOT_YOUR_TURN


@rule
def bar_ruler(tables, state, seat, placing):
    """Against a ruler that a seat puts on the board (KH-12)."""
    if state.phase != PLACING:
        if tables.rulers == BY_HAND and state.phase == CHOOSING:
            return clauses.LOTS_FIRST
        return clauses.RULERS_BY_LOT if state.phase == SPREADING else clauses.RULERS_STAND_ALREADY
    if state.waiting >> seat & 1 == 0:
        return clauses.ANOTHER_PUTS_A_RULER
    if placing // tables.cells != next_ruler(state):
        return clauses.ANOTHER_RULER_IS_NEXT
    return 0 if has(state.free, spot_of(tables, placing % tables.cells)) else clauses.NO_PLACE_FOR_A_RULER


@rule
def bar_cell(tables, state, landscape, cell):
    """Against a yurt on a cell (KH-23, KH-31, KH-32)."""
    spot = spot_of(tables, cell)
    if has(state.free, spot):
        if has(tables.fits[landscape], spot):
            return 0
        if landscape == RIVER:
            return clauses.NOT_BESIDE_THE_RIVER
        return clauses.NOT_BESIDE_NEIGHBOURS if landscape == NEIGHBOURS else clauses.OTHER_LANDSCAPE
    return clauses.RIVER_CELL if has(tables.river, spot) else clauses.CELL_NOT_FREE


@rule
def bar_action(tables, state, seat, action):
    """Against A, B and D."""
    if action < tables.chase:
        card = (action - tables.invade) // tables.cells
        if int(state.hand[seat, card // CARD_WORD]) >> card % CARD_WORD & 1 == 0:
            return clauses.CARD_NOT_HELD
        landscape = int(tables.card_landscape[card])
        return bar_cell(tables, state, landscape, (action - tables.invade) % tables.cells)
    if action < tables.conquer:
        if state.ruler[action - tables.chase] != NOTHING:
            return 0
        return clauses.NO_RULER_LEFT if state.final else clauses.RULER_IS_GONE
    if state.actions < ACTIONS:
        return clauses.ANYWHERE_NOT_AS_THIRD if state.third else clauses.ANYWHERE_COMES_FIRST
    return bar_cell(tables, state, KHAN, action - tables.anywhere)


@rule
def bar_discard(tables, state, seat, action):
    if state.phase != DISCARDING:
        return clauses.NOTHING_TO_DISCARD_FOR
    if action == tables.special + DONE:
        return 0
    card = action - tables.discard
    held = int(state.hand[seat, card // CARD_WORD]) >> card % CARD_WORD & 1
    return 0 if held else clauses.DISCARD_NOT_HELD


@rule
def bar_chance(tables, state, action):
    """Against an outcome of chance."""
    phase = int(state.phase)
    if state.waiting != 1 << CHANCE or action < tables.ruler:
        return clauses.NOT_FOR_CHANCE
    if phase == SPREADING:
        ruler = (action - tables.ruler) // tables.cells
        cell = (action - tables.ruler) % tables.cells
        if action >= tables.first or ruler != next_ruler(state):
            return clauses.ANOTHER_RULER_IS_NEXT
        free = has(state.free, spot_of(tables, cell))
        return 0 if free and keeps_away(tables, state, cell) else clauses.TOO_NEAR_A_RULER
    if phase == CHOOSING:
        return 0 if tables.first <= action < tables.first + tables.seats else clauses.LOT_FOR_NO_PLAYER
    if action < tables.card:
        return clauses.ONLY_A_CARD_NOW
    card = action - tables.card
    return 0 if in_pile(state, tables, card // CARD_WORD) >> card % CARD_WORD & 1 else clauses.CARD_NOT_IN_PILE
