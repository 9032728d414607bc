"""The editor of Jarmo's positions: soldiers on the points, those in hand; who is missing has been captured."""

from __future__ import annotations

import re

from naadam.core.editing import Counter, Edited, Editor
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.notation import LETTERS, SIDES
from naadam.games.jarmo.rules.state import BLUE, GREEN, NOWHERE, PEACEFUL_TURNS, Tables

SOLDIERS = {f"{'guard' if guard else 'archer'}-{seat}": letter for (seat, guard), letter in LETTERS.items()}
GOLDEN = {f"golden-{kind}": f"{letter}*" for kind, letter in SOLDIERS.items()}


def make_editor(tables: Tables) -> Editor:
    kinds = (*SOLDIERS, *GOLDEN) if tables.golden[GREEN] != NOWHERE else tuple(SOLDIERS)
    counters = [Counter(f"hand-{seat}", tables.soldiers) for seat in (GREEN, BLUE)]
    counters.append(Counter("peace", PEACEFUL_TURNS - 1))
    if tables.markers:
        counters.append(Counter("markers", 1))
    return Editor(kinds, tuple(counters))


def write_position(grid: Grid, tables: Tables, edited: Edited) -> str:
    """The choices as a one-line position, at the beginning of a turn."""
    letters = {point: (SOLDIERS | GOLDEN)[kind] for point, kind in edited.pieces.items()}
    rows = "/".join("".join(letters.get(grid.names[point], ".") for point in row) for row in grid.rows)
    hands = [edited.numbers[f"hand-{seat}"] for seat in (GREEN, BLUE)]
    captured = [max(0, tables.soldiers - _count(tables, edited, seat)) for seat in (GREEN, BLUE)]
    markers = "m" if edited.numbers.get("markers") else "-"
    return (
        f"{re.sub(r'[.]+', lambda empty: str(len(empty[0])), rows)} {SIDES[edited.turn]} {hands[GREEN]}-{hands[BLUE]}"
        f" {captured[GREEN]}-{captured[BLUE]} - - {edited.numbers['peace']} {markers} -"
    )


def _count(tables: Tables, edited: Edited, seat: int) -> int:
    """The soldiers of a seat that are on the board or in hand, a golden one that is gone among them."""
    own = [kind for kind in edited.pieces.values() if kind.endswith(f"-{seat}")]
    lost = tables.golden[seat] != NOWHERE and not any(kind.startswith("golden") for kind in own)
    return len(own) + edited.numbers[f"hand-{seat}"] + int(lost)
