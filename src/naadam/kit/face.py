"""The face of simple board games: chips on a plain board, moves by touching source and target."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from naadam.core.compiling import plain, record
from naadam.core.contract import StateRecord
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.parts.notation import Move
from naadam.drawing.description import Description, piece_of
from naadam.drawing.sketch import sketch_board
from naadam.drawing.stage import Stage
from naadam.kit.moves import MOVE, NOWHERE, PUT
from naadam.kit.notation import BoardNotation
from naadam.kit.sketch import sketch_cells
from naadam.kit.stage import plain_stage

if TYPE_CHECKING:
    from naadam.kit.rulebook import BoardGame

TAKEN_KEPT = 1024


class Loose(SimpleNamespace):
    """The fields of a record apart: uncompiled rules read and write them ten times as fast as in a record."""

    __getitem__ = SimpleNamespace.__getattribute__
    __setitem__ = SimpleNamespace.__setattr__


class BoardFace(face.Face):
    """Shows a state with `board` and `turn`; captures are seen by trying a move. Texts: [pieces], [trays] captured,
    and under [actions] the kinds of actions, `move-capture` and `put-capture` where something is captured.
    """

    notation: BoardNotation

    def __init__(self, book: BoardGame, notation: BoardNotation, marked: Collection[int] = ()) -> None:
        super().__init__(notation)
        self.texts = book.texts
        self.rules = book.rules
        self.tables = book.tables
        self.seats = book.sizes.seats
        self.kinds, self.ground, self.moves = notation.kinds, notation.ground, notation.moves
        self.dark, self.marked = book.dark, marked
        self._apply = plain(book.rules.apply)
        self._kept = functools.lru_cache(TAKEN_KEPT)(self._find_taken)
        start = record(book.rules.STATE)
        plain(book.rules.start)(book.tables, start)
        self.of = self.kinds.count(start)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        standing = zip(view.board.tolist(), self.ground.names, strict=True)
        lost = [max(0, had - has) for had, has in zip(self.of, self.kinds.count(view), strict=True)]
        return Description(
            pieces=tuple(piece_of(self.kinds.kinds[number - 1].name, name) for number, name in standing if number),
            turn=int(view.turn) if view.waiting else None,
            winners=winners_of(self.rules, self.tables, view, self.seats),
            counts={"captured": tuple(reversed(lost))} | {name: int(view[name]) for name in self.notation.numbers},
        )

    def set_stage(self, language: str) -> Stage:
        return plain_stage(self.ground, self.kinds, self.texts.sections(language), self.of, self.dark, self.marked)

    def sketch(self, view: StateRecord) -> str:
        def letter(place: int) -> str:
            return self.kinds.letter(view, place)

        return sketch_cells(self.ground, letter) if self.ground.columns else sketch_board(self.ground, letter)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        kind, source, target = self.moves.split(action)
        if kind == MOVE:
            return self.ground.named((source, target))
        named = [self.ground.names[target]] if target != NOWHERE else []
        return named if kind == PUT else [kind, *named]

    def meant(self, state: StateRecord, seat: int, touched: Sequence[str]) -> Move:
        between = " " if touched and touched[0] in self.moves.on_points else ""
        return self.notation.parse(state, between.join(touched))

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        taken = self._taken(state, seat, action)
        return {"captures": list(taken)} if taken else {}

    def _taken(self, state: StateRecord, seat: int, action: int) -> tuple[str, ...]:
        """Where an action takes pieces from the others. It is asked several times for every choice, so it is kept."""
        return self._kept(state.tobytes(), seat, action)

    def _find_taken(self, memory: bytes, seat: int, action: int) -> tuple[str, ...]:
        state = record(self.rules.STATE, memory)
        after = Loose(**{name: state[name].copy() for name in state.dtype.names})
        self._apply(self.tables, after, seat, action)
        sides = self.kinds.sides
        changed = zip(self.ground.names, state.board.tolist(), after.board.tolist(), strict=True)
        return tuple(name for name, was, now in changed if sides[was] == 1 - seat != sides[now])

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        kind = self.moves.split(action).kind
        return f"{kind}-capture" if kind in (MOVE, PUT) and self._taken(state, seat, action) else kind

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        _, source, target = self.moves.split(action)
        if source == NOWHERE:  # an action on one place uses it as source and target
            source = target
        names = {"source": source, "target": target}
        return {name: self.ground.names[place] if place != NOWHERE else "" for name, place in names.items()}
