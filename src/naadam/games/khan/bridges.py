"""Bridges: their forms, and where they cross the river from bank to bank (KH-6, KH-37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from naadam.games.khan.orientations import SIDES, Cell, Look, Orientation, is_straight
from naadam.games.khan.rules.state import TILES


def is_bridge(look: Look) -> bool:
    """Whether it is straight, or an L: two ends, and three of its four cells in a line."""
    if is_straight(look):
        return True
    lines = Counter([("x", x) for x, _ in look] + [("y", y) for _, y in look])
    return len(ends_of(look)) == 2 and max(lines.values()) == len(look) - 1


def ends_of(look: Look) -> list[Cell]:
    return [(x, y) for x, y in look if sum((x + a, y + b) in look for a, b in SIDES) == 1]


def find_banks(land: set[Cell]) -> dict[Cell, int]:
    """KH-37: land cells joined by edges are one bank."""
    bank: dict[Cell, int] = {}
    for start in sorted(land):
        todo = [start] if start not in bank else []
        number = len(set(bank.values()))
        while todo:
            x, y = todo.pop()
            bank[x, y] = number
            todo += [c for a, b in SIDES if (c := (x + a, y + b)) in land and c not in bank]
    return bank


def path(look: Look) -> Look:
    """The cells of a bridge from end to end."""
    way = [ends_of(look)[0]]
    while len(way) < len(look):
        x, y = way[-1]
        way.append(next(c for a, b in SIDES if (c := (x + a, y + b)) in look and c not in way))
    return tuple(way)


def crosses(way: Sequence[Cell], bank: Mapping[Cell, int], river: frozenset[Cell], most: int) -> bool:
    """KH-37: land, one unbroken stretch of at most so many river cells, land of another bank."""
    wet = [index for index, cell in enumerate(way) if cell in river]
    if not 1 <= len(wet) <= most or wet[-1] - wet[0] != len(wet) - 1:
        return False
    first, last = way[0], way[-1]
    return first in bank and last in bank and bank[first] != bank[last]


def find_crossings(
    orientations: Sequence[Orientation], places: Sequence[Cell], bank: Mapping[Cell, int]
) -> tuple[int, ...]:
    """For each cell, which bridges with it as their first cell cross the river (KH-37), as bits."""
    river = frozenset(place for place in places if place not in bank)
    found = []
    for x, y in places:
        bits = 0
        for number, (_, _, look) in enumerate(orientations[TILES:]):
            way = [(x + a, y + b) for a, b in path(look)]
            bits |= crosses(way, bank, river, 1 if is_straight(look) else 2) << number
        found.append(bits)
    return tuple(found)
