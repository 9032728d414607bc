"""A view as numbers for learning."""

from __future__ import annotations

from naadam.core.compiling import rule
from naadam.games.hasami_shogi.rules.state import CELLS, PEACEFUL_TURNS, captured_by, holds

PLANES = (
    "own pieces",
    "enemies",
    "own Shogun",
    "enemy Shogun",
    "own captures",  # from here on the same on every cell
    "enemy captures",
    "turns without a capture",
    "the seat's turn",
)


@rule
def observe(tables, view, seat, tensor):
    """The board is seen from the seat's own side."""
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        near = int(view.near[owner])
        far = int(view.far[owner])
        shogun = int(view.shogun[owner])
        captured = captured_by(tables, view, owner) / tables.captures
        for place in range(CELLS):
            cell = place if seat == 0 else CELLS - 1 - place
            tensor[side * CELLS + place] = holds(near, far, cell)
            tensor[(2 + side) * CELLS + place] = shogun == cell
            tensor[(4 + side) * CELLS + place] = captured
    peace = view.peace / PEACEFUL_TURNS
    turn = view.waiting == 1 << seat
    for place in range(CELLS):
        tensor[6 * CELLS + place] = peace
        tensor[7 * CELLS + place] = turn
