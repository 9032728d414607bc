"""Gestures: what a player touches to make an action, what touches mean that make none, what a conquest would do.

Cells, cards, shapes and special cards are touched by their names, rulers as `ruler-S`. A conquest is the shape, its
orientation, and the cell of its notation.
"""

from __future__ import annotations

from collections.abc import Sequence

from naadam.core.compiled import plain
from naadam.core.contract import Move, StateRecord
from naadam.core.seats import seats_in
from naadam.games.khan.board import Realm
from naadam.games.khan.notation import Notation
from naadam.games.khan.reasons import unreadable
from naadam.games.khan.rules.conquer import judge
from naadam.games.khan.rules.state import ANY, ORIENTATIONS, Tables, spot_of

RULER = "ruler-"
_judge, _spot_of = plain(judge), plain(spot_of)


class Gestures:
    """The gestures of one game."""

    def __init__(self, realm: Realm, tables: Tables, notation: Notation) -> None:
        self.realm = realm
        self.tables = tables
        self.notation = notation

    def gesture(self, state: StateRecord, action: int) -> list[str]:
        verb, *words = self.notation.format(action).split()
        match verb:
            case "yurt" | "invade" | "discard":
                return words
            case "chase":
                cell = int(state.ruler[self.notation.ruler_of[words[0]]])
                return [RULER + words[0], *(self.realm.names[cell : cell + 1] if cell >= 0 else ())]
            case "conquer":
                shape, cell_name, code = words
                return [shape, code, cell_name]
        return [verb, *words]

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        """The action that touches mean; of a card or a shape alone, one that comes near to what is possible with it."""
        first, *rest = touched
        notation = self.notation
        if first.startswith(RULER):
            return notation.parse(f"chase {first.removeprefix(RULER)}")
        if first in self.realm.card_names:
            return notation.parse(f"invade {first} {rest[0] if rest else self._cell_for(state, first)}")
        if first in notation.form_of:
            if len(rest) == 2:
                return notation.parse(f"conquer {first} {rest[1]} {rest[0]}")
            return Move(None, self.tables.conquer + self._nearest(state, seat, notation.form_of[first]))
        if first in notation.cell_of:
            return notation.parse(f"yurt {first}")
        return notation.parse(" ".join(touched))

    def _cell_for(self, state: StateRecord, card: str) -> str:
        """A free cell of the landscape that a card shows, if there is one."""
        landscape = self.realm.cards[self.realm.card_names.index(card)][1]
        spots = {name: int(_spot_of(self.tables, cell)) for cell, name in enumerate(self.realm.names)}
        fitting = [name for name, spot in spots.items() if has(self.tables.fits[landscape], spot)]
        return next((name for name in fitting if has(state.free, spots[name])), fitting[0])

    def _nearest(self, state: StateRecord, seat: int, form: int) -> int:
        """The conquest with a form that covers most yurts, those of the seat counted twice."""
        best, most = None, -1
        for conquest in self._conquests(form):
            spots = self._spots(conquest)
            count = sum(has(state.yurts[ANY], spot) + has(state.yurts[seat], spot) for spot in spots)
            if count > most:
                best, most = conquest, count
        if best is None:
            raise unreadable("nowhere", shape=self.realm.forms[form].id)
        return best

    def _conquests(self, form: int) -> list[int]:
        ways = [number for number, orientation in enumerate(self.realm.orientations) if orientation.form == form]
        all_ = (cell * ORIENTATIONS + way for cell in range(self.tables.cells) for way in ways)
        return [conquest for conquest in all_ if self.realm.covered(conquest) is not None]

    def _spots(self, conquest: int) -> list[int]:
        columns = self.realm.columns
        return [16 * (cell // columns) + cell % columns for cell in self.realm.covered(conquest) or ()]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        """Of a conquest: the seats that would own it, and those that must agree first."""
        verb, numbers = self.notation.split(action)
        if verb != "conquer":
            return {}
        spots = self._spots(numbers[0])
        counts = [sum(has(state.yurts[other], spot) for spot in spots) for other in range(self.tables.seats)]
        owners = [str(other) for other, count in enumerate(counts) if count == max(counts)]
        if not state.protecting and not any(state.supporting[: self.tables.seats]):
            return {"owners": owners}
        mask = int(self.tables.mask[numbers[0] % ORIENTATIONS])
        asked = seats_in(max(0, int(_judge(self.tables, state, seat, spots[0], mask))))
        return {"owners": owners} | ({"asks": [str(other) for other in asked]} if asked else {})


def has(board: Sequence[int], spot: int) -> bool:
    """Whether a spot is in a bit board."""
    return bool(int(board[spot >> 6]) >> (spot & 63) & 1)
