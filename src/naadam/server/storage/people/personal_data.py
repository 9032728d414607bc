"""Personal data: people listed and found by name or id, exported with all that is stored of them, and erased."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.registry import load_shipped
from naadam.server.people.keys import PERSON
from naadam.server.people.names import fold_name
from naadam.server.storage.cup_store import cup_entries, cups
from naadam.server.storage.people.channel_store import alerts, channels, forget_channels
from naadam.server.storage.people.moderation import blocks, forget_person, reports
from naadam.server.storage.people.people_store import keys, people
from naadam.server.storage.people.vacation_store import vacation_hours
from naadam.server.storage.seats import seats
from naadam.server.storage.sqlite_file import empty_log
from naadam.server.storage.store import Store, activity, notices, offers, results, talk
from naadam.server.table.table import Table

EVENTS_PER_PORTION = 50  # folded between two pauses, because folding keeps other threads waiting
SECONDS_OF_PAUSE = 0.005


class PersonRow(NamedTuple):
    """A person in the list; dates are in seconds since 1970."""

    id: str
    name: str | None
    created: float
    seen: float
    closed: float | None
    muted: float | None  # until when
    bot: bool
    reports: int  # about them, done or not
    keys: int  # by which they come in
    games: int  # finished


def list_people(
    engine: sql.Engine, which: str = "", named: bool = False, most: int = 50, restricted: bool = False
) -> list[PersonRow]:
    """People, the latest seen first; `which` is an id, or a name in any case, with or without accents.

    `named` limits them to kept names, `restricted` to people who are muted or closed.
    """
    about = sql.select(sql.func.count()).where(reports.c.reported == people.c.id).scalar_subquery()
    of_keys = sql.select(sql.func.count()).where(keys.c.person == people.c.id).scalar_subquery()
    of_games = sql.select(sql.func.count(results.c.table_id.distinct()))
    games = of_games.where(results.c.person == people.c.id).scalar_subquery()
    columns = [people.c[name] for name in ("id", "name", "created", "seen", "closed", "muted", "bot")]
    counts = about.label("reports"), of_keys.label("keys"), games.label("games")
    query = sql.select(*columns, *counts).order_by(people.c.seen.desc(), people.c.id).limit(most)
    if which:
        by_name = people.c.folded == fold_name(which)  # not lower(), which knows ASCII only on SQLite
        query = query.where(sql.or_(by_name, people.c.id == which) if PERSON.fullmatch(which) else by_name)
    if named:
        query = query.where(people.c.folded.is_not(None))
    if restricted:
        query = query.where(sql.or_(people.c.closed.is_not(None), people.c.muted > time.time()))
    with engine.connect() as connection:
        return [PersonRow(**row._asdict()) for row in connection.execute(query)]


def erase(connection: sql.Connection, person: str) -> list[str]:
    """Erase a person and their bots within a transaction; return the hashes of the keys that they had.

    Nothing is left of them but the id, on the seats and results of their games. It is closed, so servers give up the
    games that go on. Words of others about them stay, except in reports.
    """
    revoked: list[str] = []
    played: set[str] = set()
    bots = connection.execute(sql.select(people.c.id).where(people.c.owner == person)).scalars().all()
    for one in (person, *bots):
        own = connection.execute(sql.select(seats.c.table_id, seats.c.seat).where(seats.c.person == one)).all()
        _forget_reported(connection, {(table, seat) for table, seat in own})
        played |= {table for table, _ in own}
        for table, seat in own:
            for part in (talk, notices):
                connection.execute(part.delete().where(part.c.table_id == table, part.c.seat == seat))
        connection.execute(seats.update().where(seats.c.person == one).values(name=""))
        connection.execute(offers.delete().where(offers.c.owner == one))
        forget_channels(connection, one)
        connection.execute(vacation_hours.delete().where(vacation_hours.c.person == one))
        forget_person(connection, one)
        revoked += connection.execute(sql.select(keys.c.hash).where(keys.c.person == one)).scalars().all()
        connection.execute(keys.delete().where(keys.c.person == one))
        now = time.time()
        left = {"name": None, "folded": None, "language": None, "owner": None, "muted": None}
        connection.execute(people.update().where(people.c.id == one).values(**left, closed=now, erased=now))
    _forget_shown(connection, played, {person, *bots})
    return revoked


def _forget_shown(connection: sql.Connection, played: set[str], erased: set[str]) -> None:
    """Take the names at these tables, and these bots, out of the summaries by which servers show what goes on."""
    for row in connection.execute(sql.select(activity)).all():
        summary = msgspec.json.decode(row.summary)
        for table in played & set(summary.get("shown", ())):
            summary["shown"][table]["names"] = []
        summary["bots"] = [bot for bot in summary.get("bots", ()) if bot["id"] not in erased]
        text = msgspec.json.encode(summary).decode()
        connection.execute(activity.update().where(activity.c.server == row.server).values(summary=text))


def _forget_reported(connection: sql.Connection, own: set[tuple[str, int]]) -> None:
    """Take the lines of a person out of reports about others."""
    tables_of = {table for table, _ in own}
    for row in connection.execute(sql.select(reports.c.id, reports.c.table_id, reports.c.lines)).all():
        if row.table_id in tables_of:
            lines = [line for line in msgspec.json.decode(row.lines) if (row.table_id, line[0]) not in own]
            text = msgspec.json.encode(lines).decode()
            connection.execute(reports.update().where(reports.c.id == row.id).values(lines=text))


def wipe(store: Store) -> bool:
    """Leave no deleted byte in a SQLite file or in its log, without making writers wait; PostgreSQL does so by itself.

    Deleted rows have been overwritten with zeros (`secure_delete`), so only the log still has them. False if it could
    not be emptied.
    """
    return store.shared or empty_log(store.engine)


def export(store: Store, person: str) -> dict[str, Any]:
    """All that is stored of a person, and the records of their games as text."""
    with store.engine.connect() as connection:

        def rows(table: sql.Table, *where: sql.ColumnElement[bool], without: tuple[str, ...] = ()) -> list[Any]:
            found = connection.execute(sql.select(table).where(*where)).mappings()
            return [{key: value for key, value in row.items() if key not in without} for row in found]

        own = rows(seats, seats.c.person == person, without=("invitation",))
        places = [(row["table_id"], row["seat"]) for row in own]

        def at_seats(table: sql.Table, *without: str) -> list[Any]:
            here = (sql.and_(table.c.table_id == one, table.c.seat == seat) for one, seat in places)
            return [row for place in here for row in rows(table, place, without=without)]

        found = {
            "person": rows(people, people.c.id == person)[0],
            "bots": rows(people, people.c.owner == person),
            "keys": rows(keys, keys.c.person == person, without=("hash", "public_key")),
            "seats": own,
            "results": rows(results, results.c.person == person),
            "cups": rows(cups, cups.c.opened_by == person),
            "cup_entries": rows(cup_entries, cup_entries.c.person == person),
            "offers": rows(offers, offers.c.owner == person, without=("id",)),
            "channels": rows(channels, channels.c.person == person, without=("secret",)),
            "notified": rows(alerts, alerts.c.person == person),
            "vacation": rows(vacation_hours, vacation_hours.c.person == person),
            "blocks": rows(blocks, blocks.c.person == person),
            "reports": rows(reports, reports.c.reporter == person, without=("lines",)),
            "chat": at_seats(talk, "message"),
            "emails": at_seats(notices, "key"),
        }
    return found | {"records": dict(_records(store, dict.fromkeys(table for table, _ in places)))}


def _records(store: Store, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The records of tables as text, but for games that go on and have secrets, and those that cannot be read."""
    for table_id in ids:
        loaded = store.load(table_id)
        if loaded is None:
            continue
        spec, setup, events = loaded
        try:
            table = Table.from_setup(table_id, load_shipped(spec), setup)
            for begin in range(0, len(events), EVENTS_PER_PORTION):
                table.take_all(events[begin : begin + EVENTS_PER_PORTION])
                time.sleep(SECONDS_OF_PAUSE)
        except NaadamError:
            continue
        if table.over or not table.game.hides:
            yield table_id, table.history.record(table.over).to_text()
