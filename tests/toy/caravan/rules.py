"""The compiled rules of Caravan.

CV-1  Every seat is dealt one card of ten, kept secret; then three rounds are played.
CV-2  A round: all seats bid 0 to 3, sealed until all are in. The highest bid leads; a tie is drawn by lot.
CV-3  The leader takes coins, one at a time, and stops: at most two, and one only if another bid was no more than one
      lower.
CV-4  Then all other seats simultaneously challenge or let it pass; answers are opened together.
CV-5  If any seat of the other team challenges, the leader and the challengers show their cards; if a challenger's
      card is higher than the leader's, the leader gives back what was taken and loses a coin.
CV-6  After three rounds the team with most coins wins; equal teams share the win. With `teams`, seats 0, 2, 4 and 6
      play against the others; without, everybody alone.
"""

from __future__ import annotations

from typing import NamedTuple

from naadam.core.compiling import draw, rule
from naadam.core.contract import state_type
from naadam.core.seats import CHANCE

CARDS = 10
DEAL = 0  # actions: deal card k,
LOT = DEAL + CARDS  # the lot falls on seat s,
BID = LOT + 8  # bid b,
TAKE, STOP, CHALLENGE, LET = BID + 4, BID + 5, BID + 6, BID + 7
ACTIONS = BID + 8

DEALING, BIDDING, DRAWING, LEADING, ANSWERING = 0, 1, 2, 3, 4
UNKNOWN = -1  # in a view: there is something, but not for this seat

STATE = state_type(
    ("phase", "i1"),
    ("lap", "i1"),
    ("leader", "i1"),
    ("taken", "i1"),
    ("cards", "i1", (8,)),  # 0 before the deal
    ("bids", "i1", (8,)),  # 0, or 1 more than was bid
    ("answers", "i1", (8,)),  # 0, 1 challenge, 2 let
    ("coins", "i1", (8,)),
    ("shown", "i1", (8,)),
)


class Tables(NamedTuple):
    seats: int
    teams: int


@rule
def start(tables, state):
    state.waiting = 1 << CHANCE


@rule
def all_seats(tables):
    return (1 << tables.seats) - 1


@rule
def highest_bid(tables, state):
    best = 0
    for seat in range(tables.seats):
        best = max(best, int(state.bids[seat]))
    return best


@rule
def most_coins(tables, state):
    """CV-3: what the leader may take."""
    for seat in range(tables.seats):
        if seat != state.leader and int(state.bids[seat]) + 1 >= highest_bid(tables, state):
            return 1
    return 2


