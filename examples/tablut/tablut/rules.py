"""The compiled rules of Tablut.

Cells are numbered row by row from a1 (0) to i9 (80). The board has 0 for an empty cell, 1 for an attacker, 2 for a
defender, 3 for the king. An action is `source * 81 + target`.
"""

from __future__ import annotations

from typing import NamedTuple

from naadam.core.compiling import rule
from naadam.core.contract import WORDING, state_type

ATTACKERS, DEFENDERS = 0, 1
EMPTY, ATTACKER, DEFENDER, KING = 0, 1, 2, 3
SIDE, CELLS, THRONE, NOWHERE = 9, 81, 40, -1
PEACEFUL_TURNS = 100  # TB-11

NOT_YOUR_TURN, NOT_YOURS = 2, 2 + WORDING
STAYS, BENDS, HELD, BARRED = 3, 3 + WORDING, 3 + 2 * WORDING, 3 + 3 * WORDING
ON_THE_THRONE, OVER_THE_THRONE = 4, 4 + WORDING
ESCAPED, KING_TAKEN, STUCK, REPEATED, PEACE = 7, 8, 9, 10, 11  # ends

STATE = state_type(("board", "i1", (CELLS,)), ("turn", "i8"), ("peace", "i8"))


class Tables(NamedTuple):
    throne: int


@rule
def start(tables, state):
    for place in (3, 4, 5, 13, 27, 36, 45, 37, 35, 44, 53, 43, 75, 76, 77, 67):  # TB-1
        state.board[place] = ATTACKER
    for place in (38, 39, 41, 42, 22, 31, 49, 58):
        state.board[place] = DEFENDER
    state.board[THRONE] = KING
    state.turn = ATTACKERS  # TB-2
    state.waiting = 1 << ATTACKERS


@rule
def side_of(piece):
    return NOWHERE if piece == EMPTY else ATTACKERS if piece == ATTACKER else DEFENDERS


@rule
def step_towards(source, target):
    """The difference of neighbouring cells on the way along a row or column, or 0 if there is no such way."""
    if source // SIDE == target // SIDE:
        return 1 if target > source else -1
    if source % SIDE == target % SIDE:
        return SIDE if target > source else -SIDE
    return 0


@rule
def refusal(tables, state, seat, action):
    seat, source, target = int(seat), int(action) // CELLS, int(action) % CELLS
    if state.waiting != 1 << seat:
        return NOT_YOUR_TURN
    piece = int(state.board[source])
    if side_of(piece) != seat:
        return NOT_YOURS
    if source == target:
        return STAYS
    step = step_towards(source, target)
    if step == 0:
        return BENDS
    if state.board[target] != EMPTY:
        return HELD
    if target == tables.throne and piece != KING:
        return ON_THE_THRONE
    place = source + step
    while place != target:
        if state.board[place] != EMPTY:
            return BARRED
        if place == tables.throne and piece != KING:
            return OVER_THE_THRONE
        place += step
    return 0


@rule
def legal(tables, state, seat, actions):
    count = 0
    if state.waiting != 1 << int(seat):
        return 0
    for source in range(CELLS):
        if side_of(int(state.board[source])) != seat:
            continue
        for action in range(source * CELLS, source * CELLS + CELLS):
            if refusal(tables, state, seat, action) == 0:
                actions[count] = action
                count += 1
    return count


@rule
def beside(place, direction):
    """The neighbour of a cell: left, right, below or above; NOWHERE beyond the edge."""
    if direction == 0:
        return place - 1 if place % SIDE > 0 else NOWHERE
    if direction == 1:
        return place + 1 if place % SIDE < SIDE - 1 else NOWHERE
    if direction == 2:
        return place - SIDE if place >= SIDE else NOWHERE
    return place + SIDE if place < CELLS - SIDE else NOWHERE


@rule
def on_edge(place):
    return place // SIDE in (0, SIDE - 1) or place % SIDE in (0, SIDE - 1)


@rule
def is_held_by(state, place, seat):
    return place != NOWHERE and side_of(int(state.board[place])) == seat


@rule
def king_is_taken(tables, state, king):
    """Whether attackers, and the throne if the king is next to it, stand on all four sides of the king (TB-6)."""
    for direction in range(4):
        place = beside(king, direction)
        if place != tables.throne and not is_held_by(state, place, ATTACKERS):
            return False
    return True


