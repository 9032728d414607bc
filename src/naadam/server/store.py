"""The store: tables and their append-only log of events, in SQLite or PostgreSQL.

What `append` has returned from is on disk. SQLite runs in WAL mode with `synchronous=FULL`; both are read back at
the start. There is one writer.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy import event as engine_event

from naadam.core.errors import NaadamError
from naadam.server.messages import EventKind

ADVISORY_LOCK = 6151  # of PostgreSQL: the number under which a server claims its database

metadata = sql.MetaData()

tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("spec", sql.Text, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),  # JSON: seats, hashes of their tokens, seed, what came before
    sql.Column("created", sql.Float, nullable=False),
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
    sql.UniqueConstraint("table_id", "message", name="one_event_a_message"),
)


class StoreError(NaadamError):
    """The database cannot be used as it is."""


@dataclass(frozen=True)
class StoredEvent:
    """An event as it lies in the log."""

    seq: int
    kind: EventKind
    data: Mapping[str, Any]
    message: str | None = None


class Store:
    """One database. Its methods block: the server calls them in a thread of their own."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = sql.create_engine(url, hide_parameters=True)  # ids of tables and seeds are secrets
        except ModuleNotFoundError as error:
            raise StoreError(
                f"this database needs the Python package {error.name}; install naadam[postgresql]"
            ) from None
        self._statement = str(events.insert().compile(dialect=self.engine.dialect))
        self._claimed: Any = None
        if self.engine.dialect.name == "sqlite":
            engine_event.listen(self.engine, "connect", _prepare_sqlite)
        try:
            self._migrate()
            self._check_settings()
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(f"the database {url} cannot be opened: {error.__cause__ or error}") from None

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", "naadam.server:migrations")
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _check_settings(self) -> None:
        with self.engine.connect() as connection:
            if self.engine.dialect.name != "sqlite":
                sync = connection.exec_driver_sql("SHOW synchronous_commit").scalar()
                if sync in ("off", "local"):
                    raise StoreError(f"the database does not keep what is written: synchronous_commit {sync}")
                return
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
            if found != "ok":
                raise StoreError(f"the database is damaged, and nothing is written to it: {found}")
            mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
            sync = connection.exec_driver_sql("PRAGMA synchronous").scalar()
        in_memory = mode == "memory"
        if (mode != "wal" and not in_memory) or sync != 2:
            raise StoreError(f"the database does not keep what is written: journal {mode}, synchronous {sync}")

    def create(
        self,
        table_id: str,
        spec: str,
        setup: Mapping[str, Any],
        first: Sequence[StoredEvent] = (),
        before: tuple[str, StoredEvent] | None = None,
    ) -> None:
        """Write a new table with the events with which it begins, and, all or none, the event of the table before."""
        row = {"id": table_id, "spec": spec, "setup": _json(setup), "created": time.time()}
        rows = _rows(table_id, first) + (_rows(before[0], [before[1]]) if before else [])
        with self.engine.begin() as connection:
            connection.execute(tables.insert().values(row))
            if rows:
                connection.execute(events.insert(), rows)

    def append(self, news: Sequence[tuple[str, Sequence[StoredEvent]]]) -> list[Exception | None]:
        """Write events at the end of the logs of some tables, and tell for each table what went wrong, if anything.

        Those of one table are written all or none. All that was written is on disk when this returns.
        """
        try:
            with self.engine.begin() as connection:
                self._insert(connection, [row for table_id, told in news for row in _rows(table_id, told)])
            return [None] * len(news)
        except sql.exc.IntegrityError as error:
            return [error] if len(news) == 1 else [fault for one in news for fault in self.append([one])]
        except sql.exc.SQLAlchemyError as error:
            return [error] * len(news)

    def _insert(self, connection: sql.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write events by a statement made once: this is done for every move."""
        positional = self.engine.dialect.positional
        connection.exec_driver_sql(self._statement, [tuple(row.values()) if positional else dict(row) for row in rows])

    def check(self) -> None:
        """Write something that changes nothing; raises if the disk does not take it."""
        with self.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def load(self, table_id: str) -> tuple[str, Mapping[str, Any], list[StoredEvent]] | None:
        """Spec, set-up and events of a table, or None if there is no such table."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            log = connection.execute(sql.select(events).where(events.c.table_id == table_id).order_by(events.c.seq))
            found = [StoredEvent(e.seq, e.kind, msgspec.json.decode(e.data), e.message) for e in log]
        return row.spec, msgspec.json.decode(row.setup), found

    def claim(self) -> None:
        """Keep other servers off this database, until this process ends; StoreError if one has it."""
        if self.engine.dialect.name == "sqlite":
            path = self.engine.url.database
            if not path or path == ":memory:":
                return
            self._claimed = sqlite3.connect(f"{path}-server", timeout=0, isolation_level=None, check_same_thread=False)
            try:
                self._claimed.execute("BEGIN EXCLUSIVE")
                free = True
            except sqlite3.OperationalError:
                free = False
        else:
            self._claimed = self.engine.connect()
            free = self._claimed.exec_driver_sql(f"SELECT pg_try_advisory_lock({ADVISORY_LOCK})").scalar()
        if not free:
            raise StoreError(f"another server has the database {self.engine.url.database} open")

    def close(self) -> None:
        if self._claimed is not None:
            self._claimed.close()
        self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


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


def _json(value: Mapping[str, Any]) -> str:
    return msgspec.json.encode(value).decode()
