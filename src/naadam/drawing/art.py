"""Artwork that is drawn once and used again: tokens of radius 50 around the origin, kept in the <defs>.

In artwork an id is written with a % before it (`id="%crown"`, `url(#%gold)`), where `define` puts the stage's prefix.
"""

from __future__ import annotations

from collections.abc import Mapping

from naadam.core.stage import PREFIX
from naadam.drawing.shapes import DOWN, gradient

TOKEN_RADIUS = 50.0
SHADOW = '<ellipse cy="5" rx="58" ry="58" fill="url(#%shadow)"/>'
SHADES = gradient(
    "shadow", "radial", 'cx=".5" cy=".5" r=".5"', (("0", "#000", 0.5), (".8", "#000", 0.42), ("1", "#000", 0))
) + gradient("gold", "linear", DOWN, (("0", "#fff0a8", 1), (".5", "#f0b92e", 1), ("1", "#b87a12", 1)))


def define(shades: str, parts: Mapping[str, str]) -> str:
    """Gradients and artwork for the <defs>, with the shades that all games share."""
    groups = "".join(f'<g id="%{name}">{drawn}</g>' for name, drawn in parts.items())
    return prefixed((SHADES + shades + groups).replace("\n", ""))


def prefixed(drawn: str) -> str:
    return drawn.replace('"%', f'"{PREFIX}').replace("#%", f"#{PREFIX}")


def mirrored(name: str) -> str:
    """Both halves of what is drawn as its right half."""
    return f'<use href="#%{name}"/><use href="#%{name}" transform="scale(-1 1)"/>'


def use(symbol: str, x: float, y: float, radius: float) -> str:
    """A token or mark by its id, centred at x, y."""
    return f'<use href="#{symbol}" transform="translate({x:.1f} {y:.1f}) scale({radius / TOKEN_RADIUS:.3f})"/>'
