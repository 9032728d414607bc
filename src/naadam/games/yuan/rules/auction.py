"""The auction of clans and their capitals (YN-16, YN-17)."""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.core.seats import CHANCE
from naadam.games.yuan.rules.refusals import bar_clan
from naadam.games.yuan.rules.state import BIDDING, HIGHEST_BID, LOT, MOST_SEATS, NOTHING, TAKING

MOST_TIES = 3


@rule
def begin_bid(tables, state):
    """All who have no clan bid; the last one takes what is left. Whether there is something to bid for."""
    bidders = 0
    for seat in range(tables.seats):
        if state.clan[seat] == NOTHING:
            bidders |= 1 << seat
    state.ties = 0
    state.mover = NOTHING
    state.bidding = 0
    if popcount(bidders) == 1:
        for clan in range(tables.clans):
            if bar_clan(state, clan) == 0:
                state.clan[ctz(bidders)] = clan
                return False
    state.phase = BIDDING
    state.bidding = bidders
    state.waiting = bidders
    return True


@rule
def clear_bids(state):
    for seat in range(MOST_SEATS):
        state.bids[seat] = 0


@rule
def open_bids(tables, state):
    highest, tied = 0, 0
    for seat in range(tables.seats):
        if state.bidding >> seat & 1 and state.bids[seat] >= highest:
            if state.bids[seat] > highest:
                highest, tied = int(state.bids[seat]), 0
            tied |= 1 << seat
    state.bidding = tied
    if popcount(tied) == 1:
        win_bid(state, ctz(tied))
        return
    state.ties += 1
    at_most = highest == HIGHEST_BID + 1
    if state.ties == MOST_TIES or (state.ties > 1 and at_most):
        for seat in range(tables.seats):
            if tied >> seat & 1 == 0:
                state.bids[seat] = 0
        state.phase = LOT
        state.waiting = 1 << CHANCE
    else:
        clear_bids(state)
        state.waiting = tied


@rule
def win_bid(state, seat):
    """The winner pays, and chooses a clan."""
    state.chao[seat] -= int(state.bids[seat]) - 1
    clear_bids(state)
    state.bidding = 0
    state.ties = 0
    state.phase = TAKING
    state.mover = seat
    state.waiting = 1 << seat
