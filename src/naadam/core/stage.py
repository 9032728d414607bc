"""The stage: an empty board with the artwork of all that can be put on it, for a page that moves the pieces itself.

A stage is made once for a game; every position is then a description whose `pieces` are put on it. Of a description
a page and the pictures of `naadam.drawing` read

    pieces    a list; each has a `kind` and the `point` where it stands, and may have
                seat    the side it belongs to, where the sides' pieces of a kind look different
                count   how many of it stand there as one, if more than one
                depth   how many pieces of a stack lie above it
                id      pieces with different ids are never the same piece come back
                covers  all points it lies on, if they are more than one
                and, if true, any of the stage's marks
    turn      the seat to act, or None
    winners   the seats that have won a game that is over
    decisive  the points that decided it, such as a winning line
    last, selected, targets   points to be marked in a picture
    shelves   what lies on the shelves beside the board, by the key of the shelf: a list of things, or one for each seat
                where the shelf is `by_seat`. A thing names its `item`, and may have
                count, of   how many there are of it, and how many there can be
                state       now (it is its time), done, active (it is at work) or out (it is gone)
                seats       who has laid a hand on it
    notes     what is to be said about the position, as sayings
    shown     what was just turned up: its `item`, the `points` that it concerns, and an `id` unlike the last one's
    sheet     the score of every seat as it stands: its `lines`, which are sayings with their `worth`, and the `total`
    secret    whether it shows what only one seat may know, so that a screen that goes round is covered

and the numbers that the trays name. A saying is a text of the stage by its key `say`, with values for the {places} in
it; `seat` and `seats` are told by the names of the seats, `points` are those it is about, and a `soft` one is of less
weight. Beside these a description says whatever its game likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from naadam.core.measures import MEASURES, Measures

Place = tuple[float, float]


@dataclass(frozen=True)
class Symbol:
    """Artwork by the id of its symbol in the stage's picture, with its name in words."""

    name: str
    symbol: str


@dataclass(frozen=True)
class PieceArt(Symbol):
    """The look of a piece. Sizes are in radii of the stage; what has a lower layer lies below."""

    size: float = 1.0
    over: str | None = None  # a symbol above all marks of the piece
    layer: int = 0
    still: bool = False  # it is shown and never moved: a marker, a throw
    thrown: bool = False  # it comes in tumbling, as sticks and dice do


@dataclass(frozen=True)
class Tray:
    """Pieces beside the board.

    `count` and `of` name numbers of the description, or lists with a number for each seat: how many there are, and
    how many there can be. `name` says it in words, with {count} and {of}.
    """

    seat: int
    kind: str  # of the artwork, as a key of `Stage.pieces`
    count: str
    name: str
    of: str | None = None
    empty: str | None = None  # the symbol of an empty place


@dataclass(frozen=True)
class Item(Symbol):
    """Something beside the board that can be touched: a card, a tile, a step of the turn. Gestures name it by its key.

    What has `forms` is laid on the board: a gesture is then the item, the form, and the point where the first cell of
    the form comes to lie. A form tells where its cells are from there.
    """

    box: tuple[float, float, float, float]  # of the artwork: left, top, width, height
    text: str = ""  # what it says or does, in words
    forms: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Shelf:
    """A row of items beside the board, by a key of the description's `shelves`."""

    key: str
    title: str
    look: Literal["cards", "supply", "row", "track"]
    by_seat: bool = False


@dataclass(frozen=True)
class Line:
    """A way between two points, as the path of an SVG; gone from the first end to the second, or both ways."""

    ends: tuple[str, str]
    path: str
    both: bool = True


@dataclass(frozen=True)
class Stage:
    """The empty board as the content of an SVG, its measures, and the artwork of all that is put on it.

    `points` are all places that can be touched, beside the board too; gestures name them. `spots` are those that only
    hold pieces. What is not called as it is written has a name in `names`. Ids in the picture begin with PREFIX.
    """

    picture: str
    box: tuple[float, float, float, float]  # left, top, width, height
    points: Mapping[str, Place]
    radius: float  # of a piece of size 1
    symbol_radius: float  # of the artwork, which is drawn around 0,0
    colours: Mapping[str, str]  # light, dark, gold
    pieces: Mapping[str, PieceArt]  # by kind, or by kind and seat: "goat", "horse-1"
    marks: Mapping[str, Symbol]
    trays: tuple[Tray, ...] = ()
    lines: tuple[Line, ...] = ()
    spots: Mapping[str, Place] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    outline: str | None = None  # the path of a place around 0,0 where places are cells
    tints: tuple[str, ...] = ()  # by seat: what `currentColor` is in the artwork of a seat's piece
    items: Mapping[str, Item] = field(default_factory=dict)
    shelves: tuple[Shelf, ...] = ()
    sayings: Mapping[str, str] = field(default_factory=dict)  # texts of notes and of the score sheet
    owner: str | None = None  # the kind of piece whose artwork, by seat, shows whose something is
    measures: Measures = MEASURES

    def art(self, piece: Mapping[str, Any]) -> PieceArt:
        """The artwork of a piece of a description."""
        with_seat = f"{piece['kind']}-{piece.get('seat')}"
        return self.pieces[with_seat] if with_seat in self.pieces else self.pieces[piece["kind"]]

    def tint(self, piece: Mapping[str, Any]) -> str:
        """What `currentColor` is in the artwork of a piece."""
        seat = piece.get("seat")
        return self.tints[seat] if seat is not None and seat < len(self.tints) else self.colours["edge"]

    def place(self, name: str) -> Place:
        return self.points[name] if name in self.points else self.spots[name]

    def called(self, point: str) -> str:
        return self.names.get(point, point)


PREFIX = "stage-"


def number(description: Mapping[str, Any], key: str, seat: int) -> int:
    """A number that a tray names."""
    value = description[key]
    return int(value[seat] if isinstance(value, list) else value)
