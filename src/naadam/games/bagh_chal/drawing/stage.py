"""The stage: an empty board of Bagh Chal with the artwork of its pieces, for a page that moves them itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from naadam.games.bagh_chal.drawing.board import SIZE_OF, draw_lines, draw_names, draw_points
from naadam.games.bagh_chal.drawing.layout import lay_out
from naadam.games.bagh_chal.drawing.pieces import KINDS, TOKEN_RADIUS, define_pieces
from naadam.games.bagh_chal.drawing.scenery import LOOKS, define_scenery, draw_surface
from naadam.games.bagh_chal.drawing.tray import GOATS, TIGERS

PREFIX = "stage-"
EDGE = 3.0  # of the line around the surface, half of which lies outside
MARKS = {"trapped": "cage", "protected": "shield"}

Say = Callable[[str, str], str]


def set_stage(description: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """The content of an SVG with the empty board and all symbols, where the points are, and what stands beside.

    A tray tells under which name of the description its count is found, and how many it can hold.
    """
    name = str(description["look"]) if description["look"] in LOOKS else "valley"
    look, layout = LOOKS[name], lay_out(description["points"])
    full = {**description, "pieces": [{"point": point} for point in description["points"]]}  # leave room for pieces
    surface = layout.surface
    return {
        "picture": (
            f"<defs>{define_pieces(PREFIX)}{define_scenery(PREFIX, look, surface)}</defs>"
            + draw_surface(PREFIX, name, look, surface)
            + draw_lines(look, layout, description["lines"])
            + "".join(draw_points(look, layout, full))
            + "".join(draw_names(look, layout, full))
        ),
        "box": [surface.x - EDGE, surface.y - EDGE, surface.width + 2 * EDGE, surface.height + 2 * EDGE],
        "points": {point: [round(x, 1), round(y, 1)] for point, (x, y) in layout.places.items()},
        "radius": round(layout.radius, 1),
        "symbol_radius": TOKEN_RADIUS,
        "colours": {"light": look.line, "dark": look.under, "gold": look.gold},
        "pieces": {
            kind: {
                "name": say("pieces", kind),
                "symbol": f"{PREFIX}{kind}",
                "over": f"{PREFIX}crown" if kind == "alpha" else None,
                "size": SIZE_OF[kind],
            }
            for kind in KINDS
        },
        "marks": {mark: {"name": say("marks", mark), "symbol": f"{PREFIX}{art}"} for mark, art in MARKS.items()},
        "trays": [
            {"seat": GOATS, "kind": "goat", "count": "hand", "of": "goats", "name": say("trays", "hand")},
            {"seat": GOATS, "kind": "buck", "count": "buck_beside", "of": None, "name": say("trays", "buck")},
            {"seat": TIGERS, "kind": "goat", "count": "captured", "of": "captures_to_win"}
            | {"name": say("trays", "captured")},
        ],
    }
