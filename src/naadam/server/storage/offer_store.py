"""Offers in the database. Every change matches them and begins the tables that are full, in one transaction.

These transactions come one after the other, on all servers of a database: on a file by its write lock, in PostgreSQL by
an advisory lock.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.server.protocol.errors import Conflict, TooOften, UserError
from naadam.server.storage.database_clock import database_time
from naadam.server.storage.people.moderation import avoided_by
from naadam.server.storage.store import Store, activity, offers, servers
from naadam.server.table.events import StoredEvent
from naadam.server.table.offers import Offer, OpenTable, gather, match
from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl

ADVISORY_LOCK = 6152  # of PostgreSQL: the number under which offers are changed
SECONDS_PRESENT = 6.0  # for which a page counts as connected after it was seen last
SECONDS_LIVE = 12 * 3600.0  # after which a live offer ends, although its page is still connected
SECONDS_OF_DAYS = 14.0 * SECONDS_PER_DAY  # after which an offer with days per move ends
SECONDS_REMEMBERED = 14.0 * SECONDS_PER_DAY  # for which a page finds the table that has begun
MOST_OFFERS = 300  # on all servers


class Begun(NamedTuple):
    """A table as it is written when its game begins."""

    spec: str
    setup: Mapping[str, Any]
    events: Sequence[StoredEvent]


Begin = Callable[[OpenTable, str, TimeControl], Begun]


class OfferStore:
    """The offers of one database. The methods block, like those of the store.

    `begin` sets a table for the players of an open one, with a game and a time control that they have in common.
    The secret of an offer becomes the token of its seat. `server` gives the id of the server that will own the table.
    """

    def __init__(self, store: Store, begin: Begin, server: Callable[[], str | None] = lambda: None) -> None:
        self._store = store
        self._begin = begin
        self._server = server
        self._time = sql.select(database_time(store.engine))

    def now(self) -> float:
        with self._store.engine.connect() as connection:
            return float(connection.execute(self._time).scalar_one())

    # --- changes ---

    def open(self, wanted: Offer, most: int, at_table: bool = False, named: bool = True) -> str | None:
        """Store an offer, and return the id of the table if that completes one.

        The times of the offer are set here. With `at_table` it takes a seat of the table that it names, or raises
        Conflict. An owner has at most `most` offers; one who is not `named` plays neither rated nor for days.
        """
        with self._alone() as (connection, now):
            waiting = self._read(connection, now)
            own = [offer for offer in waiting if offer.owner == wanted.owner]
            if len(own) >= most or len(waiting) >= MOST_OFFERS:
                raise TooOften("too-many-offers", most=most)
            *waiting, wanted = _set_apart(connection, [*waiting, wanted])
            if at_table:
                wanted = _sit_down(wanted, gather(waiting, now), now, named)
            until = now + (SECONDS_OF_DAYS if any(c.by_calendar for c in wanted.time_controls) else SECONDS_LIVE)
            new = wanted._replace(opened=now, present=now + SECONDS_PRESENT, until=until)
            connection.execute(offers.insert().values(_row(new)))
            self._settle(connection, [*waiting, new], now)
            return self._begun(connection, [new.id]).get(new.id)

    def withdraw(self, ids: Collection[str]) -> None:
        """Delete offers that still wait."""
        with self._alone() as (connection, now):
            waits = sql.and_(offers.c.id.in_(ids), offers.c.begun.is_(None))
            if connection.execute(offers.delete().where(waits)).rowcount:
                self._settle(connection, self._read(connection, now), now)

    def keep(self, ids: Collection[str]) -> None:
        """Count the pages of these offers as connected; an offer that had lapsed without one is matched again."""
        mine = sql.and_(offers.c.id.in_(ids), offers.c.begun.is_(None))
        with self._alone() as (connection, now):
            lapsed = connection.execute(sql.select(offers.c.id).where(mine, offers.c.present <= now).limit(1)).first()
            connection.execute(offers.update().where(mine).values(present=now + SECONDS_PRESENT))
            if lapsed:
                self._settle(connection, self._read(connection, now), now)

    def settle(self) -> None:
        """Fill the tables that are due with computers, and delete offers that have ended; cheap if there is neither."""
        with self._store.engine.connect() as connection:
            now = float(connection.execute(self._time).scalar_one())
            ended = sql.select(offers.c.id).where(_is_over(now)).limit(1)
            tidy = connection.execute(ended).one_or_none() is None
            due = [table for table in gather(self._read(connection, now), now) if _is_due(table, now)]
        if due or not tidy:
            with self._alone() as (connection, now):
                self._settle(connection, self._read(connection, now), now)

    # --- reading ---

    def waiting(self) -> tuple[list[Offer], float]:
        """All offers that wait now, and the time."""
        with self._store.engine.connect() as connection:
            now = float(connection.execute(self._time).scalar_one())
            return self._read(connection, now), now

    def begun(self, ids: Collection[str]) -> dict[str, str]:
        """The tables of those of these offers whose game has begun."""
        with self._store.engine.connect() as connection:
            return self._begun(connection, ids)

    def known(self, ids: Collection[str]) -> dict[str, str]:
        """The tables of those of these offers that have neither ended nor been withdrawn."""
        with self._store.engine.connect() as connection:
            now = float(connection.execute(self._time).scalar_one())
            query = sql.select(offers.c.id, offers.c.table_id).where(offers.c.id.in_(ids), ~_is_over(now))
            return {row.id: row.table_id for row in connection.execute(query)}

    # --- summaries of other servers ---

    def publish(self, server: str, summary: str) -> None:
        """Write the summary of the tables of a server, and delete those of servers that are gone."""
        with self._store.engine.begin() as connection:
            alive = sql.select(servers.c.id)
            gone = sql.or_(activity.c.server == server, activity.c.server.not_in(alive))
            connection.execute(activity.delete().where(gone))
            connection.execute(activity.insert().values(server=server, summary=summary))

    def published(self, but: str) -> list[str]:
        """The summaries of the other live servers."""
        query = sql.select(activity.c.summary).join(servers, servers.c.id == activity.c.server)
        with self._store.engine.connect() as connection:
            return list(connection.execute(query.where(activity.c.server != but)).scalars())

    # --- within a transaction ---

    @contextmanager
    def _alone(self) -> Iterator[tuple[sql.Connection, float]]:
        """A transaction during which no other server changes offers, and the time in it."""
        with self._store.engine.begin() as connection:
            if self._store.shared:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin with the first change
            yield connection, float(connection.execute(self._time).scalar_one())

    def _read(self, connection: sql.Connection, now: float) -> list[Offer]:
        """The offers that wait, and hold now."""
        query = sql.select(offers).where(offers.c.begun.is_(None), offers.c.until > now)
        found = [_offer(row) for row in connection.execute(query.order_by(offers.c.opened, offers.c.id))]
        return _set_apart(connection, [offer for offer in found if offer.alive(now)])

    def _settle(self, connection: sql.Connection, waiting: Sequence[Offer], now: float) -> None:
        """Match all offers, and begin the tables that are full or due."""
        connection.execute(offers.delete().where(_is_over(now)))
        settled = False
        while not settled:
            settled = True
            for table in match(waiting, now, lambda: secrets.token_urlsafe(12)):
                moved = [offer.id for offer in table.offers if offer.table_id != table.id]
                if moved:
                    connection.execute(offers.update().where(offers.c.id.in_(moved)).values(table_id=table.id))
                if table.full or _is_due(table, now):
                    waiting, settled = self._start(connection, table, now), False
                    break  # other offers of these people are gone, so that others may sit together now

    def _start(self, connection: sql.Connection, table: OpenTable, now: float) -> list[Offer]:
        """Write a table, and return the offers that wait on. A live game ends all live offers of its players."""
        spec, control = table.specs[0], table.time_controls(now)[0]
        begun = self._begin(table, spec, control)
        self._store.create(table.id, begun.spec, begun.setup, begun.events, server=self._server(), within=connection)
        seated = [offer.id for offer in table.offers]
        values = {"begun": now, "until": now + SECONDS_REMEMBERED}
        connection.execute(offers.update().where(offers.c.id.in_(seated)).values(values))
        if not control.by_calendar:
            for owner in {offer.owner for offer in table.offers}:
                self._end_live(connection, owner)
        return self._read(connection, now)

    def _end_live(self, connection: sql.Connection, owner: str) -> None:
        """Leave only days per move in the other offers of a person, who plays now."""
        others = sql.select(offers).where(offers.c.owner == owner, offers.c.begun.is_(None))
        for offer in [_offer(row) for row in connection.execute(others).all()]:
            days = tuple(one for one in offer.time_controls if one.by_calendar)
            this = offers.c.id == offer.id
            if days:
                row = _row(offer._replace(time_controls=days))
                connection.execute(offers.update().where(this).values(time_controls=row["time_controls"]))
            else:
                connection.execute(offers.delete().where(this))

    def _begun(self, connection: sql.Connection, ids: Collection[str]) -> dict[str, str]:
        query = sql.select(offers.c.id, offers.c.table_id).where(offers.c.id.in_(ids), offers.c.begun.is_not(None))
        return {row.id: row.table_id for row in connection.execute(query)}


def _set_apart(connection: sql.Connection, found: Sequence[Offer]) -> list[Offer]:
    """These offers with the people who are kept apart from their owners."""
    avoided = avoided_by(connection, {offer.owner for offer in found}) if len(found) > 1 else {}
    return [offer._replace(avoids=avoided.get(offer.owner, frozenset())) for offer in found]


def _is_over(now: float) -> sql.ColumnElement[bool]:
    """Whether an offer has ended: a live one with its connection."""
    lost = sql.and_(offers.c.begun.is_(None), offers.c.present <= now, offers.c.until <= offers.c.opened + SECONDS_LIVE)
    return sql.or_(offers.c.until <= now, lost)


def _is_due(table: OpenTable, now: float) -> bool:
    due = table.filled_at(now)
    return due is not None and due <= now


def _sit_down(wanted: Offer, waiting: Sequence[OpenTable], now: float, named: bool) -> Offer:
    """The offer of a person who takes a seat at a table: all offered there, or the part that the person wants."""
    table = next((table for table in waiting if table.id == wanted.table_id), None)
    if table is None:
        raise Conflict("table-taken")
    if table.rated and not named:
        raise UserError("rated-needs-name")
    controls = wanted.time_controls or table.time_controls(now)
    if not named:
        controls = tuple(control for control in controls if not control.by_calendar)
        if not controls:
            raise UserError("days-need-name")
    offered = wanted._replace(rated=table.rated, specs=wanted.specs or table.specs, time_controls=controls)
    offered = offered._replace(seats=table.seats, opened=now, present=now + SECONDS_PRESENT, until=now + SECONDS_LIVE)
    if not table.fits(OpenTable(table.id, (offered,)), now):
        raise Conflict("table-taken")
    return offered


def _row(offer: Offer) -> dict[str, Any]:
    lists = {"specs": _json(offer.specs), "time_controls": _json([astuple(one) for one in offer.time_controls])}
    return {name: value for name, value in offer._asdict().items() if name != "avoids"} | lists


def _offer(row: Any) -> Offer:
    values = {name: getattr(row, name) for name in Offer._fields if name != "avoids"}
    controls = tuple(TimeControl(*one) for one in msgspec.json.decode(row.time_controls))
    return Offer(**values | {"specs": tuple(msgspec.json.decode(row.specs)), "time_controls": controls})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
