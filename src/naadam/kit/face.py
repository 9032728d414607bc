"""The face of simple board games: chips on a plain board, moves by touching source and target."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from naadam.core import face
from naadam.core.compiling import plain, record
from naadam.core.contract import StateRecord
from naadam.core.face import winners_of
from naadam.core.notation import Move
from naadam.core.rulebook import Rulebook
from naadam.drawing.description import Description, Piece
from naadam.drawing.sketch import sketch_board
from naadam.drawing.stage import Stage
from naadam.kit.moves import MOVE, NOWHERE, PUT, Act
from naadam.kit.notation import BoardNotation
from naadam.kit.sketch import sketch_cells
from naadam.kit.stage import plain_stage


class BoardFace(face.Face):
    """Shows a state with `board` and `turn`; captures are seen by trying a move. Texts: [pieces], [trays] captured,
    and under [actions] the kinds of actions, `move-capture` and `put-capture` where something is captured.
    """

    notation: BoardNotation

    def __init__(self, book: Rulebook, notation: BoardNotation, marked: Collection[int] = ()) -> None:
        super().__init__(notation)
        self.texts = book.texts
        self.rules = book.rules
        self.tables = book.tables
        self.seats = book.sizes.seats
        self.kinds, self.ground, self.moves = notation.kinds, notation.ground, notation.moves
        self.marked = marked
        self._apply = plain(book.rules.apply)
        start = record(book.rules.STATE)
        plain(book.rules.start)(book.tables, start)
        self.of = self.kinds.count(start)

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        standing = ((self.kinds.on(view, place), name) for place, name in enumerate(self.ground.names))
        lost = [max(0, had - has) for had, has in zip(self.of, self.kinds.count(view), strict=True)]
        return Description(
            pieces=tuple(Piece(kind.name, name) for kind, name in standing if kind),
            turn=int(view.turn) if view.waiting else None,
            winners=winners_of(self.rules, self.tables, view, self.seats),
            counts={"captured": tuple(reversed(lost))} | {name: int(view[name]) for name in self.notation.numbers},
        )

    def set_stage(self, language: str) -> Stage:
        return plain_stage(self.ground, self.kinds, self.texts.sections(language), self.of, self.marked)

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
        if len(touched) == 1 and touched[0] in self.ground.number_of:  # a place alone: nothing is to be done there
            place = self.ground.number_of[touched[0]]
            return Move(None, self.moves.join(Act(PUT, target=place)))
        return super().meant(state, seat, touched)

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        taken = self._taken(state, seat, action)
        return {"captures": taken} if taken else {}

    def _taken(self, state: StateRecord, seat: int, action: int) -> list[str]:
        """The places of the others' pieces that an action takes from the board."""
        after = state.copy()
        self._apply(self.tables, after, seat, action)
        gone = np.flatnonzero((state.board != 0) & (after.board == 0)).tolist()
        kinds = ((place, self.kinds.on(state, place)) for place in gone)
        return [self.ground.names[place] for place, kind in kinds if kind and kind.seat != seat]

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        kind = self.moves.split(action).kind
        return f"{kind}-capture" if kind in (MOVE, PUT) and self._taken(state, seat, action) else kind

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        _, source, target = self.moves.split(action)
        names = {"source": source, "target": target}
        return {name: self.ground.names[place] if place != NOWHERE else "" for name, place in names.items()}
