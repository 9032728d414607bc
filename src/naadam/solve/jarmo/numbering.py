"""Numbers of positions: a bijection between the positions of a signature with one side to move and 0, 1, 2 and so on.

Points are renumbered for it: green's camp, then the field, then blue's camp. A position is three masks of points in
this order: green's soldiers, blue's soldiers, and the guards of both.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import ctz, popcount, rule
from naadam.games.jarmo.board import Grid
from naadam.solve.jarmo.signatures import Signature, count_by_field
from naadam.solve.subset_index import list_sets

GUARDS, INSIDE, OUTSIDE, CAPTURED, HAND = 0, 1, 2, 3, 4  # columns of a shape, for green; then the same for blue
COLUMNS = 5
STARTS = 2 * COLUMNS  # and then where positions begin that have so many of green's soldiers in the field


class Numbers(NamedTuple):
    """The tables of the numbering on a board."""

    camp: int  # points
    field: int
    ways: Any  # [side, point]: where its soldiers may go
    binomials: Any  # [points, chosen]
    set_starts: Any  # [points, chosen]: where sets of this kind begin in `sets`
    sets: Any  # masks, those of one kind in ascending order


def order_points(grid: Grid) -> list[int]:
    """The board's number of each renumbered point."""
    green, blue = grid.camps
    return [*green, *(point for point in range(len(grid.names)) if point not in {*green, *blue}), *blue]


@functools.lru_cache(maxsize=4)
def make_numbers(grid: Grid) -> Numbers:
    order = order_points(grid)
    numbers = {point: number for number, point in enumerate(order)}
    camp, size = len(grid.camps[0]), len(order)
    ways = np.zeros((2, size), np.int64)
    for one, other in grid.lines:
        for source, target in ((one, other), (other, one)):
            for side in (0, 1):
                if source not in grid.camps[1 - side]:  # JA-6
                    ways[side, numbers[source]] |= 1 << numbers[target]
    binomials = np.array([[comb(n, k) for k in range(camp + 2)] for n in range(size + 1)], np.int64)
    kinds = [[list_sets(n, k) for k in range(camp + 1)] for n in range(size - camp + 1)]
    lengths = [len(sets) for row in kinds for sets in row]
    starts = np.array([0, *accumulate(lengths)][:-1], np.int64).reshape(len(kinds), camp + 1)
    return Numbers(camp, size - 2 * camp, ways, binomials, starts, np.concatenate([s for row in kinds for s in row]))


def make_shapes(signatures: Sequence[Signature], camp: int, field: int) -> Any:
    """The numbers of soldiers of signatures, one in a row, for compiled code."""
    rows = []
    for signature in signatures:
        sides = [x for side in signature for x in (side.guards, side.inside, side.outside, side.captured, side.hand)]
        counts = count_by_field(signature, camp, field)
        starts = [0, *accumulate(counts)]
        rows.append([*sides, *starts, *[starts[-1]] * (camp + 2 - len(starts))])
    return np.array(rows, np.int64).reshape(len(rows), STARTS + camp + 2)


@rule
def rank_without(numbers, mask, removed):
    """The number of a set among those of its size, on the points that have not been removed."""
    number, count = 0, 0
    while mask != 0:
        point = ctz(mask)
        mask &= mask - 1
        count += 1
        number += numbers.binomials[point - popcount(removed & ((1 << point) - 1)), count]
    return number


@rule
def rank_within(numbers, mask, whole):
    """The number of a subset of a set, among those of its size."""
    number, count = 0, 0
    while mask != 0:
        below = (mask & -mask) - 1
        mask &= mask - 1
        count += 1
        number += numbers.binomials[popcount(whole & below), count]
    return number


@rule
def spread_without(mask, removed):
    """A set on the points that have not been removed, on all points."""
    while removed != 0:
        below = (removed & -removed) - 1
        removed &= removed - 1
        mask = (mask & below) | ((mask & ~below) << 1)
    return mask


@rule
def spread_within(mask, whole):
    """The points of a set that have these numbers among its points."""
    chosen = 0
    while mask != 0:
        if mask & 1:
            chosen |= whole & -whole
        whole &= whole - 1
        mask >>= 1
    return chosen


@rule
def set_of(numbers, points, chosen, number):
    return numbers.sets[numbers.set_starts[points, chosen] + number]


@rule
def place_of(numbers, shapes, row, green, blue, guards):
    """The number of a position among those of its signature."""
    camp, field, shape = numbers.camp, numbers.field, shapes[row]
    middle = ((1 << field) - 1) << camp
    near, far = (1 << camp) - 1, ((1 << camp) - 1) << (camp + field)
    out = popcount(green & middle)
    home = shape[OUTSIDE] - out
    rivals = shape[COLUMNS + OUTSIDE]
    number = rank_without(numbers, (green & far) >> (camp + field), 0)
    number = number * numbers.binomials[camp, shape[COLUMNS + INSIDE]] + rank_without(numbers, blue & near, 0)
    number = number * numbers.binomials[field, out] + rank_without(numbers, (green & middle) >> camp, 0)
    number = number * numbers.binomials[camp - shape[COLUMNS + INSIDE], home]
    number += rank_without(numbers, green & near, blue & near)
    number = number * numbers.binomials[shape[OUTSIDE], shape[GUARDS]]
    number += rank_within(numbers, green & guards, green & ~far)
    number = number * numbers.binomials[field - out + camp - shape[INSIDE], rivals]
    number += rank_without(numbers, (blue & ~near) >> camp, (green & ~near) >> camp)
    number = number * numbers.binomials[rivals, shape[COLUMNS + GUARDS]]
    number += rank_within(numbers, blue & guards, blue & ~near)
    return shape[STARTS + out] + number


@rule
def position_at(numbers, shapes, row, number):
    """The masks of the position with this number in its signature: green, blue, guards."""
    camp, field, shape = numbers.camp, numbers.field, shapes[row]
    out = 0
    while number >= shape[STARTS + out + 1]:
        out += 1
    number -= shape[STARTS + out]
    home, inside, rivals = shape[OUTSIDE] - out, shape[COLUMNS + INSIDE], shape[COLUMNS + OUTSIDE]
    free = field - out + camp - shape[INSIDE]
    kinds = numbers.binomials[rivals, shape[COLUMNS + GUARDS]]
    blue_guards = number % kinds
    number //= kinds
    kinds = numbers.binomials[free, rivals]
    blue_outside = set_of(numbers, free, rivals, number % kinds)
    number //= kinds
    kinds = numbers.binomials[shape[OUTSIDE], shape[GUARDS]]
    green_guards = number % kinds
    number //= kinds
    kinds = numbers.binomials[camp - inside, home]
    green_home = set_of(numbers, camp - inside, home, number % kinds)
    number //= kinds
    kinds = numbers.binomials[field, out]
    green = set_of(numbers, field, out, number % kinds) << camp
    number //= kinds
    kinds = numbers.binomials[camp, inside]
    blue = set_of(numbers, camp, inside, number % kinds)
    green |= spread_without(green_home, blue)
    guards = spread_within(set_of(numbers, shape[OUTSIDE], shape[GUARDS], green_guards), green)
    green |= set_of(numbers, camp, shape[INSIDE], number // kinds) << (camp + field)
    rival = spread_without(blue_outside, green >> camp) << camp
    guards |= spread_within(set_of(numbers, rivals, shape[COLUMNS + GUARDS], blue_guards), rival)
    return green, blue | rival, guards
