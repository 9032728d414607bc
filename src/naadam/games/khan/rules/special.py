"""Special cards: which may be used, and what they leave behind (KH-45 to KH-56)."""

from __future__ import annotations

from naadam.core.compiled import rule
from naadam.core.contract import WORDING
from naadam.core.intrinsics import ctz
from naadam.games.khan.rules.chase import any_ruler
from naadam.games.khan.rules.conquer import bar_form
from naadam.games.khan.rules.state import (
    CARD_WORD,
    EVERYWHERE,
    EXPLORE,
    MORALE,
    MOST_SEATS,
    PROTECT,
    SUPPORT,
    USE_EXPLORE,
    USE_MORALE,
    USE_NONE,
    USE_PROTECT,
    USE_SUPPORT,
    WORDS,
)


@rule
def can_invade(tables, state, seat):
    """Whether a card of the hand fits a free cell (A)."""
    for word in range(2):
        bits = int(state.hand[seat, word])
        while bits != 0:
            landscape = int(tables.card_landscape[word * CARD_WORD + ctz(bits)])
            bits &= bits - 1
            for part in range(WORDS):
                if int(tables.fits[landscape, part]) & int(state.free[part]):
                    return True
    return False


@rule
def can_act_at_once(tables, state, seat):
    """Whether A or B is possible."""
    return any_ruler(state) or can_invade(tables, state, seat)


@rule
def bar_protect(tables, state, seat):
    if state.cards[seat, PROTECT] == 0:
        return 46
    if state.protecting & ~(1 << seat):
        return 50
    if tables.seats == 2 and state.returned & 1:
        return 50 + WORDING
    return 0


@rule
def bar_support(tables, state, seat, region):
    if state.cards[seat, SUPPORT] == 0:
        return 46
    if (region == EVERYWHERE) == (tables.seats == MOST_SEATS):
        return 53 + WORDING if tables.seats == MOST_SEATS else 51 + WORDING
    for other in range(tables.seats):
        if other != seat and state.supporting[other] == region + 1:
            return 53 + 2 * WORDING if tables.seats == MOST_SEATS else 52
    if tables.seats == 2 and state.returned & 2:
        return 52 + WORDING
    return 0


@rule
def bar_special(tables, state, seat, number, possible):
    """0 if a seat may use a special card (its action behind tables.special), else the clause against it.

    `possible` tells whether an action is possible for High Morale (KH-47).
    """
    if number == USE_NONE:
        return 0
    if number == USE_MORALE:
        return 46 if state.cards[seat, MORALE] == 0 else 0 if possible else 47
    if number == USE_PROTECT:
        return bar_protect(tables, state, seat)
    if USE_SUPPORT <= number < USE_EXPLORE:
        return bar_support(tables, state, seat, number - USE_SUPPORT)
    if state.cards[seat, EXPLORE] == 0:
        return 46
    return bar_form(tables, state, seat, number - USE_EXPLORE)


@rule
def can_use_special(tables, state, seat, possible):
    """Whether any special card may be used."""
    if possible and state.cards[seat, MORALE] > 0:
        return True
    for number in range(USE_PROTECT, USE_EXPLORE + len(tables.copies)):
        if bar_special(tables, state, seat, number, possible) == 0:
            return True
    return False


@rule
def use_special(state, seat, number):
    """Protection, Support or Exploration: the card's yurt is laid; the card itself is no longer among those left."""
    if number == USE_PROTECT:
        state.cards[seat, PROTECT] -= 1
        state.protecting |= 1 << seat
    elif number < USE_EXPLORE:
        state.cards[seat, SUPPORT] -= 1
        state.supporting[seat] = number - USE_SUPPORT + 1
    else:
        state.cards[seat, EXPLORE] -= 1
        state.exploring[seat] = number - USE_EXPLORE + 1


@rule
def take_back(state, seat):
    """KH-45: what has lain since the turn before is taken back, and remembered for KH-50 and KH-52."""
    state.returned = state.protecting >> seat & 1
    if state.supporting[seat] > 0:
        state.returned |= 2
    state.protecting &= ~(1 << seat)
    state.supporting[seat] = 0
