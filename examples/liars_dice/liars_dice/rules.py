"""The compiled rules of Liar's Dice for three: hidden dice, bids about all of them, and the challenge.

An action is "chance rolls value + 1" up to VALUES, then a bid of `count` dice of a value, then the challenge.
"""

from __future__ import annotations

from typing import NamedTuple

from naadam.core.compiling import draw, rule
from naadam.core.compiling.intrinsics import copy_state
from naadam.core.contract import WORDING, state_type
from naadam.core.seats import CHANCE

SEATS, DICE, VALUES = 3, 2, 6
MOST = SEATS * DICE
BIDS = MOST * VALUES
BID = VALUES  # the first bid: one die showing 1
LIAR = BID + BIDS
ACTIONS = LIAR + 1
HIDDEN = -1  # in a view: a die that this seat does not see

ROLL, NOT_YOUR_TURN, HIGHER, NOTHING_BID, LAST_CUP = 1, 2, 3, 4, 6  # clauses

STATE = state_type(
    ("rolled", "i8"),  # how many dice of this round were rolled
    ("dice", "i1", (SEATS, DICE)),  # 0 before it is rolled, and for a lost die
    ("left", "i1", (SEATS,)),  # how many dice each seat has
    ("bid", "i8"),  # 0 for none, or 1 more than the number of the bid
    ("turn", "i8"),  # the seat to bid, also while chance rolls
)


class Tables(NamedTuple):
    seats: int


@rule
def start(tables, state):
    for seat in range(SEATS):
        state.left[seat] = DICE
    state.waiting = 1 << CHANCE


@rule
def dice_of(state):
    total = 0
    for seat in range(SEATS):
        total += int(state.left[seat])
    return total


@rule
def refusal(tables, state, seat, action):
    seat, action, bid = int(seat), int(action), int(state.bid)
    if int(state.waiting) >> seat & 1 == 0:
        return NOT_YOUR_TURN
    if seat == CHANCE or action < BID:
        return 0 if seat == CHANCE and action < BID else ROLL
    if action == LIAR:
        return 0 if bid else NOTHING_BID
    if (action - BID) // VALUES >= dice_of(state):
        return HIGHER + WORDING
    return 0 if action - BID >= bid else HIGHER  # bids are numbered from the lowest up


@rule
def legal(tables, state, seat, actions):
    count = 0
    for action in range(BID, ACTIONS):
        if refusal(tables, state, seat, action) == 0:
            actions[count] = action
            count += 1
    return count


@rule
def chance(tables, state, actions, weights):
    if int(state.waiting) != 1 << CHANCE:
        return 0
    for action in range(VALUES):
        actions[action] = action
        weights[action] = 1.0
    return VALUES


@rule
def neighbour(state, seat, step):
    """The nearest seat that has dice, onward or back."""
    found = (int(seat) + step) % SEATS
    while state.left[found] == 0:
        found = (found + step) % SEATS
    return found


@rule
def slot(state, number):
    """The owner and the place of a die by its number among all that are left, as owner * DICE + place."""
    seat = 0
    while number >= state.left[seat]:
        number -= int(state.left[seat])
        seat += 1
    return seat * DICE + number


@rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if seat == CHANCE:
        rolled = int(state.rolled)
        place = slot(state, rolled)
        state.dice[place // DICE, place % DICE] = action + 1
        state.rolled = rolled + 1
        if rolled + 1 == dice_of(state):
            state.waiting = 1 << int(state.turn)
    elif action == LIAR:
        challenge(state, seat)
    else:
        state.bid = action - BID + 1
        state.turn = neighbour(state, seat, 1)
        state.waiting = 1 << int(state.turn)


@rule
def challenge(state, seat):
    """All dice are counted; the bidder or the challenger loses one, and begins the next round (LD-5)."""
    bid, found = int(state.bid) - 1, 0
    for other in range(SEATS):
        for place in range(DICE):
            found += int(state.dice[other, place]) == bid % VALUES + 1
            state.dice[other, place] = 0
    loser = seat if found > bid // VALUES else neighbour(state, seat, -1)
    state.left[loser] -= 1
    state.bid = state.rolled = 0
    state.turn = loser if state.left[loser] > 0 else neighbour(state, loser, 1)
    over = neighbour(state, state.turn, 1) == state.turn
    state.waiting = 0 if over else 1 << CHANCE
    state.ended = LAST_CUP if over else 0


@rule
def position(tables, state, words):
    packed = int(state.rolled) | int(state.bid) << 4 | int(state.turn) << 10 | int(state.waiting) << 12
    for seat in range(SEATS):
        packed = packed << 2 | int(state.left[seat])
        for place in range(DICE):
            packed = packed << 3 | int(state.dice[seat, place])
    words[0] = packed


@rule
def outcome(tables, state, scores):
    winners = 0
    for seat in range(SEATS):
        scores[seat] = 2.0 if state.left[seat] > 0 else -1.0
        winners |= int(state.left[seat] > 0) << seat
    return winners


@rule
def view(tables, state, seat, view):  # built from nothing
    view.waiting = state.waiting
    view.ended = state.ended
    view.rolled = state.rolled
    view.bid = state.bid
    view.turn = state.turn
    for other in range(SEATS):
        view.left[other] = state.left[other]
        for place in range(DICE):
            if state.dice[other, place] != 0:
                view.dice[other, place] = state.dice[other, place] if other == seat else HIDDEN


@rule
def complete(tables, view, seat, rng, state):
    copy_state(state, view)
    for other in range(SEATS):
        for place in range(DICE):
            if view.dice[other, place] == HIDDEN:
                state.dice[other, place] = draw(rng, VALUES) + 1


@rule
def discloses(tables, state, seat, action, witness):
    """A roll is seen by its owner, a bid by all."""
    return seat != CHANCE or slot(state, int(state.rolled)) // DICE == witness


@rule
def observe(tables, view, seat, tensor):
    for place in range(DICE):
        tensor[place] = max(0, int(view.dice[seat, place])) / VALUES
    for step in range(SEATS):  # the seat itself first
        tensor[DICE + step] = int(view.left[(int(seat) + step) % SEATS]) / DICE
    tensor[DICE + SEATS] = int(view.bid) / BIDS
