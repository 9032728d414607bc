"""Document of a replay: the first drawing, and the changes of each move, as the player script reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from naadam.drawing.blanks import fill
from naadam.drawing.changes import find_changes
from naadam.drawing.description import Description, Piece
from naadam.drawing.marks import draw_decisive
from naadam.drawing.pieces import draw_piece, place_of
from naadam.drawing.plaques import in_words
from naadam.drawing.stage import Stage, Tally

NOTHING = Description(pieces=(), turn=None)


@dataclass(frozen=True)
class Moment:
    """A position of a replay, and the move that led to it; `parent` is the number of the position before it."""

    parent: int | None
    who: str
    words: str
    comment: str
    turn: str  # the player to move, or the result
    seats: tuple[str, ...]
    description: Description


def make_document(stage_of: Callable[[str], Stage | None], moments: Sequence[Moment]) -> dict[str, Any]:
    """The moments as values of JSON.

    `pieces` are all that are drawn: layer, place, look (pieces of the same look may be the same one that has moved)
    and SVG. A move has the pieces that are `gone` and that `come`, as places in the list of pieces; `board`, `sides`
    and `rings` are numbers of texts, and are left out where they are those of the position before.
    """
    known = _Known(stage_of)
    return {
        "moves": [known.tell(moments, moment) for moment in moments],
        "pieces": list(known.pieces),
        "texts": list(known.texts),
        "boxes": known.boxes,
    }


class _Known:
    """Pieces and texts of the document, each with its number."""

    def __init__(self, stage_of: Callable[[str], Stage | None]) -> None:
        self._stage_of = stage_of
        self.pieces: dict[tuple[float, float, float, str, str], int] = {}
        self.texts: dict[str, int] = {}
        self.boxes: dict[int, tuple[float, ...]] = {}  # by the text of the board: its box, and the radius of a piece

    def tell(self, moments: Sequence[Moment], moment: Moment) -> dict[str, Any]:
        before = None if moment.parent is None else moments[moment.parent]
        description = moment.description
        stage = self._stage_of(description.scene)
        changes = find_changes(before.description if before else NOTHING, description)
        told: dict[str, Any] = {}
        for key, value in (("from", moment.parent), ("who", moment.who), ("words", moment.words)):
            if value not in (None, ""):
                told[key] = value
        if moment.comment:
            told["comment"] = moment.comment
        if changes.gone and stage:
            told["gone"] = list(changes.gone)
        if changes.come and stage:
            told["come"] = [[place, self._piece(stage, piece)] for place, piece in changes.come]
        for key, text in self._parts(stage, moment).items():
            if before is None or self._parts(self._stage_of(before.description.scene), before)[key] != text:
                told[key] = self._text(text)
        if "board" in told and stage:
            self.boxes[told["board"]] = (*stage.box, stage.radius)
        return told

    def _parts(self, stage: Stage | None, moment: Moment) -> dict[str, str]:
        if stage is None:
            return {"board": "", "sides": "\n".join(moment.seats), "rings": "", "turn": moment.turn}
        description = moment.description
        return {
            "board": stage.picture,
            "sides": "\n".join(say_sides(stage, description, moment.seats)),
            "rings": "".join(draw_decisive(stage, description)) if description.decisive else "",
            "turn": moment.turn,
        }

    def _piece(self, stage: Stage, piece: Piece) -> int:
        art, (x, y) = stage.art(piece), place_of(stage, piece)
        look = "" if art.still else f"{piece.kind} {piece.seat} {piece.id}"
        key = (art.layer - piece.depth / 100, round(x, 1), round(y, 1), look, draw_piece(stage, piece))
        return self.pieces.setdefault(key, len(self.pieces))

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def say_sides(stage: Stage, description: Description, seats: Sequence[str]) -> Iterator[str]:
    """A line for each side, with its trays and tallies in words, and one for the tallies of all."""
    for seat, name in enumerate(seats):
        trays = [in_words(description, tray) for tray in stage.trays if tray.seat == seat and tray.of is not None]
        yield ": ".join(filter(None, (name, ", ".join([*trays, *_say_tallies(stage, description, seat)]))))
    if of_all := ", ".join(_say_tallies(stage, description, None)):
        yield of_all


def _say_tallies(stage: Stage, description: Description, seat: int | None) -> Iterator[str]:
    for tally in stage.tallies:
        count = _number(description, tally, tally.count, seat)
        of = _number(description, tally, tally.of, seat) if isinstance(tally.of, str) else tally.of
        if count is not None:
            yield f"{count}{'' if of is None else f'/{of}'} {fill(tally.name, count=count)}"


def _number(description: Description, tally: Tally, name: str, seat: int | None) -> int | None:
    """A count of a seat, or of all; None if it belongs to another."""
    found = description.counts.get(name)
    if isinstance(found, tuple):
        return None if seat is None else found[seat]
    return found if tally.seat == seat else None
