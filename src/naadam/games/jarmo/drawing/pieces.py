"""The artwork of the soldiers of Jarmo: archers are round and draw a bow, guards are shields with a sabre.

Green's are light and point up, Blue's dark and point down; golden ones have a golden edge with studs and a star. The
marker of a remote camp is a ring of tents, wider than a soldier, so that it is seen around one.
"""

from __future__ import annotations

from naadam.drawing.art import SHADOW, define
from naadam.drawing.shapes import DOWN, LIT, gradient, studs

SIDES = ("green", "blue")
SHIELD = "M-44,-44C-28,-40 -14,-42 0,-49C14,-42 28,-40 44,-44C47,-8 40,30 0,50C-40,30 -47,-8 -44,-44Z"
EDGES = ("#12351f", "#050b18")
RIMS = ("#1f7a48", "#8fb4ea")
INKS = ("#12351f", "#eaf2ff")
WOODS = ("#8a5320", "#e2b36b")
FEATHERS = ("#c23b22", "#ff9a7a")

BOW = """
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M-31,8C-33,2 -30,-2 -26,-4C-24,-20 -12,-27 0,-27C12,-27 24,-20 26,-4C30,-2 33,2 31,8"
 stroke="{ink}" stroke-width="8.5"/>
<path d="M-31,8C-33,2 -30,-2 -26,-4C-24,-20 -12,-27 0,-27C12,-27 24,-20 26,-4C30,-2 33,2 31,8"
 stroke="{wood}" stroke-width="4.6"/>
<path d="M-30,6L0,21L30,6" stroke="{ink}" stroke-width="2.2"/>
<path d="M0,33V-34" stroke="{ink}" stroke-width="4"/></g>
<path d="M0,-44L9,-29L0,-33L-9,-29Z" fill="{ink}"/>
<path d="M0,22L8,30V40L0,33L-8,40V30Z" fill="{feather}" stroke="{ink}" stroke-width="1.8" stroke-linejoin="round"/>"""

SABRE = """
<g stroke="{ink}" stroke-width="2.4" stroke-linejoin="round">
<path d="M-4,17C-8,-6 -4,-24 10,-38C12,-22 10,-2 4,17Z" fill="#f4f7fa"/>
<path d="M1,14C-2,-6 1,-20 8,-31" fill="none" stroke-width="1.6" stroke-opacity=".7"/>
<path d="M-17,14C-8,20 8,20 17,14L19,20C8,26 -8,26 -19,20Z" fill="url(#%gold)"/>
<path d="M-4.500,23H4.500L5.500,37C2,40 -2,40 -5.500,37Z" fill="{wood}"/></g>
<g fill="{rim}">{boss}</g>"""

STAR = (
    '<path d="M0,-66L5,-55L17,-54L8,-46L11,-35L0,-41L-11,-35L-8,-46L-17,-54L-5,-55Z" fill="url(#%gold)"'
    ' stroke="#4a2b06" stroke-width="2.4" stroke-linejoin="round"/>'
)

TENT = (
    '<g stroke="#2a1408" stroke-width="2.2" stroke-linejoin="round"><path d="M-13,-54L0,-75L13,-54Z" fill="#f7ead0"/>'
    '<path d="M-4.500,-54L0,-64L4.500,-54Z" fill="#8a2f1c"/><path d="M0,-75V-82L9,-79L0,-77" fill="#d8452c"/></g>'
)
CAMP = (
    '<circle r="60" fill="#fff3d6" fill-opacity=".16" stroke="#2a1408" stroke-opacity=".65" stroke-width="7"/>'
    '<circle r="60" fill="none" stroke="#ffe9bd" stroke-width="3.500" stroke-dasharray="13 7"/>'
    + "".join(f'<g transform="rotate({angle})">{TENT}</g>' for angle in (-60, 60, 180))
)

