"""The shapes and shades that pictures are made of, as text of an SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Corner = tuple[float, float]
Stop = tuple[str, str, float]

DOWN = 'x1="0" y1="0" x2="0" y2="1"'
ACROSS = 'x1="0" y1="0" x2="1" y2="0"'


class Box(NamedTuple):
    """A rectangle on the picture."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def rectangle(box: Box, corner: float, more: str = "") -> str:
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="{corner:g}"'
        f"{' ' + more if more else ''}/>"
    )


def gradient(name: str, kind: str, where: str, stops: Iterable[Stop]) -> str:
    """A gradient for the <defs>, its id opened by a % that `art.define` fills in."""
    shades = "".join(
        f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity:g}"/>'
        for offset, colour, opacity in stops
    )
    return f'<{kind}Gradient id="%{name}" {where}>{shades}</{kind}Gradient>'


def corners(count: int, radius: float, turn: float = 0.0) -> str:
    """The corners of a regular polygon, as the points of an SVG polygon."""
    angles = (turn + math.tau * index / count for index in range(count))
    return " ".join(f"{radius * math.cos(angle):.1f},{radius * math.sin(angle):.1f}" for angle in angles)


def area(box: Box, shares: Sequence[Corner]) -> str:
    """A polygon whose corners are shares of a box, from its upper left."""
    spots = (f"{box.x + right * box.width:.0f},{box.y + down * box.height:.0f}" for right, down in shares)
    return f"M{'L'.join(spots)}Z"
