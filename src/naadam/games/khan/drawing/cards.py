"""The cards of Khan: the 72 of the deck, the special ones, and the back."""

from __future__ import annotations

from naadam.games.khan.drawing.motifs import LANDS, STEPPE, WATER
from naadam.games.khan.drawing.pieces import star

BOX = (-52.0, -74.0, 104.0, 148.0)
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
PAPER = '<rect x="-50" y="-72" width="100" height="144" rx="11" fill="#fbf2dc" stroke="#3a2914" stroke-width="3"/>'
WINDOW = '<rect x="-42" y="-30" width="84" height="56" rx="5" fill="{ground}" stroke="#3a2914" stroke-width="2"/>'
RIVER = (
    f'<path d="M-42,12C-20,8 -14,-14 6,-10S28,-22 42,-20V0C26,-2 20,10 4,10S-18,26 -42,26Z" fill="{WATER[1]}"'
    f' stroke="{WATER[0]}" stroke-width="2"/><path d="M-36,19C-20,14 -10,-2 6,0M18,-6C26,-10 32,-11 38,-10"'
    ' fill="none" stroke="#e4f4ff" stroke-width="2"/>'
)
GATE = (
    '<path d="M-42,8C-25,-6 -10,2 4,-4S30,-8 42,2V25H-42Z" fill="#a98f5e"/><path d="M-20,25V-4M20,25V-4M-26,-6H26'
    'M-22,3H22" stroke="#5d3b18" stroke-width="5" stroke-linecap="round" fill="none"/>'
)
CROWNED = (
    '<path d="M-26,18L-32,-14L-15,-1L0,-24L15,-1L32,-14L26,18Z" fill="url(#%gold)" stroke="#3a2405" stroke-width="3"'
    ' stroke-linejoin="round"/><path d="M-26,11H26" stroke="#8f1d1d" stroke-width="5"/>'
)
ARROW = "M0,-17L9,2H3.500V15H-3.500V2H-9Z"
ICONS = {
    "morale": (
        "#b8321f",
        '<path d="M0,46V-30" stroke="#3a2914" stroke-width="6" stroke-linecap="round"/><path d="M0,-50L6,-36C14,-36'
        " 18,-42"
        ' 18,-48C24,-38 18,-27 6,-27H-6C-18,-27 -24,-38 -18,-48C-18,-42 -14,-36 -6,-36Z" fill="url(#%gold)"'
        ' stroke="#3a2914" stroke-width="2.500" stroke-linejoin="round"/><path d="M-20,-20C-34,2 -30,22'
        " -34,36C-24,30 -22,34"
        ' -17,40C-13,32 -8,34 0,42C8,34 13,32 17,40C22,34 24,30 34,36C30,22 34,2 20,-20Z" fill="#2b2320"'
        ' stroke="#3a2914" stroke-width="2"/><path d="M-20,-20H20V-12H-20Z" fill="#c4262e" stroke="#3a2914"'
        ' stroke-width="2.500"/><path d="M-14,-4C-20,10 -20,20 -22,28M0,-4V30M14,-4C20,10 20,20 22,28" fill="none"'
        ' stroke="#7c6a60" stroke-width="2.500"/>',
    ),
    "protect": (
        "#24588f",
        '<circle r="42" fill="#3f7cc0" stroke="#3a2914" stroke-width="5"/><circle r="31" fill="none" stroke="#ffe9b8"'
        ' stroke-width="3.500" stroke-dasharray="9 6"/><path d="M-17,-3A17,17 0 1 0 17,-3A21,21 0 0 1 -17,-3Z"'
        ' fill="#ffe9b8"/><circle cy="-10" r="9" fill="#ffd766" stroke="#3a2914" stroke-width="2"/>',
    ),
    "support": (
        "#a8760f",
        f'<polygon points="{star(42)}" fill="#f6c84a" stroke="#3a2914" stroke-width="3" stroke-linejoin="round"/>'
        '<circle r="17" fill="#fff3c9" stroke="#3a2914" stroke-width="3"/><path d="M-7,2C-5,7 5,7 7,2" fill="none"'
        ' stroke="#3a2914" stroke-width="2.500"/><circle cx="-6" cy="-4" r="2.500"/><circle cx="6" cy="-4" r="2.500"/>',
    ),
    "explore": (
        "#3c6b3f",
        '<circle r="36" fill="#f4ead0" stroke="#3a2914" stroke-width="5"/><path d="M0,-28L9,0L0,28L-9,0Z"'
        ' fill="#c4262e"'
        ' stroke="#3a2914" stroke-width="2"/><path d="M-9,0H9L0,28Z" fill="#4b4b4b"/><circle r="4" fill="#ffe9b8"/>'
        '<path d="M0,-36V-31M0,36V31M-36,0H-31M36,0H31" stroke="#3a2914" stroke-width="3"/>',
    ),
}
BACK = (
    '<rect x="-50" y="-72" width="100" height="144" rx="11" fill="#7c2418" stroke="#2c0f0a" stroke-width="3"/>'
    '<rect x="-41" y="-63" width="82" height="126" rx="7" fill="none" stroke="#f0c874" stroke-width="2.500"/>'
    f'<polygon points="{star(30)}" fill="#f0c874"/><circle r="12" fill="#7c2418"/>'
)
ICON_BOX = (-58.0, -58.0, 116.0, 116.0)


def landscape(name: str) -> str:
    """What a card's window shows."""
    if name in LANDS:
        spots = ((-22, -6, 0), (16, 4, 1), (-8, 12, 0))
        drawn = "".join(f'<use href="#%{name}-{number}" x="{x}" y="{y}"/>' for x, y, number in spots)
        return WINDOW.format(ground=LANDS[name][0]) + drawn
    ground, drawn = {
        "river": (LANDS["tundra"][0], RIVER),
        "neighbours": (STEPPE[0], GATE),
        "khan": ("#f6e3b4", CROWNED),
    }[name]
    return WINDOW.format(ground=ground) + drawn


def define_cards() -> dict[str, str]:
    """What the cards of the deck are put together from: the paper, the landscapes, the compasses."""
    scenes = {f"scene-{name}": landscape(name) for name in (*LANDS, "river", "neighbours", "khan")}
    compasses = {
        f"to-{direction}": '<text x="-38" y="62" font-family="sans-serif" font-weight="bold" font-size="24"'
        f' fill="#3a2914">{direction}</text><circle cx="26" cy="49" r="19" fill="#fff" stroke="#3a2914"'
        f' stroke-width="2"/>'
        f'<path d="{ARROW}" transform="translate(26 49) rotate({45 * turn})" fill="#b8321f" stroke="#3a2914"'
        ' stroke-width="1.500"/>'
        for turn, direction in enumerate(DIRECTIONS)
    }
    return {"paper": PAPER} | scenes | compasses


def draw_card(letter: str, land: str, direction: str) -> str:
    """A card of the deck: its ruler on top, its landscape, and the direction of flight as a compass."""
    return (
        f'<use href="#%paper"/><use href="#%ruler-{letter}" transform="translate(0 -49) scale(.42)"/>'
        f'<use href="#%scene-{land}"/><use href="#%to-{direction}"/>'
    )


def draw_special(name: str) -> str:
    """A special card, small enough to lie in a row: its sign on a round shield."""
    colour, icon = ICONS[name]
    return (
        '<rect x="-54" y="-54" width="108" height="108" rx="14" fill="#fbf2dc" stroke="#3a2914" stroke-width="4"/>'
        f'<rect x="-46" y="-46" width="92" height="92" rx="9" fill="{colour}" fill-opacity=".2"/>{icon}'
    )
