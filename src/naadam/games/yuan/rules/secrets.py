"""Secrets of a seat: the plans and bids of others are hidden until the last one is in (YN-16, YN-22)."""

from __future__ import annotations

from naadam.core.compiling import copy_state, draw, large_rule, rule
from naadam.games.yuan.rules.costs import cost_of
from naadam.games.yuan.rules.state import (
    BIDDING,
    CLANS,
    CODES,
    HIGHEST_BID,
    MOST_PROVINCES,
    MOST_SEATS,
    MOST_TILES,
    PLANNING,
    UNKNOWN,
    WORDS,
)


@large_rule
def view(tables, state, seat, view):
    seat = int(seat)
    copy_course(state, view)
    copy_map(state, view)
    copy_pieces(state, view)
    for other in range(tables.seats):
        view.clan[other] = state.clan[other]
        view.chao[other] = state.chao[other]
        if state.plans[other] != 0:
            view.plans[other] = state.plans[other] if other == seat else UNKNOWN
        if state.bids[other] != 0:
            known = other == seat or state.phase != BIDDING
            view.bids[other] = state.bids[other] if known else UNKNOWN


@rule
def copy_course(source, target):
    """Whose turn it is, and what has been drawn."""
    target.waiting = source.waiting
    target.ended = source.ended
    target.quiet = source.quiet
    target.phase = source.phase
    target.mover = source.mover
    target.first = source.first
    target.turn = source.turn
    target.in_play = source.in_play
    target.bidding = source.bidding
    target.ties = source.ties
    for seat in range(MOST_SEATS):
        target.clan[seat] = source.clan[seat]


@rule
def copy_map(source, target):
    for tile in range(MOST_TILES):
        target.tile_q[tile] = source.tile_q[tile]
        target.tile_r[tile] = source.tile_r[tile]
        target.tile_turn[tile] = source.tile_turn[tile]
        target.holder[tile] = source.holder[tile]
    for word in range(WORDS):
        for province in range(MOST_PROVINCES):
            target.adjacent[province, word] = source.adjacent[province, word]
            target.reach[province, word] = source.reach[province, word]
            target.weyu_reach[province, word] = source.weyu_reach[province, word]
            target.xiangi_reach[province, word] = source.xiangi_reach[province, word]
        target.sheltered[word] = source.sheltered[word]
        target.volcanic[word] = source.volcanic[word]


@rule
def copy_pieces(source, target):
    for word in range(WORDS):
        for clan in range(CLANS):
            target.held[clan, word] = source.held[clan, word]
        target.cities[word] = source.cities[word]
        target.doubled[word] = source.doubled[word]
        target.wood[word] = source.wood[word]
        target.stone[word] = source.stone[word]
        target.temples[word] = source.temples[word]
    for province in range(MOST_PROVINCES):
        target.armies[province] = source.armies[province]
    for clan in range(CLANS):
        target.raised[clan] = source.raised[clan]


@large_rule
def complete(tables, view, seat, rng, state):
    """Others have sealed any plan that they can pay, any bid."""
    copy_state(state, view)
    for other in range(tables.seats):
        if view.plans[other] == UNKNOWN:
            state.plans[other] = 1 + draw_plan(tables, view, other, rng)
        if view.bids[other] == UNKNOWN:
            state.bids[other] = 1 + draw(rng, HIGHEST_BID + 1)


@rule
def draw_plan(tables, state, seat, rng):
    """A plan drawn from all that can be paid."""
    while True:
        plan = draw(rng, tables.lay)
        code = (plan - 1) % CODES + 1
        if plan == 0 or cost_of(tables, state, int(state.clan[seat]), code) <= state.chao[seat]:
            return plan


@rule
def unseal(tables, state, seat):
    """Reopen the decisions of all other seats if this seat has not yet planned or bid, because a view hides them."""
    if state.waiting >> int(seat) & 1 == 0:
        return
    if state.phase == PLANNING:
        state.waiting = (1 << tables.seats) - 1
        for other in range(MOST_SEATS):
            state.plans[other] = 0
    elif state.phase == BIDDING:
        state.waiting = state.bidding
        for other in range(MOST_SEATS):
            state.bids[other] = 0


@rule
def discloses(tables, state, seat, action, witness):
    if state.phase == PLANNING or state.phase == BIDDING:
        return witness == seat or opens(tables, state, seat, action)
    return True


@rule
def opens(tables, state, seat, action):
    """The last one in opens all plans, or all bids."""
    return (state.phase == PLANNING or state.phase == BIDDING) and state.waiting == 1 << int(seat)
