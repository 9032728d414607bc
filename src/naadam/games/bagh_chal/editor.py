"""The editor of Bagh Chal's positions: tigers and goats on the points, and the goats off the board."""

from __future__ import annotations

from naadam.core.parts import editor
from naadam.core.parts.editor import Counter, Edited
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.notation import KINDS
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN, PEACEFUL_TURNS
from naadam.kit.rows import write_rows

LETTERS = {kind: letter for letter, kind in KINDS.items()}


class Editor(editor.Editor):
    def __init__(self, grid: Grid, heroes: bool) -> None:
        self.grid = grid
        counters = (
            Counter("hand", grid.goats),
            Counter("captured", CAPTURES_TO_WIN),
            Counter("peace", PEACEFUL_TURNS),
        )
        super().__init__(grid.names, ("tiger", "goat", *(("alpha", "buck") if heroes else ())), counters)

    def write(self, edited: Edited) -> str:
        names, numbers = self.grid.names, edited.numbers
        rows = write_rows(self.grid.rows, lambda point: LETTERS.get(edited.pieces.get(names[point], ""), ""))
        return f"{rows} {'GB'[edited.turn]} {numbers['hand']} {numbers['captured']} - - {numbers['peace']}"
