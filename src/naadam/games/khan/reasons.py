"""Reasons for a yurt that is put on a cell, or left there by a ruler: the tile that then fits, or its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naadam.core.contract import StateRecord
from naadam.games.khan.board import DIRECTION_NAMES, Realm
from naadam.games.khan.forms import Form
from naadam.games.khan.rules.state import ANY, NEUTRAL, NOTHING, ORIENTATIONS, TILES, Tables

PUTTING = ("yurt", "invade", "anywhere")
EDGES = [direction for direction, name in enumerate(DIRECTION_NAMES) if len(name) == 1]


class Purpose(NamedTuple):
    """The purpose of a yurt: a key of the texts, its cell, the tile that fits, and the number of yurts next to it."""

    key: str
    cell: int
    tile: Form | None = None
    beside: int = 0


class Reasons:
    def __init__(self, realm: Realm, tables: Tables) -> None:
        self.realm = realm
        self.tables = tables

    def find(self, state: StateRecord, seat: int, verb: str, numbers: Sequence[int]) -> Purpose | None:
        """The plainest thing that an action does which puts a yurt, or makes a ruler leave one; None for all others."""
        chased = "chase-" if verb == "chase" else ""
        cell = int(state.ruler[numbers[0]]) if chased else numbers[-1] if verb in PUTTING else NOTHING
        if cell == NOTHING:
            return None
        yurts = [words.tolist() for words in state.yurts]
        for owner in (ANY, NEUTRAL if chased else seat):
            one = self.realm.bit_board([cell])
            yurts[owner] = [word | bit for word, bit in zip(yurts[owner], one, strict=True)]
        tile = self._best_tile(state, seat, cell, yurts)
        if tile is not None:
            return Purpose(f"{chased}fits", cell, tile)
        beside = {int(self.tables.ray[cell, direction, 0]) for direction in EDGES}
        count = len(beside & {*self.realm.cells_in(yurts[ANY])})
        if count or chased:
            return Purpose(f"{chased}beside-one" if count == 1 else f"{chased}beside", cell, beside=count)
        return Purpose("near-ruler" if beside & {*state.ruler.tolist()} - {NOTHING} else "alone", cell)

    def _best_tile(self, state: StateRecord, seat: int, cell: int, yurts: Sequence[Sequence[int]]) -> Form | None:
        """The tile worth most that a seat could lay over a cell, with these yurts (KH-36, KH-38)."""
        realm, row, column = self.realm, *divmod(cell, self.realm.columns)
        others = [other for other in range(self.tables.seats) if other != seat]
        best: Form | None = None
        for number, orientation in enumerate(realm.orientations[:TILES]):
            form = realm.forms[orientation.form]
            reserved = any(state.exploring[other] == orientation.form + 1 for other in others)
            if not state.stock[orientation.form] or reserved or (best is not None and form.value <= best.value):
                continue
            for x, y in orientation.look:
                if column < x or row < y:
                    continue
                conquest = ((row - y) * realm.columns + column - x) * ORIENTATIONS + number
                if realm.covered(conquest) is None:
                    continue
                if realm.count_covered(conquest, yurts[ANY]) < len(orientation.look):
                    continue
                counts = [realm.count_covered(conquest, own) for own in yurts[: self.tables.seats]]
                if 0 < counts[seat] == max(counts):
                    best = form
        return best
