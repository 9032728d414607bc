"""Materials of a board: wood with its grain, cloth with its threads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from naadam.drawing.shapes import Box, rectangle

STEPS = 14
THREAD = 4.0  # from one thread of a cloth to the next


def smooth_path(surface: Box, heights: Sequence[float]) -> str:
    """A smooth curve through heights at even steps; the first and the last lie outside the surface."""
    width = surface.width / (len(heights) - 3)
    middles = [(one + other) / 2 for one, other in pairwise(heights)]
    xs = [surface.x + width * (index - 0.5) for index in range(len(middles))]
    curve = "".join(
        f"Q{x - width / 2:.0f},{height:.0f} {x:.0f},{middle:.0f}"
        for x, height, middle in zip(xs[1:], heights[1:], middles[1:], strict=False)
    )
    return f"M{xs[0]:.0f},{middles[0]:.0f}{curve}"


def wood(surface: Box, dark: str, light: str, lines: int = 44) -> Iterator[str]:
    """The grain of a board sawn along: lines that bend together, here and there around a knot."""
    for index in range(lines):
        share = index / (lines - 1)
        bend = 11 * math.sin(4.4 * share + 0.8)
        heights = [
            surface.y
            + surface.height * share
            + bend * math.sin(0.42 * step + 2.2 * share)
            + 2.4 * math.sin(1.3 * step + 7.1 * share)
            for step in range(-1, STEPS + 2)
        ]
        colour = light if index % 5 == 2 else dark
        opacity = 0.07 + 0.09 * abs(math.sin(12.9 * index))
        width = 0.8 + 1.7 * abs(math.sin(78.2 * index))
        yield (
            f'<path d="{smooth_path(surface, heights)}" fill="none" stroke="{colour}" stroke-opacity="{opacity:.2f}"'
            f' stroke-width="{width:.1f}"/>'
        )


def cloth(surface: Box, thread: str, shade: str) -> Iterator[str]:
    """A weave: threads both ways, so fine that they are felt rather than seen."""
    across = "".join(
        f"M{surface.x:g},{surface.y + THREAD * index:g}h{surface.width:g}"
        for index in range(int(surface.height / THREAD) + 1)
    )
    down = "".join(
        f"M{surface.x + THREAD * index:g},{surface.y:g}v{surface.height:g}"
        for index in range(int(surface.width / THREAD) + 1)
    )
    yield f'<path d="{across}" stroke="{thread}" stroke-opacity=".07" stroke-width="{THREAD / 2:g}" fill="none"/>'
    yield f'<path d="{down}" stroke="{shade}" stroke-opacity=".09" stroke-width="{THREAD / 2:g}" fill="none"/>'


def hatching(box: Box, step: float, colour: str, opacity: float, rising: bool) -> str:
    """Slanting lines across a box, for areas that must be recognised without their colour."""
    lines = []
    for index in range(1, int((box.width + box.height) / step) + 1):
        reach = index * step
        x0, y0 = min(reach, box.width), max(0.0, reach - box.width)
        x1, y1 = max(0.0, reach - box.height), min(reach, box.height)
        if rising:
            y0, y1 = box.height - y0, box.height - y1
        lines.append(f"M{box.x + x0:.1f},{box.y + y0:.1f}L{box.x + x1:.1f},{box.y + y1:.1f}")
    return f'<path d="{"".join(lines)}" fill="none" stroke="{colour}" stroke-opacity="{opacity:g}" stroke-width="1"/>'


def inlay(box: Box, colour: str, opacity: float) -> str:
    """A tint let into the ground."""
    return rectangle(box, 0, f'fill="{colour}" fill-opacity="{opacity:g}"')
