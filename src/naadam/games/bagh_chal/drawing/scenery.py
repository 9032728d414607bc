"""The surroundings of a drawn board of Bagh Chal: colours and a faint landscape for each look."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from naadam.drawing.art import prefixed, stand
from naadam.drawing.boards.grounds import STEPS, smooth_path
from naadam.drawing.boards.look import Look
from naadam.drawing.shapes import DOWN, Box, Corner, area, gradient
from naadam.drawing.stage import PREFIX

LOOKS = {
    "valley": Look(
        frame=("#24483a", "#142c24"),
        edge="#6f9a7c",
        surface=("#78b474", "#5a9c5a", "#3f8a4c"),
        under="#163a25",
        line="#fdf8e4",
        gold="#ffd766",
        text="#f3ead0",
    ),
    "mountain": Look(
        frame=("#1f456b", "#10273f"),
        edge="#7ba3c6",
        surface=("#74b4df", "#5299cc", "#3877ad"),
        under="#0d2c49",
        line="#fdfaf0",
        gold="#ffd766",
        text="#e8f1f8",
    ),
}

TERRACES = 15
SKYLINE = 0.84
TERRACE_SHADES = ('fill="#0d3320" fill-opacity=".09"', 'fill="#f0ffd6" fill-opacity=".05"')

# Mountains from the farthest to the nearest, as shares of the surface: the summit from the left and from the foot,
# half the width of the base, and how far the summit stands above it
RANGE = (
    (0.13, 0.83, 0.3, 0.42), (0.87, 0.86, 0.32, 0.45), (0.5, 0.99, 0.58, 1.0), (0.01, 0.6, 0.3, 0.4),
    (0.99, 0.56, 0.34, 0.42), (0.25, 0.4, 0.34, 0.4), (0.77, 0.36, 0.36, 0.36), (0.5, 0.2, 0.4, 0.25),
)  # fmt: skip
HORIZON = (
    (0.04, 0.93, 0.14, 0.16), (0.2, 0.965, 0.19, 0.2), (0.96, 0.95, 0.17, 0.18), (0.8, 0.96, 0.19, 0.2),
    (0.36, 0.945, 0.15, 0.16), (0.65, 0.94, 0.16, 0.16), (0.5, 0.985, 0.22, 0.24),
)  # fmt: skip
SNOW_ABOVE = 0.5
SUMMIT: Corner = (0, 0)
RIDGE: tuple[Corner, ...] = (SUMMIT, (0.05, 0.16), (-0.03, 0.27), (0.09, 0.47), (0.02, 0.6), (0.12, 1))
SNOW: tuple[Corner, ...] = (
    SUMMIT, (-0.3, 0.3), (-0.2, 0.27), (-0.12, 0.36), (-0.03, 0.27), (0.05, 0.4), (0.12, 0.27), (0.22, 0.34),
    (0.32, 0.32),
)  # fmt: skip


def define_scenery(look: Look) -> str:
    """The shades of the mountains."""
    return prefixed(
        gradient("lit", "linear", DOWN, (("0", "#fff", 0.17), ("1", "#fff", 0)))
        + gradient("shaded", "linear", DOWN, (("0", look.under, 0.26), ("1", look.under, 0)))
        + gradient("snow", "linear", DOWN, (("0", "#fff", 0.34), ("1", "#fff", 0.1)))
    )


def draw_landscape(name: str, surface: Box) -> str:
    """The landscape of a look, faintly: its summits stay above."""
    drawn = mountains(surface, RANGE) if name == "mountain" else (*mountains(surface, HORIZON), *terraces(surface))
    x, y = surface.x + surface.width / 2, surface.y + surface.height / 2
    return stand(f'<g transform="translate({-x:.1f} {-y:.1f})">{"".join(drawn)}</g>', x, y)


def terraces(surface: Box) -> Iterator[str]:
    """Rice terraces: soft steps that never cross, darker and lighter by turns."""
    rise = surface.height * SKYLINE / TERRACES
    top = surface.y + surface.height * (1 - SKYLINE)
    for index in range(TERRACES + 2):
        waves = (
            1.5 * math.sin(0.52 * step + 0.36 * index) + 0.6 * math.sin(1.1 * step - 0.5 * index)
            for step in range(-1, STEPS + 2)
        )
        edge = smooth_path(surface, [top + rise * (index - 1.5 + wave) for wave in waves])
        yield f'<path d="{closed(surface, edge)}" {TERRACE_SHADES[index % 2]}/>'
        yield f'<path d="{edge}" fill="none" stroke="#f2ffe0" stroke-opacity=".2" stroke-width="1.3"/>'


def closed(surface: Box, edge: str) -> str:
    """The area below a curve."""
    bottom = surface.y + surface.height + 2
    return f"{edge}V{bottom:.0f}H{surface.x - surface.width / STEPS:.0f}Z"


def mountains(surface: Box, summits: Sequence[Sequence[float]]) -> Iterator[str]:
    """Mountains that fade into mist, each with a lit and a shaded side, the high ones with snow."""
    for across, up, half, height in summits:
        x, y = surface.x + across * surface.width, surface.y + (1 - up) * surface.height
        box = Box(x, y, half * surface.width, height * surface.height)
        yield f'<path d="{area(box, (SUMMIT, (-1, 1), *reversed(RIDGE)))}" fill="url(#{PREFIX}lit)"/>'
        yield f'<path d="{area(box, (*RIDGE, (1, 1)))}" fill="url(#{PREFIX}shaded)"/>'
        if up > SNOW_ABOVE:
            yield f'<path d="{area(box, SNOW)}" fill="url(#{PREFIX}snow)"/>'
