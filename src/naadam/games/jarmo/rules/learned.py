"""Learned evaluation of single soldiers and of pairs of them: by their sides, kinds and points."""

from __future__ import annotations

from naadam.core.compiling import ctz, rule
from naadam.games.jarmo.rules.state import BLUE, GREEN

MOST_POINTS = 30
SOLDIERS = 1 + 4 * MOST_POINTS  # an empty place; green archers, green guards, blue archers and blue guards, by point
MOST = 14  # soldiers on the board
PAIRS = 1 + MOST + MOST * (MOST - 1) // 2
TO_MOVE = 0  # the entry of two empty places: green is to move


@rule
def soldier_at(state, point):
    kind = (2 if state.tops[BLUE] >> point & 1 == 1 else 0) + (state.guards >> point & 1)
    return 1 + kind * MOST_POINTS + point


@rule
def learned_lead(tables, state):
    """The sum of what is learned, for green."""
    total = int(tables.net[TO_MOVE]) if state.waiting == 1 << GREEN else 0
    first = int(state.tops[GREEN] | state.tops[BLUE])
    while first != 0:
        one = soldier_at(state, ctz(first))
        first &= first - 1
        total += int(tables.net[one])
        second = first
        while second != 0:
            total += int(tables.net[one + SOLDIERS * soldier_at(state, ctz(second))])
            second &= second - 1
    return total


@rule
def write_pairs(state, entries):
    """The entries that `learned_lead` looks up; -1 behind the last."""
    count = 0
    if state.waiting == 1 << GREEN:
        entries[count] = TO_MOVE
        count += 1
    first = int(state.tops[GREEN] | state.tops[BLUE])
    while first != 0:
        one = soldier_at(state, ctz(first))
        first &= first - 1
        entries[count] = one
        count += 1
        second = first
        while second != 0:
            entries[count] = one + SOLDIERS * soldier_at(state, ctz(second))
            count += 1
            second &= second - 1
    while count < PAIRS:
        entries[count] = -1
        count += 1
