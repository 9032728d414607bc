"""The artwork of the pieces of Bagh Chal.

Tigers are round and dark, the Alpha Tiger wears a golden sun and a crown; goats are eight-cornered and light,
the Buck is eight-cornered and dark with horns that reach beyond its edge. The sides thus differ in shape and in
brightness, not only in colour. Heads are drawn as their right half, and mirrored.
"""

from __future__ import annotations

import math

from naadam.drawing.art import SHADOW, define, mirrored
from naadam.drawing.shapes import DOWN, LIT, corners, gradient, studs

INK = "#2b1009"
SLATE = "#33434f"
BARS_AT = (-30, -10, 10, 30)


def bars(radius: float) -> str:
    """Upright bars within a circle, as the path of an SVG line."""
    heights = ((x, math.sqrt(radius**2 - x * x)) for x in BARS_AT)
    return "".join(f"M{x},{-height:.0f}V{height:.0f}" for x, height in heights)


OCTAGON_TURN = math.pi / 8

TIGER_CHIP = f"""
<circle r="49" fill="{INK}"/>
<circle r="45.5" fill="url(#%tiger-rim)"/>
<circle r="41" fill="url(#%tiger-chip)"/>"""

ALPHA_CHIP = f"""
<circle r="56" fill="url(#%gold)" stroke="#4a2b06" stroke-width="3"/>
<g fill="#fff6cf" stroke="#7a4d0c" stroke-width="1">{studs(24, 51, 2.7)}</g>
<circle r="45.5" fill="url(#%tiger-chip)" stroke="#4a2b06" stroke-width="3"/>"""

TIGER_HALF = f"""
<g stroke="{INK}" stroke-width="2.6" stroke-linejoin="round">
<circle cx="27" cy="-29" r="13.5" fill="url(#%fur)"/>
<path d="M-1,-34C13,-35 26,-30 32,-19C36,-12 37,-5 37,1L44,8C42,11 39,13 37,13L40,21C37,23 34,24 31,24
C25,34 13,41 -1,41" fill="url(#%fur)"/>
</g>
<circle cx="28" cy="-30" r="6.5" fill="{INK}"/>
<path d="M21,-25a8,8 0 0 1 10,-9" fill="none" stroke="#fff0d6" stroke-width="3" stroke-linecap="round"/>
<path d="M41.5,8.5C34,8 27,9 22,13C20,20 18,29 9,38.5C19,36.5 26,31 30,23L38,20L35,12.5Z" fill="#fff3dc"/>
<ellipse cx="15" cy="-13" rx="8.5" ry="4.6" transform="rotate(14 15 -13)" fill="#fff3dc"/>
<path d="M6.5,-4.5C10,-11.5 19,-12 24.5,-8C21,0 11,2 6.5,-4.5Z" fill="#ffd84a" stroke="{INK}" stroke-width="2.8"
 stroke-linejoin="round"/>
<circle cx="15.4" cy="-5.6" r="3.9" fill="{INK}"/>
<circle cx="16.8" cy="-7.2" r="1.3" fill="#fff"/>
<g fill="{INK}">
<path d="M-1,-34L5,-34C5,-27 3,-21 -1,-15Z"/>
<path d="M10,-34C12,-28 11,-24 7,-19C14,-21 19,-26 19,-31Z"/>
<path d="M37,-4C32,-4 29,-3 27,1C31,1 34,2 38,3Z"/>
<path d="M42,9.5C36,8.5 31,9 27,13C32,13.5 35,14.5 38,14Z"/>
<path d="M38.5,19.5C33,18 29,19 26,22C29,22.5 31,23.5 33.5,24Z"/>
<path d="M27,31C26,28.5 24,27.5 21,28C22,30 22,32 21.5,35.5Z"/>
</g>"""

TIGER_MUZZLE = f"""
<path d="M-7,-9C-5,-2 -5,4 -8,10H8C5,4 5,-2 7,-9C4,-12 -4,-12 -7,-9Z" fill="#ffb45a" opacity=".75"/>
<path d="M0,38.5C-10,38.5 -11,31 -8,27H8C11,31 10,38.5 0,38.5Z" fill="#ffe9c9"/>
<path d="M0,12C9,8 21,13 20,22C19,30 6,31 0,25C-6,31 -19,30 -20,22C-21,13 -9,8 0,12Z" fill="#fffaf0"/>
<path d="M-8,9.5C-3,7 3,7 8,9.5C8,14 4,17 0,18.5C-4,17 -8,14 -8,9.5Z" fill="#d4574a" stroke="{INK}" stroke-width="2"/>
<path d="M0,18V23M-13,24.5C-8,29 -2,28 0,23C2,28 8,29 13,24.5" fill="none" stroke="{INK}" stroke-width="2.4"
 stroke-linecap="round"/>
<path d="M-12.5,18.5h.1M-9.5,21.5h.1M12.5,18.5h.1M9.5,21.5h.1" stroke="{INK}" stroke-width="2"
 stroke-linecap="round"/>"""

