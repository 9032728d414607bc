"""What is marked on a board: the points that decided the game."""

from __future__ import annotations

from collections.abc import Iterator

from naadam.drawing.description import Description
from naadam.drawing.stage import Place, Stage

WIDTH = 3.0


def draw_decisive(stage: Stage, description: Description) -> Iterator[str]:
    """A ring around every point that decided the game."""
    yield f'<g class="decisive" fill="none" stroke="{stage.colours["gold"]}" pointer-events="none">'
    for name in description.decisive:
        place, radius = stage.points[name], stage.measures.decisive * stage.radius
        below = f'stroke="{stage.colours["dark"]}" stroke-opacity=".7" stroke-width="{WIDTH + 3:g}"'
        yield circle(place, radius, below) + circle(place, radius, f'stroke-width="{WIDTH:g}"')
    yield "</g>"


def circle(place: Place, radius: float, more: str) -> str:
    return f'<circle cx="{place[0]:g}" cy="{place[1]:g}" r="{radius:.1f}" {more}/>'
