"""What is marked on a board: the last move, what is selected, what may be touched, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from naadam.core.stage import Place, Stage


def draw_last(stage: Stage, last: Sequence[str]) -> Iterator[str]:
    """A soft glow along the last move."""
    places = [stage.points[name] for name in last if name in stage.points]
    radius, gold = stage.radius, stage.colours["gold"]
    yield f'<g class="last" fill="{gold}" stroke="{gold}" pointer-events="none">'
    for (x, y), (x1, y1) in pairwise(places):
        yield (
            f'<path d="M{x:g},{y:g}L{x1:g},{y1:g}" stroke-width="{0.28 * radius:.1f}" stroke-linecap="round"'
            ' stroke-opacity=".55"/>'
        )
    for place in places[:-1]:
        yield circle(place, 0.42 * radius, 'fill-opacity=".35" stroke-width="2" stroke-opacity=".9"')
    for place in places[-1:]:
        yield circle(place, 1.14 * radius, 'fill-opacity=".4" stroke-width="2" stroke-opacity=".75"')
    yield "</g>"


def draw_choices(stage: Stage, description: Mapping[str, Any]) -> Iterator[str]:
    """A ring around what is selected or decided the game; a dot on each empty target, a ring around each held one."""
    held = {piece["point"] for piece in description["pieces"]}
    radius = stage.radius
    yield f'<g class="choices" fill="none" stroke="{stage.colours["gold"]}" pointer-events="none">'
    for name in description.get("decisive") or ():
        yield double_ring(stage, stage.points[name], stage.measures.decisive * radius, 3)
    if str(description.get("selected")) in stage.points:
        yield double_ring(stage, stage.points[str(description["selected"])], 1.13 * radius, max(2.5, 0.1 * radius))
    for name in description.get("targets") or ():
        if name in held:
            yield double_ring(stage, stage.points[name], 1.13 * radius, 2.5)
        elif name in stage.points:
            yield target_dot(stage, stage.points[name], max(8.0, 0.36 * radius))
    yield "</g>"


def circle(place: Place, radius: float, more: str) -> str:
    return f'<circle cx="{place[0]:g}" cy="{place[1]:g}" r="{radius:.1f}" {more}/>'


def double_ring(stage: Stage, place: Place, radius: float, width: float) -> str:
    below = f'stroke="{stage.colours["dark"]}" stroke-opacity=".7" stroke-width="{width + 3:g}"'
    return circle(place, radius, below) + circle(place, radius, f'stroke-width="{width:g}"')


def target_dot(stage: Stage, place: Place, radius: float) -> str:
    return (
        circle(place, radius + 1.5, f'fill="{stage.colours["dark"]}" stroke="none"')
        + circle(place, radius, 'stroke-width="3"')
        + circle(place, 0.45 * radius, f'fill="{stage.colours["light"]}" stroke="none"')
    )
