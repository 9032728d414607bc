"""The colours of a board, the ground that it is drawn on, and the line around it."""

from __future__ import annotations

from typing import NamedTuple

from naadam.drawing.art import prefixed
from naadam.drawing.shapes import DOWN, Box, gradient, rectangle
from naadam.drawing.stage import PREFIX

EDGE = 3.0  # of the line around a surface, half of which lies outside
CORNER = 14.0
LAST, LAST_EDGE = "#7fe0ff", "#14110d"  # of the last move: apart from the gold of hovering, seen on any ground


class Look(NamedTuple):
    """The colours of one look."""

    frame: tuple[str, str]
    edge: str
    surface: tuple[str, str, str]
    under: str  # dark, below lines and around marks
    line: str  # light
    gold: str
    text: str

    def colours(self) -> dict[str, str]:
        """Colours that a page needs to draw marks, and a picture to draw its frame."""
        return {
            "light": self.line,
            "dark": self.under,
            "gold": self.gold,
            "last": LAST,
            "last_edge": LAST_EDGE,
            "frame": self.frame[0],
            "foot": self.frame[1],
            "edge": self.edge,
            "text": self.text,
        }


WOODEN = Look(
    frame=("#4a2c17", "#26140a"),
    edge="#b98a55",
    surface=("#8a5a2e", "#744823", "#5d3719"),
    under="#2b1608",
    line="#fff3d6",
    gold="#ffd766",
    text="#f6e6c8",
)


def define_ground(look: Look, surface: Box) -> str:
    """The gradients and the clip of a surface."""
    top, middle, bottom = look.surface
    return prefixed(
        f'<clipPath id="%surface">{rectangle(surface, CORNER)}</clipPath>'
        + gradient("ground", "linear", DOWN, (("0", top, 1), (".45", middle, 1), ("1", bottom, 1)))
        + gradient("vignette", "radial", 'cx=".5" cy=".48" r=".72"', ((".55", look.under, 0), ("1", look.under, 0.36)))
    )


def draw_ground(look: Look, surface: Box, landscape: str = "") -> str:
    """The ground with whatever lies on it under the board, and the line around it."""
    return (
        f'<g clip-path="url(#{PREFIX}surface)">'
        + rectangle(surface, 0, f'fill="url(#{PREFIX}ground)"')
        + landscape
        + rectangle(surface, 0, f'fill="url(#{PREFIX}vignette)"')
        + "</g>"
        + rectangle(surface, CORNER, f'fill="none" stroke="{look.under}" stroke-width="5"')
        + rectangle(surface, CORNER, f'fill="none" stroke="{look.gold}" stroke-opacity=".8" stroke-width="1.5"')
    )


def box_of(surface: Box) -> tuple[float, float, float, float]:
    """The part of the drawing that a stage shows: the surface with its line."""
    return surface.grown(EDGE)