@rule
def take(tables, state, seat, target):
    """Take what a move to `target` captures; how much it is (TB-5, TB-6)."""
    taken = 0
    for direction in range(4):
        place = beside(target, direction)
        if not is_held_by(state, place, 1 - seat):
            continue
        if state.board[place] == KING and abs(place - tables.throne) in (0, 1, SIDE):
            captured = king_is_taken(tables, state, place)
        else:
            captured = is_held_by(state, beside(place, direction), seat)
        if captured:
            state.board[place] = EMPTY
            taken += 1
    return taken


@rule
def apply(tables, state, seat, action):
    seat, source, target = int(seat), int(action) // CELLS, int(action) % CELLS
    state.board[target] = state.board[source]
    state.board[source] = EMPTY
    taken = take(tables, state, seat, target)
    state.peace = 0 if taken else state.peace + 1
    state.quiet = 0 if taken else state.quiet + 1
    state.turn = 1 - seat
    clause = end(tables, state)
    state.waiting = 0 if clause else 1 << (1 - seat)
    state.ended = clause


@rule
def find_king(state):
    for place in range(CELLS):
        if state.board[place] == KING:
            return place
    return NOWHERE


@rule
def has_move(tables, state, seat):
    for source in range(CELLS):
        for direction in range(4 if is_held_by(state, source, seat) else 0):
            place = beside(source, direction)
            if place != NOWHERE and state.board[place] == EMPTY:
                if place != tables.throne or state.board[source] == KING:
                    return True
    return False


@rule
def end(tables, state):
    """The clause by which the game is over before the seat `turn` moves, or 0."""
    king = find_king(state)
    if king == NOWHERE:
        return KING_TAKEN
    if on_edge(king):
        return ESCAPED
    if not has_move(tables, state, int(state.turn)):
        return STUCK
    return PEACE if state.peace >= PEACEFUL_TURNS else 0


@rule
def repetition():
    return 3  # TB-10


@rule
def repeated(tables, state):
    state.waiting = 0
    state.ended = REPEATED


@rule
def position(tables, state, words):
    for word in range(3):
        packed = int(state.turn)
        for cell in range(27):
            packed = packed << 2 | int(state.board[27 * word + cell])
        words[word] = packed


@rule
def outcome(tables, state, scores):
    scores[0] = scores[1] = 0.0
    if state.ended == REPEATED or state.ended == PEACE:
        return 3
    winner = DEFENDERS if state.ended == ESCAPED else ATTACKERS if state.ended == KING_TAKEN else 1 - int(state.turn)
    scores[winner], scores[1 - winner] = 1.0, -1.0
    return 1 << winner


@rule
def value(tables, state, seat):
    """Pieces, and how many ways to the edge lie open to the king."""
    attackers, defenders = 0, 0
    for place in range(CELLS):
        attackers += state.board[place] == ATTACKER
        defenders += state.board[place] == DEFENDER
    king = find_king(state)
    ways = 0
    for direction in range(4 if king != NOWHERE else 0):
        place = beside(king, direction)
        while place != NOWHERE and state.board[place] == EMPTY:
            place = beside(place, direction)
        ways += place == NOWHERE
    lead = max(-0.95, min(0.95, 0.04 * (2 * defenders - attackers) + 0.3 * min(ways, 2)))
    return lead if seat == DEFENDERS else -lead


@rule
def noisy(tables, state, seat, action):
    """A move next to an enemy with a friend behind it, or the king's to the edge."""
    source, target = int(action) // CELLS, int(action) % CELLS
    if state.board[source] == KING:
        return on_edge(target)
    for direction in range(4):
        place = beside(target, direction)
        if is_held_by(state, place, 1 - seat) and is_held_by(state, beside(place, direction), seat):
            return True
    return False


@rule
def patience(tables, state):
    return PEACEFUL_TURNS - int(state.peace)


@rule
def observe(tables, view, seat, tensor):
    for place in range(CELLS):
        if view.board[place] != EMPTY:
            tensor[(int(view.board[place]) - 1) * CELLS + place] = 1.0
        tensor[3 * CELLS + place] = 1.0 if view.turn == seat else 0.0
