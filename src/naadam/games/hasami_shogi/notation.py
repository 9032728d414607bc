"""How moves and positions of Hasami Shogi are written (described in docs/notation.md).

Moves: `e2e5`, and `e2xe5` if it captures. Read as well: with a hyphen between the cells (`e2-e5`), and with or
without the x.

Positions: `RRRRRRRRR/RRRR+RRRRR/9/9/9/9/9/GGGG+GGGGG/GGGGGGGGG G 0 -`: rows from the top (G green, R red, a + before
a Shogun, numbers for empty cells), who is to move (when the game is over, who would be), turns without a capture, and
the clause that ended the game. The last two may be left out.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from naadam.core.compiling import PlainRules, fields, record
from naadam.core.contract import WORDING, StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.texts import Texts
from naadam.games.hasami_shogi import rules
from naadam.games.hasami_shogi.board import CELL_OF, NAMES, ROWS, cells_of, winning_line
from naadam.games.hasami_shogi.rules.state import (
    CELLS,
    GREEN,
    NEAR,
    NOWHERE,
    PEACEFUL_TURNS,
    RED,
    SIDE,
    STATE,
    Tables,
)
from naadam.kit.rows import read_number, write_rows

plain = PlainRules(rules)

LETTERS = "GR"
PIECES = {"G": ("samurai", GREEN), "R": ("samurai", RED), "+G": ("shogun", GREEN), "+R": ("shogun", RED)}
ACTS_KEPT = 1024  # more than a position has choices
STATES_KEPT = 8

TEXTS = Texts(__package__)
impossible, unreadable = TEXTS.impossible, TEXTS.unreadable


def _cells_around(cell: int, *, straight: bool) -> int:
    """The cells next to one, as a set: those of its row and column, or all eight."""
    rank, file = divmod(cell, SIDE)
    steps = [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if (up, right) != (0, 0)]
    cells = [
        (rank + up) * SIDE + file + right
        for up, right in steps
        if 0 <= rank + up < SIDE and 0 <= file + right < SIDE and not (straight and up and right)
    ]
    return sum(1 << each for each in cells)


BESIDE = tuple(_cells_around(cell, straight=True) for cell in range(CELLS))
AROUND = tuple(_cells_around(cell, straight=False) for cell in range(CELLS))

_MOVE = re.compile("([a-z][0-9])[-x]?([a-z][0-9])")
_END = re.compile(r"HS-([0-9]{1,2})(?:\.([1-9]))?")


class Act(NamedTuple):
    """A move taken apart: its cells by name, and its effects."""

    source: str
    target: str
    shogun: bool  # whether a Shogun makes it
    taken: tuple[str, ...]  # where it captures
    line: tuple[str, ...]  # the line it wins by (HS-8)


class Notation(notation.Notation):
    """Reads and writes moves and positions."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._acts = functools.lru_cache(ACTS_KEPT)(self._take_apart)

    # --- moves ---

    def take_apart(self, state: StateRecord, seat: int, action: int) -> Act:
        """Asked several times for every choice, so the results are cached."""
        return self._acts(state.tobytes(), seat, action)

    def _take_apart(self, memory: bytes, seat: int, action: int) -> Act:
        """Captures and lines are looked for only next to other pieces, because most moves end away from them."""
        state = _read(memory)
        source, target = divmod(action, CELLS)
        names = NAMES[source], NAMES[target]
        if seat not in (GREEN, RED):
            return Act(*names, False, (), ())
        taken: tuple[str, ...] = ()
        line: tuple[str, ...] = ()
        if BESIDE[target] & (state.near[1 - seat] | state.far[1 - seat] << NEAR):
            found = plain.captures(self.tables, state, seat, source, target)
            taken = tuple(NAMES[cell] for cell in cells_of(*found))
        if AROUND[target] & state.near[seat] & ~(1 << source) and not self.tables.war:
            near = state.near[seat] & ~plain.near_bit(source) | plain.near_bit(target)
            line = winning_line(near) if plain.has_line(near) else ()
        return Act(*names, source == state.shogun[seat], taken, line)

    def over(self, state: StateRecord, action: int) -> str:
        """The first piece on the way of a move, or else its target."""
        return NAMES[first_on_the_way(_read(state.tobytes()), *divmod(action, CELLS))]

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        act = self.take_apart(state, seat, action)
        return f"{act.source}{'x' if act.taken else ''}{act.target}"

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
        state = fields(state)
        wording, clause = divmod(state.ended, WORDING)
        end = "-" if not clause else f"HS-{clause}.{wording}" if wording else f"HS-{clause}"
        return f"{write_rows(ROWS, self.letters(state).__getitem__)} {LETTERS[state.turn]} {state.peace} {end}"

    def letters(self, state: StateRecord) -> list[str]:
        """The piece on every cell, `+` before a Shogun; nothing where it is empty."""
        letters = [""] * CELLS
        for seat, letter in enumerate(LETTERS):
            for cell in cells_of(state.near[seat], state.far[seat]):
                letters[cell] = f"+{letter}" if cell == state.shogun[seat] else letter
        return letters

    def parse_position(self, text: str) -> StateRecord:
        words = text.split()
        if not 2 <= len(words) <= 4:
            raise impossible("fields")
        rows, side, peace, end = (*words, *("0", "-")[len(words) - 2 :])
        state = record(STATE)
        state.shogun[:] = NOWHERE
        self._place(state, rows)
        if side not in ("G", "R"):
            raise impossible("side", text=repr(side[:20]))
        state.turn = LETTERS.index(side)
        state.peace = read_number(peace, "peace", PEACEFUL_TURNS, TEXTS)
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
        state.near[seat] |= plain.near_bit(cell)
        state.far[seat] |= plain.far_bit(cell)
        if len(piece) == 2:
            if state.shogun[seat] != NOWHERE:
                raise impossible("one-shogun")
            state.shogun[seat] = cell


@functools.lru_cache(STATES_KEPT)
def _read(memory: bytes) -> StateRecord:
    """A state as plain numbers."""
    return fields(record(STATE, memory))


def first_on_the_way(state: StateRecord, source: int, target: int) -> int:
    """The first piece between two cells of a row, column or diagonal, or else the target."""
    up, right = abs(target // SIDE - source // SIDE), abs(target % SIDE - source % SIDE)
    if source == target or (up != right and up and right):
        return target
    held = state.near[GREEN] | state.near[RED] | (state.far[GREEN] | state.far[RED]) << NEAR
    step = plain.step_between(source, target)
    return next((cell for cell in range(source + step, target, step) if held >> cell & 1), target)
