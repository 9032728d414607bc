"""A plain stage: a wooden board of cells, or of points and lines, with lettered chips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from naadam.core.errors import PackageError
from naadam.drawing.art import TOKEN_RADIUS
from naadam.drawing.boards.cells import draw_cell_names, draw_grid, lay_out_cells
from naadam.drawing.boards.grounds import wood
from naadam.drawing.boards.look import WOODEN, box_of, define_ground, draw_ground
from naadam.drawing.boards.names import draw_names
from naadam.drawing.boards.web import draw_lines, draw_points, find_lines, lay_out
from naadam.drawing.chips import Chip, define_chips
from naadam.drawing.shapes import Box, rectangle
from naadam.drawing.stage import PREFIX, Line, PieceArt, Place, Stage, Tray
from naadam.kit.ground import Ground
from naadam.kit.pieces import Kinds

FIELD, LINES, MARKED = "#e9c280", "#4b2c10", "#b5793a"


class Field(NamedTuple):
    """The drawing of a ground, and its measures."""

    surface: Box
    drawn: str
    points: Mapping[str, Place]
    radius: float
    lines: tuple[Line, ...] = ()
    outline: str | None = None


def plain_stage(
    ground: Ground,
    kinds: Kinds,
    words: Mapping[str, Mapping[str, str]],
    of: Sequence[int],
    dark: int,
    marked: Collection[int],
) -> Stage:
    """The empty board; `of` is how many pieces each of the two seats has, `dark` the seat with the dark ones, `marked`
    are places with a tint.
    """
    chips = define_chips({kind.name: Chip(kind.letter, kind.seat == dark, kind.crowned) for kind in kinds.kinds})
    field = draw_cells(ground, marked) if ground.columns else draw_web(ground)
    return Stage(
        picture=f"<defs>{chips}{define_ground(WOODEN, field.surface)}</defs>"
        + draw_ground(WOODEN, field.surface, "".join(wood(field.surface, "#2b1608", "#d69a55")))
        + field.drawn,
        box=box_of(field.surface),
        points=field.points,
        radius=field.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=WOODEN.colours(),
        pieces={kind.name: PieceArt(word(words, "pieces", kind.name), PREFIX + kind.name) for kind in kinds.kinds},
        marks={},
        trays=tuple(
            Tray(seat, kinds.of(1 - seat).name, "captured", word(words, "trays", "captured"), of=of[1 - seat])
            for seat in (0, 1)
            if of[1 - seat]  # a game that begins with an empty board cannot count missing pieces
        ),
        lines=field.lines,
        outline=field.outline,
    )


def word(words: Mapping[str, Mapping[str, str]], section: str, key: str) -> str:
    """A text of the stage; PackageError if the game has none."""
    try:
        return words[section][key]
    except KeyError:
        raise PackageError(f"the texts have no {section}.{key}, which the stage needs") from None


def draw_cells(ground: Ground, marked: Collection[int]) -> Field:
    cells = lay_out_cells(ground.columns, len(ground.rows))
    half = cells.size / 2
    tints = "".join(
        rectangle(Box(x - half, y - half, cells.size, cells.size), 0, f'fill="{MARKED}" fill-opacity=".55"')
        for x, y in (cells.places[ground.names[place]] for place in marked)
    )
    field = rectangle(cells.field, 1.5, f'fill="{FIELD}"')
    drawn = field + tints + draw_grid(cells, LINES) + draw_cell_names(WOODEN, cells)
    return Field(cells.surface, drawn, cells.places, cells.radius, outline=cells.outline())


def draw_web(ground: Ground) -> Field:
    layout = lay_out(ground.place_of)
    lines = [ground.named(line) for line in ground.lines]
    drawn = draw_lines(WOODEN, layout, lines) + draw_points(WOODEN, layout) + draw_names(WOODEN, layout, lines)
    return Field(layout.surface, drawn, layout.places, layout.radius, find_lines(layout, lines))
