"""The stage: an empty board with the artwork of all that can be put on it, for a page that moves the pieces itself.

A stage is made once for a game with its options. Every position is then a description whose pieces are put on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from naadam.drawing.description import Piece
from naadam.drawing.measures import MEASURES, Measures

Place = tuple[float, float]


@dataclass(frozen=True)
class Art:
    """Artwork by the id of its symbol in the stage's picture, with its name in words."""

    name: str
    symbol: str


@dataclass(frozen=True)
class PieceArt(Art):
    """The look of a piece. Sizes are in radii of the stage; lower layers lie below."""

    size: float = 1.0
    over: str | None = None  # a symbol above all marks of the piece
    layer: int = 0
    still: bool = False  # it is shown and never moved: a marker, a throw
    thrown: bool = False  # it comes in tumbling, as sticks and dice do


@dataclass(frozen=True)
class Tray:
    """Pieces off the board, drawn next to it.

    `count` names a count of the description, how many there are; `of` is how many there can be. `name` says it in
    words, with {count} and {of}.
    """

    seat: int
    kind: str  # of the artwork, as a key of `Stage.pieces`
    count: str
    name: str
    of: int | None = None
    empty: str | None = None  # the symbol of an empty place


@dataclass(frozen=True)
class Tally:
    """A number that is always in sight: points, captured pieces, pieces still needed.

    `count` names a count of the description, one number or one per seat; `of` is its maximum, as a number or
    as the name of another count. One number is of all, or of a `seat`. `name` may have a word that agrees with {count}.
    """

    count: str
    name: str
    of: int | str | None = None
    seat: int | None = None
    decides: bool = False  # whether the result of a game follows from it


@dataclass(frozen=True)
class Item(Art):
    """A touchable object next to the board: a card, a tile, a step of the turn. Gestures name it by its key.

    An item with `forms` is laid on the board: its gesture is the item, the form, and the point for the first cell of
    the form. A form says where its cells are from there.
    """

    box: tuple[float, float, float, float]  # of the artwork: left, top, width, height
    text: str = ""  # its label or effect, in words
    forms: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    area: tuple[float, float, float, float] | None = None  # of the board, where it can be touched too
    row: str = ""  # the row in which several items are offered together


@dataclass(frozen=True)
class Shelf:
    """A row of items next to the board, by its key in a description's `shelves`.

    A thing without artwork is shown as words, such as the reason for an empty shelf. With the look `labels`, a thing
    without a count is shown by its name. `figures` are numbers in a line, always in sight and never touched.
    """

    key: str
    title: str
    look: Literal["cards", "supply", "row", "labels", "track", "figures"]
    by_seat: bool = False


@dataclass(frozen=True)
class Line:
    """A way between two points, as the path of an SVG; gone from the first end to the second, or both ways."""

    ends: tuple[str, str]
    path: str
    both: bool = True


COLOURS = {
    "light": "#fff3d6",
    "dark": "#2b1608",
    "gold": "#ffd766",
    "frame": "#4a2c17",
    "foot": "#26140a",
    "edge": "#b98a55",
    "text": "#f6e6c8",
}
"""The colours of a stage that names no others: those of a wooden board."""


@dataclass(frozen=True)
class Stage:
    """The empty board as the content of an SVG, its measures, and the artwork of all that is put on it.

    `points` are all places that can be touched, on and off the board; gestures name them. `spots` are places that
    only hold pieces. `names` has the places whose spoken name differs from their notation. Ids in the
    picture begin with PREFIX. A page can turn the board round; groups of the class `upright` around their own origin
    (`art.stand`) stay upright then. The `layout` is `shelves` where a hand and supplies take half of a phone's page,
    and `plan` where a panel of choices belongs to each touched place.
    """

    picture: str
    box: tuple[float, float, float, float]  # left, top, width, height
    points: Mapping[str, Place]
    radius: float  # of a piece of size 1
    symbol_radius: float  # of the artwork, which is drawn around 0,0
    colours: Mapping[str, str]  # the keys of COLOURS, which are filled in where left out
    pieces: Mapping[str, PieceArt]  # by kind, or by kind and seat: "goat", "horse-1"
    marks: Mapping[str, Art]
    trays: tuple[Tray, ...] = ()
    tallies: tuple[Tally, ...] = ()
    lines: tuple[Line, ...] = ()
    spots: Mapping[str, Place] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)  # kinds of ground that only the picture shows, by place
    outline: str | None = None  # the path of a place around 0,0 where places are cells
    tints: tuple[str, ...] = ()  # by seat: the value of `currentColor` in the artwork of its pieces
    items: Mapping[str, Item] = field(default_factory=dict)
    shelves: tuple[Shelf, ...] = ()
    sayings: Mapping[str, str] = field(default_factory=dict)  # texts of tasks, notes and the score sheet
    turns: bool = False  # whether turns have so many steps that the list of moves has a line for each of them
    far: tuple[int, ...] = ()  # seats whose side is the upper one: for them the board is turned by a half
    owner: str | None = None  # the kind of piece whose artwork, by seat, shows whose something is
    by_touch: bool = False  # whether a page asks at each touch for the next places, though it knows all choices
    layout: Literal["board", "shelves", "plan"] = "board"  # how a page arranges the table around the board
    supposes: bool = False  # whether a page can suppose moves of other players in simultaneous decisions
    measures: Measures = MEASURES

    def __post_init__(self) -> None:
        """Fill in the colours that are left out."""
        object.__setattr__(self, "colours", {**COLOURS, **self.colours})

    def art(self, piece: Piece) -> PieceArt:
        """The artwork of a piece of a description."""
        with_seat = f"{piece.kind}-{piece.seat}"
        return self.pieces[with_seat] if with_seat in self.pieces else self.pieces[piece.kind]

    def tint(self, piece: Piece) -> str:
        """The value of `currentColor` in the artwork of a piece."""
        return (
            self.tints[piece.seat] if piece.seat is not None and piece.seat < len(self.tints) else self.colours["edge"]
        )

    def place(self, name: str) -> Place:
        """Where a point or a spot is."""
        return self.points[name] if name in self.points else self.spots[name]

    def called(self, point: str) -> str:
        """The spoken name of a point."""
        return self.names.get(point, point)


PREFIX = "stage-"
