"""The stage of Bagh Chal: the empty board and the artwork of its pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from naadam.core.stage import PREFIX, PieceArt, Stage, Symbol, Tray
from naadam.drawing.art import TOKEN_RADIUS
from naadam.drawing.look import box_of, define_ground, draw_ground
from naadam.drawing.names import draw_names
from naadam.drawing.web import draw_lines, draw_points, find_lines, lay_out
from naadam.games.bagh_chal.drawing.pieces import define_pieces
from naadam.games.bagh_chal.drawing.scenery import LOOKS, define_scenery, draw_landscape

GOATS, TIGERS = 0, 1
SIZES = {"tiger": 1.0, "alpha": 0.96, "goat": 0.88, "buck": 0.96}
MARKS = {"trapped": "cage", "protected": "shield"}

Say = Callable[[str, str], str]


def set_stage(description: Mapping[str, Any], say: Say) -> Stage:
    """The empty board of a description; `say` gives a text by section and key."""
    name = str(description["look"]) if description["look"] in LOOKS else "valley"
    look, layout, lines = LOOKS[name], lay_out(description["points"]), description["lines"]
    return Stage(
        picture=(
            f"<defs>{define_pieces()}{define_ground(look, layout.surface)}{define_scenery(look)}</defs>"
            + draw_ground(look, layout.surface, draw_landscape(name, layout.surface))
            + draw_lines(look, layout, lines)
            + draw_points(look, layout)
            + draw_names(look, layout, lines)
        ),
        box=box_of(layout.surface),
        points=layout.places,
        radius=layout.radius,
        symbol_radius=TOKEN_RADIUS,
        colours=look.colours(),
        pieces={
            kind: PieceArt(
                say("pieces", kind), f"{PREFIX}{kind}", size, over=f"{PREFIX}crown" if kind == "alpha" else None
            )
            for kind, size in SIZES.items()
        },
        marks={mark: Symbol(say("marks", mark), f"{PREFIX}{drawn}") for mark, drawn in MARKS.items()},
        trays=(
            Tray(GOATS, "goat", "hand", say("trays", "hand"), of="goats"),
            Tray(GOATS, "buck", "buck_beside", say("trays", "buck")),
            Tray(TIGERS, "goat", "captured", say("trays", "captured"), of="captures_to_win", empty=f"{PREFIX}paw"),
        ),
        lines=find_lines(layout, lines),
    )