@rule
def refusal(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if state.waiting == 0:
        return int(state.ended)
    if state.waiting >> seat & 1 == 0:
        return 2 if state.phase == BIDDING else 4 if state.phase == ANSWERING else 3
    if state.phase == DEALING:
        if action >= LOT:
            return 1
        for other in range(tables.seats):
            if state.cards[other] == action + 1:
                return 1
        return 0
    if state.phase == DRAWING:
        other = action - LOT
        tied = 0 <= other < tables.seats and int(state.bids[other]) == highest_bid(tables, state)
        return 0 if tied else 2
    if state.phase == BIDDING:
        return 0 if BID <= action < BID + 4 else 2
    if state.phase == LEADING:
        if action == STOP or (action == TAKE and state.taken < most_coins(tables, state)):
            return 0
        return 3
    return 0 if action == CHALLENGE or action == LET else 4


@rule
def legal(tables, state, seat, actions):
    count = 0
    if seat == CHANCE:
        return 0
    for action in range(ACTIONS):
        if refusal(tables, state, seat, action) == 0:
            actions[count] = action
            count += 1
    return count


@rule
def chance(tables, state, actions, weights):
    count = 0
    for action in range(ACTIONS):
        if refusal(tables, state, CHANCE, action) == 0:
            actions[count] = action
            weights[count] = 1.0
            count += 1
    return count


@rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if action < LOT:
        dealt = 0
        while state.cards[dealt] != 0:
            dealt += 1
        state.cards[dealt] = action + 1
        if dealt + 1 == tables.seats:
            begin_round(tables, state)
    elif action < BID:
        lead(state, action - LOT)
    elif action < TAKE:
        state.bids[seat] = action - BID + 1
        state.waiting &= ~(1 << seat)
        if state.waiting == 0:
            open_bids(tables, state)
    elif action == TAKE:
        state.taken += 1
    elif action == STOP:
        state.phase = ANSWERING
        state.waiting = all_seats(tables) & ~(1 << int(state.leader))
    else:
        state.answers[seat] = 1 if action == CHALLENGE else 2
        state.waiting &= ~(1 << seat)
        if state.waiting == 0:
            open_answers(tables, state)


@rule
def begin_round(tables, state):
    state.phase = BIDDING
    state.lap += 1
    state.taken = 0
    state.bids[:] = 0
    state.answers[:] = 0
    state.waiting = all_seats(tables)
    if state.lap == 4:
        state.waiting = 0
        state.ended = 6


@rule
def open_bids(tables, state):
    best = highest_bid(tables, state)
    leaders = 0
    leader = 0
    for seat in range(tables.seats):
        if state.bids[seat] == best:
            leaders += 1
            leader = seat
    if leaders > 1:
        state.phase = DRAWING
        state.waiting = 1 << CHANCE
    else:
        lead(state, leader)


@rule
def lead(state, seat):
    state.phase = LEADING
    state.leader = seat
    state.waiting = 1 << seat


@rule
def team(tables, seat):
    return seat % 2 if tables.teams else seat


@rule
def open_answers(tables, state):
    leader = int(state.leader)
    won = True
    for seat in range(tables.seats):
        if state.answers[seat] == 1 and team(tables, seat) != team(tables, leader):
            state.shown[seat] = 1
            state.shown[leader] = 1
            if state.cards[seat] > state.cards[leader]:
                won = False
    state.coins[leader] += state.taken if won else -1
    begin_round(tables, state)


@rule
def team_coins(tables, state, seat):
    total = 0
    for other in range(tables.seats):
        if team(tables, other) == team(tables, seat):
            total += int(state.coins[other])
    return total


@rule
def outcome(tables, state, scores):
    best = -100
    for seat in range(tables.seats):
        scores[seat] = team_coins(tables, state, seat)
        best = max(best, team_coins(tables, state, seat))
    winners = 0
    for seat in range(tables.seats):
        if team_coins(tables, state, seat) == best:
            winners |= 1 << seat
    return winners


@rule
def position(tables, state, words):
    words[:] = 0
    words[0] = state.waiting | int(state.phase) << 10 | int(state.lap) << 14 | int(state.leader) << 18
    words[0] |= int(state.taken) << 22
    for seat in range(8):
        words[1] |= int(state.cards[seat]) << 4 * seat
        words[2] |= (int(state.bids[seat]) | int(state.answers[seat]) << 3 | int(state.shown[seat]) << 5) << 6 * seat
        words[3] |= (int(state.coins[seat]) + 16) << 5 * seat


@rule
def view(tables, state, seat, view):
    view.waiting = state.waiting
    view.ended = state.ended
    view.phase = state.phase
    view.lap = state.lap
    view.leader = state.leader
    view.taken = state.taken
    for other in range(tables.seats):
        view.coins[other] = state.coins[other]
        view.shown[other] = state.shown[other]
        known = other == seat or state.shown[other] == 1
        if state.cards[other] != 0:
            view.cards[other] = state.cards[other] if known else UNKNOWN
        sealed = state.phase == BIDDING and other != seat
        if state.bids[other] != 0:
            view.bids[other] = UNKNOWN if sealed else state.bids[other]
        if state.answers[other] != 0:
            view.answers[other] = state.answers[other] if other == seat else UNKNOWN


@rule
def complete(tables, view, seat, rng, state):
    state.waiting = view.waiting
    state.ended = view.ended
    state.phase = view.phase
    state.lap = view.lap
    state.leader = view.leader
    state.taken = view.taken
    seen = 0
    for other in range(tables.seats):
        state.coins[other] = view.coins[other]
        state.shown[other] = view.shown[other]
        state.cards[other] = view.cards[other]
        if view.cards[other] > 0:
            seen |= 1 << int(view.cards[other])
    for other in range(tables.seats):
        if view.cards[other] == UNKNOWN:
            card = draw(rng, CARDS) + 1
            while seen >> card & 1:
                card = draw(rng, CARDS) + 1
            seen |= 1 << card
            state.cards[other] = card
        state.bids[other] = draw(rng, 4) + 1 if view.bids[other] == UNKNOWN else view.bids[other]
        state.answers[other] = draw(rng, 2) + 1 if view.answers[other] == UNKNOWN else view.answers[other]


@rule
def unseal(tables, state, seat):
    for other in range(tables.seats):
        if other != seat and state.phase == BIDDING and state.bids[other] != 0:
            state.bids[other] = 0
            state.waiting |= 1 << other
        elif other != seat and state.phase == ANSWERING and state.answers[other] != 0:
            state.answers[other] = 0
            state.waiting |= 1 << other


@rule
def discloses(tables, state, seat, action, witness):
    if state.phase == DEALING:
        dealt = 0
        while state.cards[dealt] != 0:
            dealt += 1
        return witness == dealt
    if state.phase == BIDDING or state.phase == ANSWERING:
        return witness == seat or opens(tables, state, seat, action)
    return True


@rule
def opens(tables, state, seat, action):
    """The last one in opens all bids, or all answers."""
    return (state.phase == BIDDING or state.phase == ANSWERING) and state.waiting == 1 << int(seat)


@rule
def observe(tables, view, seat, tensor):
    for other in range(8):
        tensor[other] = (view.cards[other] - UNKNOWN) / (CARDS + 1)
        tensor[8 + other] = (view.bids[other] - UNKNOWN) / 5
        tensor[16 + other] = (view.coins[other] + 6) / 12
