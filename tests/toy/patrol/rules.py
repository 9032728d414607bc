"""The compiled rules of Patrol.

PT-1  The board has five rows of five cells. Each side has three scouts on its own edge. Red begins.
PT-2  A turn is up to four steps, each of any own scout to a neighbouring cell in its row or column, and `end`.
PT-3  A step onto an enemy takes it. If the other side has a scout next to that cell, the scout may step there and
      take the piece in answer, or `let` it be; then the turn goes on.
PT-4  A side that has lost all scouts has lost the game.
PT-5  After thirty turns the game is drawn.
"""

from __future__ import annotations

from typing import NamedTuple

from naadam.core.compiling import rule
from naadam.core.contract import WORDING, state_type

SIDE, CELLS = 5, 25
EMPTY = 0
STEPS = 4  # PT-2
LAST_TURN = 30  # PT-5
END, LET = CELLS * CELLS, CELLS * CELLS + 1
ACTIONS = CELLS * CELLS + 2

NOT_YOUR_TURN, NOT_YOURS, TOO_FAR, OWN, NO_STEPS, NOT_ASKED = (2 + WORDING * wording for wording in range(6))
ONLY_ANSWERS = 3
LOST, DRAWN = 4, 5

STATE = state_type(
    ("board", "i1", (CELLS,)),
    ("turn", "i8"),  # the seat that is to act
    ("mover", "i8"),  # the seat whose turn it is
    ("spent", "i8"),  # steps of this turn
    ("number", "i8"),  # of the turn, from 0
    ("target", "i8"),  # 0, or 1 more than the cell about which is asked
)


class Tables(NamedTuple):
    steps: int


@rule
def start(tables, state):
    for place in (0, 2, 4):
        state.board[place] = 1
        state.board[CELLS - 1 - place] = 2
    state.waiting = 1


@rule
def beside(source, target):
    rows = abs(source // SIDE - target // SIDE)
    columns = abs(source % SIDE - target % SIDE)
    return rows + columns == 1


@rule
def refusal(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if state.waiting != 1 << seat:
        return NOT_YOUR_TURN
    if action == END:
        return ONLY_ANSWERS if state.target else 0
    if action == LET:
        return 0 if state.target else NOT_ASKED
    source, target = action // CELLS, action % CELLS
    if state.board[source] != seat + 1:
        return NOT_YOURS
    if not beside(source, target):
        return TOO_FAR
    if state.board[target] == seat + 1:
        return OWN
    if state.target:
        return 0 if target == state.target - 1 else ONLY_ANSWERS
    return NO_STEPS if state.spent >= tables.steps else 0


@rule
def legal(tables, state, seat, actions):
    count = 0
    if state.waiting != 1 << int(seat):
        return 0
    for source in range(CELLS):
        if state.board[source] != int(seat) + 1:
            continue
        for action in range(source * CELLS, source * CELLS + CELLS):
            if refusal(tables, state, seat, action) == 0:
                actions[count] = action
                count += 1
    actions[count] = LET if state.target else END
    return count + 1


@rule
def could_answer(state, seat, place):
    """True if a scout of a seat is on a neighbouring cell of a place."""
    for source in range(CELLS):
        if state.board[source] == seat + 1 and beside(source, place):
            return True
    return False


@rule
def hand_over(state, seat):
    state.turn = seat
    state.waiting = 1 << seat


@rule
def apply(tables, state, seat, action):
    seat, action = int(seat), int(action)
    if action == END:
        state.number += 1
        state.spent = 0
        state.mover = 1 - int(state.mover)
        hand_over(state, int(state.mover))
    elif action == LET:
        state.target = 0
        hand_over(state, int(state.mover))
    else:
        source, target = action // CELLS, action % CELLS
        taken = state.board[target] != EMPTY
        state.board[target] = state.board[source]
        state.board[source] = EMPTY
        if state.target:
            state.target = 0
            hand_over(state, int(state.mover))
        else:
            state.spent += 1
            if taken and could_answer(state, 1 - seat, target):
                state.target = target + 1
                hand_over(state, 1 - seat)
    clause = end(tables, state)
    if clause:
        state.target = 0
        hand_over(state, int(state.mover))
        state.waiting = 0
    state.ended = clause


@rule
def count_scouts(state, seat):
    found = 0
    for place in range(CELLS):
        found += state.board[place] == seat + 1
    return found


@rule
def end(tables, state):
    if count_scouts(state, 0) == 0 or count_scouts(state, 1) == 0:
        return LOST
    return DRAWN if state.number >= LAST_TURN else 0


@rule
def position(tables, state, words):
    words[0] = int(state.turn) | int(state.mover) << 1 | int(state.spent) << 2 | int(state.target) << 5
    words[0] |= int(state.number) << 10
    words[1] = 0
    for place in range(CELLS):
        words[1] = words[1] << 2 | int(state.board[place])


@rule
def outcome(tables, state, scores):
    scores[0] = scores[1] = 0.0
    if state.ended == DRAWN:
        return 3
    winner = 0 if count_scouts(state, 1) == 0 else 1
    scores[winner], scores[1 - winner] = 1.0, -1.0
    return 1 << winner


@rule
def on_turn(tables, state):
    return int(state.mover)


@rule
def value(tables, state, seat):
    """Scouts more than the other side has."""
    return (count_scouts(state, seat) - count_scouts(state, 1 - seat)) / 4.0


@rule
def observe(tables, view, seat, tensor):
    for place in range(CELLS):
        tensor[place] = view.board[place] / 2
