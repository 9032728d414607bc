"""The stage of Bagh Chal: the empty board and the artwork of its pieces."""

from __future__ import annotations

from collections.abc import Mapping

from naadam.drawing.art import TOKEN_RADIUS, read_art
from naadam.drawing.boards.look import box_of, define_ground, draw_ground
from naadam.drawing.boards.names import draw_names
from naadam.drawing.boards.web import draw_lines, draw_points, find_lines, lay_out
from naadam.drawing.stage import PREFIX, Art, PieceArt, Stage, Tally, Tray
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.drawing.scenery import LOOKS, define_scenery, draw_landscape
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, GOATS, TIGERS

ART = "naadam.games.bagh_chal"
SIZES = {"tiger": 1.0, "alpha": 0.96, "goat": 0.88, "buck": 0.96}
TINTS = ("#f4efe2", "#d9761f")  # goats, tigers
MARKS = {"trapped": "cage", "protected": "shield"}


def set_stage(grid: Grid, words: Mapping[str, Mapping[str, str]]) -> Stage:
    """The empty board; `words` are the texts of a language by section and key."""
    look, layout = LOOKS[grid.look], lay_out(grid.place_of)
    lines = [grid.named(line) for line in grid.lines]
    return Stage(
        picture=(
            f"<defs>{read_art(ART, 'pieces')}{define_ground(look, layout.surface)}{define_scenery(look)}</defs>"
            + draw_ground(look, layout.surface, draw_landscape(grid.look, layout.surface))
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
                words["pieces"][kind], f"{PREFIX}{kind}", size, over=f"{PREFIX}crown" if kind == "alpha" else None
            )
            for kind, size in SIZES.items()
        },
        marks={mark: Art(words["marks"][mark], f"{PREFIX}{drawn}") for mark, drawn in MARKS.items()},
        trays=(
            Tray(GOATS, "goat", "hand", words["trays"]["hand"], of=grid.goats),
            Tray(GOATS, "buck", "buck_beside", words["trays"]["buck"]),
            Tray(TIGERS, "goat", "captured", words["trays"]["captured"], of=CAPTURES_TO_WIN, empty=f"{PREFIX}paw"),
        ),
        tallies=(
            Tally("trapped", words["tallies"]["trapped"], of=len(grid.tigers), seat=GOATS),
            Tally("captured", words["tallies"]["captured"], of=CAPTURES_TO_WIN, seat=TIGERS),
        ),
        lines=find_lines(layout, lines),
        tints=TINTS,
        sayings=words["tasks"],
    )
