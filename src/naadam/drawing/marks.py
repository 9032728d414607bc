"""Marks on a board: the points that decided the game, and the way of a move."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from naadam.drawing.description import Description
from naadam.drawing.stage import Place, Stage

WIDTH = 3.0
ARROW = 0.17  # the width of an arrow, in radii of the stage
HEAD = 0.62  # the length of its head
SHORT = 0.35  # how far it stops before the middle of its end


def draw_decisive(stage: Stage, description: Description) -> Iterator[str]:
    """A ring around every point that decided the game."""
    yield f'<g class="decisive" fill="none" stroke="{stage.colours["gold"]}" pointer-events="none">'
    for name in description.decisive:
        place, radius = stage.points[name], stage.measures.decisive * stage.radius
        below = f'stroke="{stage.colours["dark"]}" stroke-opacity=".7" stroke-width="{WIDTH + 3:g}"'
        yield circle(place, radius, below) + circle(place, radius, f'stroke-width="{WIDTH:g}"')
    yield "</g>"


def draw_way(stage: Stage, way: Sequence[str], taken: Sequence[str]) -> Iterator[str]:
    """An arrow along the points of a move, or a ring where it is one point, and a cross on all that it takes."""
    unit = stage.radius
    for colour, more in ((stage.colours["dark"], 0.09), (stage.colours["gold"], 0.0)):
        width = f'stroke-width="{(ARROW + more) * unit:.1f}"'
        style = f'fill="none" stroke="{colour}" stroke-linejoin="round" stroke-linecap="round" {width}'
        if len(way) == 1:
            yield circle(stage.points[way[0]], stage.measures.decisive * unit, style)
        elif way:
            yield f'<path class="way" d="{_arrow([stage.points[point] for point in way], unit)}" {style}/>'
        for point in taken:
            x, y = stage.points[point]
            reach = 0.45 * unit
            yield (
                f'<path class="taken" d="M{x - reach:.1f},{y - reach:.1f}L{x + reach:.1f},{y + reach:.1f}'
                f'M{x - reach:.1f},{y + reach:.1f}L{x + reach:.1f},{y - reach:.1f}" {style}/>'
            )


def _arrow(places: Sequence[Place], unit: float) -> str:
    """The path of an arrow through these places, which stops a little before the last."""
    (x, y), (end_x, end_y) = places[-2:]
    length = math.hypot(end_x - x, end_y - y) or 1.0
    right, down = (end_x - x) / length, (end_y - y) / length
    tip = end_x - SHORT * unit * right, end_y - SHORT * unit * down
    wings = [
        (tip[0] - HEAD * unit * (right - side * 0.6 * down), tip[1] - HEAD * unit * (down + side * 0.6 * right))
        for side in (-1, 1)
    ]
    line = "L".join(f"{spot[0]:.1f},{spot[1]:.1f}" for spot in (*places[:-1], tip))
    head = "L".join(f"{spot[0]:.1f},{spot[1]:.1f}" for spot in (wings[0], tip, wings[1]))
    return f"M{line}M{head}"


def circle(place: Place, radius: float, more: str) -> str:
    return f'<circle cx="{place[0]:g}" cy="{place[1]:g}" r="{radius:.1f}" {more}/>'
