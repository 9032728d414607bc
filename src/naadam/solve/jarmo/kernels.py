"""Compiled moves of Jarmo on numbered positions: quiet successors, and the best exit from a signature.

The rows of `shapes` are the signature and then those that its turns lead to. `slots` has for every pair of sides the
row of a signature, or OVER and the sign of the score for one in which the game is over.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.solve.jarmo.numbering import CAPTURED, COLUMNS, GUARDS, HAND, INSIDE, OUTSIDE, place_of, position_at
from naadam.solve.retrograde.waves import EXIT_DRAW, EXIT_LOSS, EXIT_WIN, OPEN, OVER_DRAW, OVER_LOSS, OVER_WIN

DRAW, WIN, LOSS = range(3)  # values in tables
OVER = 1 << 30  # in slots: plus the sign of the score
SIDE_BITS = 3  # of each number of soldiers of a side


@rule
def read_value(packed, number):
    """One of four values in a byte."""
    return packed[number >> 2] >> (2 * (number & 3)) & 3


@rule
def camps_of(numbers, side):
    """The own camp and the enemy's, as masks."""
    near, far = (1 << numbers.camp) - 1, ((1 << numbers.camp) - 1) << (numbers.camp + numbers.field)
    return (near, far) if side == 0 else (far, near)


@rule
def can_act(numbers, side, own, rival, hand):
    """Whether a side has a move or a deployment (JA-9)."""
    if hand > 0 and camps_of(numbers, side)[0] & ~(own | rival) != 0:
        return True
    soldiers = own
    while soldiers != 0:
        if numbers.ways[side, ctz(soldiers)] & ~own != 0:
            return True
        soldiers &= soldiers - 1
    return False


@rule
def is_stuck(numbers, shapes, side, own, rival):
    """Whether neither side can act, the one to move being `side` (JA-9)."""
    other = 1 - side
    own_hand, rival_hand = shapes[0, side * COLUMNS + HAND], shapes[0, other * COLUMNS + HAND]
    return not can_act(numbers, side, own, rival, own_hand) and not can_act(numbers, other, rival, own, rival_hand)


@rule
def list_moves(numbers, shapes, side, positions, firsts, targets):
    """Write where quiet moves of a side lead, a pass among them.

    Steps outside the enemy camp can be taken back, and passes change nothing: quiet moves come from the same positions.
    """
    count = 0
    for index in range(len(positions)):
        firsts[index] = count
        green, blue, guards = position_at(numbers, shapes, 0, positions[index])
        own, rival = (green, blue) if side == 0 else (blue, green)
        if not can_act(numbers, side, own, rival, shapes[0, side * COLUMNS + HAND]):
            if not is_stuck(numbers, shapes, side, own, rival):
                targets[count] = positions[index]  # a pass (JA-9)
                count += 1
            continue
        quiet = ~(own | rival | camps_of(numbers, side)[1])
        soldiers = own
        while soldiers != 0:
            source = ctz(soldiers)
            soldiers &= soldiers - 1
            ways = numbers.ways[side, source] & quiet
            while ways != 0:
                step = (1 << source) | (ways & -ways)
                ways &= ways - 1
                armed = guards ^ step if guards >> source & 1 else guards
                if side == 0:
                    targets[count] = place_of(numbers, shapes, 0, green ^ step, blue, armed)
                else:
                    targets[count] = place_of(numbers, shapes, 0, green, blue ^ step, armed)
                count += 1
    firsts[len(positions)] = count
    return 0


@rule
def side_of(shapes, side):
    """The numbers of a side's soldiers in one word: archers, guards, inside, captured, hand."""
    first = side * COLUMNS
    guards = shapes[0, first + GUARDS]
    word = (shapes[0, first + OUTSIDE] - guards) | guards << SIDE_BITS
    word |= shapes[0, first + INSIDE] << 2 * SIDE_BITS | shapes[0, first + CAPTURED] << 3 * SIDE_BITS
    return word | shapes[0, first + HAND] << 4 * SIDE_BITS


ARCHER, GUARD, INSIDER, LOST, HELD = 1, 1 << SIDE_BITS, 1 << 2 * SIDE_BITS, 1 << 3 * SIDE_BITS, 1 << 4 * SIDE_BITS