CROWN = """
<g stroke="#4a2b06" stroke-width="2.4" stroke-linejoin="round">
<path d="M-21,-32L-26,-55L-12,-45L0,-62L12,-45L26,-55L21,-32C8,-37 -8,-37 -21,-32Z" fill="url(#%gold)"/>
<circle cy="-61" r="4" fill="#fff3c4"/><circle cx="-26" cy="-55" r="3.4" fill="#fff3c4"/>
<circle cx="26" cy="-55" r="3.4" fill="#fff3c4"/>
<path d="M0,-50L5,-43.5L0,-38L-5,-43.5Z" fill="#c8202c" stroke-width="1.6"/>
</g>"""

GOAT_CHIP = f"""
<polygon points="{corners(8, 51, OCTAGON_TURN)}" fill="{SLATE}" stroke="{SLATE}" stroke-width="6"
 stroke-linejoin="round"/>
<polygon points="{corners(8, 49, OCTAGON_TURN)}" fill="#fbf8ec" stroke="#fbf8ec" stroke-width="3"
 stroke-linejoin="round"/>
<polygon points="{corners(8, 44, OCTAGON_TURN)}" fill="url(#%goat-chip)" stroke="#8fa7b5" stroke-width="1.6"
 stroke-linejoin="round"/>"""

GOAT_HALF = f"""
<g stroke="{SLATE}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">
<path d="M3,-20C3,-33 9,-44 25,-47C19,-39 17,-31 16,-19Z" fill="#7d6a58"/>
<path d="M6,-28L14,-26M9,-35L16,-33" fill="none" stroke-width="1.8"/>
<path d="M13,-15C21,-22 33,-21 41,-13C34,-5 22,-4 13,-9Z" fill="#f4efe2"/>
<path d="M20,-13C25,-16 31,-15 35,-12.5C30,-9.5 25,-9 20,-10.5Z" fill="#d9a59a" stroke="none"/>
<path d="M-1,-25C9,-26 17,-22 18,-13C19,-4 13,5 11,14C12,22 9,31 -1,32" fill="#fffdf6"/>
</g>
<path d="M17,-14C18,-4 12,4 10,13C8,6 6,0 8,-6C10,-10 15,-10 17,-14Z" fill="#b9c8d0"/>
<ellipse cx="11" cy="-7.5" rx="4.4" ry="3.8" fill="#24313b"/>
<circle cx="12.4" cy="-8.9" r="1.3" fill="#fff"/>"""

GOAT_MUZZLE = f"""
<path d="M-7,30C-6,38 -3,43 0,47C3,43 6,38 7,30Z" fill="#e7e2d2" stroke="{SLATE}" stroke-width="2.4"
 stroke-linejoin="round"/>
<path d="M0,13C7,12 12,16 11,22C10,29 6,32 0,32C-6,32 -10,29 -11,22C-12,16 -7,12 0,13Z" fill="#f3e3d6"/>
<path d="M-5.5,18.5L-2.5,20.5M5.5,18.5L2.5,20.5M0,22.5V25.5M-5,28C-2,27 -1,26.5 0,25.5
C1,26.5 2,27 5,28" fill="none" stroke="{SLATE}" stroke-width="2.3" stroke-linecap="round"/>
<path d="M0,-29C6,-26 7,-19 0,-12C-7,-19 -6,-26 0,-29Z" fill="#dfe6e6" stroke="{SLATE}" stroke-width="1.8"/>"""

BUCK_CHIP = f"""
<polygon points="{corners(8, 52, OCTAGON_TURN)}" fill="#10181f" stroke="#10181f" stroke-width="6"
 stroke-linejoin="round"/>
<polygon points="{corners(8, 50, OCTAGON_TURN)}" fill="#e9dfc6" stroke="#e9dfc6" stroke-width="3"
 stroke-linejoin="round"/>
<polygon points="{corners(8, 47, OCTAGON_TURN)}" fill="url(#%buck-chip)" stroke="#18232c" stroke-width="3"
 stroke-linejoin="round"/>"""

BUCK_HALF = """
<g stroke="#17110c" stroke-width="2.8" stroke-linejoin="round" stroke-linecap="round">
<path d="M13,-10C20,-14 29,-13 34,-6C29,0 20,0 13,-4Z" fill="#a58a70"/>
<path d="M2,-18C2,-46 30,-62 48,-48C62,-37 58,-12 40,-5C46,-16 47,-28 38,-33C28,-38 19,-30 17,-16Z"
 fill="url(#%horn)"/>
<path d="M4,-29L17,-24M10,-41L21,-31M22,-50L27,-36M37,-52L34,-36M51,-45L40,-33M57,-33L43,-27M55,-19L44,-19"
 fill="none" stroke-width="2"/>
<path d="M-1,-23C9,-24 17,-20 18,-11C19,-2 13,7 11,16C12,24 9,33 -1,34" fill="#8c7058"/>
</g>
<path d="M4,-17C10,-18 14,-14 15,-9C10,-13 7,-12 4,-10Z" fill="#d9c4a6"/>
<ellipse cx="11" cy="-4.5" rx="4.6" ry="4" fill="#ffd34d" stroke="#17110c" stroke-width="2"/>
<path d="M9,-4.5H13" stroke="#17110c" stroke-width="2.2" stroke-linecap="round"/>"""

