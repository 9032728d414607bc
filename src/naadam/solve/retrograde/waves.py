"""Compiled part of retrograde analysis: updates of values by a batch of positions with their moves.

`plies` is as in `Solved`. `counts` has for every undecided position how many different quiet moves are not yet known to
lose, or NEVER if the position cannot be lost, because there is a move out of the layer that draws. `marks[parity, b]`
says whether the block b of positions holds any that were decided in a wave of that parity.
"""

from __future__ import annotations

from naadam.core.compiling import rule

OPEN, EXIT_LOSS, EXIT_DRAW, EXIT_WIN, OVER_LOSS, OVER_DRAW, OVER_WIN, UNUSED = range(8)
NOTHING = 0
ENDS = (NOTHING, NOTHING, NOTHING, 2, -1, NOTHING, 1, -32767)  # plies that follow from the exit alone
NEVER = 255
BLOCK_BITS = 12
LONGEST = 32000


@rule
def is_first(targets, first, place):
    """Whether no earlier move leads to the same position: equal ones count as one, here and on the way back."""
    for earlier in range(first, place):  # noqa: SIM110 - a generator cannot be compiled
        if targets[earlier] == targets[place]:
            return False
    return True


@rule
def decide(plies, marks, position, value):
    plies[position] = value
    marks[(abs(value) - 1) & 1, position >> BLOCK_BITS] = 1


@rule
def begin(positions, exits, firsts, targets, plies, counts, marks):
    """Decide what exits alone decide and count the moves of the others; return a position without any move, or -1."""
    for index in range(len(positions)):
        position, out = positions[index], exits[index]
        counts[position] = NEVER
        if out == UNUSED:
            plies[position] = ENDS[UNUSED]
        elif ENDS[out] != NOTHING:
            decide(plies, marks, position, ENDS[out])
        elif out in (OPEN, EXIT_LOSS):
            different = 0
            for place in range(firsts[index], firsts[index + 1]):
                different += is_first(targets, firsts[index], place)
            if different > 0:
                counts[position] = different
            elif out == OPEN:
                return position
            else:
                decide(plies, marks, position, -2)
    return -1


@rule
def select_decided(plies, marks, wave, cursor, positions):
    """Collect positions that were decided in a wave, from `cursor` on; return the next cursor and how many they are.

    Marks of blocks that have been read to their end are taken away.
    """
    count = 0
    while cursor < len(plies):
        block = cursor >> BLOCK_BITS
        if marks[wave & 1, block] == 0:
            cursor = (block + 1) << BLOCK_BITS
            continue
        last = min(len(plies), (block + 1) << BLOCK_BITS)
        while cursor < last:
            if abs(plies[cursor]) == wave + 1:
                if count == len(positions):
                    return cursor, count
                positions[count] = cursor
                count += 1
            cursor += 1
        marks[wave & 1, block] = 0
    return cursor, count


@rule
def spread(positions, firsts, targets, plies, low, high, before, counts, marks):
    """Update the predecessors of the positions just decided, for numbers from `low` to below `high`."""
    for index in range(len(positions)):
        value = int(plies[positions[index]])
        first = firsts[index]
        for place in range(first, firsts[index + 1]):
            target = targets[place]
            if target < low or target >= high or before[target] != 0:
                continue
            if value < 0:
                decide(before, marks, target, 1 - value)
            elif counts[target] != NEVER and is_first(targets, first, place):
                counts[target] -= 1
                if counts[target] == 0:
                    decide(before, marks, target, -value - 1)
    return 0


@rule
def select_open(plies, counts, cursor, positions):
    """Collect positions that are not decided, from `cursor` on; return the next cursor and how many they are."""
    count = 0
    while cursor < len(plies):
        if plies[cursor] == 0:
            if count == len(positions):
                return cursor, count
            positions[count] = cursor
            count += 1
        cursor += 1
    return cursor, count


@rule
def look_ahead(positions, firsts, targets, wave, plies, counts, after, marks):
    """Decide what follows from the moves' targets as decided up to `wave`; return how many that were."""
    found = 0
    for index in range(len(positions)):
        position = positions[index]
        best, all_lose = 0, counts[position] != NEVER
        for place in range(firsts[index], firsts[index + 1]):
            value = after[targets[place]]
            if value < 0 and -value <= wave + 1:
                best = 1 - value if best == 0 else min(best, 1 - value)
            all_lose = all_lose and 0 < value <= wave + 1
        if best > 0:
            decide(plies, marks, position, best)
        elif all_lose:
            decide(plies, marks, position, -wave - 2)
        found += best > 0 or all_lose
    return found
