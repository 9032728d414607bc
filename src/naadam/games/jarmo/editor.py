"""The editor of Jarmo's positions: soldiers on the points, those in hand; who is missing has been captured."""

from __future__ import annotations

from naadam.core.parts import editor
from naadam.core.parts.editor import Counter, Edited
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.notation import LETTERS, SIDES
from naadam.games.jarmo.rules.state import BLUE, GREEN, NOWHERE, PEACEFUL_TURNS, Tables
from naadam.kit.rows import write_rows

SOLDIERS = {f"{'guard' if guard else 'archer'}-{seat}": letter for (seat, guard), letter in LETTERS.items()}
GOLDEN = {f"golden-{kind}": f"{letter}*" for kind, letter in SOLDIERS.items()}


class Editor(editor.Editor):
    def __init__(self, grid: Grid, tables: Tables) -> None:
        self.grid = grid
        self.tables = tables
        counters = [Counter(f"hand-{seat}", tables.soldiers) for seat in (GREEN, BLUE)]
        counters.append(Counter("peace", PEACEFUL_TURNS - 1))
        if tables.markers:
            counters.append(Counter("markers", 1))
        kinds = (*SOLDIERS, *GOLDEN) if tables.golden[GREEN] != NOWHERE else tuple(SOLDIERS)
        super().__init__(grid.names, kinds, counters)

    def write(self, edited: Edited) -> str:
        names, numbers = self.grid.names, edited.numbers
        letters = {point: (SOLDIERS | GOLDEN)[kind] for point, kind in edited.pieces.items()}
        rows = write_rows(self.grid.rows, lambda point: letters.get(names[point], ""))
        hands = f"{numbers['hand-0']}-{numbers['hand-1']}"
        captured = "-".join(str(max(0, self.tables.soldiers - self._count(edited, seat))) for seat in (GREEN, BLUE))
        markers = "m" if numbers.get("markers") else "-"
        return f"{rows} {SIDES[edited.turn]} {hands} {captured} - - {numbers['peace']} {markers} -"

    def _count(self, edited: Edited, seat: int) -> int:
        """The soldiers of a seat that are on the board or in hand, a golden one that is gone among them."""
        own = [kind for kind in edited.pieces.values() if kind.endswith(f"-{seat}")]
        lost = self.tables.golden[seat] != NOWHERE and not any(kind.startswith("golden") for kind in own)
        return len(own) + edited.numbers[f"hand-{seat}"] + int(lost)
