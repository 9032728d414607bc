"""Regions of a grid of squares: the lines around them, as one piece with rounded corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from naadam.drawing.stage import Place

Square = tuple[int, int]  # column, row
Loop = list[Square]

AROUND = (((0, 0), (1, 0), (0, -1)), ((1, 0), (1, 1), (1, 0)), ((1, 1), (0, 1), (0, 1)), ((0, 1), (0, 0), (-1, 0)))


def trace(squares: Iterable[Square]) -> list[Loop]:
    """The corners of the lines around a set of squares, clockwise; those around holes the other way."""
    inside = set(squares)
    edges: dict[Square, list[Square]] = {}
    for column, row in sorted(inside):
        for (x0, y0), (x1, y1), (across, down) in AROUND:
            if (column + across, row + down) not in inside:
                edges.setdefault((column + x0, row + y0), []).append((column + x1, row + y1))
    loops = []
    while edges:
        first = min(edges)
        loop, before, now = [first], first, take(edges, first, None)
        while now != first:
            loop.append(now)
            before, now = now, take(edges, now, (now[0] - before[0], now[1] - before[1]))
        loops.append(turns(loop))
    return loops


def take(edges: dict[Square, list[Square]], at: Square, heading: Square | None) -> Square:
    """Go on along an edge; where squares only touch with their corners, around the same square."""
    ways = edges[at]
    right = None if heading is None else (at[0] - heading[1], at[1] + heading[0])
    chosen = right if right in ways else ways[0]
    ways.remove(chosen)
    if not ways:
        del edges[at]
    return chosen


def turns(loop: Loop) -> Loop:
    """Only the corners where the line turns."""
    count = len(loop)
    return [
        corner
        for index, corner in enumerate(loop)
        if heading(loop[index - 1], corner) != heading(corner, loop[(index + 1) % count])
    ]


def heading(one: Square, other: Square) -> Square:
    return sign(other[0] - one[0]), sign(other[1] - one[1])


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def outline(
    squares: Iterable[Square], place: Callable[[Square], Place], inset: float = 0.0, round_: float = 0.0
) -> str:
    """The path around a set of squares, drawn in by `inset`; `place` says where a corner of the grid is."""
    return "".join(path_around(loop, place, inset, round_) for loop in trace(squares))


def path_around(loop: Loop, place: Callable[[Square], Place], inset: float, round_: float) -> str:
    path: list[str] = []
    for index, corner in enumerate(loop):
        before, after = heading(loop[index - 1], corner), heading(corner, loop[(index + 1) % len(loop)])
        x, y = place(corner)
        x += inset * (-before[1] - after[1])
        y += inset * (before[0] + after[0])
        letter = "L" if path else "M"
        if round_:
            start, end = (
                (x - round_ * before[0], y - round_ * before[1]),
                (x + round_ * after[0], y + round_ * after[1]),
            )
            path.append(f"{letter}{start[0]:.4g},{start[1]:.4g}Q{x:.4g},{y:.4g} {end[0]:.4g},{end[1]:.4g}")
        else:
            path.append(f"{letter}{x:.4g},{y:.4g}")
    return "".join(path) + "Z"
