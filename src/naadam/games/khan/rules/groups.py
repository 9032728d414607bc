"""Connected groups of cells, as bit boards."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.khan.rules.state import LAST_ROW, ROW_BITS

ROW = (1 << ROW_BITS) - 1
LOW_ROWS = (1 << LAST_ROW) - 1  # of a word, all but the last, which touches the next word


@rule
def grown(one, two, three):
    """The three words of a bit board, each cell joined by those that share an edge with it."""
    north = one | one << 1 | one >> 1 | one >> ROW_BITS & LOW_ROWS | (one & LOW_ROWS) << ROW_BITS
    north |= (two & ROW) << LAST_ROW
    middle = two | two << 1 | two >> 1 | two >> ROW_BITS & LOW_ROWS | (two & LOW_ROWS) << ROW_BITS
    middle |= one >> LAST_ROW & ROW | (three & ROW) << LAST_ROW
    south = three | three << 1 | three >> 1 | three >> ROW_BITS & LOW_ROWS | (three & LOW_ROWS) << ROW_BITS
    south |= two >> LAST_ROW & ROW
    return north, middle, south


@rule
def group_at(low_0, low_1, low_2, one, two, three):
    """The cells of a bit board (one, two, three) that hang together with the first cell of another, a part of it."""
    first, second, third = low_0 & -low_0, 0, 0
    if first == 0:
        second = low_1 & -low_1
        if second == 0:
            third = low_2 & -low_2
    while True:
        north, middle, south = grown(first, second, third)
        north &= one
        middle &= two
        south &= three
        if north == first and middle == second and south == third:
            return first, second, third
        first, second, third = north, middle, south
