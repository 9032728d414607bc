"""Boards of cells, in columns a, b, c ... and rows 1, 2, 3 ... from the foot."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import NamedTuple

from naadam.drawing.boards.look import Look
from naadam.drawing.boards.names import ON_EDGES, write_names
from naadam.drawing.shapes import Box, rectangle
from naadam.drawing.stage import Place

WIDTH = 604.0
MARGIN = 32.0
TOKEN_SHARE = 0.455
BETWEEN, AROUND = 1.4, 3.36  # widths of the lines of a grid


class Cells(NamedTuple):
    """The measures of one board of cells."""

    surface: Box
    field: Box  # all cells
    places: Mapping[str, Place]  # their middles
    size: float
    radius: float

    def outline(self) -> str:
        """A cell around 0,0."""
        half = self.size / 2
        return f"M{-half:g},{-half:g}h{self.size:g}v{self.size:g}h{-self.size:g}z"

    def rows(self, first: int, last: int) -> Box:
        """The part of the field between two rows, both included."""
        top = self.field.y + self.field.height - last * self.size
        return Box(self.field.x, top, self.field.width, (last - first + 1) * self.size)


def lay_out_cells(columns: int, rows: int) -> Cells:
    size = (WIDTH - 2 * MARGIN) / columns
    field = Box(MARGIN, MARGIN, size * columns, size * rows)
    places = {
        f"{ascii_lowercase[column]}{row + 1}": (
            round(field.x + (column + 0.5) * size, 1),
            round(field.y + field.height - (row + 0.5) * size, 1),
        )
        for row in range(rows)
        for column in range(columns)
    }
    surface = Box(0.0, 0.0, WIDTH, field.height + 2 * MARGIN)
    return Cells(surface, field, places, size, round(TOKEN_SHARE * size, 1))


def draw_grid(cells: Cells, colour: str) -> str:
    """The lines between the cells, and a stronger one around them."""
    left, top, across, down = cells.field
    upright = "".join(f"M{left + x * cells.size:g},{top:g}v{down:g}" for x in range(1, round(across / cells.size)))
    level = "".join(f"M{left:g},{top + y * cells.size:g}h{across:g}" for y in range(1, round(down / cells.size)))
    around = rectangle(cells.field, 1.5, f'fill="none" stroke="{colour}" stroke-width="{AROUND:g}"')
    return f'<path d="{upright}{level}" fill="none" stroke="{colour}" stroke-width="{BETWEEN:g}"/>{around}'


def draw_cell_names(look: Look, cells: Cells) -> str:
    """Letters below and numbers on the left, in the margin."""
    columns = {name[:1]: x for name, (x, _) in cells.places.items()}
    rows = {name[1:]: y for name, (_, y) in cells.places.items()}
    foot = cells.field.y + cells.field.height + MARGIN / 2
    names = [(letter, (x, foot)) for letter, x in columns.items()]
    return write_names(look, [*names, *((number, (MARGIN / 2, y)) for number, y in rows.items())], ON_EDGES)
