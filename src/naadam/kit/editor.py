"""The editor of simple board games: pieces on places, the side to move, and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from naadam.core.parts import editor
from naadam.core.parts.editor import Counter, Edited
from naadam.kit.notation import BoardNotation
from naadam.kit.rows import write_rows


class BoardEditor(editor.Editor):
    """Every kind of piece on every place, and a counter for every number of the state, which may be a place."""

    def __init__(self, notation: BoardNotation, most: Mapping[str, int]) -> None:
        self.notation = notation
        counters = [
            Counter(name, most[name], kind="point" if name in notation.spots else "number") for name in notation.numbers
        ]
        super().__init__(notation.ground.names, [kind.name for kind in notation.kinds.kinds], counters)

    def write(self, edited: Edited) -> str:
        names, letters = self.points, self.notation.kinds.letter_of
        rows = write_rows(self.notation.ground.rows, lambda place: letters.get(edited.pieces.get(names[place], ""), ""))
        return self.notation.write(rows, edited.turn, numbers=[edited.numbers[name] for name in self.notation.numbers])
