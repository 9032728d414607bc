"""Orientations: the ways in which forms of tiles and bridges can be turned to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Cell = tuple[int, int]  # column, row
Look = tuple[Cell, ...]  # an orientation: its cells as seen from the first in reading order, which is (0, 0)

CODES = ("r0", "r1", "r2", "r3", "f0", "f1", "f2", "f3")
AS_DRAWN = CODES[0]
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Orientation(NamedTuple):
    """A form as it is turned; `code` is how it is written."""

    form: int
    code: str
    look: Look


def reading_order(cells: Iterator[Cell] | Sequence[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def settle(cells: Sequence[Cell]) -> Look:
    ordered = reading_order(cells)
    column, row = ordered[0]
    return tuple((x - column, y - row) for x, y in ordered)


def turn(drawing: Sequence[str], code: str) -> Look:
    """The form as drawn, mirrored left to right for f, then turned clockwise by as many quarters."""
    cells = [(x, y) for y, line in enumerate(drawing) for x, mark in enumerate(line) if mark == "#"]
    if code[0] == "f":
        cells = [(-x, y) for x, y in cells]
    for _ in range(int(code[1])):
        cells = [(-y, x) for x, y in cells]
    return settle(cells)


def looks(drawing: Sequence[str]) -> dict[Look, str]:
    """All different orientations with the first code of each, in the order of the codes."""
    found: dict[Look, str] = {}
    for code in CODES:
        found.setdefault(turn(drawing, code), code)
    return found


def is_connected(cells: Sequence[Cell]) -> bool:
    left, todo = set(cells[1:]), list(cells[:1])
    while todo:
        x, y = todo.pop()
        near = {(x + a, y + b) for a, b in SIDES} & left
        left -= near
        todo += near
    return not left


def is_straight(look: Look) -> bool:
    return len({x for x, _ in look}) == 1 or len({y for _, y in look}) == 1


def growing(known: Mapping[Look, tuple[int, str]]) -> list[tuple[Look, int]]:
    """The orientations of tiles so that each comes behind one inside it, with how many come from it, itself included.

    A look without its last cell that does not cut it in two is the look of a smaller tile, with the same first cell:
    if that does not fit somewhere, none that grows from it does.
    """
    children: dict[Look, list[Look]] = {}
    for look in sorted(known):
        children.setdefault(_smaller(look), []).append(look)

    def grow(look: Look) -> list[tuple[Look, int]]:
        below = [each for child in children.get(look, ()) for each in grow(child)]
        return [(look, len(below) + 1), *below]

    return grow(((0, 0),))[1:]


def _smaller(look: Look) -> Look:
    parts = (look[:index] + look[index + 1 :] for index in range(len(look) - 1, 0, -1))
    return next(part for part in parts if is_connected(part))
