"""Heuristic evaluation of a state; actions to search deeper."""

from __future__ import annotations

from naadam.core.compiling import ctz, large_rule, popcount, rule
from naadam.games.khan.rules.groups import LOW_ROWS, ROW, group_at, grown
from naadam.games.khan.rules.learned import learned_lead
from naadam.games.khan.rules.prospects import best_conquest
from naadam.games.khan.rules.score import outcome_rank
from naadam.games.khan.rules.state import (
    ACTING,
    ACTIONS,
    ANSWERING,
    ANY,
    CARD_WORD,
    CHASING,
    CONQUERING,
    IN_WORD,
    KHAN,
    LAST_ROW,
    NOTHING,
    PORTRAIT,
    ROW_BITS,
    RULERS,
    SPECIALS,
    TURNING,
    WORD_BITS,
    shape_points,
    spot_of,
)

LEAD = (50.0, 20.0)  # points that are as good as a win, until the final phase and in it
CLEARLY = (6.0, 2.0)  # cells by which a territory is clearly the larger one
BEST_RIVAL = 0.75  # of the rivals' points, the rest for their mean
SURE = 0.99

# Weights, in points, of what a seat has
BONUS = 0
GROUPS, SIZES = 1, 6  # by 6 standings
RULER, ROOM, JOINT, HOME, JOKER = 37, 38, 39, 40, 41
LEFT = 42
PROTECTED, SUPPORTED, EXPLORED = 46, 47, 48
TEMPO, FIRST, SECOND, LARGEST = 49, 50, 51, 52
WEIGHTS = 53


@rule
def crowded(one, two, three):
    """The cells with at least two of a bit board's cells at their edges."""
    up_0 = (one & LOW_ROWS) << ROW_BITS
    up_1 = (two & LOW_ROWS) << ROW_BITS | one >> LAST_ROW & ROW
    up_2 = (three & LOW_ROWS) << ROW_BITS | two >> LAST_ROW & ROW
    down_0 = one >> ROW_BITS & LOW_ROWS | (two & ROW) << LAST_ROW
    down_1 = two >> ROW_BITS & LOW_ROWS | (three & ROW) << LAST_ROW
    down_2 = three >> ROW_BITS & LOW_ROWS
    north = two_of(up_0, down_0, one << 1, one >> 1)
    middle = two_of(up_1, down_1, two << 1, two >> 1)
    return north, middle, two_of(up_2, down_2, three << 1, three >> 1)


@rule
def two_of(a, b, c, d):
    return a & b | c & d | (a | b) & (c | d)


@rule
def rulers_on(tables, state):
    """The cells of the rulers as three words."""
    one, two, three = 0, 0, 0
    for ruler in range(RULERS):
        if state.ruler[ruler] != NOTHING:
            spot = spot_of(tables, int(state.ruler[ruler]))
            bit = 1 << (spot & IN_WORD)
            if spot < WORD_BITS:
                one |= bit
            elif spot < 2 * WORD_BITS:
                two |= bit
            else:
                three |= bit
    return one, two, three


@rule
def both(board, one, two, three):
    """How many cells of a bit board are among those of three words."""
    return popcount(int(board[0]) & one) + popcount(int(board[1]) & two) + popcount(int(board[2]) & three)


@rule
def groups_worth(tables, state, seat, final):
    """The value of connected groups of yurts to a seat, by their size and its standing in them."""
    one, two, three = int(state.yurts[ANY, 0]), int(state.yurts[ANY, 1]), int(state.yurts[ANY, 2])
    own_0, own_1, own_2 = int(state.yurts[seat, 0]), int(state.yurts[seat, 1]), int(state.yurts[seat, 2])
    worth = 0.0
    while own_0 | own_1 | own_2:
        first, second, third = group_at(own_0, own_1, own_2, one, two, three)
        own_0 &= ~first
        own_1 &= ~second
        own_2 &= ~third
        size = popcount(first) + popcount(second) + popcount(third)
        mine = both(state.yurts[seat], first, second, third)
        most = 0
        for other in range(tables.seats):
            if other != seat:
                most = max(most, both(state.yurts[other], first, second, third))
        standing = min(mine, 3) - 1
        if most > 0:
            standing = 3 if mine > most else 4 if mine == most else 5
        worth += tables.weights[GROUPS + SIZES * standing + min(size, SIZES) - 1, final]
    return worth


@rule
def flights_left(state):
    """The number of neutral yurts next to the portraits of rulers on the board."""
    left = 0
    for ruler in range(RULERS):
        left += int(state.portrait[ruler])
    return left