@rule
def value_after(numbers, shapes, known, side, own, rival, guards, own_word, rival_word):
    """The exit that a turn of a side is, by the position after it."""
    green, blue = (own_word, rival_word) if side == 0 else (rival_word, own_word)
    slot = known.slots[known.side_ids[green], known.side_ids[blue]]
    if slot >= OVER - 1:
        sign = (slot - OVER) * (1 - 2 * side)
        return EXIT_WIN if sign > 0 else EXIT_LOSS if sign < 0 else EXIT_DRAW
    if side == 0:
        place = place_of(numbers, shapes, slot, own, rival, guards)
    else:
        place = place_of(numbers, shapes, slot, rival, own, guards)
    value = read_value(known.after, known.starts[1 - side, slot] + place)
    return EXIT_DRAW if value == DRAW else EXIT_LOSS if value == WIN else EXIT_WIN


@rule
def best_recovery(numbers, shapes, known, side, own, rival, guards, own_word, rival_word):
    """The best exit after a guard has arrived: none is recovered, one is kept, or one is put down (JA-7, JA-8)."""
    best = value_after(numbers, shapes, known, side, own, rival, guards, own_word, rival_word)
    if own_word >> 3 * SIDE_BITS & ((1 << SIDE_BITS) - 1) == 0:
        return best
    word = own_word - LOST + HELD
    best = max(best, value_after(numbers, shapes, known, side, own, rival, guards, word, rival_word))
    free = camps_of(numbers, side)[0] & ~(own | rival)
    word = own_word - LOST + ARCHER
    while free != 0 and best != EXIT_WIN:
        put = own | (free & -free)
        free &= free - 1
        best = max(best, value_after(numbers, shapes, known, side, put, rival, guards, word, rival_word))
    return best


@rule
def judge_move(numbers, shapes, known, side, own, rival, guards, step, target):
    """The exit that a capture or an arrival is."""
    own_word, rival_word = side_of(shapes, side), side_of(shapes, 1 - side)
    near, far = camps_of(numbers, side)
    entered = 1 << target
    guard = guards & step & ~entered != 0
    if rival & entered:
        taken = GUARD if guards & entered else INSIDER if near & entered else ARCHER
        rival_word += LOST - taken
    armed = guards & ~step
    own, rival = own ^ step, rival & ~entered
    if far & entered:
        own_word += INSIDER - (GUARD if guard else ARCHER)
        if guard:
            return best_recovery(numbers, shapes, known, side, own, rival, armed, own_word, rival_word)
    else:
        armed |= entered  # JA-5
        own_word += 0 if guard else GUARD - ARCHER
    return value_after(numbers, shapes, known, side, own, rival, armed, own_word, rival_word)


@rule
def judge(numbers, shapes, known, side, positions, exits):
    """Write the best turn that leads out of the signature: a capture, an arrival or a deployment."""
    for index in range(len(positions)):
        green, blue, guards = position_at(numbers, shapes, 0, positions[index])
        own, rival = (green, blue) if side == 0 else (blue, green)
        near, far = camps_of(numbers, side)
        best = OPEN
        soldiers = own
        while soldiers != 0 and best != EXIT_WIN:
            source = ctz(soldiers)
            soldiers &= soldiers - 1
            ways = numbers.ways[side, source] & (rival | far) & ~own
            while ways != 0 and best != EXIT_WIN:
                target = ctz(ways)
                ways &= ways - 1
                step = 1 << source | 1 << target
                best = max(best, judge_move(numbers, shapes, known, side, own, rival, guards, step, target))
        if shapes[0, side * COLUMNS + HAND] > 0:
            free = near & ~(own | rival)
            own_word, rival_word = side_of(shapes, side) - HELD + ARCHER, side_of(shapes, 1 - side)
            while free != 0 and best != EXIT_WIN:
                put = own | (free & -free)
                free &= free - 1
                found = value_after(numbers, shapes, known, side, put, rival, guards, own_word, rival_word)
                best = max(best, found)
        if best == OPEN and is_stuck(numbers, shapes, side, own, rival):
            sign = known.sign * (1 - 2 * side)
            best = OVER_WIN if sign > 0 else OVER_LOSS if sign < 0 else OVER_DRAW
        exits[index] = best
    return 0