# Marks: a flag planted in the enemy camp, ropes around a hostage, a ribbon on who is rescued
ARRIVED = (
    '<g stroke="#14110d" stroke-width="2.6" stroke-linejoin="round"><path d="M36,-4V-58" stroke-width="5"/>'
    '<path d="M36,-57L62,-49L36,-38Z" fill="#ffd766"/></g>'
)
ROPE = "M-44,-14C-15,-4 15,-4 44,-14M-45,8C-15,18 15,18 45,8"
HOSTAGE = (
    f'<path d="{ROPE}" fill="none" stroke="#2a1606" stroke-width="9"/>'
    f'<path d="{ROPE}" fill="none" stroke="#e8cf9a" stroke-width="5" stroke-dasharray="6 3"/>'
)
RESCUED = (
    '<g fill="#fff" stroke="#14110d" stroke-width="2.4" stroke-linejoin="round">'
    '<path d="M26,30L20,54L34,46L48,54L42,30Z"/><circle cx="34" cy="28" r="13"/></g>'
    '<path d="M28,28L33,33L41,23" fill="none" stroke="#14663a" stroke-width="4"/>'
)

SHADES = (
    gradient("green-body", "radial", LIT, (("0", "#fffbea", 1), ("1", "#d6e3b5", 1)))
    + gradient("blue-body", "radial", LIT, (("0", "#40639c", 1), ("1", "#14264a", 1)))
    + gradient("bronze", "linear", DOWN, (("0", "#e9c08a", 1), ("1", "#8a5a26", 1)))
)


def draw_archer(seat: int, golden: bool) -> str:
    rim = (
        '<circle r="50" fill="url(#%gold)" stroke="#4a2b06" stroke-width="2.5"/>'
        f'<g fill="#fff6cf" stroke="#7a4d0c" stroke-width="1">{studs(20, 46, 2.6)}</g>'
        if golden
        else f'<circle r="49" fill="{EDGES[seat]}"/><circle r="46" fill="{RIMS[seat]}"/>'
    )
    return f'{rim}<circle r="41" fill="url(#%{SIDES[seat]}-body)" stroke="{EDGES[seat]}" stroke-width="1.6"/>'


def draw_guard(seat: int, golden: bool) -> str:
    rim = "url(#%gold)" if golden else RIMS[seat]
    return (
        f'<g stroke-linejoin="round"><path d="{SHIELD}" fill="{rim}" stroke="{EDGES[seat]}" stroke-width="5"/>'
        f'<path d="{SHIELD}" transform="scale(.84)" fill="url(#%{SIDES[seat]}-body)" stroke="{EDGES[seat]}"'
        ' stroke-width="2"/></g>'
    )


def draw_soldier(kind: str, seat: int, golden: bool) -> str:
    colours = {"ink": INKS[seat], "wood": WOODS[seat], "feather": FEATHERS[seat], "rim": RIMS[seat]}
    boss = "".join(f'<circle cx="{x}" cy="{y}" r="3.4"/>' for x, y in ((-26, -24), (26, -24), (-24, 4), (24, 4)))
    if kind == "guard":
        body, emblem = draw_guard(seat, golden), SABRE.format(boss=boss, **colours)
        turn = ""
    else:
        body, emblem = draw_archer(seat, golden), BOW.format(**colours)
        turn = ' transform="rotate(180)"' if seat else ""
    return f"{SHADOW}{body}<g{turn}>{emblem}</g>{STAR if golden else ''}"


def define_pieces() -> str:
    """All gradients and tokens, such as archer-0 and golden-guard-1, the marker of a remote camp, and the marks."""
    parts = {
        f"{'golden-' if golden else ''}{kind}-{seat}": draw_soldier(kind, seat, golden)
        for golden in (False, True)
        for kind in ("archer", "guard")
        for seat in (0, 1)
    }
    return define(SHADES, {**parts, "marker": CAMP, "arrived": ARRIVED, "hostage": HOSTAGE, "rescued": RESCUED})
