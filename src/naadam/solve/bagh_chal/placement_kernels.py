"""Compiled part of the placement phase: one level (number of goats) for one class of tigers.

The value of a position for the goats is two bits: 0 loss, 1 draw, 3 win, so that the better of two values is their
bitwise or, the worse their and. A class has a *row* of them for all sets of its free points, by the bit mask of the
goats; rows of all levels are the same memory, as the number of goats says which level a position belongs to.
"""

from __future__ import annotations

from naadam.core.compiling import ctz, popcount, rule
from naadam.solve.bagh_chal.movement_kernels import DRAW, LOSS, number_of, read_value, smallest

GOATS_LOSE, GOATS_DRAW, GOATS_WIN = 0, 1, 3
WORD_BITS = 5  # a word of 64 bits has the values of 32 sets
WITHOUT = (  # the values in a word whose sets are without the point 0, 1, ... 4
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)


@rule
def list_images(images, move, low, free, lows, highs):
    """The sets that the low and the high parts of sets become by a move."""
    lows[0] = 0
    for part in range(1, 1 << low):
        lows[part] = lows[part & (part - 1)] | images[move, ctz(part)]
    highs[0] = 0
    for part in range(1, 1 << (free - low)):
        highs[part] = highs[part & (part - 1)] | images[move, low + ctz(part)]


@rule
def worsen(classes, phase, level, starts, row, table, number, enters, over, lows, highs):
    """Let tigers take a move wherever they can: its value is in `table`, or it wins if that is empty."""
    low = phase.low
    part = (1 << low) - 1
    kept = 1 + ctz(enters) if enters <= part else 0
    over_low, over_high = over & part, over >> low
    for high in range(1 << (classes.free - low)):
        rest = level - popcount(high)
        if rest < 0 or rest > low or high << low & enters or high & over_high != over_high:
            continue
        start, base = starts[high], highs[high ^ over_high]
        for place in range(phase.low_firsts[kept, rest], phase.low_firsts[kept, rest + 1]):
            own = phase.lows[place]
            if own & over_low != over_low:
                continue
            if len(table) == 0:
                row[start + phase.low_ranks[place]] = GOATS_LOSE
            else:
                mask = base | lows[own ^ over_low]
                row[start + phase.low_ranks[place]] &= table[number, mask >> 2] >> (2 * (mask & 3))


@rule
def judge_tigers_to_move(classes, phase, number, level, starts, size, own, after, row, lows, highs):
    """Fill `row` with the values of a class, tigers to move: their best move, or their loss without one (BC-11)."""
    for place in range(size):
        row[place] = GOATS_WIN
    for step in range(classes.step_firsts[number], classes.step_firsts[number + 1]):
        list_images(classes.step_images, step, phase.low, classes.free, lows, highs)
        other = classes.step_classes[step]
        worsen(classes, phase, level, starts, row, own, other, classes.step_enters[step], 0, lows, highs)
    for jump in range(classes.jump_firsts[number], classes.jump_firsts[number + 1]):
        list_images(classes.jump_images, jump, phase.low, classes.free, lows, highs)
        other, enters, over = classes.jump_classes[jump], classes.jump_enters[jump], classes.jump_overs[jump]
        worsen(classes, phase, level, starts, row, after, other, enters, over, lows, highs)


@rule
def take_from_movement(classes, phase, number, level, starts, size, movement, row):
    """Fill `row` from the table of the movement phase, tigers to move: the last goat has been put down."""
    for high in range(1 << (classes.free - phase.low)):
        rest = level - popcount(high)
        if rest < 0 or rest > phase.low:
            continue
        for place in range(phase.low_firsts[0, rest], phase.low_firsts[0, rest + 1]):
            empties = ((1 << classes.free) - 1) ^ (high << phase.low | phase.lows[place])
            empties = smallest(classes, number, empties)
            found = number_of(phase.low, phase.movement_starts, phase.withins, empties)
            value = read_value(movement, number * size + found)
            row[starts[high] + phase.low_ranks[place]] = (
                GOATS_DRAW if value == DRAW else GOATS_WIN if value == LOSS else GOATS_LOSE
            )


@rule
def spread_out(classes, phase, level, starts, row, lanes, words):
    """Write a row of one level as two bits a set into `lanes`, the bytes of `words`; all other values are 0."""
    for word in range(len(words)):
        words[word] = 0
    for high in range(1 << (classes.free - phase.low)):
        rest = level - popcount(high)
        if rest < 0 or rest > phase.low:
            continue
        for place in range(phase.low_firsts[0, rest], phase.low_firsts[0, rest + 1]):
            mask = high << phase.low | phase.lows[place]
            lanes[mask >> 2] |= row[starts[high] + phase.low_ranks[place]] << (2 * (mask & 3))


@rule
def put_goats(words, level, number, own_words):
    """The best point for one more goat, for all sets of one goat less than `level`."""
    for word in range(len(words)):
        rest = level - 1 - popcount(word)
        if rest < 0 or rest > WORD_BITS:
            continue
        values = words[word]
        best = values >> 2 & WITHOUT[0] | values >> 4 & WITHOUT[1] | values >> 8 & WITHOUT[2]
        best |= values >> 16 & WITHOUT[3] | values >> 32 & WITHOUT[4]
        absent = ~word & (len(words) - 1)
        while absent != 0:
            best |= words[word | (absent & -absent)]
            absent &= absent - 1
        own_words[number, word] |= best


@rule
def count_values(classes, phase, number, level, lanes, counts):
    """Count the values of a level in a row, each position once, up to symmetry."""
    turned = classes.turn_firsts[number + 1] > classes.turn_firsts[number]
    for high in range(1 << (classes.free - phase.low)):
        rest = level - popcount(high)
        if rest < 0 or rest > phase.low:
            continue
        for place in range(phase.low_firsts[0, rest], phase.low_firsts[0, rest + 1]):
            mask = high << phase.low | phase.lows[place]
            if not turned or smallest(classes, number, mask) == mask:
                counts[lanes[mask >> 2] >> (2 * (mask & 3)) & 3] += 1


@rule
def solve_level(classes, phase, first, last, level, starts, size, movement, own, own_words, after, scratch, counts):
    """From the values of a level, goats to move, to those of one goat less, for the classes from `first` to `last`.

    `counts` are those of the level with tigers to move, and of the one below with goats to move.
    """
    for number in range(first, last):
        if len(movement) > 0:
            take_from_movement(classes, phase, number, level, starts, size, movement, scratch.row)
        else:
            judge_tigers_to_move(
                classes, phase, number, level, starts, size, own, after, scratch.row, scratch.lows, scratch.highs
            )
        spread_out(classes, phase, level, starts, scratch.row, scratch.lanes, scratch.words)
        count_values(classes, phase, number, level, scratch.lanes, counts[1])
        put_goats(scratch.words, level, number, own_words)
        count_values(classes, phase, number, level - 1, own[number], counts[0])
    return 0
