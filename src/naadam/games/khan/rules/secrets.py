"""Secrets of a seat: hands of others are hidden, and so are answers until all are in (KH-15, KH-42)."""

from __future__ import annotations

from naadam.core.compiling import copy_state, ctz, draw, large_rule, popcount, rule
from naadam.core.seats import CHANCE
from naadam.games.khan.rules.chase import any_ruler
from naadam.games.khan.rules.conquer import can_conquer
from naadam.games.khan.rules.special import can_invade
from naadam.games.khan.rules.state import (
    ACTING,
    ACTIONS,
    ANSWERING,
    CARD_WORD,
    DEALING,
    DRAWING,
    FORMS,
    MOST_SEATS,
    NEUTRAL,
    RULERS,
    SHAPES,
    SPECIALS,
    WORDS,
)


@rule
def view(tables, state, seat, view):
    seat = int(seat)
    copy_public(state, view)
    view.viewer = seat + 1
    if seat != CHANCE:
        view.hand[seat, 0] = state.hand[seat, 0]
        view.hand[seat, 1] = state.hand[seat, 1]
        view.agreed = state.agreed & 1 << seat


@rule
def copy_public(source, target):
    """All that everybody may know."""
    target.waiting = source.waiting
    target.ended = source.ended
    target.quiet = source.quiet
    target.phase = source.phase
    target.mover = source.mover
    target.actions = source.actions
    target.third = source.third
    target.final = source.final
    for word in range(WORDS):
        for owner in range(NEUTRAL + 2):
            target.yurts[owner, word] = source.yurts[owner, word]
        target.free[word] = source.free[word]
        target.bridged[word] = source.bridged[word]
        for seat in range(MOST_SEATS):
            target.owned[seat, word] = source.owned[seat, word]
    for ruler in range(RULERS):
        target.ruler[ruler] = source.ruler[ruler]
        target.portrait[ruler] = source.portrait[ruler]
    for word in range(2):
        target.discards[word] = source.discards[word]
        target.old[word] = source.old[word]
    for form in range(FORMS):
        target.stock[form] = source.stock[form]
    for number in range(source.laid_count):
        target.laid[number] = source.laid[number]
        target.owners[number] = source.owners[number]
    target.laid_count = source.laid_count
    for seat in range(MOST_SEATS):
        target.held[seat] = source.held[seat]
        target.old_held[seat] = source.old_held[seat]
        for place in range(SHAPES):
            target.territories[seat, place] = source.territories[seat, place]
        for special in range(SPECIALS):
            target.cards[seat, special] = source.cards[seat, special]
        target.supporting[seat] = source.supporting[seat]
        target.exploring[seat] = source.exploring[seat]
    target.protecting = source.protecting
    target.returned = source.returned
    target.chased = source.chased
    target.proposed = source.proposed
    target.asked = source.asked
    target.answered = source.answered
    target.refused = source.refused
    target.turned = source.turned
    target.fled_ruler = source.fled_ruler
    target.fled_from = source.fled_from
    target.fled_to = source.fled_to
    target.fled_card = source.fled_card


@large_rule
def complete(tables, view, seat, rng, state):
    """Deal unseen cards at random: known old cards to their owners, others from the rest of the pile.

    A player to act gets a card that allows an action, if no other action is possible.
    """
    seat = int(seat)
    copy_state(state, view)
    state.viewer = 0
    for other in range(tables.seats):
        if view.answered >> other & 1 and other != seat:
            state.agreed |= draw(rng, 2) << other
    mover = int(view.mover)
    bound = False  # to hold a card that fits
    if view.phase == ACTING and mover != seat and not any_ruler(view):
        room = view.actions == ACTIONS and (view.free[0] | view.free[1] | view.free[2]) != 0
        bound = not room and not can_conquer(tables, view, mover)
    while True:
        deal_unseen(tables, view, seat, rng, state)
        if not bound or can_invade(tables, state, mover):
            break


@rule
def deal_unseen(tables, view, seat, rng, state):
    for other in range(tables.seats):
        if other != seat:
            state.hand[other, 0] = 0
            state.hand[other, 1] = 0
    full = (1 << CARD_WORD) - 1
    low = full & ~int(view.discards[0]) & ~int(view.hand[seat, 0])
    high = full & ~int(view.discards[1]) & ~int(view.hand[seat, 1])
    for pass_ in range(2):
        one, two = low & int(view.old[0]), high & int(view.old[1])
        if pass_ == 1:
            one, two = low & ~int(view.old[0]), high & ~int(view.old[1])
        for other in range(tables.seats):
            if other == seat:
                continue
            wanted = int(view.old_held[other])
            if pass_ == 1:
                wanted = int(view.held[other]) - wanted
            for _ in range(wanted):
                number = draw(rng, popcount(one) + popcount(two))
                if number < popcount(one):
                    bit = pick(one, number)
                    one ^= bit
                    state.hand[other, 0] |= bit
                else:
                    bit = pick(two, number - popcount(one))
                    two ^= bit
                    state.hand[other, 1] |= bit


@rule
def pick(bits, number):
    """The set bit of this number, from 0 for the lowest."""
    for _ in range(number):
        bits &= bits - 1
    return 1 << ctz(bits)


@rule
def unseal(tables, state, seat):
    """Ask all asked seats again if this seat has not yet answered, because a view hides the other answers."""
    if state.phase == ANSWERING and state.waiting >> int(seat) & 1:
        state.waiting = state.asked
        state.answered = 0
        state.agreed = 0


@rule
def discloses(tables, state, seat, action, witness):
    if seat == CHANCE:
        to_hand = state.phase == DEALING or state.phase == DRAWING
        return not to_hand or witness == state.mover
    if state.phase == ANSWERING:
        return witness == seat or opens(tables, state, seat, action)
    return True


@rule
def opens(tables, state, seat, action):
    """The last one in opens all answers (KH-42)."""
    return state.phase == ANSWERING and state.waiting == 1 << int(seat)
