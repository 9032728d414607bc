"""A plain table for games of cards, dice and bids: rows of small tiles by seat, and shelves of tiles to touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from naadam.drawing.art import TOKEN_RADIUS
from naadam.drawing.boards.look import WOODEN, box_of, define_ground, draw_ground
from naadam.drawing.shapes import Box
from naadam.drawing.stage import PREFIX, Item, PieceArt, Place, Shelf, Stage, Tally

FELT = WOODEN._replace(surface=("#2f7358", "#225a45", "#174333"), under="#0b241b")
STEP, NAMES, MARGIN = 84.0, 132.0, 24.0  # between tiles; room for the names of the rows; around all
RADIUS = 34.0
LEAST_WIDTH, LEAST_HEIGHT = 480.0, 120.0
TILE_BOX = (-36.0, -48.0, 72.0, 96.0)
DIE_BOX = (-46.0, -46.0, 92.0, 92.0)
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "agci", 5: "agcie", 6: "agcidf"}
PLACES = {"a": (-22, -22), "g": (22, -22), "c": (-22, 22), "i": (22, 22), "d": (-22, 0), "f": (22, 0), "e": (0, 0)}

TileLook = Literal["card", "die", "bid", "back"]


class Tile(NamedTuple):
    """A card, a die, a bid or the back of one: its name in words, and the label drawn on it.

    The label of a die is its number of pips. A tile is a piece on the table and an item of a shelf, under one key.
    """

    name: str
    label: str = ""
    look: TileLook = "card"
    text: str = ""  # its effect in words, for an item that players touch


def spot(row: int, column: int) -> str:
    """The name of a place on the table."""
    return f"{row}-{column}"


def table_stage(
    tiles: Mapping[str, Tile],
    rows: Sequence[str] = (),
    columns: int = 0,
    shelves: Sequence[Shelf] = (),
    sayings: Mapping[str, str] | None = None,
    tallies: Sequence[Tally] = (),
) -> Stage:
    """A table with a row of places for each name in `rows`; places are spots, so they are seen and not touched."""
    width = max(LEAST_WIDTH, NAMES + columns * STEP + 2 * MARGIN if columns else 0.0)
    surface = Box(0.0, 0.0, width, max(LEAST_HEIGHT, len(rows) * (STEP + 12) + 2 * MARGIN))
    middles = [MARGIN + (row + 0.5) * (STEP + 12) for row in range(len(rows))]
    spots: dict[str, Place] = {
        spot(row, column): (MARGIN + NAMES + (column + 0.5) * STEP, middle)
        for row, middle in enumerate(middles)
        for column in range(columns)
    }
    written = "".join(
        f'<text x="{MARGIN:g}" y="{middle + 7:g}" font-size="20" font-weight="600" fill="{FELT.text}">'
        f"{escape(name)}</text>"
        for name, middle in zip(rows, middles, strict=True)
    )
    art = "".join(f'<g id="{PREFIX}{symbol(key)}">{draw_tile(tile)}</g>' for key, tile in tiles.items())
    return Stage(
        picture=f"<defs>{art}{define_ground(FELT, surface)}</defs>{draw_ground(FELT, surface)}{written}",
        box=box_of(surface),
        points={},
        radius=RADIUS,
        symbol_radius=TOKEN_RADIUS,
        colours=FELT.colours(),
        pieces={key: PieceArt(tile.name, PREFIX + symbol(key)) for key, tile in tiles.items()},
        marks={},
        spots=spots,
        items={
            key: Item(tile.name, PREFIX + symbol(key), DIE_BOX if tile.look == "die" else TILE_BOX, tile.text)
            for key, tile in tiles.items()
        },
        shelves=tuple(shelves),
        sayings=sayings or {},
        tallies=tuple(tallies),
    )


def symbol(key: str) -> str:
    """The id of a tile's artwork: a key may have spaces."""
    return "tile-" + key.replace(" ", "-")


def draw_tile(tile: Tile) -> str:
    """A tile around 0,0, of radius 50."""
    if tile.look == "die":
        return draw_die(int(tile.label)) if tile.label else draw_box("#8c3b2e", "#f4ddc0") + write("?", 44, "#fff6e4")
    left, top, width, height = TILE_BOX
    paper, ink = {"back": ("#8c3b2e", "#fff6e4"), "bid": ("#f2e3bd", "#3b2410")}.get(tile.look, ("#fffaf0", "#26140a"))
    card = f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="9" fill="{paper}"'
    card += ' stroke="#26140a" stroke-opacity=".55" stroke-width="2"/>'
    if tile.look == "back" and not tile.label:
        return (
            card + '<path d="M-22,-32h44v64h-44z" fill="none" stroke="#f4ddc0" stroke-opacity=".7" stroke-width="4"/>'
        )
    return card + write(tile.label, 40 if len(tile.label) < 3 else 27 if len(tile.label) < 5 else 17, ink)


def draw_box(fill: str, line: str) -> str:
    """The body of a die."""
    return f'<rect x="-40" y="-40" width="80" height="80" rx="15" fill="{fill}" stroke="{line}" stroke-width="3"/>'


def draw_die(number: int) -> str:
    """A die that shows a number: its pips up to six, a numeral above."""
    box = draw_box("#fffaf0", "#6b5233")
    if number not in PIPS:
        return box + write(str(number), 44, "#26140a")
    places = (PLACES[each] for each in PIPS[number])
    return box + "".join(f'<circle cx="{x}" cy="{y}" r="8" fill="#26140a"/>' for x, y in places)


def write(label: str, size: int, ink: str) -> str:
    """A label in the middle of a tile."""
    return (
        f'<text y="{size * 0.36:g}" font-size="{size}" font-weight="700" text-anchor="middle" fill="{ink}">'
        f"{escape(label)}</text>"
    )
