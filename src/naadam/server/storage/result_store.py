"""Results in the database, filled in from the logs of finished games and read for ratings; vacations from all logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.registry import load_shipped
from naadam.server.storage.people.vacation_store import vacation_hours, write_hours
from naadam.server.storage.revisions import raise_revision
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store, events, results, tables, write_results
from naadam.server.table.results import end_of_log, results_of
from naadam.server.table.table import Table
from naadam.server.table.vacation import Run


def fill_results(store: Store, again: bool = False) -> tuple[int, int]:
    """Write the results of all finished games that have none, from their logs; with `again` those of all games.

    Return how many games have got results, and how many logs could not be read. A server may be running.
    """
    query = sql.select(tables.c.id).order_by(tables.c.id)
    if not again:
        query = query.where(tables.c.id.not_in(sql.select(results.c.table_id)))
    with store.engine.connect() as connection:
        ids = connection.execute(query).scalars().all()
    written = unreadable = 0
    for table_id in ids:
        try:
            written += _fill(store, table_id)
        except (NaadamError, msgspec.MsgspecError, KeyError, ValueError):  # its rules have changed, or are gone
            unreadable += 1
    return written, unreadable


def _fill(store: Store, table_id: str) -> bool:
    """Write the results of a game in place of those that it has; return whether there are any."""
    loaded = store.load(table_id)
    if loaded is None:
        return False
    spec, setup, log = loaded
    table = Table.from_setup(table_id, load_shipped(spec), setup)
    table.take_all(log)
    seq, outcome = end_of_log(table), table.outcome
    if seq is None or outcome is None:
        return False
    rated = sql.select(results.c.rated).where(results.c.table_id == table_id, results.c.rated).limit(1)
    with store.engine.connect() as connection:
        found = results_of(table, outcome, was_rated=connection.execute(rated).first() is not None)
    last = sql.select(events.c.at).where(events.c.table_id == table_id, events.c.seq == seq)
    with store.engine.begin() as connection:
        if not store.shared:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        if connection.execute(results.delete().where(results.c.table_id == table_id)).rowcount:
            raise_revision(connection)
        ended = connection.execute(last).scalar_one_or_none()
        if ended is None:  # it has been deleted since
            return False
        write_results(connection, table_id, found, ended)
    return bool(found)


def fill_vacations(store: Store) -> int:
    """Write the hours of vacation of all people again, from the logs; return how many there are."""
    query = sql.select(events.c.data, seats.c.person, seats.c.seat)
    query = query.join(seats, seats.c.table_id == events.c.table_id)
    query = query.where(events.c.kind == "vacation", seats.c.person.is_not(None))
    found: dict[tuple[str, int], int] = {}
    with store.engine.begin() as connection:
        if not store.shared:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        for row in connection.execute(query):
            data = msgspec.json.decode(row.data)
            for run in (Run(*one) for one in data["taken"] if data["seat"] == row.seat):
                found |= {(row.person, hour): run.year for hour in range(run.first, run.after)}
        connection.execute(vacation_hours.delete())
        write_hours(connection, found)
    return len(found)


def read_results(engine: sql.Engine, *where: sql.ColumnElement[bool]) -> Iterator[list[Any]]:
    """The rows of each game, in the order in which the games ended."""
    query = sql.select(results).order_by(results.c.ended, results.c.table_id, results.c.seat)
    with engine.connect() as connection:
        rows = connection.execute(query.where(*where)).all()
    for _, game in groupby(rows, key=lambda row: row.table_id):
        yield list(game)
