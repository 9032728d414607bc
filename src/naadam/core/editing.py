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
    """A number of the position, of this name in its description."""

    name: str
    highest: int
    lowest: int = 0


@dataclass(frozen=True)
class Editor:
    """What there is to choose: the kinds of pieces for any point, as the stage names them, and the counters."""

    kinds: tuple[str, ...]
    counters: tuple[Counter, ...] = ()

    def read(self, description: Mapping[str, Any]) -> Edited:
        """The choices that a description shows."""
        pieces = {}
        for piece in description["pieces"]:
            with_seat = f"{piece['kind']}-{piece.get('seat')}"
            pieces[str(piece["point"])] = with_seat if with_seat in self.kinds else str(piece["kind"])
        numbers = {counter.name: int(description[counter.name]) for counter in self.counters}
        return Edited(pieces, int(description["turn"] or 0), numbers)

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
