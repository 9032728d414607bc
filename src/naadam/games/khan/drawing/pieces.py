"""The artwork of Khan: yurts with a mark on the roof for each player, black yurts, rulers with crown and letter."""

from __future__ import annotations

from collections.abc import Iterable

from naadam.drawing.shapes import DOWN, LIT, corners, gradient

PLAYERS = ("#c4262e", "#1d5fc2", "#f2b807", "#7a2f94")
DARK = ("#6d0f15", "#0b2c63", "#7a5500", "#3d1150")
INKS = ("#fff", "#fff", "#3a2600", "#fff")
MARKS = (  # on the roof, so that players are told apart without colour
    '<circle cy="-17" r="10"/>',
    '<path d="M0,-30L13,-8H-13Z"/>',
    '<path d="M-10,-27H10V-7H-10Z"/>',
    '<path d="M-4,-30H4V-21H13V-13H4V-4H-4V-13H-13V-21H-4Z"/>',
)
ROOF = "M-45,2C-40,-24 -20,-38 -7,-43H7C20,-38 40,-24 45,2Z"
YURT = """
<ellipse cy="38" rx="50" ry="13" fill="#000" fill-opacity=".38"/>
<g stroke="{line}" stroke-width="4.500" stroke-linejoin="round">
<path d="M-40,0H40V33C27,40 -27,40 -40,33Z" fill="{wall}"/>
<path d="M-40,14C-20,19 20,19 40,14V22C20,27 -20,27 -40,22Z" fill="{band}" stroke-width="2"/>
<path d="M-11,38V13C-11,6 11,6 11,13V38Z" fill="{door}" stroke-width="3"/>
<path d="{roof_path}" fill="{roof}"/>
<path d="M-9,-43C-9,-50 9,-50 9,-43Z" fill="{wall}" stroke-width="3.500"/></g>
<path d="M-33,-4C-28,-21 -18,-30 -9,-35" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="3.500"
 stroke-linecap="round"/>"""
NEUTRAL = ("#111", "#6b6862", "#3b3936", "#1c1b19", "url(#%black-roof)")
SMOKE = (
    '<path d="M-21,-6H21M-14,-18H14" stroke="#8b8780" stroke-width="4" stroke-linecap="round" stroke-dasharray="5 8"/>'
)

CROWN = "M-22,-24L-27,-46L-13,-35L0,-52L13,-35L27,-46L22,-24Z"
LIGHT_ABOVE = 0.42  # the lightness of a colour from which on a dark letter is read better

SHADES = (
    "".join(
        gradient(f"roof-{seat}", "linear", DOWN, (("0", PLAYERS[seat], 1), ("1", DARK[seat], 1)))
        for seat in range(len(PLAYERS))
    )
    + gradient("black-roof", "linear", DOWN, (("0", "#4d4a46", 1), ("1", "#191816", 1)))
    + gradient("gloss", "radial", LIT, (("0", "#fff", 0.45), (".6", "#fff", 0), ("1", "#000", 0.28)))
)


def draw_yurt(seat: int) -> str:
    body = YURT.format(
        line=DARK[seat],
        wall="#fbf3e2",
        band=PLAYERS[seat],
        door=PLAYERS[seat],
        roof=f"url(#%roof-{seat})",
        roof_path=ROOF,
    )
    return f'{body}<g fill="{INKS[seat]}" stroke="{DARK[seat]}" stroke-width="2">{MARKS[seat]}</g>'


def draw_neutral() -> str:
    line, wall, band, door, roof = NEUTRAL
    return YURT.format(line=line, wall=wall, band=band, door=door, roof=roof, roof_path=ROOF) + SMOKE


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return float(0.3 * red**2.2 + 0.6 * green**2.2 + 0.1 * blue**2.2)


def draw_ruler(letter: str, colour: str) -> str:
    """A round pawn with a crown and its letter."""
    ink = "#1a120a" if lightness(colour) > LIGHT_ABOVE else "#fff"
    halo = "#fff" if ink != "#fff" else "#1a120a"
    return (
        '<ellipse cy="36" rx="48" ry="17" fill="#000" fill-opacity=".42"/>'
        f'<path d="{CROWN}" fill="url(#%gold)" stroke="#3a2405" stroke-width="4" stroke-linejoin="round"/>'
        '<g stroke="#3a2405" stroke-width="2" fill="#fff6cf"><circle cx="-27" cy="-46" r="4.500"/>'
        '<circle cy="-52" r="4.500"/><circle cx="27" cy="-46" r="4.500"/></g>'
        '<circle cy="8" r="40" fill="#1a120a"/><circle cy="8" r="36.500" fill="#fff8e6"/>'
        f'<circle cy="8" r="32.500" fill="{colour}" stroke="#1a120a" stroke-width="1.500"/>'
        '<circle cy="8" r="32.500" fill="url(#%gloss)"/>'
        f'<text y="24" text-anchor="middle" font-family="Georgia, serif" font-weight="bold" font-size="46" fill="{ink}"'
        f' stroke="{halo}" stroke-opacity=".35" stroke-width="2.500" paint-order="stroke">{letter}</text>'
    )


def draw_pieces(rulers: Iterable[tuple[str, str]], players: int) -> dict[str, str]:
    """yurt-0 and on, neutral, and a ruler by its letter, given with its colour."""
    return (
        {f"yurt-{seat}": draw_yurt(seat) for seat in range(players)}
        | {"neutral": draw_neutral()}
        | {f"ruler-{letter}": draw_ruler(letter, colour) for letter, colour in rulers}
    )


def star(radius: float) -> str:
    """A star of eight points around the middle."""
    outer, inner = corners(8, radius, 0).split(), corners(8, 0.45 * radius, 0.3927).split()
    return " ".join(f"{one} {other}" for one, other in zip(outer, inner, strict=True))
