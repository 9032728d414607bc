"""The artwork of the pieces of Hasami Shogi: wedges that point at the enemy, with the helmet of a samurai.

Green's are of light wood and wear a leaf, Red's of dark lacquer and wear a crescent moon; a Shogun has a golden edge
and the tall horns of a commander.
"""

from __future__ import annotations

from naadam.drawing.art import define
from naadam.drawing.shapes import DOWN, gradient

SIDES = ("green", "red")
WEDGE = "M0,-50L32,-37L45,47H-45L-32,-37Z"
INNER = "M0,-43L26.500,-32L38,41H-38L-26.500,-32Z"
SHADE = (
    '<path d="M0,-46L34,-33L49,52H-45L-36,-33Z" fill="#000" fill-opacity=".34"/>',
    '<path d="M-45,-41H47L36,38L3,55L-32,44Z" fill="#000" fill-opacity=".34"/>',
)  # below a wedge that points up, and down
EDGES = ("#4a2f12", "#220503")
RIMS = ("#fff6dc", "#f0b9a0")
INKS = ("#14462f", "#2a0806")
BOWLS = ("#1f6b45", "#eef0f2")
GUARDS = ("#2f8a5c", "#b9bec6")
FACES = ("#f6e3bd", "#f1d9b2")

# A helmet, 60 high: neck guard in three plates, turned-back wings, bowl with ribs, brim
HELMET = """
<path d="M-29,30C-33,18 -31,6 -24,-2H24C31,6 33,18 29,30L18,27C19,18 17,10 12,7H-12C-17,10 -19,18 -18,27Z"
 fill="{guard}" stroke="{ink}" stroke-width="2.6" stroke-linejoin="round"/>
<path d="M-30,14C-26,12 -22,12 -18,14M30,14C26,12 22,12 18,14M-31,22C-27,20 -22,20 -18,21M31,22C27,20 22,20 18,21"
 fill="none" stroke="{ink}" stroke-width="1.8"/>
<path d="M-25,3C-28,-16 -14,-25 0,-25C14,-25 28,-16 25,3C16,-1 -16,-1 -25,3Z" fill="{bowl}" stroke="{ink}"
 stroke-width="2.6" stroke-linejoin="round"/>
<path d="M-12,-1C-13,-11 -9,-19 -5,-24M12,-1C13,-11 9,-19 5,-24" fill="none" stroke="{ink}" stroke-opacity=".65"
 stroke-width="1.8"/>
<path d="M-28,3C-16,-3 16,-3 28,3L25,9C15,3 -15,3 -25,9Z" fill="{bowl}" stroke="{ink}" stroke-width="2.4"
 stroke-linejoin="round"/>
<path d="M-15,9C-8,6 8,6 15,9C17,17 15,26 9,31H-9C-15,26 -17,17 -15,9Z" fill="{face}"/>
<path d="M-11,16L-4,18M11,16L4,18M-5,26H5" stroke="{ink}" stroke-width="2.6" stroke-linecap="round" fill="none"/>"""

LEAF = """
<path d="M0,-8C-9,-13 -9,-25 0,-34C9,-25 9,-13 0,-8Z" fill="#ffe9a6" stroke="{ink}" stroke-width="2.2"/>
<path d="M0,-10V-27" stroke="{ink}" stroke-width="1.6"/>"""

MOON = """
<path d="M-17,-27C-15,-12 15,-12 17,-27C21,-8 10,-3 0,-3C-10,-3 -21,-8 -17,-27Z" fill="#ffe27a" stroke="{ink}"
 stroke-width="2.2" stroke-linejoin="round"/>"""

HORNS = """
<g stroke="#4a2b06" stroke-width="2.2" stroke-linejoin="round">
<path d="M-4,-6C-16,-10 -25,-22 -23,-40C-15,-36 -9,-26 -2,-17Z" fill="url(#%gold)"/>
<path d="M4,-6C16,-10 25,-22 23,-40C15,-36 9,-26 2,-17Z" fill="url(#%gold)"/>
<circle cy="-11" r="7.500" fill="url(#%gold)"/><circle cy="-11" r="3" fill="#c8202c" stroke="none"/></g>"""

SHADES = gradient("green-wood", "linear", DOWN, (("0", "#fbe9bd", 1), ("1", "#d9b06a", 1))) + gradient(
    "red-wood", "linear", DOWN, (("0", "#a83226", 1), ("1", "#4e0f0b", 1))
)


def draw_piece(seat: int, shogun: bool) -> str:
    side = SIDES[seat]
    turn = ' transform="rotate(180)"' if seat else ""
    colours = {
        "ink": INKS[seat],
        "bowl": BOWLS[seat],
        "guard": GUARDS[seat],
        "face": FACES[seat],
    }
    crest = (LEAF, MOON)[seat].format(**colours)
    rim = 'stroke="#ffd24a" stroke-width="5.5"' if shogun else f'stroke="{RIMS[seat]}" stroke-width="2.2"'
    helmet = HELMET.format(**colours) + (HORNS if shogun else crest)
    down = (8, -7)[seat]
    return (
        SHADE[seat]
        + f'<g{turn} stroke-linejoin="round"><path d="{WEDGE}" fill="url(#%{side}-wood)" stroke="{EDGES[seat]}"'
        f' stroke-width="3"/><path d="{INNER}" fill="none" {rim} /></g>'
        f'<g transform="translate(0 {down}) scale(1.06)">{helmet}</g>'
    )


def define_pieces() -> str:
    """All gradients and tokens: samurai-0, samurai-1, shogun-0, shogun-1."""
    kinds = ("samurai", "shogun")
    return define(SHADES, {f"{kind}-{seat}": draw_piece(seat, kind == "shogun") for kind in kinds for seat in (0, 1)})
