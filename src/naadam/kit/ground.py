"""The ground of a board game: its places by number, with names, rows and lines, of cells or of points."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase

from naadam.drawing.stage import Place


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
        return {name: number for number, name in enumerate(self.names)}

    @functools.cached_property
    def place_of(self) -> Mapping[str, Place]:
        return dict(zip(self.names, self.places, strict=True))

    def named(self, points: Sequence[int]) -> list[str]:
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
