"""Retention: deletes unvisited tables, old chat and people without a name, in small batches, if the host wants that."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.registry import load_shipped
from naadam.server.storage.database_clock import database_time
from naadam.server.storage.hosting.housekeeping import PAGES_PER_STEP, delete_parts, shrink
from naadam.server.storage.people.channel_store import forget_channels
from naadam.server.storage.people.moderation import blocks
from naadam.server.storage.people.people_store import keys, people
from naadam.server.storage.people.personal_data import EVENTS_PER_PORTION, SECONDS_OF_PAUSE
from naadam.server.storage.people.vacation_store import vacation_hours
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store, results, tables, talk
from naadam.server.table.events import StoredEvent
from naadam.server.table.table import Table

DAY = 86400.0
HOUR = 3600.0
TABLES_PER_BATCH = 10
EVENTS_PER_BATCH = 2000  # after which a batch takes no further table
LINES_PER_BATCH = 200
PEOPLE_PER_BATCH = 200


class Retention(NamedTuple):
    """Days after which something is deleted; 0 means never."""

    tables: float = 0.0  # unfinished tables, since the last visit
    chat: float = 0.0  # lines of chat, since they were written
    people: float = 0.0  # people without a name, since their last request


KEEP_ALL = Retention()


def note_visits(store: Store, table_ids: Iterable[str]) -> None:
    """Store that clients are at these tables now; a visit of the last hour is not stored again."""
    now = _now(store)
    late = sql.and_(tables.c.id.in_(list(table_ids)), tables.c.visited < now - HOUR)
    with store.engine.connect() as connection:  # read first: most visits need no write
        found = connection.execute(sql.select(tables.c.id).where(late)).scalars().all()
    if found:
        with store.engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id.in_(found)).values(visited=now))


def delete_unvisited_tables(store: Store, retention: Retention) -> tuple[int, int]:
    """Delete a batch of unfinished tables, and mark the finished ones among those looked at."""
    if not retention.tables:
        return 0, 0
    unvisited = sql.and_(tables.c.ended.is_(sql.false()), tables.c.visited < _now(store) - DAY * retention.tables)
    query = sql.select(tables.c.id).where(unvisited).order_by(tables.c.visited).limit(TABLES_PER_BATCH)
    with store.engine.connect() as connection:
        found = connection.execute(query).scalars().all()
    finished: list[str] = []
    unfinished: list[str] = []
    events = 0
    for table_id in found:
        count, over = _look_at(store, table_id)
        (finished if over else unfinished).append(table_id)
        events += count
        if events > EVENTS_PER_BATCH:
            break
    with store.engine.begin() as connection:
        if finished:
            connection.execute(tables.update().where(tables.c.id.in_(finished)).values(ended=True))
        # A visit since then keeps the table. The statement locks the rows (PostgreSQL) or the file (SQLite).
        still = sql.and_(tables.c.id.in_(unfinished), unvisited)
        locked = tables.update().where(still).values(ended=False).returning(tables.c.id)
        deleted = delete_parts(connection, connection.execute(locked).scalars().all()) if unfinished else 0
    return len(finished) + deleted, deleted


def _look_at(store: Store, table_id: str) -> tuple[int, bool]:
    """The events of a table, and whether its game is over; a table that cannot be read counts as over, and stays."""
    events: list[StoredEvent] = []
    try:
        loaded = store.load(table_id)
        if loaded is None:
            return 0, False
        spec, setup, events = loaded
        table = Table.from_setup(table_id, load_shipped(spec), setup)
        for begin in range(0, len(events), EVENTS_PER_PORTION):
            table.take_all(events[begin : begin + EVENTS_PER_PORTION])
            time.sleep(SECONDS_OF_PAUSE)
    except (NaadamError, msgspec.MsgspecError, KeyError, ValueError):
        return len(events), True
    return len(events), table.over


def _now(store: Store) -> float:
    with store.engine.connect() as connection:
        return float(connection.execute(sql.select(database_time(store.engine))).scalar_one())


def delete_old_chat(store: Store, retention: Retention) -> tuple[int, int]:
    """Delete a batch of lines of chat."""
    if not retention.chat:
        return 0, 0
    old = talk.c.at < _now(store) - DAY * retention.chat
    query = sql.select(talk.c.table_id, talk.c.number).where(old).limit(LINES_PER_BATCH)
    with store.engine.begin() as connection:
        found = connection.execute(query).all()
        if found:
            these = sql.tuple_(talk.c.table_id, talk.c.number).in_([tuple(row) for row in found])
            connection.execute(talk.delete().where(these))
    return len(found), len(found)


def delete_unseen_people(store: Store, retention: Retention) -> tuple[int, int]:
    """Delete a batch of people without a name, with their keys; the results of their games stay.

    Their ids stay on seats and results, without any other data: so the ratings of others do not change. People with an
    unfinished game stay until its table is deleted. So do people with a key of another kind than that of
    a browser, because they mean to come back, owners of bots, and people whom the host has muted or closed.
    """
    if not retention.people:
        return 0, 0
    now = _now(store)
    of_person, bots = keys.c.person == people.c.id, people.alias()
    of_row = [
        people.c.folded.is_(None),
        people.c.seen < now - DAY * retention.people,
        people.c.closed.is_(None),
        sql.or_(people.c.muted.is_(None), people.c.muted < now),
        ~people.c.bot,
    ]
    unseen = [
        *of_row,
        ~sql.exists().where(of_person, keys.c.kind != "browser"),
        ~sql.exists().where(bots.c.owner == people.c.id),
    ]
    over = seats.c.table_id.in_(sql.select(results.c.table_id))
    unseen.append(~sql.exists().where(seats.c.person == people.c.id, ~over))
    batch = sql.select(people.c.id).where(*unseen).order_by(people.c.seen).limit(PEOPLE_PER_BATCH)
    with store.engine.begin() as connection:
        # The update locks the rows (PostgreSQL) or the file (SQLite), so that no visitor comes back meanwhile.
        # PostgreSQL tests the conditions of a row again if it had to wait for it.
        locked = people.update().where(people.c.id.in_(batch), *of_row).values(name=None).returning(people.c.id)
        found = connection.execute(locked).scalars().all()
        if found:
            connection.execute(keys.delete().where(keys.c.person.in_(found)))
            for person in found:
                forget_channels(connection, person)
            connection.execute(vacation_hours.delete().where(vacation_hours.c.person.in_(found)))
            connection.execute(blocks.delete().where(sql.or_(blocks.c.person.in_(found), blocks.c.blocked.in_(found))))
            connection.execute(seats.update().where(seats.c.person.in_(found)).values(name=""))
            connection.execute(people.delete().where(people.c.id.in_(found)))
    return len(found), len(found)


def give_back_pages(store: Store, _: Retention) -> tuple[int, int]:
    """Shorten a SQLite file by a few pages."""
    return int(shrink(store.engine, PAGES_PER_STEP) > 0), 0


Rule = Callable[[Store, Retention], tuple[int, int]]
RULES: dict[str, Rule] = {
    "tables": delete_unvisited_tables,
    "chat": delete_old_chat,
    "people": delete_unseen_people,
    "pages": give_back_pages,  # last: the space of everything deleted before
}
"""A rule handles one small batch; it returns how many rows it has looked at, 0 when it is done, and deleted."""
