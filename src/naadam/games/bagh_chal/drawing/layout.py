"""Where everything of a drawn board of Bagh Chal stands on the picture, and where the names of the points fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from itertools import combinations, pairwise
from typing import NamedTuple

from naadam.games.bagh_chal.drawing.scenery import Box

Place = tuple[float, float]

WIDTH = 640.0
FRAME = 18.0
HEADER = 50.0
TRAY = 82.0
GAP = 14.0
HIGHEST = 640.0
LARGEST_TOKEN = 37.0
SMALLEST_TOKEN = 9.0
TOKEN_SHARE = 0.49
MARGIN_WITH_EDGES = 74.0
MARGIN_WITH_NAMES = 38.0
DIRECTIONS = tuple(math.radians(angle) for angle in (125, 55, 140, 40, 235, 305, 220, 320, 110, 70, 180, 0, 90, 270))
EMPTY_SHARE = 0.5
ENOUGH = 9.0
NAME_DISTANCE = 10.0
EDGE_DISTANCE = 18.0


class Layout(NamedTuple):
    """The measures of one picture."""

    height: float
    surface: Box
    tray: Box
    places: Mapping[str, Place]
    radius: float
    on_edges: bool


def lay_out(points: Mapping[str, Sequence[float]]) -> Layout:
    """Fit the points of a board into the picture, as large as they can be."""
    if is_lattice(points):
        return fit(points, MARGIN_WITH_EDGES, on_edges=True)
    layout = fit(points, MARGIN_WITH_NAMES, on_edges=False)
    return fit(points, max(MARGIN_WITH_NAMES, layout.radius + 2 * NAME_DISTANCE - 4), on_edges=False)


def fit(points: Mapping[str, Sequence[float]], margin: float, on_edges: bool) -> Layout:
    xs, ys = [float(x) for x, _ in points.values()], [float(y) for _, y in points.values()]
    across, up = max(xs) - min(xs), max(ys) - min(ys)
    scale = min((WIDTH - 2 * (FRAME + margin)) / (across or 1.0), (HIGHEST - 2 * margin) / (up or 1.0))
    surface = Box(FRAME, HEADER, WIDTH - 2 * FRAME, up * scale + 2 * margin)
    left = (WIDTH - across * scale) / 2
    foot = surface.y + surface.height - margin
    places = {
        name: (left + (float(x) - min(xs)) * scale, foot - (float(y) - min(ys)) * scale)
        for name, (x, y) in points.items()
    }
    closest = min(math.dist(one, other) for one, other in combinations(places.values(), 2))
    radius = max(SMALLEST_TOKEN, min(LARGEST_TOKEN, TOKEN_SHARE * closest))
    tray = Box(FRAME, surface.y + surface.height + GAP, surface.width, TRAY)
    return Layout(tray.y + TRAY + FRAME, surface, tray, places, radius, on_edges)


def is_lattice(points: Mapping[str, Sequence[float]]) -> bool:
    """Does the letter of every point tell its column, and the number its row?"""
    columns: dict[str, float] = {}
    rows: dict[str, float] = {}
    return all(
        columns.setdefault(name[:1], x) == x and rows.setdefault(name[1:], y) == y for name, (x, y) in points.items()
    )


def edge_names(layout: Layout) -> list[tuple[str, Place]]:
    """The letters of the columns below the board, and the numbers of the rows to its left."""
    columns = {name[:1]: x for name, (x, _) in layout.places.items()}
    rows = {name[1:]: y for name, (_, y) in layout.places.items()}
    left = min(columns.values()) - layout.radius - EDGE_DISTANCE
    foot = max(rows.values()) + layout.radius + EDGE_DISTANCE
    return [(letter, (x, foot)) for letter, x in columns.items()] + [(number, (left, y)) for number, y in rows.items()]


def point_names(layout: Layout, lines: Sequence[Sequence[str]], held: Set[str]) -> list[tuple[str, Place]]:
    """Every name beside its point, where it is clear of lines and pieces; closer to points that hold no piece."""
    far, near = layout.radius + NAME_DISTANCE, EMPTY_SHARE * layout.radius + NAME_DISTANCE
    segments = [(layout.places[one], layout.places[other]) for line in lines for one, other in pairwise(line)]
    found = []
    for name, place in layout.places.items():
        others = [other for key, other in layout.places.items() if key != name]
        angle = max(DIRECTIONS, key=lambda angle: clearance(layout, beside(place, far, angle), segments, others))
        found.append((name, beside(place, far if name in held else near, angle)))
    return found


def beside(place: Place, reach: float, angle: float) -> Place:
    return place[0] + reach * math.cos(angle), place[1] - reach * math.sin(angle)


def clearance(layout: Layout, spot: Place, segments: Sequence[tuple[Place, Place]], others: Sequence[Place]) -> float:
    """How far a spot for a name is from all that would disturb it, up to what is enough."""
    (x, y), surface = spot, layout.surface
    inside = min(x - surface.x, surface.x + surface.width - x, y - surface.y, surface.y + surface.height - y)
    lines = min((distance(spot, one, other) for one, other in segments), default=math.inf)
    pieces = min((math.dist(spot, other) - layout.radius for other in others), default=math.inf)
    return min(inside, lines, pieces, ENOUGH)


def distance(spot: Place, one: Place, other: Place) -> float:
    """How far a spot is from a straight line between two places."""
    (x, y), (x0, y0), (x1, y1) = spot, one, other
    square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (square or 1.0)))
    return math.dist(spot, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
