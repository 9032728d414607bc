"""The pieces of a game whose state has an array `board`: 0 for an empty place, and a number for each kind of piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naadam.core.contract import StateRecord


class Kind(NamedTuple):
    """A kind of piece: the letter that stands for it, its name (a key of the texts [pieces]), its side, and the most of
    them that can be on the board. No position has more, so a game can promise its sizes by them. A `crowned` piece
    stands out from the others of its side.
    """

    letter: str
    name: str
    seat: int
    most: int
    crowned: bool = False


class Kinds:
    """All kinds of pieces of a game, the first being number 1 on the board."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        self.number_of = {kind.letter: number for number, kind in enumerate(kinds, 1)}
        self.letter_of = {kind.name: kind.letter for kind in kinds}
        self.sides = (None, *(kind.seat for kind in kinds))  # by number
        self.pattern = f"[{''.join(self.number_of)}]"

    def on(self, state: StateRecord, place: int) -> Kind | None:
        """The kind of the piece on a place, or None."""
        number = int(state.board[place])
        return self.kinds[number - 1] if number else None

    def letter(self, state: StateRecord, place: int) -> str:
        """The letter of a place, for rows of text."""
        kind = self.on(state, place)
        return kind.letter if kind else ""

    def count(self, state: StateRecord) -> tuple[int, int]:
        """How many pieces each side has on the board."""
        sides = [self.sides[number] for number in state.board.tolist()]
        return sides.count(0), sides.count(1)

    def of(self, seat: int) -> Kind:
        """The first kind of a side, which stands for the side in positions and trays."""
        return next(kind for kind in self.kinds if kind.seat == seat)
