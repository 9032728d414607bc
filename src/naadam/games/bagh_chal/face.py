"""The face of Bagh Chal: pieces on and off the board, gestures, and words for moves."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import ClassVar

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.seats import seats_in
from naadam.core.texts import Texts
from naadam.drawing.description import Description, Saying, piece_of
from naadam.drawing.sketch import sketch_board
from naadam.drawing.stage import Stage
from naadam.games.bagh_chal import rules
from naadam.games.bagh_chal.board import DECLINE, EXCHANGE, Grid
from naadam.games.bagh_chal.drawing.stage import set_stage
from naadam.games.bagh_chal.notation import KINDS, Notation
from naadam.games.bagh_chal.rules.state import (
    CAPTURES_TO_WIN,
    EXCHANGED,
    EXTRA,
    GOATS,
    NOWHERE,
    TIGERS,
    Tables,
)
from naadam.kit.bits import bits_in, with_plain_numbers
from naadam.kit.moves import MOVE, PUT

plain = PlainRules(rules)

TEXTS = Texts(__package__)


@functools.cache
def _saying(task: str, seat: int) -> Saying:
    """The instruction for a seat, cached because there are few."""
    return Saying(task, seat=seat)


class Face(face.Face):
    colours: ClassVar = {"B": "bold red", "A": "bold yellow", "G": "bold cyan", "K": "bold magenta"}
    notation: Notation

    def __init__(self, grid: Grid, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.grid = grid
        self.tables = with_plain_numbers(tables)
        self.moves = grid.moves
        self._unmarked = {letter: [piece_of(kind, name) for name in grid.names] for letter, kind in KINDS.items()}

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        view = fields(view)
        targets = {tiger: plain.tiger_targets(self.tables, view, tiger) for tiger in bits_in(view.tigers)}
        trapped = [tiger for tiger, reached in targets.items() if not reached]
        protected = 0 if view.buck == NOWHERE else self.tables.neighbours[view.buck] & view.goats
        tigers, goats = self._unmarked["B"], self._unmarked["G"]
        pieces = {point: tigers[point] for point in targets} | {point: goats[point] for point in bits_in(view.goats)}
        for leader, letter in (view.alpha, "A"), (view.buck, "K"):
            if leader in pieces:  # which a Buck that was captured is not
                pieces[leader] = self._unmarked[letter][leader]
        for mark, marked in ("trapped", trapped), ("protected", bits_in(protected)):
            for point in marked:
                pieces[point] = piece_of(pieces[point].kind, pieces[point].point, marks=(mark,))
        return Description(
            pieces=tuple([pieces[point] for point in sorted(pieces)]),
            turn=None if view.waiting == 0 else view.waiting - 1,
            winners=winners_of(rules, self.tables, view, 2),
            counts={
                "hand": view.hand,
                "captured": view.captured,
                "peace": view.peace,
                "trapped": len(trapped),
                "buck_beside": int(self.tables.alpha != NOWHERE and view.buck == NOWHERE),
            },
            tasks=tuple([_saying(self._task(view, targets), seat) for seat in seats_in(view.waiting)]),
        )

    def _task(self, view: StateRecord, targets: Mapping[int, int]) -> str:
        """The instruction for the side to act, as a key of the texts."""
        if view.waiting == 1 << GOATS:
            task = "put-goat" if view.hand else "move-goat"
            return f"{task}-or-buck" if plain.may_exchange(self.tables, view) else task
        if view.phase == EXTRA:
            return "move-alpha"
        captures = any(
            plain.is_capture(self.tables, view, tiger, target)
            for tiger, reached in targets.items()
            for target in bits_in(reached)
        )
        return "capture-or-move" if captures else "move-tiger"

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.grid, TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        return sketch_board(self.grid, lambda point: self.notation.letter(view, point))

    def status(self, view: StateRecord, language: str = "en") -> str:
        numbers = {"hand": str(view.hand), "captured": str(view.captured), "needed": str(CAPTURES_TO_WIN)}
        lines = [TEXTS.get("board", "status", language, **numbers)]
        if view.phase == EXTRA:
            lines.append(TEXTS.get("board", "extra-move", language))
        elif view.phase == EXCHANGED:
            lines.append(TEXTS.get("board", "exchanged", language))
        elif view.waiting == 1 << GOATS and plain.may_exchange(self.tables, view):
            lines.append(TEXTS.get("board", "buck-may-enter", language))
        return " ".join(lines)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        kind, source, target = self.moves.split(action)
        if kind == MOVE:
            return self.grid.named((source, target))
        return ["decline"] if kind == DECLINE else [*(("buck",) if kind == EXCHANGE else ()), self.grid.names[target]]

    def lasts(self, seat: int, action: int) -> bool:
        """True for goats put down, and for all moves of games without Alpha and Buck, in which every jump captures."""
        return self.tables.alpha == NOWHERE or self.moves.split(action)[0] == PUT

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        if seat != TIGERS:
            return {}
        kind, source, target = self.moves.split(action)
        if kind != MOVE or not plain.is_capture(self.tables, state, source, target):
            return {}
        return {"captures": [self.grid.names[self.tables.between[source, target]]]}

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        kind, source, target = self.moves.split(action)
        if kind != MOVE:
            return kind
        if seat == GOATS:
            return "move-buck" if source == state.buck else "move-goat"
        if plain.is_capture(self.tables, state, source, target):
            return "capture-buck" if self.tables.between[source, target] == state.buck else "capture"
        return "jump" if self.tables.between[source, target] != NOWHERE else "walk"

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        _, source, target = self.moves.split(action)
        names = self.grid.names
        over = self.tables.between[source, target] if source != NOWHERE else NOWHERE
        return {
            "source": names[source if source != NOWHERE else target],
            "target": names[target],
            "over": names[over] if over != NOWHERE else names[target],
            "goats": str(self.grid.goats),
        }
