"""Notation of simple board games: moves as `e2e5`, positions as rows, side to move, and numbers.

A position is `rows side [number ...]`: rows as in `rows.py`, the letter of the side to move, `A` or `A:TB-5` when the
game is over by that clause, and the other numbers of the state in the order of its fields, which may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from naadam.core.compiling import record
from naadam.core.contract import WORDING, StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.parts.rulebook import Rulebook
from naadam.core.texts import Texts
from naadam.kit.ground import Ground
from naadam.kit.moves import MOVE, PUT, Act, Moves
from naadam.kit.pieces import Kinds
from naadam.kit.rows import read_rows, write_rows

KIT = Texts(__package__)
STANDARD = ("waiting", "ended", "quiet", "board", "turn")
_MOVE = re.compile("([a-z][0-9]{1,2})(?:[-x]?([a-z][0-9]{1,2}))?")
_END = re.compile(r"([A-Z]+)-([0-9]{1,3})(?:\.([0-9]))?")
_NUMBER = re.compile("[0-9]{1,6}")


class BoardNotation(notation.Notation):
    """Reads and writes moves from place to place, and positions of a state with `board` and `turn`."""

    def __init__(
        self, book: type[Rulebook], ground: Ground, kinds: Kinds, moves: Moves, spots: Sequence[str] = ()
    ) -> None:
        self.prefix = book.prefix
        self.state_type = book.rules.STATE
        self.ground = ground
        self.kinds = kinds
        self.moves = moves
        self.example = ground.names[0] + ground.names[1]
        self.numbers = [name for name in self.state_type.names if name not in STANDARD]
        self.spots = tuple(spots)  # those of them that are places: 0 for none, n for the nth

    # --- moves ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        kind, source, target = self.moves.split(action)
        names = self.ground.names
        if kind == MOVE:
            return names[source] + names[target]
        if kind == PUT:
            return names[target]
        return f"{kind} {names[target]}" if kind in self.moves.on_points else kind

    def parse(self, state: StateRecord, text: str) -> Move:
        kind, _, name = text.strip().partition(" ")
        if kind in self.moves.words and not name:
            return Move(None, self.moves.join(Act(kind)))
        if kind in self.moves.on_points and name in self.ground.number_of:
            return Move(None, self.moves.join(Act(kind, target=self.ground.number_of[name])))
        found = _MOVE.fullmatch(text.strip())
        named = [name for name in found.groups() if name] if found else []
        if not named or any(name not in self.ground.number_of for name in named):
            raise KIT.unreadable("move", text=repr(text.strip()[:40]), example=self.example)
        source, target = self.ground.number_of[named[0]], self.ground.number_of[named[-1]]
        if len(named) == 2 and source == target:
            raise KIT.unreadable("nowhere", text=repr(text.strip()))
        return Move(None, self.moves.join(Act(MOVE, source, target) if len(named) == 2 else Act(PUT, target=target)))

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        rows = write_rows(self.ground.rows, lambda place: self.kinds.letter(state, place))
        wording, clause = divmod(int(state.ended), WORDING)
        end = f":{self.prefix}-{clause}{f'.{wording}' if wording else ''}" if clause else ""
        return self.write(rows, int(state.turn), end, [int(state[name]) for name in self.numbers])

    def write(self, rows: str, turn: int, end: str = "", numbers: Sequence[int] = ()) -> str:
        """A position from its parts."""
        written = [self._write(name, number) for name, number in zip(self.numbers, numbers, strict=False)]
        return " ".join([rows, self.kinds.of(turn).letter + end, *written])

    def parse_position(self, text: str) -> StateRecord:
        words = text.split()
        rows, side, *numbers = words + [""] * (2 - len(words))
        state = record(self.state_type)
        for place, letter in read_rows(rows, self.ground.rows, self.kinds.pattern, KIT):
            state.board[place] = self.kinds.number_of[letter]
        letter, _, end = side.partition(":")
        seats = {kind.seat: self.kinds.of(kind.seat).letter for kind in self.kinds.kinds}
        found = _END.fullmatch(end)
        if letter not in seats.values() or (end and (found is None or found[1] != self.prefix)):
            raise KIT.impossible("side", text=repr(side[:20]), sides=", ".join(seats.values()))
        state.turn = next(seat for seat, own in seats.items() if own == letter)
        state.waiting = 0 if found else 1 << int(state.turn)
        state.ended = int(found[2]) + WORDING * int(found[3] or 0) if found else 0
        if len(numbers) > len(self.numbers):
            raise KIT.impossible("fields", names=", ".join(self.numbers))
        for name, number in zip(self.numbers, numbers, strict=False):
            if name in self.spots:
                state[name] = self._read_spot(name, number)
                continue
            if not _NUMBER.fullmatch(number) or int(number) > np.iinfo(self.state_type[name]).max:
                raise KIT.impossible("number", name=name, text=repr(number[:20]))
            state[name] = int(number)
        return state

    def _write(self, name: str, number: int) -> str:
        """A number of the state, or the name of the place that it is; `-` for none."""
        return ("-", *self.ground.names)[number] if name in self.spots else str(number)

    def _read_spot(self, name: str, text: str) -> int:
        if text != "-" and text not in self.ground.number_of:
            raise KIT.impossible("spot", name=name, text=repr(text[:20]), example=self.ground.names[0])
        return 0 if text == "-" else self.ground.number_of[text] + 1
