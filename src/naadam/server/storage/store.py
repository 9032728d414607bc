"""The store: tables and their append-only log of events, in SQLite or PostgreSQL.

When `append` returns, the events are on disk. SQLite runs in WAL mode with `synchronous=FULL`; both are read back at
the start. There is one writer per server. Where several servers share a database, whatever is written names the fence
of its table (see `leases`), and is written only if that still holds when it is committed.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy import event as engine_event

from naadam.server.storage import sqlite_file
from naadam.server.storage.metadata import metadata
from naadam.server.storage.migrations import Newer, bring_up_to_date
from naadam.server.storage.people.vacation_store import take_hours
from naadam.server.storage.seats import name_seat, read_seats, split_players, write_seats
from naadam.server.storage.sqlite_file import (
    SECONDS_FOR_OTHERS,
    Busy,
    StoreError,
    claim,
    knock,
    let_file_shrink,
    on_one_line,
    prepare,
)
from naadam.server.table.events import StoredEvent, StoredLine
from naadam.server.table.results import Result

FIRST_FENCE = 1
# A server that is frozen in the middle of a transaction, or cut off, must not hold up those that live.
OF_POSTGRESQL = {
    "connect_timeout": 3,
    "tcp_user_timeout": 3000,
    "options": "-c idle_in_transaction_session_timeout=1500 -c lock_timeout=5000",
}

tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("spec", sql.Text, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),  # JSON: kinds of players, seed, the games before it
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("visited", sql.Double, nullable=False),  # last connection of a client, to the hour (see retention)
    sql.Column("ended", sql.Boolean, nullable=False, server_default=sql.false()),  # set by retention, when it looks
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),  # from 1, without gaps
    sql.Column("kind", sql.String(20), nullable=False),
    sql.Column("data", sql.Text, nullable=False),  # JSON
    sql.Column("message", sql.String(60)),  # seat and id of the client's message, so that it is taken once
    sql.Column("at", sql.Float, nullable=False),
)
servers = sql.Table(  # that share this database, and live
    "servers",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("port", sql.Integer, nullable=False),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("started", sql.Double, nullable=False),
    sql.Column("expires", sql.Double, nullable=False),
)
tenures = sql.Table(  # which of them a table belongs to
    "tenures",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("server", sql.String(32), nullable=False),
    sql.Column("fence", sql.Integer, nullable=False),  # higher each time it changes hands
)
notices = sql.Table(  # subscriptions to e-mail when it is a seat's turn
    "notices",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("language", sql.String(8), nullable=False),
    sql.Column("key", sql.String(64), nullable=False, unique=True),  # of the links in the e-mail
    sql.Column("wanted", sql.Boolean, nullable=False),  # as its owner has confirmed
    sql.Column("told", sql.Integer, nullable=False),  # of so many events
)
letter_limits = sql.Table(  # e-mails that an address may still get
    "letter_limits",
    metadata,
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("address", sql.String(64), primary_key=True),  # SHA-256
    sql.Column("remaining", sql.Double, nullable=False),
    sql.Column("at", sql.Double, nullable=False),  # seconds since 1970
)
calendar = sql.Table(  # one row
    "calendar",
    metadata,
    sql.Column("counted", sql.Double, nullable=False),  # seconds by which days pass at a table
)
analyses = sql.Table(  # of games that are over
    "analyses",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("moves", sql.Text, nullable=False),  # JSON
)
talk = sql.Table(
    "talk",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),  # from 1
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("to", sql.Integer),  # all, if to no seat
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("message", sql.String(60)),  # as of events
)
offers = sql.Table(  # of people who wait for opponents, and the tables at which they have found some
    "offers",
    metadata,
    sql.Column("id", sql.String(64), primary_key=True),  # SHA-256 of its secret
    sql.Column("table_id", sql.String(32), nullable=False),  # a row of `tables` once the game has begun
    sql.Column("owner", sql.String(64), nullable=False),
    sql.Column("name", sql.String(40), nullable=False),
    sql.Column("specs", sql.Text, nullable=False),  # JSON
    sql.Column("time_controls", sql.Text, nullable=False),  # JSON
    sql.Column("seats", sql.Integer, nullable=False),
    sql.Column("fill", sql.Boolean, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("opened", sql.Double, nullable=False),
    sql.Column("present", sql.Double, nullable=False),  # until when the page counts as connected
    sql.Column("until", sql.Double, nullable=False),
    sql.Column("begun", sql.Double),  # when the game began
)
results = sql.Table(  # of finished games, by seat; written with the event that ends the game (see `result_store`)
    "results",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("person", sql.String(24), index=True),  # null for a computer, and where the person is not known
    sql.Column("player", sql.String(60)),  # the computer: `level3`, `perfect`, `engine:NAME`; null for a person
    sql.Column("spec", sql.Text, nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),  # their version
    sql.Column("team", sql.Integer, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),
    sql.Column("share", sql.Double, nullable=False),  # of the win
    sql.Column("left", sql.Boolean, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("ended", sql.Double, nullable=False),  # seconds since 1970
    sql.Index("ix_results_spec", "spec", "ended"),
)
activity = sql.Table(  # at the tables of each server, where several share a database
    "activity",
    metadata,
    sql.Column("server", sql.String(32), primary_key=True),
    sql.Column("summary", sql.Text, nullable=False),  # JSON
)


OF_A_TABLE = (
    sql.select(events.c.seq, events.c.kind, events.c.data, events.c.message)
    .where(events.c.table_id == sql.bindparam("table_id"))
    .order_by(events.c.seq)
)


# Rows that come as one text, each a list in the order of the columns; and only if all fences in a second text hold.
FROM_TEXT = "SELECT {} FROM json_each(?)".format(
    ", ".join(f"json_extract(json_each.value, '$[{place}]')" for place in range(len(events.columns)))
)
WHERE_FENCES_HOLD = """WHERE (
    SELECT count(*) FROM json_each(?) AS held JOIN tenures
    ON table_id = json_extract(held.value, '$[0]') AND fence = json_extract(held.value, '$[1]')
) = ?"""


class Fenced(Exception):
    """A table belongs to another server by now: nothing was written."""


News = Sequence[tuple[str, Sequence[StoredEvent]]]  # by table


class Store:
    """One database. Its methods block: the server calls them in a separate thread."""

    def __init__(self, url: str, alone: bool = False) -> None:
        """Open a database; with `alone` keep other servers off it if it is a file, until this process ends."""
        address = sql.make_url(url)
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        of_driver = OF_POSTGRESQL if address.drivername == "postgresql+psycopg" else {}
        try:  # ids of tables and seeds are secrets
            self.engine = sql.create_engine(address, hide_parameters=True, connect_args=of_driver)
        except ModuleNotFoundError as error:
            raise StoreError(
                f"this database needs the Python package {error.name}; install naadam[postgresql]"
            ) from None
        self._statement = str(events.insert().compile(dialect=self.engine.dialect))
        head = self._statement.partition("VALUES")[0]
        self._to_file, self._to_shared_file = head + FROM_TEXT, f"{head}{FROM_TEXT} {WHERE_FENCES_HOLD}"
        self._claimed: sqlite3.Connection | None = None
        self._file: sqlite3.Connection | None = None  # for moves, each append in its own transaction
        if self.engine.dialect.name == "sqlite":
            engine_event.listen(self.engine, "connect", prepare)
        try:
            if alone and self._is_file:
                self._claimed = claim(Path(address.database or ""))
            bring_up_to_date(self.engine)
            self._check_settings()
            if alone and self._is_file:
                let_file_shrink(self.engine)
        except Newer:
            raise StoreError(f"the database {address} was written by a newer version of Naadam") from None
        except (sql.exc.SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(
                on_one_line(f"the database {address} cannot be opened: {error.__cause__ or error}")
            ) from None

    @property
    def shared(self) -> bool:
        """Whether several servers may have this database open."""
        return self.engine.dialect.name != "sqlite"

    def _check_settings(self) -> None:
        with self.engine.connect() as connection:
            if not self.shared:
                sqlite_file.check_settings(connection)
            elif (sync := connection.exec_driver_sql("SHOW synchronous_commit").scalar()) in ("off", "local"):
                raise StoreError(f"the database does not keep what is written: synchronous_commit {sync}")

    def create(
        self,
        table_id: str,
        spec: str,
        setup: Mapping[str, Any],
        first: Sequence[StoredEvent] = (),
        before: tuple[str, StoredEvent] | None = None,
        server: str | None = None,
        fences: Mapping[str, int] | None = None,
        within: sql.Connection | None = None,
    ) -> None:
        """Write a new table with the events with which it begins, and, all or none, the event of the table before.

        `server` owns the table, if several share the database; Fenced if the table before has changed hands. `within`
        is a connection whose transaction this belongs to, if there is one.
        """
        now = time.time()
        setup, seated = split_players(setup)
        row = {"id": table_id, "spec": spec, "setup": _json(setup), "created": now, "visited": now}
        rows = _rows(table_id, first) + (_rows(before[0], [before[1]]) if before else [])
        with self.engine.begin() if within is None else contextlib.nullcontext(within) as connection:
            connection.execute(tables.insert().values(row))
            write_seats(connection, table_id, seated)
            if rows:
                connection.execute(events.insert(), rows)
            if server is not None:
                connection.execute(tenures.insert().values(table_id=table_id, server=server, fence=FIRST_FENCE))
            _check_fences(connection, fences or {})

    def append_now(self, news: News, fences: Mapping[str, int]) -> list[Exception | None] | None:
        """Like `append` to a file, if no other process is writing to it now; None if that would have to wait."""
        try:
            return self.append(news, fences, 0.0) if self._is_file else None
        except Busy:
            return None

    def append(
        self, news: News, fences: Mapping[str, int] | None = None, patience: float = SECONDS_FOR_OTHERS
    ) -> list[Exception | None]:
        """Write events at the end of the logs of some tables, and say for each table which error occurred, if any.

        The events of one table are written in one transaction, which is on disk when this returns. Events of a table
        whose fence has changed are not written, and their fault is Fenced. If another process writes to the file, this
        waits for `patience` seconds; with 0 it raises Busy.
        """
        rows = [row for table_id, added in news for row in _rows(table_id, added)]
        more = any(event.results or event.name or event.kind == "vacation" for _, added in news for event in added)
        if more and not patience:
            raise Busy  # a thread has the time for two statements
        try:
            if self.shared or more:
                with self.engine.begin() as connection:
                    if not self.shared:
                        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin with the first change
                    connection.execute(events.insert(), rows)
                    if more:
                        _write_rows(connection, news, rows)
                    _check_fences(connection, fences or {})
            else:
                self._append_to_file(rows, fences or {}, patience)
            return [None] * len(news)
        except (sql.exc.IntegrityError, sqlite3.IntegrityError, Fenced) as error:
            if len(news) == 1:
                return [error]
            if not patience:
                raise Busy from None  # one after the other takes its time
            alone = [({one[0]: fences[one[0]]} if fences else None) for one in news]
            return [fault for one, fence in zip(news, alone, strict=True) for fault in self.append([one], fence)]
        except (sql.exc.SQLAlchemyError, sqlite3.Error) as error:
            return [error] * len(news)

    def _append_to_file(self, rows: Sequence[Mapping[str, Any]], fences: Mapping[str, int], patience: float) -> None:
        """The same as for other databases, by SQLite's own means: this is done for every move.

        It is one statement, and so one call from the lock to the disk, in which other threads of Python go on and are
        never asked for anything.
        """
        text = _json([tuple(row.values()) for row in rows])
        if not self._is_file:
            with contextlib.closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute(self._to_file, [text])
                connection.commit()
            return
        if self._file is None:
            path = self.engine.url.database or ""
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            prepare(self._file, None)
            self._file.execute("PRAGMA busy_timeout = 0")  # see knock
        if not fences:
            knock(self._file, patience, self._to_file, [text])
        elif not knock(self._file, patience, self._to_shared_file, [text, _json(list(fences.items())), len(fences)]):
            raise Fenced

    def make_room(self) -> None:
        """Grow the write-ahead log of a file before a client waits for it."""
        if self._is_file and sqlite_file.make_room(self.engine):
            self.check()

    def clear_up(self) -> None:
        """Checkpoint the write-ahead log of a file; writers do not wait for it."""
        with contextlib.closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    @property
    def _is_file(self) -> bool:
        return not self.shared and self.engine.url.database not in (None, "", ":memory:")

    def file_size(self) -> int:
        """The bytes of the file; 0 for PostgreSQL."""
        return Path(self.engine.url.database or "").stat().st_size if self._is_file else 0

    def check(self) -> None:
        """Write something that changes nothing; raises if the disk does not take it."""
        with self.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def load(self, table_id: str) -> tuple[str, Mapping[str, Any], list[StoredEvent]] | None:
        """Spec, set-up with people and names, and events of a table, or None if there is no such table."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            log = connection.execute(OF_A_TABLE, {"table_id": table_id})
            found = [StoredEvent(seq, kind, msgspec.json.decode(data), message) for seq, kind, data, message in log]
            seated = read_seats(connection, table_id)
        setup = msgspec.json.decode(row.setup)
        for seat, fields in seated.items():
            setup["players"][seat].update(fields)
        return row.spec, setup, found

    def say(self, table_id: str, line: StoredLine, fences: Mapping[str, int] | None = None) -> None:
        """Write lines of chat at a table."""
        row = {"table_id": table_id, **asdict(line), "at": time.time()}
        with self.engine.begin() as connection:
            connection.execute(talk.insert().values(row))
            _check_fences(connection, fences or {})

    def heard(self, table_id: str) -> list[StoredLine]:
        """All that was said at a table."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(talk).where(talk.c.table_id == table_id).order_by(talk.c.number))
            return [StoredLine(row.number, row.seat, row.to, row.text, row.message) for row in found]

    def store_analysis(self, table_id: str, moves: str) -> None:
        """Store the analysis of a finished game, in place of an older one."""
        with self.engine.begin() as connection:
            connection.execute(analyses.delete().where(analyses.c.table_id == table_id))
            connection.execute(analyses.insert().values(table_id=table_id, moves=moves))

    def analysis(self, table_id: str) -> str | None:
        """The analysis of a game, if one was kept."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(analyses.c.moves).where(analyses.c.table_id == table_id))
            return found.scalar_one_or_none()

    def close(self) -> None:
        if self._claimed is not None:
            self._claimed.close()
        if self._file is not None:
            self._file.close()
        self.engine.dispose()


