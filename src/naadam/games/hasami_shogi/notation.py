"""How moves and positions of Hasami Shogi are written (described in docs/notation.md).

Moves: `e2e5`, and `e2xe5` if it captures. Read as well: with a hyphen between the cells (`e2-e5`), and with or
without the x.

Positions: `RRRRRRRRR/RRRR+RRRRR/9/9/9/9/9/GGGG+GGGGG/GGGGGGGGG G 0 -`: rows from the top (G green, R red, a + before
a Shogun, numbers for empty cells), who is to move (when the game is over, who would be), turns without a capture, and
the clause that ended the game. The last two may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from naadam.core.compiled import plain
from naadam.core.contract import WORDING, Move, StateRecord
from naadam.core.editing import Edited
from naadam.core.engine import record
from naadam.games.hasami_shogi.board import CELL_OF, NAMES
from naadam.games.hasami_shogi.check import impossible, unreadable
from naadam.games.hasami_shogi.rules.captures import captures
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    NOWHERE,
    PEACEFUL_TURNS,
    SIDE,
    STATE,
    Tables,
    far_bit,
    holds,
    near_bit,
)

LETTERS = "GR"

_captures = plain(captures)
_near_bit = plain(near_bit)
_far_bit = plain(far_bit)
_holds = plain(holds)

_MOVE = re.compile("([a-z][0-9])[-x]?([a-z][0-9])")
_END = re.compile(r"HS-([0-9]{1,2})(?:\.([1-9]))?")


def write_rows(letters: Sequence[str]) -> str:
    """The rows from the top, of the letters of all cells."""
    lines = ("".join(letter or "." for letter in letters[SIDE * r : SIDE * r + SIDE]) for r in range(SIDE - 1, -1, -1))
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), line) for line in lines)


class Notation:
    """Reads and writes moves and positions."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # --- moves ---

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        source, target = divmod(action, CELLS)
        taken = any(_captures(self.tables, state, seat, source, target))
        return f"{NAMES[source]}{'x' if taken else ''}{NAMES[target]}"

    def parse(self, state: StateRecord, text: str) -> Move:
        found = _MOVE.fullmatch(text.strip())
        if not found:
            raise unreadable("move", text=repr(text.strip()[:40]))
        for name in found.groups():
            if name not in CELL_OF:
                raise unreadable("cell", text=repr(text.strip()), name=name)
        source, target = (CELL_OF[name] for name in found.groups())
        if source == target:
            raise unreadable("nowhere", text=repr(text.strip()))
        return Move(None, source * CELLS + target)

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        rows = write_rows([self.letter(state, cell) for cell in range(CELLS)])
        wording, clause = divmod(int(state.ended), WORDING)
        end = "-" if not clause else f"HS-{clause}.{wording}" if wording else f"HS-{clause}"
        return f"{rows} {LETTERS[state.turn]} {state.peace} {end}"

    def letter(self, state: StateRecord, cell: int) -> str:
        """The piece on a cell, `+` before a Shogun; nothing if it is empty."""
        for seat, letter in enumerate(LETTERS):
            if _holds(int(state.near[seat]), int(state.far[seat]), cell):
                return f"+{letter}" if state.shogun[seat] == cell else letter
        return ""

    def write_position(self, edited: Edited) -> str:
        """The position that is chosen, possible or not."""
        letters = {"samurai-0": "G", "samurai-1": "R", "shogun-0": "+G", "shogun-1": "+R"}
        held = {CELL_OF[point]: letters[kind] for point, kind in edited.pieces.items()}
        rows = write_rows([held.get(cell, "") for cell in range(CELLS)])
        return f"{rows} {LETTERS[edited.turn]} {edited.numbers['quiet_turns']} -"

    def parse_position(self, text: str) -> StateRecord:
        """The state that the line tells, its values not yet checked against the rules."""
        fields = text.split()
        if not 2 <= len(fields) <= 4:
            raise impossible("fields")
        rows, side, peace, end = (*fields, *("0", "-")[len(fields) - 2 :])
        state = record(STATE)
        state.shogun[:] = NOWHERE
        self._place(state, rows)
        if side not in ("G", "R"):
            raise impossible("side", text=repr(side[:20]))
        state.turn = LETTERS.index(side)
        if not (peace.isascii() and peace.isdigit() and len(peace) <= 3 and int(peace) <= PEACEFUL_TURNS):
            raise impossible("number-peace", most=PEACEFUL_TURNS, text=repr(peace[:20]))
        state.peace = int(peace)
        if end == "-":
            state.waiting = 1 << state.turn
        elif found := _END.fullmatch(end):
            state.ended = int(found[1]) + WORDING * int(found[2] or 0)
        else:
            raise impossible("number-end", text=repr(end[:20]))
        return state

    def _place(self, state: StateRecord, text: str) -> None:
        lines = text.split("/")
        if len(lines) != SIDE:
            raise impossible("rows", wanted=SIDE, found=len(lines))
        for rank, line in enumerate(reversed(lines)):
            pieces = re.findall(r"\+?.", re.sub("[1-9]", lambda empty: "." * int(empty[0]), line))
            if len(pieces) != SIDE:
                raise impossible("row", row=repr(line[:20]), found=len(pieces), wanted=SIDE)
            for file, piece in enumerate(pieces):
                if piece != ".":
                    self._put(state, SIDE * rank + file, piece)

    def _put(self, state: StateRecord, cell: int, piece: str) -> None:
        letter = piece[-1]
        if letter not in LETTERS:
            raise impossible("letter", letter=repr(piece), cell=NAMES[cell])
        seat = LETTERS.index(letter)
        state.near[seat] |= _near_bit(cell)
        state.far[seat] |= _far_bit(cell)
        if len(piece) == 2:
            if state.shogun[seat] != NOWHERE:
                raise impossible("one-shogun")
            state.shogun[seat] = cell
