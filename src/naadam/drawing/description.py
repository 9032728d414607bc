"""The description of a position: all that is needed to draw it on its stage, and nothing else.

It is the seam between the rules and every face: pages, pictures and the terminal read it and know no game. The empty
board is not in it: that is the stage. Fields with their default value are left out when a description is sent.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

PLAIN = (str, int, type(None))


@dataclass(frozen=True)
class Piece:
    """A piece or another object on the board, or on a spot next to it."""

    kind: str  # of the stage's artwork
    point: str
    seat: int | None = None  # its side, where the sides' pieces of a kind look different
    count: int = 1  # number of equal pieces on the point that are drawn as one
    depth: int = 0  # how many pieces of a stack lie above it
    id: int = 0  # pieces with different ids are never the same piece come back
    covers: tuple[str, ...] = ()  # all points it lies on, if they are more than one
    marks: tuple[str, ...] = ()  # of the stage: marks that apply to it
    load: tuple[str, ...] = ()  # kinds of the pieces that it carries, from the same side, drawn small on its rim
    left: int | None = None  # how far it can still go, where that is less than it was

    @functools.cached_property
    def plain(self) -> dict[str, Any]:
        """As values that JSON can carry, made once: faces give the same piece again and again."""
        return _plain_parts(self)


piece_of = functools.lru_cache(1 << 14)(Piece)
"""A piece, cached: equal pieces are the same object, so that changes are found by identity."""


@dataclass(frozen=True)
class Thing:
    """An item of the stage as it lies on a shelf."""

    item: str
    count: int | None = None  # how many there are of it
    of: int | None = None  # how many there can be
    state: Literal["now", "done", "active", "out"] | None = None  # its time has come, is past; it is at work, is gone
    seats: tuple[int, ...] = ()  # those that have claimed it
    counted: bool = False  # whether its number matters more than itself: it is always said, with how many there can be


thing_of = functools.lru_cache(1 << 14)(Thing)
"""The same for things."""


@dataclass(frozen=True)
class Saying:
    """A text of the stage by its key, with values for the {places} in it; seats and items are called by their names."""

    say: str
    values: Mapping[str, str | int] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)  # places in the text that are items of the stage
    seat: int | None = None
    seats: tuple[int, ...] = ()
    points: tuple[str, ...] = ()  # those it is about
    soft: bool = False  # of less weight


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet: the reason, and how much."""

    saying: Saying
    worth: int


@dataclass(frozen=True)
class Score:
    """The score of a seat as it stands."""

    lines: tuple[ScoreLine, ...]
    total: int


@dataclass(frozen=True)
class Meter:
    """An allowance that the seat to act can spend in its turn: the amount left, its maximum, and deductions."""

    saying: Saying  # the name of the allowance, for example movement points
    left: int
    of: int
    less: tuple[ScoreLine, ...] = ()
    ends: str = ""  # the place to touch when nothing is left


@dataclass(frozen=True)
class Shown:
    """An item that was just turned up, the points that it concerns, and an id unlike the last one's."""

    item: str
    points: tuple[str, ...]
    id: int


@dataclass(frozen=True)
class Foreseen:
    """The effects of a choice in this position, to be drawn over it: pieces that would be new or other than they are,
    places that the seat would gain, and attacks from place to place."""

    pieces: tuple[Piece, ...] = ()
    gained: tuple[str, ...] = ()
    attacks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Description:
    """A position to be drawn.

    `counts` are the numbers that trays of the stage and counters of the editor name: one number, or one per seat.
    `shelves` holds the items of a shelf by its key, in rows: one, or one per seat where the shelf is `by_seat`.
    """

    pieces: tuple[Piece, ...]
    turn: int | None  # the seat to act
    winners: tuple[int, ...] = ()  # of a game that is over; all who share a draw
    decisive: tuple[str, ...] = ()  # the points that decided it, such as a winning line
    counts: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    shelves: Mapping[str, tuple[tuple[Thing, ...], ...]] = field(default_factory=dict)
    tasks: tuple[Saying, ...] = ()  # instructions for the players to act, each with its seat
    notes: tuple[Saying, ...] = ()  # remarks about the position
    shown: Shown | None = None
    meter: Meter | None = None
    sheet: tuple[Score, ...] = ()  # by seat
    sides: tuple[
        str, ...
    ] = ()  # by seat the item of the stage that it plays under, where that is found out in the game
    scene: str = ""  # key of a stage that depends on the position: a page fetches the stage again when it changes
    secret: bool = False  # whether it shows secrets of one seat, so that a shared screen is covered

    def number(self, name: str, seat: int) -> int:
        """A count, of this seat if there is one per seat."""
        count = self.counts[name]
        return count[seat] if isinstance(count, tuple) else count

    def to_plain(self) -> dict[str, Any]:
        """As values that JSON can carry, without default values."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def to_plain(value: Any) -> Any:
    """A value, a part of a description or a collection of them, as values that JSON can carry."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        return [to_plain(each) for each in value]
    kind: Any = type(value)
    if kind is dict or not hasattr(kind, "__dataclass_fields__"):
        return {key: each if isinstance(each, PLAIN) else to_plain(each) for key, each in value.items()}
    return value.plain if kind is Piece else _plain_parts(value)


def _plain_parts(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that have other values than by default."""
    kind: Any = type(value)
    plain = {}
    for name, default in _defaults(kind):
        each = getattr(value, name)
        if each is not default and each != default:
            plain[name] = each if isinstance(each, PLAIN) else to_plain(each)
    return plain


@functools.cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a class, each with its default value."""
    return tuple(
        (part.name, {} if part.default_factory is dict else part.default)  # a field without a factory has its default
        for part in fields(kind)
    )
