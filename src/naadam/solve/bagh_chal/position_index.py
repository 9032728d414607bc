"""The number of any position, by its tigers and goats on the points of the board: for probes and for checks.

It is worked out from the symmetries alone, so that it shares nothing with the lists of moves by which tables are made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naadam.core.compiling import ctz, popcount, rule
from naadam.solve.bagh_chal.classes import Classes, Placements
from naadam.solve.bagh_chal.movement_kernels import number_of, smallest
from naadam.solve.subset_index import number_sets


class Finder(NamedTuple):
    """The tables for finding positions with any number of goats."""

    points: int
    free: int  # points without a tiger
    tiger_low: int  # the numbering of the tigers' places
    tiger_starts: Any
    tiger_withins: Any
    classes: Any  # [places of the tigers]
    images: Any  # [places of the tigers, point]: its image on the board of the class
    bits: Any  # [class, point]: the number of a free point
    turn_firsts: Any
    turn_images: Any
    low: int  # the numbering of empties, by how many they are
    sizes: Any  # [empties]
    starts: Any  # [empties, high bits]
    withins: Any
    step_at: Any  # [class, point, point]: the step of a tiger from one point to another, or -1


def make_finder(placements: Placements, classes: Classes) -> Finder:
    tigers = number_sets(placements.points, placements.points - classes.free)
    numbers, images = [], []
    for mask in tigers.masks:
        number, image = placements.find(tuple(p for p in range(placements.points) if mask >> p & 1))
        numbers.append(number)
        images.append(image)
    bits = np.full((classes.total, placements.points), -1, np.int64)
    for number, free in enumerate(placements.free_points):
        bits[number, free] = np.arange(len(free))
    step_at = np.full((classes.total, placements.points, placements.points), -1, np.int64)
    for step, ends in enumerate(placements.list_steps()):
        step_at[ends] = step
    sets = [number_sets(classes.free, empties) for empties in range(classes.free + 1)]
    return Finder(
        placements.points,
        classes.free,
        *tigers[1:2],
        *tigers[3:],
        np.array(numbers, np.int64),
        np.array(images, np.int64),
        bits,
        classes.turn_firsts,
        classes.turn_images,
        sets[0].low,
        np.array([numbering.size for numbering in sets], np.int64),
        np.array([numbering.starts for numbering in sets], np.int64),
        sets[0].withins,
        step_at,
    )


@rule
def places_of(finder, tigers):
    """The number of the tigers' places."""
    return number_of(finder.tiger_low, finder.tiger_starts, finder.tiger_withins, tigers)


@rule
def free_set(finder, places, points):
    """A set of points without tigers as one of the free points of the tigers' class."""
    number, mask = finder.classes[places], 0
    while points != 0:
        mask |= 1 << finder.bits[number, finder.images[places, ctz(points)]]
        points &= points - 1
    return mask


@rule
def find_position(finder, tigers, goats):
    """The number of the position with these bit masks, among those with as many goats on the board."""
    places = places_of(finder, tigers)
    number = finder.classes[places]
    empties = ((1 << finder.points) - 1) & ~(tigers | goats)
    count = popcount(empties)
    mask = smallest(finder, number, free_set(finder, places, empties))
    return number * finder.sizes[count] + number_of(finder.low, finder.starts[count], finder.withins, mask)


@rule
def find_in_rows(finder, tigers, goats):
    """Where the position is among the rows of the placement phase (see placement_kernels.py)."""
    places = places_of(finder, tigers)
    return finder.classes[places] << finder.free | free_set(finder, places, goats)
