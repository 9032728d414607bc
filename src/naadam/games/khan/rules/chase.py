"""Rulers: how they flee, and how they are removed (KH-21 to KH-28, KH-33, KH-34, KH-60)."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.khan.rules.state import (
    APART,
    DIRECTIONS,
    IN_WORD,
    LAST_RULER,
    NEUTRAL,
    NOTHING,
    PENDING,
    REACH,
    RULERS,
    TO_WORD,
    has,
    put_yurt,
    spot_of,
)


@rule
def refuge(tables, state, ruler, direction):
    """KH-22 to KH-24: the cell to which a ruler flees; NOTHING if it cannot."""
    cell = int(state.ruler[ruler])
    for turn in range(DIRECTIONS):
        for step in range(REACH):
            target = int(tables.ray[cell, (direction + turn) % DIRECTIONS, step])
            if target == NOTHING:
                break
            if has(state.free, spot_of(tables, target)):
                return target
    return NOTHING


@rule
def chase(tables, state, ruler, card, portrait):
    """A ruler flees by a card, or is removed; the yurt it leaves comes from its portrait in step 1 (KH-25, KH-34)."""
    source = int(state.ruler[ruler])
    target = NOTHING
    if state.portrait[ruler] > 1:  # KH-26
        target = refuge(tables, state, ruler, int(tables.card_direction[card]))
    state.fled_ruler = ruler
    state.fled_from = source
    state.fled_to = target
    state.fled_card = card
    if target == NOTHING:  # KH-26, KH-27
        remove(tables, state, ruler)
        gone = 0
        for other in range(RULERS):
            gone += state.ruler[other] == NOTHING
        if gone >= LAST_RULER:  # KH-60
            state.final = PENDING
            for other in range(RULERS):
                if state.ruler[other] != NOTHING:
                    remove(tables, state, other)
        return
    put_yurt(state, NEUTRAL, spot_of(tables, source))
    spot = spot_of(tables, target)
    state.free[spot >> TO_WORD] &= ~(1 << (spot & IN_WORD))
    state.ruler[ruler] = target
    if portrait:
        state.portrait[ruler] -= 1


@rule
def remove(tables, state, ruler):
    put_yurt(state, NEUTRAL, spot_of(tables, int(state.ruler[ruler])))
    state.ruler[ruler] = NOTHING
    state.portrait[ruler] = 0


@rule
def any_ruler(state):
    """Whether a ruler is on the board."""
    for ruler in range(RULERS):
        if state.ruler[ruler] != NOTHING:
            return True
    return False


@rule
def keeps_away(tables, state, cell):
    """KH-12: whether a cell is three king's steps or more from all rulers on the board."""
    row = cell // tables.columns
    column = cell - row * tables.columns
    for ruler in range(RULERS):
        other = int(state.ruler[ruler])
        if other != NOTHING:
            down = abs(other // tables.columns - row)
            across = abs(other % tables.columns - column)
            if max(down, across) < APART:
                return False
    return True