BUCK_MUZZLE = """
<path d="M-8,32C-7,41 -3,47 0,52C3,47 7,41 8,32Z" fill="#d9c4a6" stroke="#17110c" stroke-width="2.4"
 stroke-linejoin="round"/>
<path d="M0,-20L5,4L3,15H-3L-5,4Z" fill="#efe2cc"/>
<path d="M0,15C7,14 12,18 11,24C10,31 6,34 0,34C-6,34 -10,31 -11,24C-12,18 -7,14 0,15Z" fill="#efe2cc"/>
<path d="M-5.5,20.5L-2.5,22.5M5.5,20.5L2.5,22.5M0,24.5V27.5M-5,30C-2,29 -1,28.5 0,27.5
C1,28.5 2,29 5,30" fill="none" stroke="#17110c" stroke-width="2.4" stroke-linecap="round"/>"""

CAGE = (
    '<g fill="#8b959d" opacity=".4"><circle r="49"/><circle cx="27" cy="-29" r="14"/>'
    '<circle cx="-27" cy="-29" r="14"/></g>'
    f'<path d="{bars(45)}" stroke="#14181c" stroke-width="5.5" stroke-linecap="round"/>'
    f'<path d="{bars(43)}" stroke="#dbe2e6" stroke-width="2" stroke-linecap="round"/>'
    '<circle r="47.5" fill="none" stroke="#14181c" stroke-width="6"/>'
    '<circle r="47.5" fill="none" stroke="#dbe2e6" stroke-width="2"/>'
)

SHIELD = f"""
<polygon points="{corners(8, 61, OCTAGON_TURN)}" fill="none" stroke="#12202b" stroke-opacity=".45" stroke-width="7"
 stroke-linejoin="round"/>
<polygon points="{corners(8, 61, OCTAGON_TURN)}" fill="none" stroke="#e9f6ff" stroke-width="3.6"
 stroke-linejoin="round"/>
<path d="M36,17C42,21 48,22 54,21C55,36 50,46 36,53C22,46 17,36 18,21C24,22 30,21 36,17Z" fill="#2f6fa8"
 stroke="#fff" stroke-width="3.5" stroke-linejoin="round"/>
<path d="M28,34L34,41L45,28" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round"
 stroke-linejoin="round"/>"""

PAW = """
<g transform="scale(1.6)"><ellipse cy="7" rx="10" ry="8.5"/>
<ellipse cx="-12" cy="-4" rx="4" ry="5.5" transform="rotate(-24 -12 -4)"/>
<ellipse cx="-4.5" cy="-10" rx="4" ry="6"/><ellipse cx="4.5" cy="-10" rx="4" ry="6"/>
<ellipse cx="12" cy="-4" rx="4" ry="5.5" transform="rotate(24 12 -4)"/></g>"""

SHADES = (
    gradient("tiger-rim", "linear", DOWN, (("0", "#d8793a", 1), ("1", "#7a2c12", 1)))
    + gradient("tiger-chip", "radial", LIT, (("0", "#a8331c", 1), ("1", "#5a140c", 1)))
    + gradient("fur", "linear", DOWN, (("0", "#ffa63c", 1), ("1", "#e8641a", 1)))
    + gradient("goat-chip", "radial", LIT, (("0", "#e9f2f6", 1), ("1", "#bdd2de", 1)))
    + gradient("buck-chip", "radial", LIT, (("0", "#5d7385", 1), ("1", "#22303c", 1)))
    + gradient("horn", "linear", DOWN, (("0", "#f6e3b0", 1), ("1", "#b98d45", 1)))
)


def define_pieces() -> str:
    """All gradients and tokens."""
    tiger = mirrored("tiger-half") + TIGER_MUZZLE
    parts = {
        "tiger-half": TIGER_HALF,
        "goat-half": GOAT_HALF,
        "buck-half": BUCK_HALF,
        "tiger": SHADOW + TIGER_CHIP + tiger,
        "alpha": SHADOW + ALPHA_CHIP + tiger,
        "goat": SHADOW + GOAT_CHIP + mirrored("goat-half") + GOAT_MUZZLE,
        "buck": SHADOW + BUCK_CHIP + mirrored("buck-half") + BUCK_MUZZLE,
        "crown": CROWN,
        "cage": CAGE,
        "shield": SHIELD,
        "paw": PAW,
    }
    return define(SHADES, parts)
