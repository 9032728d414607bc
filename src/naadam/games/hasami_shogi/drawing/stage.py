"""The stage of Hasami Shogi: a board of fine wood with the two camps, and the artwork of the pieces."""

from __future__ import annotations

from collections.abc import Mapping

from naadam.drawing.art import TOKEN_RADIUS, read_art
from naadam.drawing.boards.cells import Cells, draw_cell_names, draw_grid, lay_out_cells
from naadam.drawing.boards.grounds import hatching, inlay, wood
from naadam.drawing.boards.look import WOODEN, box_of, define_ground, draw_ground
from naadam.drawing.shapes import rectangle
from naadam.drawing.stage import PREFIX, PieceArt, Stage, Tally, Tray
from naadam.games.hasami_shogi.rules.state import GREEN, RED, SIDE, Tables

ART = "naadam.games.hasami_shogi"
FIELD, GRAIN, LIGHT, LINES = "#e9c280", "#8a5520", "#fff1cf", "#4b2c10"
TINTS = ("#1d7a4a", "#a8281c")
STARS = (3, 6)  # lines that cross in a dot, as on the boards of Japan


def set_stage(tables: Tables, words: Mapping[str, Mapping[str, str]]) -> Stage:
    """The empty board; `words` are the texts of a language by section and key."""
    cells = lay_out_cells(SIDE, SIDE)
    return Stage(
        picture=(
            f"<defs>{read_art(ART, 'pieces')}{define_ground(WOODEN, cells.surface)}"
            f'<clipPath id="{PREFIX}field">{rectangle(cells.field, 0)}</clipPath></defs>'
            + draw_ground(WOODEN, cells.surface, "".join(wood(cells.surface, "#2b1608", "#d69a55")))
            + draw_field(cells, 1 if tables.war else 2)
            + draw_cell_names(WOODEN, cells)
        ),
        box=box_of(cells.surface),
        points=cells.places,
        radius=cells.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=WOODEN.colours(),
        pieces={kind: PieceArt(name, f"{PREFIX}{kind}") for kind, name in words["pieces"].items()},
        marks={},
        trays=tuple(
            Tray(seat, f"samurai-{1 - seat}", "captured", words["trays"]["captured"], of=tables.captures)
            for seat in (GREEN, RED)
        ),
        tallies=(Tally("captured", words["tallies"]["captured"], of=tables.captures),),
        outline=cells.outline(),
        tints=TINTS,
        far=(RED,),
        sayings=words["tasks"],
    )


def draw_field(cells: Cells, camp: int) -> str:
    """The wood of the field, the camps with a distinct tint and hatching, the lines and the stars."""
    left, top, _, _ = cells.field
    camps = (cells.rows(1, camp), cells.rows(SIDE - camp + 1, SIDE))
    edges = "".join(
        f'<path d="M{left:g},{y:g}h{cells.field.width:g}" stroke="{LINES}" stroke-width="4"/>'
        f'<path d="M{left:g},{y:g}h{cells.field.width:g}" stroke="{LIGHT}" stroke-width="1.2"/>'
        for y in (camps[0].y, camps[1].y + camps[1].height)
    )
    stars = "".join(
        f'<circle cx="{left + x * cells.size:g}" cy="{top + y * cells.size:g}" r="3.6" fill="{LINES}"/>'
        for x in STARS
        for y in STARS
    )
    return (
        rectangle(cells.field.grown(5), 4, 'fill="#000" fill-opacity=".35"')
        + rectangle(cells.field, 1.5, f'fill="{FIELD}"')
        + f'<g clip-path="url(#{PREFIX}field)">{"".join(wood(cells.field, GRAIN, LIGHT, 60))}</g>'
        + "".join(inlay(box, TINTS[seat], 0.22) for seat, box in enumerate(camps))
        + "".join(hatching(box, 10, TINTS[seat], 0.28, rising=seat == 0) for seat, box in enumerate(camps))
        + draw_grid(cells, LINES)
        + stars
        + edges
    )
