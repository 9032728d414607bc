"""A board of cells as lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Collection

from naadam.kit.ground import Ground

EMPTY = "·"


def sketch_cells(ground: Ground, letter: Callable[[int], str], edges: Collection[int] = ()) -> str:
    """A letter for each piece, a dot for each empty cell, names around; lines above the rows `edges`, from 0."""
    height = len(ground.rows)
    margin = len(str(height)) + 1
    lines = []
    for row, places in zip(range(height - 1, -1, -1), ground.rows, strict=True):
        if row in edges:
            lines.append(" " * (margin + 1) + "─" * (2 * ground.columns - 1))
        lines.append(f"{row + 1:>{margin - 1}} " + "".join(f"{letter(place) or EMPTY:>2}" for place in places))
    columns = " ".join(ground.names[column][0] for column in range(ground.columns))
    return "\n".join((*lines, f"{' ' * (margin + 1)}{columns}"))
