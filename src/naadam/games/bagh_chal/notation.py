"""How moves and positions of Bagh Chal are written (described in docs/notation.md).

Moves: `Gc3` a goat put down, `Gc3c4` a goat's move, `Ba1b1` a tiger's (bagh's), `Bxa1c3` a capture, `Kc3` the
Buck's entry, `Kc3c4` its move, `--` the Alpha's extra move declined. Read as well: moves without the letter,
with a hyphen or an x between the points, and points of a square board as row and column from the top (`G33`).

Positions: `B3B/5/5/5/B3B G 20 0 - - 0 -`: rows from the top (B tiger, A Alpha, G goat, K Buck, numbers for
empty points), who is to move (or the clause that ended the game), goats in hand, goats captured, the last step
of the goats and of the tigers (BC-17), turns without a capture in Phase II, and `+` in the middle of a turn.
The last four may be left out.
"""

from __future__ import annotations

import re

from naadam.core.compiled import plain
from naadam.core.contract import Move, StateRecord
from naadam.core.editing import Edited
from naadam.core.engine import fields, record
from naadam.core.errors import NotationError
from naadam.games.bagh_chal.board import Grid
from naadam.games.bagh_chal.checks import impossible, unreadable
from naadam.games.bagh_chal.rules.state import (
    EXCHANGED,
    EXTRA,
    GOATS,
    MAIN,
    NOWHERE,
    PEACEFUL_TURNS,
    STATE,
    TIGERS,
    Tables,
    is_capture,
)

DECLINE = "--"
KINDS = {"A": "alpha", "B": "tiger", "G": "goat", "K": "buck"}
SEAT_OF = {"G": GOATS, "K": GOATS, "B": TIGERS}

_is_capture = plain(is_capture)

_MOVE = re.compile(r"([GBK]?)(x?)([a-z]?\d{1,2})(?:([-x]?)([a-z]?\d{1,2}))?")
_DIGITS = re.compile(r"([GBK]?x?)(\d\d)-?(\d\d)?")


