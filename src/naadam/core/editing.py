"""Editing: what a person may change of a position, so that a page which knows no rules can offer it.

A game that lets its positions be edited gives its `Rulebook` an `editor`, which says what there is to choose, and
`edit`, which writes the choices as a one-line position; that the position is possible is then for `check` to say.
Texts: the titles of the counters under [editor], and under [positions] why a position is impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from naadam.core.errors import PositionError
from naadam.core.texts import CORE


@dataclass(frozen=True)
class Counter:
    """A number of the position, of this name in its description; `hand-1` is that of seat 1 in a list `hand`."""

    name: str
    highest: int
    lowest: int = 0


@dataclass(frozen=True)
class Editor:
    """What there is to choose: the kinds of pieces for any point, as the stage names them, and the counters.

    A kind `horse-0x2` is two of `horse-0` that stand there as one.
    """

    kinds: tuple[str, ...]
    counters: tuple[Counter, ...] = ()

    def read(self, description: Mapping[str, Any]) -> Edited:
        """The choices that a description shows."""
        pieces = {}
        for piece in description["pieces"]:
            kind = self.kind_of(piece)
            if kind is not None and piece["point"] in description["points"]:
                pieces[str(piece["point"])] = kind
        numbers = {counter.name: _number(description, counter.name) for counter in self.counters}
        return Edited(pieces, int(description["turn"] or 0), numbers)

    def kind_of(self, piece: Mapping[str, Any]) -> str | None:
        """The kind by which a piece of a description can be chosen, if it can."""
        with_seat = f"{piece['kind']}-{piece.get('seat')}"
        names = (f"{with_seat}x{piece.get('count')}", with_seat, str(piece["kind"]))
        return next((name for name in names if name in self.kinds), None)

    def check(self, edited: Edited, points: Mapping[str, object], seats: int) -> None:
        """PositionError unless the choices are among those that there are."""
        for point, kind in edited.pieces.items():
            if point not in points or kind not in self.kinds:
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


class Edited(NamedTuple):
    """What is chosen: the kind of the piece on each point, the seat to act, and the counters."""

    pieces: Mapping[str, str]
    turn: int
    numbers: Mapping[str, int]


def _number(description: Mapping[str, Any], name: str) -> int:
    name, _, seat = name.partition("-")
    return int(description[name][int(seat)] if seat else description[name])
