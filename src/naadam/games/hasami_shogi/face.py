"""The face of Hasami Shogi: pieces, previews of captures, gestures, and words for moves."""

from __future__ import annotations

from typing import ClassVar

from naadam.core.compiling import PlainRules, fields
from naadam.core.contract import StateRecord
from naadam.core.parts import face
from naadam.core.parts.face import winners_of
from naadam.core.texts import Texts
from naadam.drawing.description import Description, Saying, piece_of
from naadam.drawing.stage import Stage
from naadam.games.hasami_shogi import rules
from naadam.games.hasami_shogi.board import GROUND, NAMES, winning_line
from naadam.games.hasami_shogi.drawing.stage import set_stage
from naadam.games.hasami_shogi.notation import PIECES, Notation
from naadam.games.hasami_shogi.rules import clauses
from naadam.games.hasami_shogi.rules.state import CELLS, GREEN, RED, SIDE, Tables
from naadam.kit.sketch import sketch_cells

plain = PlainRules(rules)

TEXTS = Texts(__package__)
CAMPS = (1, SIDE - 3)  # the rows below the edges of camp and battlefield, from 0


class Face(face.Face):
    colours: ClassVar = {"G": "bold green", "R": "bold red", r"\+G": "bold reverse green", r"\+R": "bold reverse red"}
    notation: Notation

    def __init__(self, tables: Tables, notation: Notation) -> None:
        super().__init__(notation)
        self.tables = tables

    # --- pictures ---

    def describe(self, view: StateRecord) -> Description:
        view = fields(view)
        letters = zip(NAMES, self.notation.letters(view), strict=True)
        return Description(
            pieces=tuple(piece_of(PIECES[letter][0], name, PIECES[letter][1]) for name, letter in letters if letter),
            turn=view.turn if view.waiting else None,
            winners=winners_of(rules, self.tables, view, 2),
            decisive=winning_line(view.near[1 - view.turn]) if view.ended == clauses.FIVE_IN_LINE else (),
            counts={"captured": self._captured(view), "peace": view.peace},
            tasks=(Saying("move-piece", seat=view.turn),) if view.waiting else (),
        )

    def _captured(self, view: StateRecord) -> tuple[int, ...]:
        """How many pieces each seat has captured."""
        return tuple(int(plain.captured_by(self.tables, view, seat)) for seat in (GREEN, RED))

    def set_stage(self, language: str) -> Stage:
        return set_stage(self.tables, TEXTS.sections(language))

    def sketch(self, view: StateRecord) -> str:
        letters = self.notation.letters(view)
        return sketch_cells(GROUND, letters.__getitem__, edges=() if self.tables.war else CAMPS)

    def status(self, view: StateRecord, language: str = "en") -> str:
        green, red = self._captured(view)
        needed, quiet = self.tables.captures, view.peace
        return TEXTS.get("board", "status", language, green=green, red=red, needed=needed, quiet=quiet)

    # --- gestures ---

    def gesture(self, state: StateRecord, seat: int, action: int) -> list[str]:
        return [NAMES[cell] for cell in divmod(action, CELLS)]

    def preview(self, state: StateRecord, seat: int, action: int) -> dict[str, list[str]]:
        act = self.notation.take_apart(state, seat, action)
        return {name: list(cells) for name, cells in (("captures", act.taken), ("line", act.line)) if cells}

    # --- words ---

    def phrase(self, state: StateRecord, seat: int, action: int) -> str:
        act = self.notation.take_apart(state, seat, action)
        way = "slide" if self.notation.over(state, action) == act.target else "jump"
        return f"{'shogun' if act.shogun else 'samurai'}-{way}{'-capture' if act.taken else ''}"

    def parameters(self, state: StateRecord, seat: int, action: int) -> dict[str, str]:
        act = self.notation.take_apart(state, seat, action)
        return {
            "source": act.source,
            "target": act.target,
            "over": self.notation.over(state, action),
            "taken": ", ".join(act.taken),
            "captures": str(self.tables.captures),
        }
