"""How moves and positions of Jarmo are written (described in docs/notation.md).

Moves: `a1c2`, `a1xc2` with a capture, `+c1` a soldier put down, `Tc5` a guard turned over (JA-32), `keep` and `none`
for a soldier that might come back, `pass`. Read as well: `a1-c2`, and a point alone for a soldier put there.

Positions: `aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - -`: rows from the top (A archer, G guard, small letters for blue, `*`
behind a golden soldier, `(aA)` a stack from its top down, numbers for empty points), who is to move (or the clause
that ended the game, and the winner), soldiers in hand, soldiers captured, the last step of green and of blue (JA-12),
turns without progress (JA-14), `m` while the remote camps lie there, and `r` or `c` in the middle of a turn.
All from the hands on may be left out.
"""

from __future__ import annotations

import re

from naadam.core.compiling import fields, record
from naadam.core.contract import StateRecord
from naadam.core.parts import notation
from naadam.core.parts.notation import Move
from naadam.core.texts import Texts
from naadam.games.jarmo.board import Grid
from naadam.games.jarmo.rules.state import (
    BLUE,
    GREEN,
    NOWHERE,
    PEACEFUL_TURNS,
    STATE,
    STEPS_IN_A_ROW,
    Tables,
)
from naadam.kit.moves import MOVE, PUT, Act, Moves
from naadam.kit.rows import read_number, write_rows

SIDES = "GB"
STAGES = "-rc"
WORDS = ("keep", "none", "pass")  # KEEP, NONE and PASS of the rules
LETTERS = {(GREEN, False): "A", (GREEN, True): "G", (BLUE, False): "a", (BLUE, True): "g"}

TEXTS = Texts(__package__)
impossible, unreadable = TEXTS.impossible, TEXTS.unreadable

_MOVE = re.compile(r"([a-z]\d{1,2})[-x]?([a-z]\d{1,2})")
_POINT = re.compile(r"([+T]?)([a-z]\d{1,2})")
_SOLDIER = re.compile(r"[0-9]{1,2}|([AGag])(\*?)|\(([AGag])(\*?)([Aa]{1,2})\)")
_STEP = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})(?:\*([1-4]))?")


