"""The names of the points of a board, written where they disturb nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from naadam.drawing.boards.look import Look
from naadam.drawing.boards.web import Layout
from naadam.drawing.stage import Place

ANGLES = tuple(
    math.radians(angle) for angle in (125, 55, 140, 40, 235, 305, 220, 320, 110, 70, 250, 290, 180, 0, 90, 270)
)
REACHES = (0.0, 4.0, 8.0, 13.0)
RING = 1.2  # radii that a piece takes with the ring around it
EDGE_DISTANCE = 18.0
ON_EDGES, BESIDE = 14, 12  # sizes of letters
HALF_HEIGHT = 5.5
HALF_LETTER = 3.6
ENOUGH = 3.5


def draw_names(look: Look, layout: Layout, lines: Sequence[Sequence[str]] = ()) -> str:
    """Names of points, small, with a halo in the colour of the ground."""
    names = edge_names(layout) if layout.on_edges else point_names(layout, lines)
    return write_names(look, names, ON_EDGES if layout.on_edges else BESIDE)


def write_names(look: Look, names: Sequence[tuple[str, Place]], size: int) -> str:
    texts = "".join(f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}">{escape(name)}</text>' for name, (x, y) in names)
    return (
        f'<g class="coordinates" font-family="sans-serif" font-size="{size}" text-anchor="middle" fill="{look.line}"'
        f' fill-opacity=".92" stroke="{look.under}" stroke-opacity=".55" stroke-width="2.6" stroke-linejoin="round"'
        f' paint-order="stroke" pointer-events="none">{texts}</g>'
    )


def edge_names(layout: Layout) -> list[tuple[str, Place]]:
    """The letters of the columns below the board, and the numbers of the rows to its left."""
    columns = {name[:1]: x for name, (x, _) in layout.places.items()}
    rows = {name[1:]: y for name, (_, y) in layout.places.items()}
    left = min(columns.values()) - layout.radius - EDGE_DISTANCE
    foot = max(rows.values()) + layout.radius + EDGE_DISTANCE
    return [(letter, (x, foot)) for letter, x in columns.items()] + [(number, (left, y)) for number, y in rows.items()]


def point_names(layout: Layout, lines: Sequence[Sequence[str]]) -> list[tuple[str, Place]]:
    """Every name with a place near its point, clear of lines, of other names, and of the pieces with their rings."""
    segments = [(layout.places[one], layout.places[other]) for line in lines for one, other in pairwise(line)]
    found: list[tuple[str, Place]] = []
    for name, place in layout.places.items():
        half = HALF_LETTER * len(name)
        spots = (
            (x, y)
            for more in REACHES
            for x, y in (beside(place, RING * layout.radius + half + more, angle) for angle in ANGLES)
        )
        found.append((name, max(spots, key=lambda spot: clearance(layout, spot, half, segments, found))))
    return found


def beside(place: Place, reach: float, angle: float) -> Place:
    return place[0] + reach * math.cos(angle), place[1] - reach * math.sin(angle)


def clearance(
    layout: Layout,
    spot: Place,
    half: float,
    segments: Sequence[tuple[Place, Place]],
    others: Sequence[tuple[str, Place]],
) -> float:
    """How far a spot for a name is from all that would disturb it, up to a distance that is enough."""
    (x, y), surface = spot, layout.surface
    inside = min(x - half, surface.width - x - half, y - HALF_HEIGHT, surface.height - y - HALF_HEIGHT)
    corners = [(x + side * half, y + down * HALF_HEIGHT) for side in (-1, 0, 1) for down in (-1, 0, 1)]
    lines = min((distance(corner, one, other) for corner in corners for one, other in segments), default=math.inf)
    pieces = min(
        math.dist((max(x - half, min(px, x + half)), max(y - HALF_HEIGHT, min(py, y + HALF_HEIGHT))), (px, py))
        for px, py in layout.places.values()
    )
    names = min(
        (max(abs(ox - x) - 2 * half, abs(oy - y) - 2 * HALF_HEIGHT) for _, (ox, oy) in others), default=math.inf
    )
    own, next_to = sorted(math.dist(spot, place) for place in layout.places.values())[:2]
    return min(inside, lines, pieces - RING * layout.radius, names, next_to - own, ENOUGH)


def distance(spot: Place, one: Place, other: Place) -> float:
    """How far a spot is from a straight line between two places."""
    (x, y), (x0, y0), (x1, y1) = spot, one, other
    square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (square or 1.0)))
    return math.dist(spot, (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
