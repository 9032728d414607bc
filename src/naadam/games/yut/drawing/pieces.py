"""The artwork of Yut: horses on round, square and six-cornered tokens, sticks, throws, the Wild Horse, hurdles."""

from __future__ import annotations

import math

from naadam.drawing.art import SHADOW, define
from naadam.drawing.shapes import DOWN, LIT, corners, gradient

SIDES = ("red", "blue", "gold")
EDGES = ("#4a0d08", "#06152b", "#4d3504")
RIMS = ("#ffe3d0", "#a9cdf5", "#fff4c9")
COATS = ("#fff6ea", "#dcebff", "#4a2c07")
MANES = ("#7c1d12", "#123a6b", "#1e1002")
LINES = ("#4a0d08", "#06152b", "#fff0bd")

HEX = corners(6, 50, math.pi / 6)
CHIPS = (
    '<circle r="49" fill="{edge}"/><circle r="46" fill="{rim}"/><circle r="41" fill="url(#%{side})"/>',
    '<rect x="-47" y="-47" width="94" height="94" rx="14" fill="{edge}"/><rect x="-44" y="-44" width="88" height="88"'
    ' rx="12" fill="{rim}"/><rect x="-39" y="-39" width="78" height="78" rx="8" fill="url(#%{side})"/>',
    f'<g stroke-linejoin="round"><polygon points="{HEX}" fill="{{edge}}" stroke="{{edge}}" stroke-width="7"/>'
    f'<polygon points="{HEX}" fill="{{rim}}" stroke="{{rim}}" stroke-width="1"/>'
    '<polygon points="{hex_inner}" fill="url(#%{side})"/></g>',
)

HORSE = """
<g stroke="{line}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">
<path d="M-15,35C-17,22 -10,13 -4,5C-11,7 -17,12 -24,12C-31,12 -35,6 -32,0L-19,-19C-17,-23 -14,-26 -10,-28L-11,-38
L0,-31C18,-30 28,-15 29,5C29.500,18 27,27 26,35Z" fill="{coat}"/>
<path d="M0,-31C18,-30 28,-15 29,5C29.500,18 27,27 26,35L15,35C20,18 18,2 9,-9C13,-8 16,-6 18,-3C16,-13 8,-22 0,-31Z"
 fill="{mane}"/>
<path d="M-4,5C1,3 5,-1 6,-6" fill="none"/><path d="M-26,3L-21,5" fill="none"/></g>
<circle cx="-11" cy="-16" r="3.200" fill="{eye}"/><circle cx="-28" cy="3" r="1.900" fill="{eye}"/>"""

WILD = """
<g stroke="#120805" stroke-width="2.6" stroke-linejoin="round">
<path d="M0,-58L9,-45L24,-52L26,-36L43,-37L38,-21L54,-14L43,-3L54,10L38,15L42,32L25,31L22,47L8,40L0,54L-8,40L-22,47
L-25,31L-42,32L-38,15L-54,10L-43,-3L-54,-14L-38,-21L-43,-37L-26,-36L-24,-52L-9,-45Z" fill="#f28a1e"/>
<circle r="37" fill="#1d1512"/></g>
<g transform="scale(.84)">{horse}</g>"""

HURDLE = """
<ellipse cy="34" rx="46" ry="9" fill="#000" fill-opacity=".35"/>
<g stroke="#2e1606" stroke-width="3" stroke-linejoin="round">
<path d="M-40,-34L-30,-40V38H-40ZM30,-40L40,-34V38H30Z" fill="#c98a4a"/>
<path d="M-46,-24H46V-11H-46Z" fill="#f6ead2"/><path d="M-46,2H46V15H-46Z" fill="#f6ead2"/>
<path d="M-46,-24H-28V-11H-46ZM-8,-24H10V-11H-8ZM28,-24H46V-11H28ZM-28,2H-8V15H-28ZM10,2H28V15H10Z" fill="#c8321f"/>
</g>"""