@rule
def worth(tables, state, seat):
    """The value of a seat's possessions, in points; possible conquests are counted separately."""
    final = 1 if state.final else 0
    total = float(shape_points(tables, state, seat))
    largest = int(state.territories[seat, 0])
    for other in range(tables.seats):
        if other != seat:
            ahead = (largest - int(state.territories[other, 0])) / CLEARLY[final]
            total += tables.weights[BONUS, final] * max(-1.0, min(1.0, ahead))
    total += tables.weights[LARGEST, final] * largest
    total += groups_worth(tables, state, seat, final)
    one, two, three = grown(int(state.yurts[seat, 0]), int(state.yurts[seat, 1]), int(state.yurts[seat, 2]))
    ruler_0, ruler_1, ruler_2 = rulers_on(tables, state)
    rulers = popcount(one & ruler_0) + popcount(two & ruler_1) + popcount(three & ruler_2)
    total += tables.weights[RULER, final] * rulers
    total += tables.weights[ROOM, final] * both(state.free, one, two, three)
    full_0, full_1, full_2 = crowded(int(state.yurts[ANY, 0]), int(state.yurts[ANY, 1]), int(state.yurts[ANY, 2]))
    total += tables.weights[JOINT, final] * both(state.free, one & full_0, two & full_1, three & full_2)
    one, two, three = grown(int(state.owned[seat, 0]), int(state.owned[seat, 1]), int(state.owned[seat, 2]))
    total += tables.weights[HOME, final] * both(state.yurts[seat], one, two, three)
    if final == 0:
        left = flights_left(state) / (PORTRAIT * RULERS)
        for special in range(SPECIALS):
            total += tables.weights[LEFT + special, final] * int(state.cards[seat, special]) * left
        total += tables.weights[JOKER, final] * jokers(tables, state, seat)
    total += tables.weights[PROTECTED, final] * (state.protecting >> seat & 1)
    if state.supporting[seat] > 0:
        total += tables.weights[SUPPORTED, final]
    if state.exploring[seat] > 0:
        total += tables.weights[EXPLORED, final]
    return total


@rule
def jokers(tables, state, seat):
    count = 0
    for word in range(2):
        bits = int(state.hand[seat, word])
        while bits != 0:
            count += tables.card_landscape[word * CARD_WORD + ctz(bits)] == KHAN
            bits &= bits - 1
    return count


@rule
def next_to_act(tables, state):
    """The seat whose actions come next, and how many it has."""
    mover = max(0, int(state.mover))
    phase = int(state.phase)
    if phase == ACTING or phase == CHASING or phase == CONQUERING or phase == ANSWERING:
        return mover, max(1, int(state.actions))
    if phase <= TURNING:
        return mover, ACTIONS
    return (mover + 1) % tables.seats, ACTIONS


@large_rule
def value(tables, state, seat):
    """By how much a seat is ahead of its rivals, the best of them above all."""
    seat = int(seat)
    if state.waiting == 0:
        own = outcome_rank(tables, state, seat)
        best = 0
        for other in range(tables.seats):
            if other != seat:
                best = max(best, outcome_rank(tables, state, other))
        return 1.0 if own > best else -1.0 if own < best else 0.0
    final = 1 if state.final else 0
    first, actions, gain, other_gain, ahead = compare(tables, state, seat)
    total = ahead / LEAD[final]
    if tables.learned > 0.0:
        if first != seat:
            ahead = -ahead
        learned = learned_lead(tables, state, first, actions, gain, other_gain, ahead, tables.net[:0])
        total += tables.learned * (learned if first == seat else -learned)
    return max(-SURE, min(SURE, total))


@rule
def strength(tables, state, seat, first, actions):
    """The points that a seat has and can soon gain, and the gain of its best conquest; `first` acts next."""
    final = 1 if state.final else 0
    points, gain = worth(tables, state, seat), 0
    if seat == first:
        _, gain = best_conquest(tables, state, seat)
        points += tables.weights[FIRST, final] * gain
        points += tables.weights[TEMPO, final] * actions
    elif seat == (first + 1) % tables.seats:
        _, gain = best_conquest(tables, state, seat)
        points += tables.weights[SECOND, final] * gain
    return points, gain


@rule
def compare(tables, state, seat):
    """The seat to act next and its actions, the best conquests of that seat and the one after it, and how many points
    a seat is ahead of its rivals, without what is learned."""
    first, actions = next_to_act(tables, state)
    gain, other_gain = 0, 0
    own, best, sum_of_rivals = 0.0, -1.0e9, 0.0
    for other in range(tables.seats):
        points, found = strength(tables, state, other, first, actions)
        if other == first:
            gain = found
        elif other == (first + 1) % tables.seats:
            other_gain = found
        if other == seat:
            own = points
        else:
            best = max(best, points)
            sum_of_rivals += points
    rival = BEST_RIVAL * best + (1.0 - BEST_RIVAL) * sum_of_rivals / (tables.seats - 1)
    return first, actions, gain, other_gain, own - rival


@rule
def read(tag, tables, states, seats, leads, entries):
    """Of each state its lead and its entries, for what learns (core/parts/net.py): those of the seat that acts next."""
    for row in range(len(states)):
        state = states[row]
        seats[row], _ = next_to_act(tables, state)
        first, actions, gain, other_gain, ahead = compare(tables, state, seats[row])
        learned_lead(tables, state, first, actions, gain, other_gain, ahead, entries[row])
        leads[row] = ahead / LEAD[1 if state.final else 0]


@rule
def read_strengths(tag, tables, states, strengths):
    """The strength of every seat in each state, to fit the weights (core/parts/weights.py); 0 when the game is over."""
    for row in range(len(states)):
        state = states[row]
        first, actions = next_to_act(tables, state)
        for seat in range(tables.seats):
            strengths[row, seat] = 0.0
            if state.waiting != 0:
                points, _ = strength(tables, state, seat, first, actions)
                strengths[row, seat] = points / LEAD[1 if state.final else 0]
