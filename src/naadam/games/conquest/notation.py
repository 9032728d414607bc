"""How actions of Conquest are written (described in docs/notation.md): `n21-n22`, `n02^n07-n13`, `x.n14/n13`.

Spaces are called by their ids in the board file. A letter before a space names a part of the piece there: `a` the
piece aboard, `s` a soldier, `t` the other soldier.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from naadam.core.contract import StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.conquest.board import Atlas
from naadam.games.conquest.positions import Positions
from naadam.games.conquest.rules.state import ANSWERERS, END, LAND, LET, MOST_SEATS, MOVERS, STEPS, WHOLE, Tables

PARTS = ("", "a.", "s.", "t.")  # by mover
PLAIN = {"end": END, "let": LET}

_FIRST = re.compile(r"first (\d+)")
_STEP = re.compile(r"([ast]\.)?(\w+)-(\w+)")
_JUMP = re.compile(r"(\w+)\^(\w+)-(\w+)")
_EXCHANGE = re.compile(r"x\.([as]\.)?(\w+)")
_UNLOADED = re.compile(r"x\.(\w+)/(\w+)(?:,(\w+))?")

TEXTS = Texts(__package__)
unreadable = TEXTS.unreadable


class Deed(NamedTuple):
    """An action in parts: a verb, the part of the piece that acts, and the spaces that it names."""

    verb: str  # first, end, let, step, jump, exchange, unload
    mover: int
    spaces: tuple[int, ...]


class Notation(notation.Notation):
    """Reads and writes actions on one board; `positions.py` has the notation of positions."""

    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tables = tables
        self.positions = Positions(atlas, tables)
        self._written: dict[int, str] = {}

    @cached_property
    def jumps(self) -> dict[tuple[int, int, int], int]:
        """The number of each jump."""
        tables = self.tables
        listed = zip(tables.jump_from.tolist(), tables.jump_over.tolist(), tables.jump_to.tolist(), strict=True)
        return {jump: number for number, jump in enumerate(listed)}

    @cached_property
    def pairs(self) -> dict[tuple[int, int], int]:
        """The number of each pair of paths."""
        listed = zip(self.tables.pair_one.tolist(), self.tables.pair_two.tolist(), strict=True)
        return {pair: number for number, pair in enumerate(listed)}

    # --- actions ---

    def split(self, action: int) -> Deed:
        """Return an action in parts."""
        tables, paths = self.tables, self.atlas.paths
        if action >= tables.first:
            return Deed("first", WHOLE, (action - tables.first,))
        if action in (END, LET):
            return Deed("end" if action == END else "let", WHOLE, ())
        if action < tables.jump:
            path, mover = divmod(action - STEPS, MOVERS)
            return Deed("step", mover, (paths[path].source, paths[path].target))
        if action < tables.exchange:
            jump = action - tables.jump
            return Deed(
                "jump", WHOLE, tuple(int(each[jump]) for each in (tables.jump_from, tables.jump_over, tables.jump_to))
            )
        if action < tables.alone:
            space, mover = divmod(action - tables.exchange, ANSWERERS)
            return Deed("exchange", mover, (space,))
        if action < tables.parted:
            put = [action - tables.alone]
        else:
            put = [int(each[action - tables.parted]) for each in (tables.pair_one, tables.pair_two)]
        return Deed("unload", WHOLE, (paths[put[0]].source, *(paths[path].target for path in put)))

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        return self.write(action)

    def write(self, action: int) -> str:
        """The notation, which is the same in all states."""
        if action not in self._written:
            self._written[action] = self._write(self.split(action))
        return self._written[action]

    def _write(self, deed: Deed) -> str:
        if deed.verb == "first":
            return f"first {deed.spaces[0] + 1}"
        names, part = [self.atlas.names[space] for space in deed.spaces], PARTS[deed.mover]
        match deed.verb:
            case "step":
                return f"{part}{names[0]}-{names[1]}"
            case "jump":
                return f"{names[0]}^{names[1]}-{names[2]}"
            case "exchange":
                return f"x.{part}{names[0]}"
            case "unload":
                return f"x.{names[0]}/{','.join(names[1:])}"
        return deed.verb

    def parse(self, state: StateRecord, text: str) -> Move:
        return self.read(text)

    def read(self, text: str) -> Move:
        """The action that a notation names, in any state."""
        text, tables = " ".join(text.lower().split()), self.tables
        if text in PLAIN:
            return Move(None, PLAIN[text])
        if found := _FIRST.fullmatch(text):
            if not 1 <= len(found[1]) <= 2 or not 1 <= int(found[1]) <= MOST_SEATS:
                raise unreadable("player", text=repr(found[1][:20]))
            return Move(CHANCE, tables.first + int(found[1]) - 1)
        if found := _STEP.fullmatch(text):
            path = self._path(self._space(found[2]), self._space(found[3]))
            return Move(None, STEPS + MOVERS * path + PARTS.index(found[1] or ""))
        if found := _JUMP.fullmatch(text):
            one, two, three = (self._space(name) for name in found.groups())
            if (one, two, three) not in self.jumps:
                key = "jump-back" if one == three else "jump" if self.atlas.ground[two] == LAND else "jump-sea"
                raise unreadable(key, over=found[2], source=found[1], target=found[3])
            return Move(None, tables.jump + self.jumps[one, two, three])
        if found := _EXCHANGE.fullmatch(text):
            return Move(None, tables.exchange + ANSWERERS * self._space(found[2]) + PARTS.index(found[1] or ""))
        if found := _UNLOADED.fullmatch(text):
            source = self._space(found[1])
            one = self._path(source, self._space(found[2]))
            if found[3] is None:
                return Move(None, tables.alone + one)
            pair = tuple(sorted((one, self._path(source, self._space(found[3])))))
            if pair not in self.pairs:
                raise unreadable("put", text=repr(text[:40]))
            return Move(None, tables.parted + self.pairs[pair[0], pair[1]])
        raise unreadable("action", text=repr(text[:40]))

    def _space(self, name: str) -> int:
        if name not in self.atlas.number_of:
            raise unreadable("space", text=repr(name[:20]))
        return self.atlas.number_of[name]

    def _path(self, source: int, target: int) -> int:
        if (source, target) not in self.atlas.path_of:
            raise unreadable("path", source=self.atlas.names[source], target=self.atlas.names[target])
        return self.atlas.path_of[source, target]

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        return self.positions.format(state)

    def parse_position(self, text: str) -> StateRecord:
        return self.positions.parse(text)