class Notation:
    """Reads and writes moves and positions on one board."""

    def __init__(self, grid: Grid, tables: Tables) -> None:
        self.grid = grid
        self.tables = tables
        self.point_of = {name: point for point, name in enumerate(grid.names)}
        width = len(grid.rows[0])
        if all(len(row) == width for row in grid.rows) and width < 10 and len(grid.rows) < 10:
            for down, row in enumerate(grid.rows, 1):
                self.point_of |= {f"{down}{across}": point for across, point in enumerate(row, 1)}

    # --- moves ---

    def split(self, action: int) -> tuple[int, int]:
        """Source and target; the target alone is that of a goat put down (both equal) or an exchange (-1)."""
        points = self.tables.points
        if action >= points * points:
            return NOWHERE, action - points * points
        return divmod(action, points)

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        source, target = self.split(action)
        names = self.grid.names
        if source == NOWHERE:
            return DECLINE if target == self.tables.points else f"K{names[target]}"
        if source == target:
            return f"G{names[target]}"
        if seat == TIGERS:
            captures = _is_capture(self.tables, state, source, target)
            return f"B{'x' if captures else ''}{names[source]}{names[target]}"
        return f"{'K' if source == state.buck else 'G'}{names[source]}{names[target]}"

    def parse(self, state: StateRecord, text: str) -> Move:
        text = text.strip()
        points = self.tables.points
        if text == DECLINE:
            return Move(None, points * points + points)
        digits = _DIGITS.fullmatch(text)
        found = _MOVE.fullmatch(text)
        if digits:
            letter, first, second = digits[1][:1], digits[2], digits[3]
            jump = digits[1].endswith("x")
            letter = "" if letter == "x" else letter
        elif found:
            letter, first, second = found[1], found[3], found[5]
            jump = "x" in (found[2], found[4])
        else:
            raise unreadable("move", text=repr(text[:40]))
        for name in (first, second):
            if name is not None and name not in self.point_of:
                raise unreadable("point", text=repr(text), name=name)
        source = self.point_of[first]
        seat = SEAT_OF.get(letter)
        if second is None:
            if letter == "B" or jump:
                raise unreadable("target", text=repr(text))
            return Move(seat, points * points + source if letter == "K" else source * (points + 1))
        target = self.point_of[second]
        if source == target:
            raise unreadable("nowhere", text=repr(text))
        if jump and (letter in ("G", "K") or self.tables.between[source, target] == NOWHERE):
            raise unreadable("jump", text=repr(text))
        if letter == "K" and source != state.buck:
            raise unreadable("buck", text=repr(text), name=first)
        return Move(seat, source * points + target)

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        state = fields(state)
        rows = "/".join(self._format_row(state, row) for row in self.grid.rows)
        side = f"BC-{state.ended}" if state.waiting == 0 else "GB"[int(state.waiting) - 1]
        memory = " ".join(self._format_step(barred) for barred in (state.goats_barred, state.tigers_barred))
        middle = "+" if state.phase != MAIN else "-"
        return f"{rows} {side} {state.hand} {state.captured} {memory} {state.peace} {middle}"

    def write_position(self, edited: Edited) -> str:
        """The line of a position that somebody has put together."""
        letters = {kind: letter for letter, kind in KINDS.items()}
        standing = {self.point_of[point]: letters[kind] for point, kind in edited.pieces.items()}
        rows = "/".join(self._shorten("".join(standing.get(point, ".") for point in row)) for row in self.grid.rows)
        numbers = edited.numbers
        return f"{rows} {'GB'[edited.turn]} {numbers['hand']} {numbers['captured']} - - {numbers['peace']}"

    def letter(self, state: StateRecord, point: int) -> str:
        """What stands on a point, or nothing."""
        if state.tigers >> point & 1:
            return "A" if point == state.alpha else "B"
        if state.goats >> point & 1:
            return "K" if point == state.buck else "G"
        return ""

    def _format_row(self, state: StateRecord, row: tuple[int, ...]) -> str:
        return self._shorten("".join(self.letter(state, point) or "." for point in row))

    @staticmethod
    def _shorten(letters: str) -> str:
        return re.sub(r"\.+", lambda empty: str(len(empty[0])), letters)

    def _format_step(self, barred: int) -> str:
        if barred == NOWHERE:
            return "-"
        target, source = divmod(int(barred), self.tables.points)
        return self.grid.names[source] + self.grid.names[target]

    def parse_position(self, text: str) -> StateRecord:
        """The state that the line tells, its values not yet checked against the rules."""
        fields = text.split()
        if not 4 <= len(fields) <= 8:
            raise impossible("fields")
        rows, side, hand, captured, *rest = fields
        goat_step, tiger_step, peace, middle = (*rest, *"--0-"[len(rest) :])
        state = record(STATE)
        state.alpha = state.buck = NOWHERE
        self._place(state, rows)
        if side in ("G", "B"):
            state.waiting = 1 << "GB".index(side)
        elif side.startswith("BC-"):
            state.ended = _number(side[3:], "ended")
        else:
            raise impossible("side", text=repr(side[:20]))
        if middle not in ("-", "+"):
            raise impossible("middle", text=repr(middle))
        state.hand = _number(hand, "hand")
        state.captured = _number(captured, "captured")
        state.peace = _number(peace, "peace", PEACEFUL_TURNS)
        state.goats_barred = self._parse_step(goat_step)
        state.tigers_barred = self._parse_step(tiger_step)
        if middle == "+":
            state.phase = EXCHANGED if side == "G" else EXTRA
        return state

    def _place(self, state: StateRecord, text: str) -> None:
        lines = text.split("/")
        if len(lines) != len(self.grid.rows):
            raise impossible("rows", wanted=len(self.grid.rows), found=len(lines))
        for line, row in zip(lines, self.grid.rows, strict=True):
            letters = re.sub("[0-9]", _dots, line)
            if len(letters) != len(row):  # a wide row may have ten empty points or more
                letters = re.sub("[0-9]{1,2}", _dots, line)
            if len(letters) != len(row):
                raise impossible("row", row=repr(line), found=len(letters), wanted=len(row))
            for letter, point in zip(letters, row, strict=True):
                if letter in "AB":
                    state.tigers |= 1 << point
                elif letter in "GK":
                    state.goats |= 1 << point
                elif letter != ".":
                    raise impossible("letter", letter=repr(letter), row=repr(line))
                if letter == "A":
                    self._only_one(state.alpha, "one-alpha")
                    state.alpha = point
                elif letter == "K":
                    self._only_one(state.buck, "one-buck")
                    state.buck = point

    def _only_one(self, point: int, key: str) -> None:
        if point != NOWHERE:
            raise impossible(key)

    def _parse_step(self, text: str) -> int:
        if text == "-":
            return NOWHERE
        try:
            move = self.parse(record(STATE), text)
        except NotationError as error:
            raise impossible("step-form", reason=error.text) from None
        source, target = self.split(move.action)
        if source in (NOWHERE, target):
            raise impossible("step-points", text=repr(text))
        return target * self.tables.points + source


def _dots(empty: re.Match[str]) -> str:
    return "." * int(empty[0])


def _number(text: str, counted: str, most: int = 99) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= most):
        raise impossible(f"number-{counted}", most=most, text=repr(text[:20]))
    return int(text)
