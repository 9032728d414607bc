"""Artwork of the clans: each has a colour, and a letter on an emblem with a distinct shape and edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naadam.games.yuan.board import CLAN_NAMES

PIECES = {"village": (0, 12), "city": (0, 16), "army": (2, -24)}  # and where the emblem is on them
SMALL = 0.4  # of an emblem on a piece
ARMY_AT = "translate(50 -34) scale(.8)"  # next to the buildings, and so is the temple
TEMPLE_AT = "translate(-42 -32) scale(.62)"
FLAGS_APART, FLAGS_UP, FLAGS_IN_ROW = 28, 46, 4  # opened plans on one province stand side by side
FLAG_SCALE = 1.3  # so that they are seen from afar
ANY_CLAN = "#a58a4e"  # on light and dark ground, pole and all
ICON_LINE = f'stroke="{ANY_CLAN}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"'
ROUND = "M-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z"


class Dress(NamedTuple):
    tint: str
    ink: str
    shape: str
    dashes: str


DRESSES = (
    Dress("#2b2b30", "#ffffff", ROUND, "none"),
    Dress("#c4262e", "#ffffff", "M-37 -37H37V37H-37z", "20 8"),
    Dress("#2f7d3b", "#ffffff", "M0 -50L50 0L0 50L-50 0z", "8 8"),
    Dress("#e07b1a", "#1d1206", "M0 -46L40 -23V23L0 46L-40 23V-23z", "3 9"),
    Dress("#f4f1e8", "#1d1206", "M-36 -40H36V6Q36 34 0 48Q-36 34 -36 6z", "28 5 5 5"),
    Dress("#2a5fb0", "#ffffff", "M-18 -44H18L44 -18V18L18 44H-18L-44 18V-18z", "14 14"),
    Dress("#7a3f98", "#ffffff", "M0 -48L48 34H-48z", "none"),
    Dress("#f2cf3a", "#1d1206", "M-48 -34H48L0 48z", "10 4"),
)


def draw_clans() -> Iterator[tuple[str, str]]:
    """The emblems and pieces of all clans, by their symbols."""
    for number, (name, dress) in enumerate(zip(CLAN_NAMES, DRESSES, strict=True)):
        yield f"flag-{name}", draw_flag(number, name, dress.tint)
        yield (
            f"clan-{name}",
            f'<path d="{dress.shape}" fill="{dress.tint}" stroke="#171208" stroke-width="5" stroke-linejoin="round"/>'
            f'<path d="{dress.shape}" transform="scale(.8)" fill="none" stroke="{dress.ink}" stroke-width="5"'
            f' stroke-dasharray="{dress.dashes}"/>'
            f'<text y="16" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="44"'
            f' fill="{dress.ink}">{name[0].upper()}</text>',
        )
        for kind, (right, down) in PIECES.items():
            emblem = f'<use href="#%clan-{name}" transform="translate({right} {down}) scale({SMALL})"/>'
            drawn = f'<use href="#%{kind}"/>{emblem}'
            at = f' transform="{ARMY_AT}"' if kind == "army" else ""
            yield f"{kind}-{name}", f'<g color="{dress.tint}"{at}>{drawn}</g>'
    yield "army-icon", f'<path d="M-16 42V-42M-16 -40L34 -26L-16 -8z" fill="{ANY_CLAN}" {ICON_LINE}/>'
    yield "temple-there", f'<use href="#%temple" transform="{TEMPLE_AT}"/>'


def draw_flag(number: int, name: str, tint: str) -> str:
    """An opened plan of a clan, above its target or below."""
    row, place = divmod(number, FLAGS_IN_ROW)
    right = FLAGS_APART * (place - (FLAGS_IN_ROW - 1) / 2)
    return (
        f'<g transform="translate({right:g} {FLAGS_UP * (2 * row - 1)}) scale({FLAG_SCALE})">'
        f'<path d="M-17 -20H17V16L0 24L-17 16z" fill="#f6e7c1" stroke="{tint}" stroke-width="5"/>'
        f'<use href="#%clan-{name}" transform="translate(0 -3) scale(.26)"/></g>'
    )
