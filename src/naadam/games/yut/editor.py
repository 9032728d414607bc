"""The editor of Yut's positions: horses on the stations, those at home, and who throws next."""

from __future__ import annotations

from naadam.core.parts import editor
from naadam.core.parts.editor import Counter, Edited
from naadam.core.texts import Texts
from naadam.games.yut.board import Track
from naadam.games.yut.notation import Stack
from naadam.games.yut.rules.state import NOWHERE, Tables

impossible = Texts(__package__).impossible


class Editor(editor.Editor):
    def __init__(self, track: Track, tables: Tables) -> None:
        self.sides = range(tables.sides)
        kinds = [f"horse-{side}" for side in self.sides]
        kinds += [f"{kind}x{count}" for kind in kinds for count in range(2, tables.tallest + 1)]
        counters = [Counter(f"home-{side}", tables.horses - 1) for side in self.sides]
        if tables.wild != NOWHERE:
            kinds.append("wild")
            counters.append(Counter("laps", 1))
        super().__init__(track.names, kinds, counters)

    def write(self, edited: Edited) -> str:
        """The seat to move is about to throw."""
        sides = " ".join(self._write_side(edited, side) for side in self.sides)
        wild = [f"{point}.{edited.numbers['laps']}" for point, kind in edited.pieces.items() if kind == "wild"]
        if len(wild) > 1:
            raise impossible("one-wild")
        return f"{sides} {edited.turn}? - 0 {''.join(wild) or '-'}"

    def _write_side(self, edited: Edited, side: int) -> str:
        split = ((point, *kind.partition("x")) for point, kind in edited.pieces.items())
        stacks = [Stack(point, int(count or 1), False) for point, horse, _, count in split if horse == f"horse-{side}"]
        return f"{','.join(map(str, stacks)) or '-'}/{edited.numbers[f'home-{side}']}"
