"""Offers: people who wait for opponents, the games each would play, and which of them fit together.

An open table has an id from its first offer on, and a game only once it begins: a set of games times a set of time
controls is offered, and the game is one that all players at the table have offered. All of this is pure, and time and
ids are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl

Thing = TypeVar("Thing")
Wanted = tuple[int, bool, str, TimeControl]  # number of seats, whether it is rated, game, time control

SECONDS_TO_FILL = 60.0  # live: computers take the free seats after so long, if everybody at the table agrees
SECONDS_TO_FILL_DAYS = float(SECONDS_PER_DAY)  # the same with days per move


class Offer(NamedTuple):
    """One person who waits: for these games and time controls, each list with the preferred one first."""

    id: str  # SHA-256 of the token that its seat will have
    table_id: str  # offers with the same one sit together
    owner: str  # the id of the person, who never plays against themselves
    name: str
    specs: tuple[str, ...]
    time_controls: tuple[TimeControl, ...]
    seats: int  # of the table, the same in all its games
    fill: bool  # whether computers may take free seats after a while
    listed: bool  # whether the game may be shown to spectators
    rated: bool  # whether the game is to count for ratings
    opened: float
    present: float  # until when its page counts as connected
    until: float  # when it ends, connected or not
    avoids: frozenset[str] = frozenset()  # the people who are kept apart from the owner by a block

    def allowed(self, now: float) -> tuple[TimeControl, ...]:
        """The time controls that hold now: live ones only while the page is connected."""
        if self.until <= now:
            return ()
        return tuple(control for control in self.time_controls if control.by_calendar or self.present > now)

    def alive(self, now: float) -> bool:
        return bool(self.allowed(now))


class OpenTable(NamedTuple):
    """A table that waits for players: the offers of those at it, the oldest first."""

    id: str
    offers: tuple[Offer, ...]

    @property
    def seats(self) -> int:
        return self.offers[0].seats

    @property
    def rated(self) -> bool:
        return self.offers[0].rated

    @property
    def opened(self) -> float:
        return self.offers[0].opened

    @property
    def full(self) -> bool:
        return len(self.offers) == self.seats

    @property
    def specs(self) -> tuple[str, ...]:
        """The games that everybody here offers, in the order of the first."""
        return _common([offer.specs for offer in self.offers])

    def time_controls(self, now: float) -> tuple[TimeControl, ...]:
        """The time controls that everybody here offers now, in the order of the first."""
        return _common([offer.allowed(now) for offer in self.offers])

    def wanted(self, now: float) -> list[Wanted]:
        """All that may be played here now. Tables that fit together have one of these in common."""
        return list(product((self.seats,), (self.rated,), self.specs, self.time_controls(now)))

    def filled_at(self, now: float) -> float | None:
        """The time at which computers take the free seats; None unless all players agree."""
        controls = self.time_controls(now)
        if not controls or not all(offer.fill for offer in self.offers):
            return None
        return self.opened + (SECONDS_TO_FILL_DAYS if controls[0].by_calendar else SECONDS_TO_FILL)

    def fits(self, other: OpenTable, now: float) -> bool:
        """Whether the people at both tables can sit at one."""
        if (self.seats, self.rated) != (other.seats, other.rated) or len(self.offers) + len(other.offers) > self.seats:
            return False
        together = OpenTable(self.id, (*self.offers, *other.offers))
        owners = {offer.owner for offer in together.offers}
        if len(owners) < len(together.offers) or any(offer.avoids & owners for offer in together.offers):
            return False
        return bool(together.specs and together.time_controls(now))


def gather(offers: Iterable[Offer], now: float) -> list[OpenTable]:
    """The tables of the offers that are alive, the oldest first."""
    found: dict[str, list[Offer]] = {}
    for offer in sorted(offers, key=_age):
        if offer.alive(now):
            found.setdefault(offer.table_id, []).append(offer)
    return [OpenTable(table_id, tuple(sitting)) for table_id, sitting in found.items()]


def match(offers: Iterable[Offer], now: float, new_id: Callable[[], str]) -> list[OpenTable]:
    """Seat everybody at the oldest table that fits, so that no two tables are left that fit together.

    Players at a table who have nothing left in common, because a live time control ended with a connection, are parted:
    the first keeps the table, the others get new ones.
    """
    tables: list[OpenTable] = []
    offering: dict[Wanted, list[int]] = {}  # by game and time control: the places of tables that offer them
    for table in _split(gather(offers, now), now, new_id):
        wanted = table.wanted(now)
        places = sorted({place for one in wanted for place in offering.get(one, ())})
        place = next((place for place in places if tables[place].fits(table, now)), None)
        if place is None:
            for one in wanted:
                offering.setdefault(one, []).append(len(tables))
            tables.append(table)
        else:
            earlier = tables[place]
            tables[place] = OpenTable(earlier.id, tuple(sorted((*earlier.offers, *table.offers), key=_age)))
    return tables


def _split(tables: Sequence[OpenTable], now: float, new_id: Callable[[], str]) -> list[OpenTable]:
    split: list[OpenTable] = []
    for table in tables:
        if table.specs and table.time_controls(now):
            split.append(table)
        else:
            first, *others = table.offers
            split.append(OpenTable(table.id, (first,)))
            split += [OpenTable(new_id(), (offer,)) for offer in others]
    return sorted(split, key=lambda table: table.opened)


def _age(offer: Offer) -> tuple[float, str]:
    return offer.opened, offer.id


def _common(lists: Sequence[Sequence[Thing]]) -> tuple[Thing, ...]:
    first, *others = lists
    return tuple(thing for thing in first if all(thing in other for other in others))
