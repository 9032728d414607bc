"""How moves and positions of Yut are written (described in docs/notation.md).

Moves: `5-3` the horse or stack on station 5 goes straight on with a throw of 3, `5^3` it turns, `+3` a new one
enters. Chance: `T3` a throw of 3, `F0` seat 0 is drawn to begin.

Positions: `5*2,X>/1 12/0 0 42 2 10.0`: for each side its stacks (`*2` for two horses, `>` where the way it came
matters) and the horses home; the seat to move, `0?` if it is to throw, `?` if the first player must be drawn, or the
clause that ended the game; the throws waiting; how many were thrown in the turn; the Wild Horse's station and how
often it has come back. The last three may be left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from naadam.core.compiling import fields, record
from naadam.core.contract import StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.seats import CHANCE
from naadam.core.texts import Texts
from naadam.games.yut.board import Track
from naadam.games.yut.rules.state import MOST_SEATS, MOST_THROWS, NOBODY, NOWHERE, STATE, THROWS, Tables

TEXTS = Texts(__package__)
impossible, unreadable = TEXTS.impossible, TEXTS.unreadable

_MOVE = re.compile(r"([0-9A-Za-z]{1,2})([-^])([1-5])")
_ENTRY = re.compile(r"\+([1-5])")
_THROW = re.compile(r"[Tt]([1-5])")
_DRAW = re.compile(rf"[Ff]([0-{MOST_SEATS - 1}])")
_STACK = re.compile(r"([0-9A-Z]{1,2})(?:\*([2-9]))?(>?)")
_TURN = re.compile(r"([0-3])(\??)")


class Stack(NamedTuple):
    """The horses of a side on a station."""

    station: str
    horses: int
    strayed: bool  # on the node behind the plain one

    def __str__(self) -> str:
        return f"{self.station}{f'*{self.horses}' if self.horses > 1 else ''}{'>' if self.strayed else ''}"


class Notation(notation.Notation):
    """Reads and writes moves and positions on one track."""

    def __init__(self, track: Track, tables: Tables) -> None:
        self.names = track.names
        self.tables = tables
        self.station_of = {name: station for station, name in enumerate(track.names)}
        self.moves = THROWS * (tables.stations + 1) * 2

    # --- moves ---

    def split(self, action: int) -> tuple[int, int, int]:
        """Throw, station (the number behind the last for a new horse) and whether it turns."""
        rest, turn = divmod(action, 2)
        throw, station = divmod(rest, self.tables.stations + 1)
        return throw + 1, station, turn

    def join(self, throw: int, station: int, turn: int) -> int:
        return ((throw - 1) * (self.tables.stations + 1) + station) * 2 + turn

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        if action >= self.moves + THROWS:
            return f"F{action - self.moves - THROWS}"
        if action >= self.moves:
            return f"T{action - self.moves + 1}"
        throw, station, turn = self.split(action)
        if station == self.tables.stations:
            return f"+^{throw}" if turn else f"+{throw}"
        return f"{self.names[station]}{'^' if turn else '-'}{throw}"

    def parse(self, state: StateRecord, text: str) -> Move:
        text = text.strip()
        if found := _THROW.fullmatch(text):
            return Move(CHANCE, self.moves + int(found[1]) - 1)
        if found := _DRAW.fullmatch(text):
            return Move(CHANCE, self.moves + THROWS + int(found[1]))
        if found := _ENTRY.fullmatch(text):
            return Move(None, self.join(int(found[1]), self.tables.stations, 0))
        found = _MOVE.fullmatch(text)
        if found is None:
            if text[:2] == "+^" and text[2:] in ("1", "2", "3", "4", "5"):
                return Move(None, self.join(int(text[2:]), self.tables.stations, 1))
            raise unreadable("move", text=repr(text[:40]))
        station = self.station_of.get(found[1].upper())
        if station is None:
            raise unreadable("station", text=repr(text), name=found[1])
        return Move(None, self.join(int(found[3]), station, int(found[2] == "^")))

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        state = fields(state)
        sides = " ".join(self._format_side(state, side) for side in range(self.tables.sides))
        if state.waiting == 0:
            turn = f"YU-{state.ended}"
        elif state.waiting == 1 << CHANCE:
            turn = "?" if state.mover == NOBODY else f"{state.mover}?"
        else:
            turn = str(state.mover)
        wild = "-" if state.wild == NOWHERE else f"{self.names[state.wild]}.{state.laps}"
        throws = "".join(map(str, self.waiting(state.pending))) or "-"
        return f"{sides} {turn} {throws} {state.throws} {wild}"

    def waiting(self, pending: int) -> list[int]:
        """The throws waiting, the largest first."""
        return [throw for throw in range(THROWS, 0, -1) for _ in range(pending >> 2 * throw & 3)]

    def stacks(self, state: StateRecord, side: int) -> list[Stack]:
        held, ways, counts = int(state.held[side]), int(state.ways), state.stack
        return [
            Stack(name, int(counts[station]), bool(ways >> station & 1))
            for station, name in enumerate(self.names)
            if held >> station & 1
        ]

    def _format_side(self, state: StateRecord, side: int) -> str:
        return f"{','.join(map(str, self.stacks(state, side))) or '-'}/{state.home[side]}"

    def parse_position(self, text: str) -> StateRecord:
        """The state that the line describes, its values not yet checked against the rules."""
        fields = text.split()
        sides = self.tables.sides
        if not sides < len(fields) <= sides + 4:
            raise impossible("fields", sides=sides)
        state = record(STATE)
        for side in range(sides):
            self._parse_side(state, side, fields[side])
        turn, *rest = fields[sides:]
        throws = rest[0] if rest else "-"
        self._parse_turn(state, turn)
        if throws != "-":
            if not re.fullmatch(rf"[1-5]{{1,{MOST_THROWS}}}", throws):
                raise impossible("waiting-form", text=repr(throws[:20]))
            for throw in throws:
                state.pending += 1 << 2 * int(throw)
        made = rest[1] if len(rest) > 1 else str(len(throws.strip("-")))
        if made not in ("0", "1", "2", "3"):
            raise impossible("throws-form", text=repr(made[:20]))
        state.throws = int(made)
        self._parse_wild(state, rest[2] if len(rest) > 2 else None)
        return state

    def _parse_side(self, state: StateRecord, side: int, text: str) -> None:
        stacks, _, home = text.partition("/")
        if home not in ("0", "1", "2", "3", "4"):
            raise impossible("home-form", text=repr(text[:40]))
        state.home[side] = int(home)
        state.off[side] = self.tables.horses - int(home)
        for stack in () if stacks == "-" else stacks.split(","):
            found = _STACK.fullmatch(stack)
            if found is None or found[1] not in self.station_of:
                raise impossible("stack-form", text=repr(stack[:20]))
            station = self.station_of[found[1]]
            if state.stack[station]:
                raise impossible("two-stacks", station=found[1])
            state.held[side] |= 1 << station
            state.stack[station] = int(found[2] or 1)
            state.ways |= (found[3] == ">") << station
            state.off[side] -= state.stack[station]

    def _parse_turn(self, state: StateRecord, text: str) -> None:
        state.mover = NOBODY
        if text.startswith("YU-") and text[3:] in ("13", "44"):
            state.ended = int(text[3:])
        elif text == "?":
            state.waiting = 1 << CHANCE
        elif found := _TURN.fullmatch(text):
            state.mover = int(found[1])
            state.waiting = 1 << CHANCE if found[2] else 1 << int(found[1])
        else:
            raise impossible("turn-form", text=repr(text[:20]))

    def _parse_wild(self, state: StateRecord, text: str | None) -> None:
        state.wild = self.tables.wild if text is None else NOWHERE
        if text not in (None, "-"):
            name, _, laps = str(text).partition(".")
            if name not in self.station_of or laps not in ("0", "1", "2"):
                raise impossible("wild-form", text=repr(text))
            state.wild = self.station_of[name]
            state.laps = int(laps)
