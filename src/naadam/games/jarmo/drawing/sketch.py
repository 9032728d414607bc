"""The board of Jarmo as lines of plain text, for a terminal: its web of lines is drawn in dots of Braille."""

from __future__ import annotations

from collections.abc import Callable

from naadam.games.jarmo.board import Grid

MARGIN = 3  # columns on the left, for the numbers of the rows
ACROSS, DOWN = 8, 4  # characters from point to point
DOTS_ACROSS, DOTS_DOWN = 2, 4  # of one character
BRAILLE = 0x2800
DOT = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column
EMPTY = "·"
SPARSE = 2  # every second dot of a dotted line


def sketch_board(grid: Grid, letters: Callable[[int], str], dotted: bool) -> str:
    """The board with letters for soldiers, a dot for each empty point, and the names of files and ranks."""
    left = min(x for x, _ in grid.places)
    top = max(y for _, y in grid.places)
    cells = [(round((top - y) * DOWN), MARGIN + round((x - left) * ACROSS)) for x, y in grid.places]
    patterns: dict[tuple[int, int], int] = {}
    for line in grid.lines:
        draw_line(patterns, cells[line[0]], cells[line[1]], 1)
    for line in grid.dotted if dotted else ():
        draw_line(patterns, cells[line[0]], cells[line[1]], SPARSE)
    written = {cell: chr(BRAILLE + pattern) for cell, pattern in patterns.items()}
    foot = max(row for row, _ in cells) + 1
    for point, (row, column) in enumerate(cells):
        for offset, character in enumerate(letters(point) or EMPTY):
            written[row, column + offset] = character
        written[row, 0] = grid.names[point][1:]
        written[foot, column] = grid.names[point][:1]
    return "\n".join(write_row(written, row) for row in range(foot + 1))


def draw_line(patterns: dict[tuple[int, int], int], one: tuple[int, int], other: tuple[int, int], every: int) -> None:
    """Set the dots between the middles of two characters."""
    (y0, x0), (y1, x1) = (((row + 0.5) * DOTS_DOWN, (column + 0.5) * DOTS_ACROSS) for row, column in (one, other))
    dots = round(max(abs(y1 - y0), abs(x1 - x0)))
    for dot in range(0, dots, every):
        y, x = int(y0 + (y1 - y0) * dot / dots), int(x0 + (x1 - x0) * dot / dots)
        cell = y // DOTS_DOWN, x // DOTS_ACROSS
        patterns[cell] = patterns.get(cell, 0) | DOT[y % DOTS_DOWN][x % DOTS_ACROSS]


def write_row(written: dict[tuple[int, int], str], row: int) -> str:
    columns = [column for line, column in written if line == row]
    return "".join(written.get((row, column), " ") for column in range(max(columns, default=-1) + 1))
