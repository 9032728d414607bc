"""The stage of Hasami Shogi: a board of fine wood with the two camps, and the artwork of the pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from naadam.drawing.art import TOKEN_RADIUS
from naadam.drawing.cells import Cells, draw_cell_names, draw_grid, lay_out_cells
from naadam.drawing.grounds import hatching, inlay, wood
from naadam.drawing.look import Look, box_of, define_ground, draw_ground
from naadam.drawing.shapes import rectangle
from naadam.drawing.stage import PREFIX, PieceArt, Stage, Tray
from naadam.games.hasami_shogi.drawing.pieces import define_pieces

SIZE = 9
LOOK = Look(
    frame=("#4a2c17", "#26140a"),
    edge="#b98a55",
    surface=("#8a5a2e", "#744823", "#5d3719"),
    under="#2b1608",
    line="#fff3d6",
    gold="#ffd766",
    text="#f6e6c8",
)
FIELD, GRAIN, LIGHT, LINES = "#e9c280", "#8a5520", "#fff1cf", "#4b2c10"
TINTS = ("#1d7a4a", "#a8281c")
STARS = (3, 6)  # lines that cross in a dot, as on the boards of Japan

Say = Callable[[str, str], str]


def set_stage(description: Mapping[str, Any], say: Say) -> Stage:
    """The empty board; `say` gives a text by section and key."""
    cells = lay_out_cells(SIZE, SIZE)
    kinds = ("samurai", "shogun")
    return Stage(
        picture=(
            f"<defs>{define_pieces()}{define_ground(LOOK, cells.surface)}"
            f'<clipPath id="{PREFIX}field">{rectangle(cells.field, 0)}</clipPath></defs>'
            + draw_ground(LOOK, cells.surface, "".join(wood(cells.surface, "#2b1608", "#d69a55")))
            + draw_field(cells, int(description["camp_rows"]))
            + draw_cell_names(LOOK, cells)
        ),
        box=box_of(cells.surface),
        points=cells.places,
        radius=cells.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=LOOK.colours(),
        pieces={
            f"{kind}-{seat}": PieceArt(say("pieces", f"{kind}-{seat}"), f"{PREFIX}{kind}-{seat}")
            for kind in kinds
            for seat in (0, 1)
        },
        marks={},
        trays=tuple(
            Tray(seat, f"samurai-{1 - seat}", "captured", say("trays", "captured"), of="captures_to_win")
            for seat in (0, 1)
        ),
        outline=cells.outline(),
    )


def draw_field(cells: Cells, camp: int) -> str:
    """The wood of the field, the camps with a tint and a hatching of their own, the lines and the stars."""
    left, top, _, _ = cells.field
    camps = (cells.rows(1, camp), cells.rows(SIZE - camp + 1, SIZE))
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