class Notation(notation.Notation):
    """Reads and writes moves and positions on one board."""

    def __init__(self, grid: Grid, tables: Tables) -> None:
        self.grid = grid
        self.tables = tables
        self.moves = Moves(tables.points, ("turn",), WORDS)
        self.point_of = {name: point for point, name in enumerate(grid.names)}

    # --- moves ---

    def captures(self, state: StateRecord, seat: int, act: Act) -> bool:
        """Whether a soldier of another seat stands where a move leads."""
        others = [owner for owner in (GREEN, BLUE) if owner != seat] if act.kind == MOVE else []
        return any(state.tops[owner] >> act.target & 1 for owner in others)

    def format(self, state: StateRecord, seat: int, action: int) -> str:
        act, names = self.moves.split(action), self.grid.names
        if act.kind == MOVE:
            return names[act.source] + ("x" if self.captures(state, seat, act) else "") + names[act.target]
        if act.kind in (PUT, "turn"):
            return ("+" if act.kind == PUT else "T") + names[act.target]
        return act.kind

    def parse(self, state: StateRecord, text: str) -> Move:
        return Move(None, self.moves.join(self._parse(state, text.strip())))

    def _parse(self, state: StateRecord, text: str) -> Act:
        if text in WORDS:
            return Act(text)
        found = _MOVE.fullmatch(text)
        if found:
            source, target = self._point(text, found[1]), self._point(text, found[2])
            if source == target:
                raise unreadable("nowhere", text=repr(text))
            return Act(MOVE, source, target)
        alone = _POINT.fullmatch(text)
        if alone is None:
            raise unreadable("move", text=repr(text[:40]))
        point = self._point(text, alone[2])
        turned = alone[1] == "T" or (not alone[1] and state.guards >> point & 1)
        return Act("turn" if turned else PUT, target=point)

    def _point(self, text: str, name: str) -> int:
        if name not in self.point_of:
            raise unreadable("point", text=repr(text), name=name)
        return self.point_of[name]

    # --- positions ---

    def format_position(self, state: StateRecord) -> str:
        state = fields(state)
        rows = write_rows(self.grid.rows, lambda point: self.letters(state, point))
        side = SIDES[state.waiting - 1]
        if state.waiting == 0:
            side = f"JA-{state.ended}:{'=' if state.winner == NOWHERE else SIDES[state.winner]}"
        steps = " ".join(self._format_step(state.last[seat], state.row[seat]) for seat in (GREEN, BLUE))
        hand, captured = ("-".join(map(str, counts)) for counts in (state.hand, state.captured))
        markers = "m" if state.markers else "-"
        return f"{rows} {side} {hand} {captured} {steps} {state.peace} {markers} {STAGES[state.phase]}"

    def below(self, state: StateRecord, point: int) -> list[int]:
        """Whose golden soldiers lie below the top of a point, from above."""
        lying = [seat for seat in (GREEN, BLUE) if state.golden[seat] == point and state.depth[seat] > 0]
        return sorted(lying, key=lambda seat: int(state.depth[seat]))

    def letters(self, state: StateRecord, point: int) -> str:
        """The letters of the soldiers on a point, or nothing."""
        for seat in (GREEN, BLUE):
            if state.tops[seat] >> point & 1:
                top = LETTERS[seat, bool(state.guards >> point & 1)]
                top += "*" if state.golden[seat] == point and state.depth[seat] == 0 else ""
                lying = "".join(LETTERS[owner, False] for owner in self.below(state, point))
                return f"({top}{lying})" if lying else top
        return ""

    def _format_step(self, last: int, row: int) -> str:
        if last == NOWHERE:
            return "-"
        source, target = divmod(int(last), self.tables.points)
        return self.grid.names[source] + self.grid.names[target] + (f"*{row}" if row > 1 else "")

    def parse_position(self, text: str) -> StateRecord:
        words = text.split()
        if not 2 <= len(words) <= 9:
            raise impossible("fields")
        state = record(STATE)
        state.winner = NOWHERE
        self._place(state, words[0])
        self._read_side(state, words[1])
        usual = ["0-0", "", "-", "-", "0", "m" if self.tables.markers else "-", "-"]
        hand, captured, green, blue, peace, markers, stage = words[2:] + usual[len(words) - 2 :]
        for seat, number in enumerate(self._pair(hand, "hand")):
            state.hand[seat] = number
        missing = [max(0, self.tables.soldiers - self.count(state, seat)) for seat in (GREEN, BLUE)]
        for seat, number in enumerate(self._pair(captured, "captured") if captured else missing):
            state.captured[seat] = number
        for seat, step in enumerate((green, blue)):
            state.last[seat], state.row[seat] = self._parse_step(step)
        state.peace = read_number(peace, "peace", PEACEFUL_TURNS, TEXTS)
        if markers not in ("m", "-") or len(stage) != 1 or stage not in STAGES:
            raise impossible("last-fields")
        state.markers = self.tables.markers if markers == "m" else 0
        if markers == "m" and not self.tables.markers:
            raise impossible("no-markers")
        state.phase = STAGES.index(stage)
        return state

    def count(self, state: StateRecord, seat: int) -> int:
        """The seat's soldiers that are neither captured nor, a golden one, lost."""
        lost = bool(self.tables.golden[seat] != NOWHERE and state.golden[seat] == NOWHERE)
        return int(state.tops[seat]).bit_count() + int(state.depth[seat] > 0) + int(state.hand[seat]) + lost

    def _read_side(self, state: StateRecord, side: str) -> None:
        if side in tuple(SIDES):
            state.waiting = 1 << SIDES.index(side)
            return
        over = re.fullmatch(r"JA-(\d{1,2}):([GB=])", side)
        if over is None:
            raise impossible("side", text=repr(side[:20]))
        state.ended = int(over[1])
        state.winner = NOWHERE if over[2] == "=" else SIDES.index(over[2])

    def _place(self, state: StateRecord, text: str) -> None:
        lines = text.split("/")
        if len(lines) != len(self.grid.rows):
            raise impossible("rows", wanted=len(self.grid.rows), found=len(lines))
        for seat in (GREEN, BLUE):
            state.golden[seat] = state.last[seat] = NOWHERE
        for line, row in zip(lines, self.grid.rows, strict=True):
            column = end = 0
            while end < len(line):
                found = _SOLDIER.match(line, end)
                if found is None:
                    raise impossible("letter", text=repr(line[end:][:10]))
                end = found.end()
                if found[0].isdigit():
                    column += int(found[0])
                elif column < len(row):
                    self._put(state, row[column], found)
                    column += 1
                else:
                    column += 1
            if column != len(row):
                raise impossible("row", row=repr(line[:40]), found=column, wanted=len(row))

    def _put(self, state: StateRecord, point: int, found: re.Match[str]) -> None:
        top, star, lying = found[1] or found[3], found[2] or found[4], found[5] or ""
        owner = GREEN if top.isupper() else BLUE
        state.tops[owner] |= 1 << point
        if top in "Gg":
            state.guards |= 1 << point
        golden = [(owner, 0)] if star else []
        golden += [(GREEN if letter == "A" else BLUE, depth) for depth, letter in enumerate(lying, 1)]
        for seat, depth in golden:
            if state.golden[seat] != NOWHERE:
                raise impossible("one-golden")
            state.golden[seat], state.depth[seat] = point, depth

    def _pair(self, text: str, counted: str) -> tuple[int, int]:
        green, dash, blue = text.partition("-")
        if not dash:
            raise impossible(f"pair-{counted}", text=repr(text[:20]))
        most = self.tables.soldiers
        return read_number(green, counted, most, TEXTS), read_number(blue, counted, most, TEXTS)

    def _parse_step(self, text: str) -> tuple[int, int]:
        if text == "-":
            return NOWHERE, 0
        found = _STEP.fullmatch(text)
        if found is None or found[1] not in self.point_of or found[2] not in self.point_of:
            raise impossible("step-form", most=STEPS_IN_A_ROW, text=repr(text[:20]))
        action = self.point_of[found[1]] * self.tables.points + self.point_of[found[2]]
        return action, int(found[3] or 1)
