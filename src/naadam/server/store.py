"""The store: matches and their append-only log of events, in SQLite or PostgreSQL.

What `append` has returned from is on disk. SQLite runs in WAL mode with `synchronous=FULL`; both are read back at
the start. There is one writer.
"""

from __future__ import annotations

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

metadata = sql.MetaData()

matches = sql.Table(
    "matches",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("spec", sql.Text, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),  # JSON: seats, hashes of their tokens, seed, what came before
    sql.Column("created", sql.Float, nullable=False),
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("match", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),  # from 1, without gaps
    sql.Column("kind", sql.String(20), nullable=False),
    sql.Column("data", sql.Text, nullable=False),  # JSON
    sql.Column("message", sql.String(60)),  # seat and id of the client's message, so that it is taken once
    sql.Column("at", sql.Float, nullable=False),
    sql.UniqueConstraint("match", "message", name="one_event_a_message"),
)


class StoreError(NaadamError):
    """The database cannot be used as it is."""


@dataclass(frozen=True)
class StoredEvent:
    """An event as it lies in the log."""

    seq: int
    kind: str
    data: Mapping[str, Any]
    message: str | None = None


class Store:
    """One database. Its methods block: the server calls them in a thread of their own."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url)
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
        if self.engine.dialect.name != "sqlite":
            return
        with self.engine.connect() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
            sync = connection.exec_driver_sql("PRAGMA synchronous").scalar()
        in_memory = mode == "memory"
        if (mode != "wal" and not in_memory) or sync != 2:
            raise StoreError(f"the database does not keep what is written: journal {mode}, synchronous {sync}")

    def create(
        self,
        match: str,
        spec: str,
        setup: Mapping[str, Any],
        first: Sequence[StoredEvent] = (),
        before: tuple[str, StoredEvent] | None = None,
    ) -> None:
        """Write a new match with the events with which it begins, and, all or none, the event of the match before."""
        row = {"id": match, "spec": spec, "setup": _json(setup), "created": time.time()}
        rows = _rows(match, first) + (_rows(before[0], [before[1]]) if before else [])
        with self.engine.begin() as connection:
            connection.execute(matches.insert().values(row))
            if rows:
                connection.execute(events.insert(), rows)

    def append(self, news: Sequence[tuple[str, Sequence[StoredEvent]]]) -> list[Exception | None]:
        """Write events at the end of the logs of some matches, and tell for each match what went wrong, if anything.

        Those of one match are written all or none. All that was written is on disk when this returns.
        """
        try:
            with self.engine.begin() as connection:
                connection.execute(events.insert(), [row for match, told in news for row in _rows(match, told)])
            return [None] * len(news)
        except sql.exc.SQLAlchemyError as error:
            return [error] if len(news) == 1 else [fault for one in news for fault in self.append([one])]

    def load(self, match: str) -> tuple[str, Mapping[str, Any], list[StoredEvent]] | None:
        """Spec, set-up and events of a match, or None if there is no such match."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(matches).where(matches.c.id == match)).one_or_none()
            if row is None:
                return None
            log = connection.execute(sql.select(events).where(events.c.match == match).order_by(events.c.seq))
            found = [StoredEvent(e.seq, e.kind, msgspec.json.decode(e.data), e.message) for e in log]
        return row.spec, msgspec.json.decode(row.setup), found

    def close(self) -> None:
        self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _rows(match: str, news: Sequence[StoredEvent]) -> list[dict[str, Any]]:
    return [
        {
            "match": match,
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
