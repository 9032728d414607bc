"""Editing: the changes of a position that a page, which knows no rules, can offer.

A game that lets its positions be edited has an `Editor`: it lists the choices, and writes them as a one-line position.
Whether the position is possible is then for the game's checks to say. Texts: the titles of the counters under [editor],
and under [positions] why a position is impossible.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from naadam.core.errors import PositionError
from naadam.core.texts import CORE
from naadam.drawing.description import Description, Piece


@dataclass(frozen=True)
class Counter:
    """A count of the position, by its name in the description; `hand-1` is that of seat 1 if `hand` is one per seat.

    The kind `point` is a place of the board: 0 for none, n for the nth point of the editor.
    """

    name: str
    highest: int
    lowest: int = 0
    kind: Literal["number", "point"] = "number"


class Edited(NamedTuple):
    """The contents of an edited position: the kind of the piece on each point, the seat to act, the counters."""

    pieces: Mapping[str, str]
    turn: int
    numbers: Mapping[str, int]


class Editor(ABC):
    """The choices of an editor: the points, the kinds of pieces as the stage names them, the counters.

    A kind `horse-0x2` is two of `horse-0` on one point.
    """

    def __init__(self, points: Sequence[str], kinds: Sequence[str], counters: Sequence[Counter] = ()) -> None:
        self.points = tuple(points)
        self.kinds = tuple(kinds)
        self.counters = tuple(counters)

    @abstractmethod
    def write(self, edited: Edited) -> str:
        """The one-line position, possible or not, that is chosen."""

    def read(self, description: Description) -> Edited:
        """The choices that a description shows."""
        pieces = {}
        for piece in description.pieces:
            kind = self.kind_of(piece)
            if kind is not None and piece.point in self.points:
                pieces[piece.point] = kind
        numbers = {counter.name: _number(description, counter.name) for counter in self.counters}
        return Edited(pieces, description.turn or 0, numbers)

    def fixed(self, description: Description) -> list[Piece]:
        """The pieces on the board that are not to be chosen."""
        return [piece for piece in description.pieces if piece.point in self.points and self.kind_of(piece) is None]

    def kind_of(self, piece: Piece) -> str | None:
        """The kind by which a piece of a description can be chosen, if it can."""
        with_seat = f"{piece.kind}-{piece.seat}"
        names = (f"{with_seat}x{piece.count}", with_seat, piece.kind)
        return next((name for name in names if name in self.kinds), None)

    def check(self, edited: Edited, seats: int) -> None:
        """PositionError unless the choices are among those that there are."""
        for point, kind in edited.pieces.items():
            if point not in self.points or kind not in self.kinds:
                raise PositionError.of(CORE, "no-piece", kind=repr(kind), point=repr(point))
        if not 0 <= edited.turn < seats:
            raise PositionError.of(CORE, "no-seat", seat=edited.turn)
        if set(edited.numbers) != {counter.name for counter in self.counters}:
            raise PositionError.of(CORE, "numbers", names=", ".join(counter.name for counter in self.counters))
        for counter in self.counters:
            if not counter.lowest <= edited.numbers[counter.name] <= counter.highest:
                raise PositionError.of(
                    CORE, "number", name=counter.name, lowest=counter.lowest, highest=counter.highest
                )


def _number(description: Description, name: str) -> int:
    name, _, seat = name.partition("-")
    return description.number(name, int(seat or 0))