FACES = ("#7a421a", "#fff1cd")  # round, flat
STICK = "M-15,-50C-15,-63 15,-63 15,-50V50C15,63 -15,63 -15,50Z"
STICK_SHADE = f'<path d="{STICK}" transform="translate(4 5)" fill="#000" fill-opacity=".35"/>'
FLAT = (
    f'{STICK_SHADE}<path d="{STICK}" fill="url(#%flat)" stroke="#5a3410" stroke-width="3"/>'
    '<path d="M-7,-48C-4,-20 -9,10 -6,48M3,-50C6,-20 1,20 4,50M10,-40C8,-10 12,20 9,42" fill="none" stroke="#c78f4a"'
    ' stroke-opacity=".7" stroke-width="1.600"/>'
)
ROUND = (
    f'{STICK_SHADE}<path d="{STICK}" fill="url(#%round)" stroke="#1e0d03" stroke-width="3"/>'
    '<g fill="none" stroke="#ffe2b0" stroke-width="4.400" stroke-linecap="round">'
    + "".join(f'<path d="M-7,{y - 8}L7,{y + 8}M7,{y - 8}L-7,{y + 8}"/>' for y in (-30, 0, 30))
    + "</g>"
)

SHADES = (
    gradient("red", "radial", LIT, (("0", "#e2543c", 1), ("1", "#93190f", 1)))
    + gradient("blue", "radial", LIT, (("0", "#3f74b8", 1), ("1", "#122f5d", 1)))
    + gradient("gold-chip", "radial", LIT, (("0", "#ffe27a", 1), ("1", "#d39a14", 1)))
    + gradient(
        "flat",
        "linear",
        'x1="0" y1="0" x2="1" y2="0"',
        (("0", "#f7dca6", 1), (".5", "#fff1cd", 1), ("1", "#e3b873", 1)),
    )
    + gradient(
        "round",
        "linear",
        'x1="0" y1="0" x2="1" y2="0"',
        (("0", "#3c1d0a", 1), (".4", "#a5642b", 1), ("1", "#34180a", 1)),
    )
    + gradient("token", "linear", DOWN, (("0", "#fff3d2", 1), ("1", "#dcb06a", 1)))
)


def draw_horse(side: int) -> str:
    chip = CHIPS[side].format(
        edge=EDGES[side],
        rim=RIMS[side],
        side=("red", "blue", "gold-chip")[side],
        hex_inner=corners(6, 44, math.pi / 6),
    )
    horse = HORSE.format(line=LINES[side], coat=COATS[side], mane=MANES[side], eye=LINES[side])
    return f'{SHADOW}{chip}<g transform="scale(.92)">{horse}</g>'


def draw_throw(number: int) -> str:
    """A throw to be used: its number, and the sticks that show it."""
    flats = number % 5
    sticks = "".join(
        f'<rect x="{-27 + 15 * index}" y="19" width="9" height="21" rx="4" fill="{FACES[index < flats]}"'
        ' stroke="#3c1d0a" stroke-width="2"/>'
        for index in range(4)
    )
    return (
        f'{SHADOW}<circle r="49" fill="#3c1d0a"/><circle r="45" fill="url(#%token)"/>'
        '<circle r="40" fill="none" stroke="#8a5320" stroke-width="1.500" stroke-dasharray="4 4"/>'
        '<text y="11" text-anchor="middle" font-family="serif" font-weight="bold" font-size="50" fill="#3c1d0a">'
        f"{number}</text>{sticks}"
    )


def define_pieces() -> str:
    """All gradients and tokens: horse-0, stick-flat, stick-round, throw-1 to throw-5, wild, hurdle."""
    wild = HORSE.format(line="#f6c27a", coat="#2a1d18", mane="#000", eye="#ffb02e")
    return define(
        SHADES,
        {f"horse-{side}": draw_horse(side) for side in range(len(SIDES))}
        | {f"throw-{number}": draw_throw(number) for number in range(1, 6)}
        | {"stick-flat": FLAT, "stick-round": ROUND, "wild": SHADOW + WILD.format(horse=wild), "hurdle": HURDLE},
    )
