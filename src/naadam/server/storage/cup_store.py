"""Cups in the database: entries, and games that are all begun in one transaction, so that a kill leaves no half cup."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.server.protocol.errors import Conflict, NotFound, TooOften
from naadam.server.storage.database_clock import database_time
from naadam.server.storage.metadata import metadata
from naadam.server.storage.offer_store import Begun
from naadam.server.storage.people.people_store import people
from naadam.server.storage.store import Store, results
from naadam.server.table.cups import CupGame, make_groups, pair_group

log = logging.getLogger(__name__)

ADVISORY_LOCK = 6153  # of PostgreSQL: the number under which cups are changed
MOST_OPENED = 2  # cups of a person that have not ended
MOST_OPEN = 50  # of all
MOST_ENTRIES = 300
SECONDS_SHOWN = 60 * 86_400.0  # after the end

cups = sql.Table(
    "cups",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("spec", sql.Text, nullable=False),
    sql.Column("seconds", sql.Integer, nullable=False),  # per move
    sql.Column("opened_by", sql.String(24), nullable=False),
    sql.Column("begins", sql.Double, nullable=False),  # seconds since 1970
    sql.Column("ends", sql.Double, nullable=False),
    sql.Column("begun", sql.Double),  # once its games exist
    sql.Column("closed", sql.Double),  # once its result is final
)
cup_entries = sql.Table(
    "cup_entries",
    metadata,
    sql.Column("cup", sql.String(16), primary_key=True),
    sql.Column("person", sql.String(24), primary_key=True),
    sql.Column("entered", sql.Double, nullable=False),
)
cup_games = sql.Table(
    "cup_games",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("cup", sql.String(16), nullable=False, index=True),
    sql.Column("number", sql.Integer, nullable=False),  # in the order of groups and entrants
    sql.Column("group_number", sql.Integer, nullable=False),
    sql.Column("first", sql.String(24), nullable=False),  # the person or computer of seat 0
    sql.Column("second", sql.String(24), nullable=False),
)


class Cup(NamedTuple):
    """A cup as it is stored."""

    id: str
    spec: str
    seconds: int
    opened_by: str
    begins: float
    ends: float
    begun: float | None
    closed: float | None


Begin = Callable[[str, Cup, tuple[str, str], Mapping[str, str]], Begun]
Order = Callable[[str, Sequence[str]], Sequence[str]]


class CupStore:
    """The cups of one database. The methods block, like those of the store.

    `begin` sets a table for two entrants, whose names it is given; `order` sorts people by their strength.
    `now` is the clock, by default that of the database.
    """

    def __init__(
        self,
        store: Store,
        begin: Begin,
        order: Order = lambda _, people: people,
        server: Callable[[], str | None] = lambda: None,
        now: Callable[[], float] | None = None,
    ) -> None:
        self._store, self._begin, self._order, self._server, self._now = store, begin, order, server, now
        self._time = sql.select(database_time(store.engine))

    # --- changes ---

    def open(self, spec: str, seconds: int, person: str, begins_in: float, lasts: float) -> str:
        """Store a new cup, and return its id."""
        with self._alone() as (connection, now):
            query = sql.select(cups.c.opened_by).where(cups.c.closed.is_(None))
            owners = connection.execute(query).scalars().all()
            if owners.count(person) >= MOST_OPENED or len(owners) >= MOST_OPEN:
                raise TooOften("too-many-cups", most=MOST_OPENED)
            new = Cup(secrets.token_urlsafe(9), spec, seconds, person, now + begins_in, 0.0, None, None)
            connection.execute(cups.insert().values(new._replace(ends=new.begins + lasts)._asdict()))
            return new.id

    def enter(self, cup: str, person: str) -> None:
        """Enter a person, who may be entered already; Conflict if the cup has begun."""
        with self._alone() as (connection, now):
            self._check_open(connection, cup, now)
            entered = connection.execute(sql.select(cup_entries.c.person).where(cup_entries.c.cup == cup)).scalars()
            known = set(entered)
            if len(known) >= MOST_ENTRIES:
                raise Conflict("cup-full", most=MOST_ENTRIES)
            if person not in known:
                connection.execute(cup_entries.insert().values(cup=cup, person=person, entered=now))

    def leave(self, cup: str, person: str) -> None:
        """Take an entry back; Conflict if the cup has begun."""
        with self._alone() as (connection, now):
            self._check_open(connection, cup, now)
            own = sql.and_(cup_entries.c.cup == cup, cup_entries.c.person == person)
            connection.execute(cup_entries.delete().where(own))

    def begin_due(self) -> list[str]:
        """Begin the cups whose time has come, each with all its games; without two people a cup is closed.

        A cup whose game cannot be loaded waits, for a version of Naadam that can, until its end.
        """
        begun = []
        for cup in self._due(sql.and_(cups.c.begun.is_(None), cups.c.closed.is_(None)), cups.c.begins):
            try:
                begun += [cup.id] if self._begin_one(cup) else []
            except (NaadamError, KeyError, ValueError) as error:
                log.error("the cup %s of %s cannot begin: %s", cup.id, cup.spec, error)
        return begun

    def _begin_one(self, cup: Cup) -> bool:
        """Begin a cup; return False if another server was faster."""
        order = self._order(cup.spec, [person for person, _ in self.entries(cup.id)])
        with self._alone() as (connection, now):
            if connection.execute(sql.select(cups.c.begun).where(cups.c.id == cup.id)).scalar_one() is not None:
                return False
            self._start(connection, cup, order, now)
            return True

    def ended(self) -> list[Cup]:
        """The cups whose end has come, and whose result is not final yet."""
        return self._due(cups.c.closed.is_(None), cups.c.ends)

    def close(self, cup: str) -> None:
        """Make the result of a cup final: games that are over by now count, others are cut off."""
        own = sql.select(cup_games.c.table_id).where(cup_games.c.cup == cup)
        last = sql.select(sql.func.max(results.c.ended)).where(results.c.table_id.in_(own))
        with self._alone() as (connection, now):
            latest = connection.execute(last).scalar_one() or 0.0  # by the clock of another machine
            this = sql.and_(cups.c.id == cup, cups.c.closed.is_(None))
            connection.execute(cups.update().where(this).values(closed=max(now, latest)))

    # --- reading ---

    def now(self) -> float:
        with self._store.engine.connect() as connection:
            return self._read_time(connection)

    def shown(self) -> list[tuple[Cup, list[str]]]:
        """The cups of now and of the last weeks with the people entered, those that begin or end last first."""
        with self._store.engine.connect() as connection:
            shown = sql.or_(cups.c.closed.is_(None), cups.c.closed > self._read_time(connection) - SECONDS_SHOWN)
            rows = connection.execute(sql.select(cups).where(shown).order_by(cups.c.ends.desc(), cups.c.id)).all()
            entered: dict[str, list[str]] = {row.id: [] for row in rows}
            query = sql.select(cup_entries).where(cup_entries.c.cup.in_(entered)).order_by(cup_entries.c.entered)
            for row in connection.execute(query):
                entered[row.cup].append(row.person)
        return [(_cup(row), entered[row.id]) for row in rows]

    def find(self, cup: str) -> Cup:
        with self._store.engine.connect() as connection:
            return self._find(connection, cup)

    def entries(self, cup: str) -> list[tuple[str, str]]:
        """The people entered with their names, in the order of their entries, without erased ones."""
        query = sql.select(people.c.id, people.c.name).join(cup_entries, cup_entries.c.person == people.c.id)
        query = query.where(cup_entries.c.cup == cup, people.c.closed.is_(None))
        with self._store.engine.connect() as connection:
            rows = connection.execute(query.order_by(cup_entries.c.entered, people.c.id)).all()
        return [(row.id, row.name or "") for row in rows]

    def games(self, cup: Cup) -> list[CupGame]:
        """The games of a cup with the shares of those that are over, and were before the cup was closed."""
        counts = [results.c.table_id == cup_games.c.table_id]
        if cup.closed is not None:
            counts.append(results.c.ended <= cup.closed)
        query = (
            sql.select(cup_games, results.c.seat, results.c.share)
            .join(results, sql.and_(*counts), isouter=True)
            .where(cup_games.c.cup == cup.id)
            .order_by(cup_games.c.number, results.c.seat)
        )
        found: dict[str, CupGame] = {}
        with self._store.engine.connect() as connection:
            for row in connection.execute(query):
                before = found.get(row.table_id)
                shares = None if before is None or before.shares is None else (before.shares[0], row.share)
                if row.seat == 0:
                    shares = (row.share, 1 - row.share)
                found[row.table_id] = CupGame(row.table_id, row.group_number, (row.first, row.second), shares)
        return list(found.values())

    # --- within a transaction ---

    @contextmanager
    def _alone(self) -> Iterator[tuple[sql.Connection, float]]:
        """A transaction during which no other server changes cups, and the time in it."""
        with self._store.engine.begin() as connection:
            if self._store.shared:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin with the first change
            yield connection, self._read_time(connection)

    def _read_time(self, connection: sql.Connection) -> float:
        return float(connection.execute(self._time).scalar_one()) if self._now is None else self._now()

    def _due(self, state: sql.ColumnElement[bool], time: sql.ColumnElement[float]) -> list[Cup]:
        with self._store.engine.connect() as connection:
            now = self._read_time(connection)
            return [_cup(row) for row in connection.execute(sql.select(cups).where(state, time <= now)).all()]

    def _find(self, connection: sql.Connection, cup: str) -> Cup:
        row = connection.execute(sql.select(cups).where(cups.c.id == cup)).first()
        if row is None:
            raise NotFound("no-cup")
        return _cup(row)

    def _check_open(self, connection: sql.Connection, cup: str, now: float) -> None:
        found = self._find(connection, cup)
        if found.begun is not None or found.begins <= now:
            raise Conflict("cup-begun")

    def _start(self, connection: sql.Connection, cup: Cup, order: Sequence[str], now: float) -> None:
        query = sql.select(people.c.id, people.c.name).join(cup_entries, cup_entries.c.person == people.c.id)
        query = query.where(cup_entries.c.cup == cup.id, people.c.closed.is_(None))
        names = {row.id: row.name or "" for row in connection.execute(query)}  # a name can be given up
        groups = make_groups([person for person in order if person in names])
        number = 0
        for group_number, group in enumerate(groups):
            for pair in pair_group(group):
                table = secrets.token_urlsafe(12)
                begun = self._begin(table, cup, pair, names)
                self._store.create(
                    table, begun.spec, begun.setup, begun.events, server=self._server(), within=connection
                )
                row = {"table_id": table, "cup": cup.id, "number": number, "group_number": group_number}
                connection.execute(cup_games.insert().values(**row, first=pair[0], second=pair[1]))
                number += 1
        ended = {} if groups else {"closed": now}
        connection.execute(cups.update().where(cups.c.id == cup.id).values(begun=now, **ended))


def merge_cups(connection: sql.Connection, person: str, into: str) -> None:
    """Give the entries and games of a person to another one, within a transaction."""
    known = sql.select(cup_entries.c.cup).where(cup_entries.c.person == into).scalar_subquery()
    own = cup_entries.c.person == person
    connection.execute(cup_entries.delete().where(own, cup_entries.c.cup.in_(known)))
    connection.execute(cup_entries.update().where(own).values(person=into))
    for column in (cup_games.c.first, cup_games.c.second):
        connection.execute(cup_games.update().where(column == person).values({column: into}))


def _cup(row: Any) -> Cup:
    return Cup(*(getattr(row, name) for name in Cup._fields))
