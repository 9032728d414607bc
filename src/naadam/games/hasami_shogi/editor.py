"""The editor of Hasami Shogi's positions: samurai and Shoguns on the cells, and the turns without a capture."""

from __future__ import annotations

from naadam.core.parts import editor
from naadam.core.parts.editor import Counter, Edited
from naadam.games.hasami_shogi.board import CELL_OF, NAMES, ROWS
from naadam.games.hasami_shogi.notation import LETTERS, PIECES
from naadam.games.hasami_shogi.rules.state import PEACEFUL_TURNS
from naadam.kit.rows import write_rows

KINDS = {f"{kind}-{seat}": letter for letter, (kind, seat) in PIECES.items()}


class Editor(editor.Editor):
    def __init__(self, shoguns: bool) -> None:
        kinds = [kind for kind in KINDS if shoguns or not kind.startswith("shogun")]
        super().__init__(NAMES, kinds, (Counter("peace", PEACEFUL_TURNS - 1),))

    def write(self, edited: Edited) -> str:
        letters = {CELL_OF[point]: KINDS[kind] for point, kind in edited.pieces.items()}
        rows = write_rows(ROWS, lambda cell: letters.get(cell, ""))
        return f"{rows} {LETTERS[edited.turn]} {edited.numbers['peace']} -"
