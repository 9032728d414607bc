"""Boards of points and lines: where the points stand, and how lines and points are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from naadam.drawing.boards.look import Look
from naadam.drawing.shapes import Box
from naadam.drawing.stage import Line, Place

WIDTH = 604.0
HIGHEST = 640.0
LARGEST_TOKEN = 37.0
SMALLEST_TOKEN = 9.0
TOKEN_SHARE = 0.49
MARGIN_WITH_EDGES = 74.0
MARGIN_WITH_NAMES = 38.0
ROOM_FOR_NAMES = 20.0
LINE_SHARE = 0.085
DOT_SHARE = 0.19


class Layout(NamedTuple):
    """The measures of one board."""

    surface: Box
    places: Mapping[str, Place]
    radius: float
    on_edges: bool  # whether the letters of the columns and the numbers of the rows name the points


def lay_out(points: Mapping[str, Sequence[float]], margin: float = MARGIN_WITH_EDGES) -> Layout:
    """Fit points, y upward, into a surface as large as they can be; the margin is that with names on the edges."""
    if is_lattice(points):
        return fit(points, margin, on_edges=True)
    layout = fit(points, MARGIN_WITH_NAMES, on_edges=False)
    return fit(points, max(MARGIN_WITH_NAMES, 1.2 * layout.radius + ROOM_FOR_NAMES), on_edges=False)


def fit(points: Mapping[str, Sequence[float]], margin: float, on_edges: bool) -> Layout:
    xs, ys = [float(x) for x, _ in points.values()], [float(y) for _, y in points.values()]
    across, up = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((WIDTH - 2 * margin) / (across or 1.0), (HIGHEST - 2 * margin) / (up or 1.0))
    surface = Box(0.0, 0.0, WIDTH, up * scale + 2 * margin)
    left, foot = (WIDTH - across * scale) / 2, surface.height - margin
    places = {
        name: (round(left + (float(x) - min(xs)) * scale, 1), round(foot - (float(y) - min(ys)) * scale, 1))
        for name, (x, y) in points.items()
    }
    closest = min(math.dist(one, other) for one, other in combinations(places.values(), 2))
    radius = max(SMALLEST_TOKEN, min(LARGEST_TOKEN, TOKEN_SHARE * closest))
    return Layout(surface, places, round(radius, 1), on_edges)


def is_lattice(points: Mapping[str, Sequence[float]]) -> bool:
    """Whether the letter of every point names its column, and the number its row."""
    columns: dict[str, float] = {}
    rows: dict[str, float] = {}
    return all(
        columns.setdefault(name[:1], x) == x and rows.setdefault(name[1:], y) == y for name, (x, y) in points.items()
    )


def find_lines(layout: Layout, lines: Sequence[Sequence[str]]) -> tuple[Line, ...]:
    """Every step between neighbours along the lines of a board."""
    steps = dict.fromkeys(step for line in lines for step in pairwise(line))
    return tuple(Line(step, path_through([layout.places[name] for name in step])) for step in steps)


def path_through(places: Sequence[Place]) -> str:
    return "M" + "L".join(f"{x:g},{y:g}" for x, y in places)


def draw_lines(look: Look, layout: Layout, lines: Sequence[Sequence[str]]) -> str:
    width = max(2.4, LINE_SHARE * layout.radius)
    path = "".join(path_through([layout.places[name] for name in line]) for line in lines)
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="{look.under}" stroke-opacity=".6"'
        f' stroke-width="{width + 3:.1f}"/><path d="{path}" stroke="{look.line}" stroke-width="{width:.1f}"/></g>'
    )


def draw_points(look: Look, layout: Layout) -> str:
    """A small disc for every point."""
    radius = max(4.6, DOT_SHARE * layout.radius)
    discs = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}"/>' for x, y in layout.places.values())
    return f'<g fill="{look.line}" stroke="{look.under}" stroke-width="{0.3 * radius:.1f}">{discs}</g>'
