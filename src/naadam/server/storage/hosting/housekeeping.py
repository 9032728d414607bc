"""Tables as a host sees them: listed, shown and deleted in the database, whether a server runs or not."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from naadam.server.storage.database_clock import database_time
from naadam.server.storage.explored_store import explored_tables
from naadam.server.storage.people.channel_store import alerts
from naadam.server.storage.revisions import raise_revision
from naadam.server.storage.seats import browsers, seats
from naadam.server.storage.store import analyses, events, notices, results, tables, talk, tenures

PARTS = (events, talk, analyses, results, explored_tables, notices, alerts, seats, browsers, tenures)
"""Everything that belongs to a table; each has a column `table_id`."""
PAGES_PER_STEP = 200  # given back to the disk in one transaction, so that no move waits long


class TableRow(NamedTuple):
    """A table in the list: its id, game, dates in seconds since 1970, and the length of its log."""

    id: str
    spec: str
    created: float
    last: float
    events: int


def list_tables(engine: sql.Engine, game: str = "", idle_days: float = 0.0, most: int = 50) -> list[TableRow]:
    """Tables, the least recently played first: those of a game, or all; with `idle_days` those idle for so long."""
    last = sql.func.coalesce(sql.func.max(events.c.at), tables.c.created)
    query = (
        sql.select(tables.c.id, tables.c.spec, tables.c.created, last, sql.func.count(events.c.seq))
        .outerjoin(events, events.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.spec, tables.c.created)
        .order_by(last, tables.c.id)
        .limit(most)
    )
    if game:
        query = query.where(sql.or_(tables.c.spec == game, tables.c.spec.startswith(f"{game}:", autoescape=True)))
    if idle_days:
        query = query.having(last < database_time(engine) - 86400.0 * idle_days)
    with engine.connect() as connection:
        return [TableRow(*row) for row in connection.execute(query)]


def delete_tables(engine: sql.Engine, ids: Sequence[str]) -> int:
    """Delete tables with everything that belongs to them, in one transaction; return how many there were.

    A server that has one open notices when it next writes: the row that its events refer to is missing.
    """
    with engine.begin() as connection:
        return delete_parts(connection, ids)


def delete_parts(connection: sql.Connection, ids: Sequence[str]) -> int:
    """Delete tables within a transaction; return how many there were."""
    for part in PARTS:
        count = connection.execute(part.delete().where(part.c.table_id.in_(ids))).rowcount
        if part is results and count:
            raise_revision(connection)
    return connection.execute(tables.delete().where(tables.c.id.in_(ids))).rowcount


def shrink(engine: sql.Engine, most: int | None = None) -> int:
    """Give the free pages of a SQLite file back to the disk, in small steps; return how many bytes those were.

    With `most`, only so many pages.
    PostgreSQL does the same by itself (autovacuum).
    """
    if engine.dialect.name != "sqlite":
        return 0
    with contextlib.closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()

        def read(pragma: str) -> int:
            return int(cursor.execute(f"PRAGMA {pragma}").fetchone()[0])

        free = before = read("freelist_count")
        while free and (most is None or before - free < most):
            cursor.execute(f"PRAGMA incremental_vacuum({PAGES_PER_STEP})").fetchall()  # a page per row that is fetched
            if (left := read("freelist_count")) >= free:  # the file was made before pages could be given back
                break
            free = left
        page = read("page_size")
    return (before - free) * page
