"""Special cards: legality and effects (KH-45 to KH-56)."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.khan.rules import clauses
from naadam.games.khan.rules.chase import any_ruler
from naadam.games.khan.rules.conquer import bar_form, can_conquer
from naadam.games.khan.rules.state import (
    CARD_WORD,
    EVERYWHERE,
    EXPLORE,
    MORALE,
    MOST_SEATS,
    PROTECT,
    RETURNED_PROTECT,
    RETURNED_SUPPORT,
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
def can_act_again(tables, state, seat):
    """Whether A, B or C is possible, which an action behind another is (D is not)."""
    return any_ruler(state) or can_invade(tables, state, seat) or can_conquer(tables, state, seat)


@rule
def bar_protect(tables, state, seat):
    if state.cards[seat, PROTECT] == 0:
        return clauses.NO_SUCH_SPECIAL_LEFT
    if state.protecting & ~(1 << seat):
        return clauses.OTHER_PROTECTION_ACTIVE
    if tables.seats == 2 and state.returned & RETURNED_PROTECT:
        return clauses.PROTECTION_USED_BEFORE
    return 0


@rule
def bar_support(tables, state, seat, region):
    if state.cards[seat, SUPPORT] == 0:
        return clauses.NO_SUCH_SPECIAL_LEFT
    by_region = tables.seats == MOST_SEATS
    if (region == EVERYWHERE) == by_region:
        return clauses.NAME_A_REGION if by_region else clauses.NAME_NO_REGION
    for other in range(tables.seats):
        if other != seat and state.supporting[other] == region + 1:
            return clauses.REGION_HAS_SUPPORT if by_region else clauses.OTHER_SUPPORT_ACTIVE
    if tables.seats == 2 and state.returned & RETURNED_SUPPORT:
        return clauses.SUPPORT_USED_BEFORE
    return 0


@rule
def bar_special(tables, state, seat, number):
    """0 if a seat may use a special card (its action behind tables.special), else the clause against it."""
    if number == USE_NONE:
        return 0
    if number == USE_MORALE:
        if state.cards[seat, MORALE] == 0:
            return clauses.NO_SUCH_SPECIAL_LEFT
        return 0 if can_act_again(tables, state, seat) else clauses.NO_THIRD_ACTION
    if number == USE_PROTECT:
        return bar_protect(tables, state, seat)
    if USE_SUPPORT <= number < USE_EXPLORE:
        return bar_support(tables, state, seat, number - USE_SUPPORT)
    if state.cards[seat, EXPLORE] == 0:
        return clauses.NO_SUCH_SPECIAL_LEFT
    return bar_form(tables, state, seat, number - USE_EXPLORE)


@rule
def can_use_special(tables, state, seat):
    """Whether any special card may be used."""
    for number in range(USE_MORALE, USE_EXPLORE + len(tables.copies)):
        if bar_special(tables, state, seat, number) == 0:
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
    state.returned = RETURNED_PROTECT * (state.protecting >> seat & 1)
    if state.supporting[seat] > 0:
        state.returned |= RETURNED_SUPPORT
    state.protecting &= ~(1 << seat)
    state.supporting[seat] = 0
