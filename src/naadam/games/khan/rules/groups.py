"""Cells of a bit board that hang together by their edges."""

from __future__ import annotations

from naadam.core.compiling import rule

ROW = 0xFFFF
LOW_ROWS = (1 << 48) - 1  # of a word, all but the last, which touches the next word


@rule
def grown(one, two, three):
    """The three words of a bit board, each cell joined by those that share an edge with it."""
    north = one | one << 1 | one >> 1 | one >> 16 & LOW_ROWS | (one & LOW_ROWS) << 16 | (two & ROW) << 48
    middle = two | two << 1 | two >> 1 | two >> 16 & LOW_ROWS | (two & LOW_ROWS) << 16
    middle |= one >> 48 & ROW | (three & ROW) << 48
    south = three | three << 1 | three >> 1 | three >> 16 & LOW_ROWS | (three & LOW_ROWS) << 16
    return north, middle, south | two >> 48 & ROW


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