def _check_fences(connection: sql.Connection, fences: Mapping[str, int]) -> None:
    """Raise Fenced unless these are the fences of their tables, and stay so until the commit."""
    if fences:
        known = sql.select(tenures.c.table_id, tenures.c.fence).where(tenures.c.table_id.in_(fences))
        held = {row.table_id: row.fence for row in connection.execute(known.with_for_update(read=True))}
        if held != fences:
            raise Fenced


def _write_rows(connection: sql.Connection, news: News, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the results that events carry, with the times of these events, the names of seats, and vacations."""
    times = {(row["table_id"], row["seq"]): row["at"] for row in rows}
    for table_id, added in news:
        for event in added:
            write_results(connection, table_id, event.results, times[table_id, event.seq])
            if event.kind == "vacation":
                take_hours(connection, table_id, event.data["seat"], event.data["taken"])
            if event.name:
                name_seat(connection, table_id, event.data["seat"], event.name)


def write_results(connection: sql.Connection, table_id: str, found: Sequence[Result], ended: float) -> None:
    """Write the results of a game."""
    if found:
        spec = connection.execute(sql.select(tables.c.spec).where(tables.c.id == table_id)).scalar_one()
        facts = {"table_id": table_id, "spec": spec, "ended": ended}
        connection.execute(results.insert(), [asdict(result) | facts for result in found])


def _rows(table_id: str, news: Sequence[StoredEvent]) -> list[dict[str, Any]]:
    """Events as rows, in the order of the columns."""
    return [
        {
            "table_id": table_id,
            "seq": event.seq,
            "kind": event.kind,
            "data": _json(event.data),
            "message": event.message,
            "at": time.time(),
        }
        for event in news
    ]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
