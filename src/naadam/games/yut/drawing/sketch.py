"""The track of Yut as lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from naadam.games.yut.board import Track

MARKS = ("●", "○", "◆")  # of the sides
WILD, HURDLE = "♞", "╪"
ACROSS, DOWN = 4.2, 1.8  # columns and rows of one unit of the board


def sketch_track(track: Track, labels: Mapping[str, str]) -> str:
    """Every station by its label, or by its name."""
    left = min(x for x, _ in track.places)
    top = max(y for _, y in track.places)
    cells = [(round((top - y) * DOWN), round((x - left) * ACROSS) + 1) for x, y in track.places]
    canvas: dict[tuple[int, int], str] = {}
    for line in track.lines:
        for one, other in pairwise(line):
            draw_dots(canvas, cells[one], cells[other])
    for name, (row, column) in zip(track.names, cells, strict=True):
        for offset, character in enumerate(f" {labels.get(name, name)} "):
            canvas[row, column - 1 + offset] = character
    height = max(row for row, _ in canvas)
    width = max(column for _, column in canvas)
    lines = ("".join(canvas.get((row, column), " ") for column in range(width + 1)) for row in range(height + 1))
    return "\n".join(line.rstrip() for line in lines)


def draw_dots(canvas: dict[tuple[int, int], str], one: tuple[int, int], other: tuple[int, int]) -> None:
    """A dotted line between two stations."""
    steps = max(abs(other[0] - one[0]), abs(other[1] - one[1]) // 2)
    for step in range(1, steps):
        row = round(one[0] + (other[0] - one[0]) * step / steps)
        column = round(one[1] + (other[1] - one[1]) * step / steps)
        canvas[row, column] = "·"
