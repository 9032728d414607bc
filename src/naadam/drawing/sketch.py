"""A board of points and lines as lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from naadam.drawing.boards.web import is_lattice
from naadam.drawing.stage import Place

WIDEST = 78
EMPTY = "·"
LATTICE_STEP = 4
LOWEST_STEP, HIGHEST_STEP = 2, 4
CROSSINGS = {frozenset("─│"): "┼", frozenset("╱╲"): "╳", frozenset("│╱"): "╱", frozenset("│╲"): "╲"}

Cell = tuple[int, int]


class Grid(Protocol):
    """A board as the sketch wants it: points by number, with names and places, and the steps between them."""

    @property
    def names(self) -> Sequence[str]: ...
    @property
    def places(self) -> Sequence[Place]: ...
    def steps(self) -> Iterator[tuple[int, int]]: ...


class Canvas:
    """Characters by row and column."""

    def __init__(self) -> None:
        self.cells: dict[Cell, str] = {}

    def write(self, row: int, column: int, text: str) -> None:
        for offset, character in enumerate(text):
            self.cells[row, column + offset] = character

    def cross(self, cell: Cell, character: str) -> None:
        """Draw a piece of a line, over another if there is one."""
        there = self.cells.get(cell, character)
        self.cells[cell] = CROSSINGS.get(frozenset((there, character)), character)

    def lines(self) -> Iterator[str]:
        for row in range(max(row for row, _ in self.cells) + 1):
            columns = [column for line, column in self.cells if line == row]
            yield "".join(self.cells.get((row, column), " ") for column in range(max(columns, default=-1) + 1))


def sketch_board(grid: Grid, letter: Callable[[int], str]) -> str:
    """The board with a letter for each piece and a dot for each empty point, and the names of the points."""
    on_edges = is_lattice(dict(zip(grid.names, grid.places, strict=True)))
    longest = max(map(len, grid.names))
    margin = longest + 1 if on_edges else 0
    cells = place_points(grid, margin, LATTICE_STEP if on_edges else longest + 4, 0 if on_edges else longest)
    canvas = Canvas()
    for one, other in grid.steps():
        draw_step(canvas, *sorted((cells[one], cells[other])))
    for point, (row, column) in enumerate(cells):
        name = "" if on_edges or letter(point) else grid.names[point]
        canvas.write(row, column, (letter(point) or EMPTY) + name)
    if on_edges:
        write_edges(canvas, grid, cells)
    return "\n".join(canvas.lines())


def place_points(grid: Grid, margin: int, step: int, name: int) -> list[Cell]:
    """A row and a column for each point; no two in one place, and none beyond the widest line."""
    left = min(x for x, _ in grid.places)
    scale = choose_scale(grid, step, WIDEST - 1 - margin - name)
    rows = place_rows([y for _, y in grid.places], scale)
    cells: list[Cell] = []
    for x, y in grid.places:
        column = margin + round((x - left) * scale)
        while (rows[y], column) in cells:
            column += 1 if column < WIDEST // 2 else -1
        cells.append((rows[y], column))
    return cells


def choose_scale(grid: Grid, step: int, room: int) -> float:
    """Columns for one unit of the board: a step between the closest points of a row, if there is room for it."""
    xs = [x for x, _ in grid.places]
    across = (max(xs) - min(xs)) or 1.0
    in_rows = pairwise(sorted(grid.places, key=lambda place: (place[1], place[0])))
    gaps = [x1 - x0 for (x0, y0), (x1, y1) in in_rows if y0 == y1]
    scale = min(step / min(gaps, default=across), room / across)
    return float(scale // 2 * 2) or scale  # slanted lines are even with an even number of columns


def place_rows(ys: list[float], scale: float) -> dict[float, int]:
    """Heights from the top, as true to the columns as rows of two to four lines allow."""
    heights = sorted(set(ys), reverse=True)
    rows = {heights[0]: 0}
    for above, below in pairwise(heights):
        rows[below] = rows[above] + max(LOWEST_STEP, min(HIGHEST_STEP, round((above - below) * scale / 2)))
    return rows


def draw_step(canvas: Canvas, one: Cell, other: Cell) -> None:
    """The line between two neighbouring points, the upper or left one first."""
    down, right = other[0] - one[0], other[1] - one[1]
    if down == 0:
        character, pieces = "─", right
    else:
        pieces = max(down, abs(right) // 2)
        character = "│" if 3 * abs(right) <= down else "╲" if right > 0 else "╱"
    for piece in range(1, pieces):
        canvas.cross((one[0] + round(down * piece / pieces), one[1] + round(right * piece / pieces)), character)


def write_edges(canvas: Canvas, grid: Grid, cells: list[Cell]) -> None:
    """Numbers of the rows on the left, letters of the columns below."""
    foot = max(row for row, _ in cells) + 1
    for name, (row, column) in zip(grid.names, cells, strict=True):
        canvas.write(row, 0, name[1:])
        canvas.write(foot, column, name[:1])
