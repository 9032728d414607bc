"""The ground of a board game: its places by number, with names, rows and lines, of cells or of points."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase

from naadam.core.parts.boards import POINT_KEYS, Board, Key, Points, Schema, list_of, text
from naadam.drawing.stage import Place

MOST_POINTS = 99
LINE_KEYS: Schema = {
    **POINT_KEYS,
    "lines": Key("a list of texts: the names of the points along a line", list_of(text)),
}


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Places are numbers: `rows` are those of each row from the top, `lines` those along each line, if any."""

    names: tuple[str, ...]
    places: tuple[Place, ...]  # right and up
    rows: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...] = ()
    columns: int = 0  # of a board of cells

    @functools.cached_property
    def number_of(self) -> Mapping[str, int]:
        """The number of each place by its name."""
        return {name: number for number, name in enumerate(self.names)}

    @functools.cached_property
    def place_of(self) -> Mapping[str, Place]:
        """Where each place is drawn, by its name."""
        return dict(zip(self.names, self.places, strict=True))

    def named(self, points: Sequence[int]) -> list[str]:
        """The names of places by their numbers."""
        return [self.names[point] for point in points]

    def steps(self) -> Iterator[tuple[int, int]]:
        """Neighbours along the lines, each pair once."""
        for line in self.lines:
            yield from pairwise(line)


def make_cells(columns: int, rows: int) -> Ground:
    """A board of cells, numbered row by row from a1 at the lower left."""
    names = tuple(f"{ascii_lowercase[column]}{row + 1}" for row in range(rows) for column in range(columns))
    places = tuple((float(column), float(row)) for row in range(rows) for column in range(columns))
    from_top = tuple(tuple(range(columns * row, columns * row + columns)) for row in range(rows - 1, -1, -1))
    return Ground(names=names, places=places, rows=from_top, columns=columns)


def make_points(board: Board) -> Ground:
    """A board of points and lines, from a board file with the keys of LINE_KEYS."""
    points = Points(board, MOST_POINTS)
    lines = tuple(points.find(f"lines[{index}]", line.split()) for index, line in enumerate(board["lines"]))
    return Ground(names=points.names, places=points.places, rows=points.rows(), lines=lines)


def find_neighbours(ground: Ground) -> list[list[int]]:
    """The places next to each place: along the lines, or across the sides of a cell."""
    near: list[set[int]] = [set() for _ in ground.names]
    for one, other in ground.steps():
        near[one].add(other)
        near[other].add(one)
    number_at = {place: number for number, place in enumerate(ground.places)} if ground.columns else {}
    for (x, y), one in number_at.items():
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        near[one].update(number_at[place] for place in beside if place in number_at)
    return [sorted(places) for places in near]
