"""Artwork that is drawn once and used again: tokens of radius 50 around the origin, kept in the <defs> of a stage.

It comes from `.svg` files in the folder `art` of a game: sheets whose <defs> hold every symbol by its id, and which
show them all when they are opened alone. Artwork composed in Python writes a % before an id (`url(#%gold)`), and
`define` replaces it by the stage's prefix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

from naadam.drawing.shapes import DOWN, gradient
from naadam.drawing.stage import PREFIX

TOKEN_RADIUS = 50.0
SHADOW = '<ellipse cy="5" rx="58" ry="58" fill="url(#%shadow)"/>'
SHADES = gradient(
    "shadow", "radial", 'cx=".5" cy=".5" r=".5"', (("0", "#000", 0.5), (".8", "#000", 0.42), ("1", "#000", 0))
) + gradient("gold", "linear", DOWN, (("0", "#fff0a8", 1), (".5", "#f0b92e", 1), ("1", "#b87a12", 1)))


_ID = re.compile(r'\bid="|url\(#|href="#')


def read_art(package: str, sheet: str) -> str:
    """The definitions of a sheet of artwork, for the <defs> of a stage."""
    drawn = (resources.files(package) / "art" / f"{sheet}.svg").read_text(encoding="utf-8")
    inner = drawn.partition("<defs>")[2].partition("</defs>")[0]
    return _ID.sub(lambda opening: opening[0] + PREFIX, inner.replace("\n", ""))


def define(shades: str, parts: Mapping[str, str]) -> str:
    """Gradients and artwork for the <defs>, with the shades that all games share."""
    groups = "".join(f'<g id="%{name}">{drawn}</g>' for name, drawn in parts.items())
    return prefixed((SHADES + shades + groups).replace("\n", ""))


def prefixed(drawn: str) -> str:
    return drawn.replace('"%', f'"{PREFIX}').replace("#%", f"#{PREFIX}")


def use(symbol: str, x: float, y: float, radius: float) -> str:
    """A token or mark by its id, centred at x, y."""
    return f'<use href="#{symbol}" transform="translate({x:.1f} {y:.1f}) scale({radius / TOKEN_RADIUS:.3f})"/>'


def stand(drawn: str, x: float, y: float) -> str:
    """Artwork moved from the origin to x, y: it stays upright where a page turns the board round."""
    return f'<g transform="translate({x:.1f} {y:.1f})"><g class="upright">{drawn}</g></g>'
