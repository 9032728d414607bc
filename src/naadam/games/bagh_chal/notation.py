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

from naadam.core.compiling import PlainRules, fields, record
from naadam.core.contract import StateRecord
from naadam.core.errors import IllegalAction, NotationError
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.refusals import Refusal, refuse
from naadam.core.texts import Texts
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.board import DECLINE, EXCHANGE, Grid
from naadam.games.bagh_chal.rules import clauses
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
)
from naadam.kit.bits import with_plain_numbers
from naadam.kit.moves import MOVE, PUT, Act
from naadam.kit.rows import read_number, read_rows, write_rows

plain = PlainRules(rules)

DECLINED = "--"
SIDES = "GB"
KINDS = {"A": "alpha", "B": "tiger", "G": "goat", "K": "buck"}
SEAT_OF = {"G": GOATS, "K": GOATS, "B": TIGERS}
LARGEST = 99

TEXTS = Texts(__package__)
impossible, unreadable = TEXTS.impossible, TEXTS.unreadable


_MOVE = re.compile(r"([GBK]?)(x?)([a-z]?\d{1,2})(?:([-x]?)([a-z]?\d{1,2}))?")
_DIGITS = re.compile(r"([GBK]?)(x?)(\d\d)(-?)(\d\d)?")


class Notation(notation.Notation):
    """Reads and writes moves and positions on one board."""

    def __init__(self, grid: Grid, tables: Tables) -> None:
        self.grid = grid
        self.tables = with_plain_numbers(tables)
        self.moves = grid.moves
        self.point_of = dict(grid.number_of)
        width = len(grid.rows[0])
        if all(len(row) == width for row in grid.rows) and width < 10 and len(grid.rows) < 10:
            for down, row in enumerate(grid.rows, 1):
                self.point_of |= {f"{down}{across}": point for across, point in enumerate(row, 1)}

    # --- moves ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        kind, source, target = self.moves.split(action)
        names = self.grid.names
        if kind != MOVE:
            return DECLINED if kind == DECLINE else f"{'G' if kind == PUT else 'K'}{names[target]}"
        if seat == TIGERS:
            captures = plain.is_capture(self.tables, state, source, target)
            return f"B{'x' if captures else ''}{names[source]}{names[target]}"
        return f"{'K' if source == state.buck else 'G'}{names[source]}{names[target]}"

    def parse(self, state: StateRecord, text: str) -> Move:
        text = text.strip()
        if text == DECLINED:
            return Move(None, self.moves.join(Act(DECLINE)))
        found = _DIGITS.fullmatch(text) or _MOVE.fullmatch(text)
        if found is None:
            raise unreadable("move", text=repr(text[:40]))
        letter, first, second = found[1], found[3], found[5]
        jump = "x" in (found[2], found[4])
        for name in (first, second):
            if name is not None and name not in self.point_of:
                raise unreadable("point", text=repr(text), name=name)
        source = self.point_of[first]
        seat = SEAT_OF.get(letter)
        if second is None:
            if letter == "B" or jump:
                raise unreadable("target", text=repr(text))
            return Move(seat, self.moves.join(Act(EXCHANGE if letter == "K" else PUT, target=source)))
        target = self.point_of[second]
        if source == target:
            raise unreadable("nowhere", text=repr(text))
        if jump and (letter in ("G", "K") or self.tables.between[source, target] == NOWHERE):
            raise unreadable("jump", text=repr(text))
        if jump and self._jumps_a_protected_goat(state, source, target):
            raise unreadable("protected", text=repr(text), plain=f"B{first}{second}")
        if letter == "K" and source != state.buck and state.waiting == 1 << GOATS:
            raise IllegalAction(self._refuse_buck(source))
        return Move(seat, self.moves.join(Act(MOVE, source, target)))

    def _refuse_buck(self, source: int) -> Refusal:
        """BC-44 against a move of the Buck from where it is not: a goat there could make the same move."""
        code = clauses.ONLY_WITH_HEROES if self.tables.alpha == NOWHERE else clauses.BUCK_IS_ELSEWHERE
        return refuse("BC", code, {"source": self.grid.names[source]}, TEXTS)

    def _jumps_a_protected_goat(self, state: StateRecord, source: int, target: int) -> bool:
        """Whether the Buck keeps a goat from being captured by this jump (BC-44)."""
        goat = bool(state.goats >> self.tables.between[source, target] & 1)
        return goat and not plain.is_capture(self.tables, state, source, target)

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        state = fields(state)
        rows = write_rows(self.grid.rows, lambda point: self.letter(state, point))
        side = f"BC-{state.ended}" if state.waiting == 0 else SIDES[state.waiting - 1]
        memory = " ".join(self._format_step(barred) for barred in (state.goats_barred, state.tigers_barred))
        middle = "+" if state.phase != MAIN else "-"
        return f"{rows} {side} {state.hand} {state.captured} {memory} {state.peace} {middle}"

    def letter(self, state: StateRecord, point: int) -> str:
        """The letter of the piece on a point, or nothing."""
        if state.tigers >> point & 1:
            return "A" if point == state.alpha else "B"
        if state.goats >> point & 1:
            return "K" if point == state.buck else "G"
        return ""

    def _format_step(self, barred: int) -> str:
        """The step that may not be undone, of which the way back is kept."""
        if barred == NOWHERE:
            return "-"
        _, target, source = self.moves.split(barred)
        return self.grid.names[source] + self.grid.names[target]

    def parse_position(self, text: str) -> StateRecord:
        fields = text.split()
        if not 4 <= len(fields) <= 8:
            raise impossible("fields")
        rows, side, hand, captured, *rest = fields
        goat_step, tiger_step, peace, middle = (*rest, *"--0-"[len(rest) :])
        state = record(STATE)
        state.alpha = state.buck = NOWHERE
        for point, letter in read_rows(rows, self.grid.rows, "[ABGK]", TEXTS):
            self._put(state, point, letter)
        if side in tuple(SIDES):
            state.waiting = 1 << SIDES.index(side)
        elif side.startswith("BC-"):
            state.ended = read_number(side[3:], "ended", LARGEST, TEXTS)
        else:
            raise impossible("side", text=repr(side[:20]))
        if middle not in ("-", "+"):
            raise impossible("middle", text=repr(middle))
        state.hand = read_number(hand, "hand", LARGEST, TEXTS)
        state.captured = read_number(captured, "captured", LARGEST, TEXTS)
        state.peace = read_number(peace, "peace", PEACEFUL_TURNS, TEXTS)
        state.goats_barred = self._parse_step(goat_step)
        state.tigers_barred = self._parse_step(tiger_step)
        if middle == "+":
            state.phase = EXCHANGED if side == "G" else EXTRA
        return state

    def _put(self, state: StateRecord, point: int, letter: str) -> None:
        field = "tigers" if letter in "AB" else "goats"
        state[field] |= 1 << point
        hero = {"A": "alpha", "K": "buck"}.get(letter)
        if hero:
            if state[hero] != NOWHERE:
                raise impossible(f"one-{hero}")
            state[hero] = point

    def _parse_step(self, text: str) -> int:
        if text == "-":
            return NOWHERE
        try:
            move = self.parse(record(STATE), text)
        except (IllegalAction, NotationError) as error:
            raise impossible("step-form", reason=error.text) from None
        kind, source, target = self.moves.split(move.action)
        if kind != MOVE:
            raise impossible("step-points", text=repr(text))
        return self.moves.join(Act(MOVE, target, source))
