"""Plain pieces: round chips with a letter, for games that have no artwork."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from naadam.drawing.art import SHADOW, define

LIGHT, DARK = ("#f4ead2", "#3a2a17"), ("#3d3129", "#f6e6c8")  # face and ink


class Chip(NamedTuple):
    """A piece by the letter on it and its side, light or dark."""

    letter: str
    dark: bool
    crowned: bool = False


def define_chips(chips: Mapping[str, Chip]) -> str:
    """The chips by their names, for the <defs> of a stage; sides differ in brightness and by a ring."""
    return define("", {name: draw_chip(chip) for name, chip in chips.items()})


def draw_chip(chip: Chip) -> str:
    face, ink = DARK if chip.dark else LIGHT
    ring = f'<circle r="38" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width="3"/>' if chip.dark else ""
    letter = f'<text y="17" text-anchor="middle" font-family="serif" font-size="50">{escape(chip.letter)}</text>'
    crown = '<circle r="47" fill="none" stroke="url(#%gold)" stroke-width="10"/>' if chip.crowned else ""
    chip_face = f'<circle r="48" fill="{face}" stroke="{ink}" stroke-width="4"/>'
    return f'{SHADOW}{chip_face}{ring}{crown}<g fill="{ink}">{letter}</g>'
