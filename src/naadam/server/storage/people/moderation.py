"""Moderation in the database: blocks between people, reports for the host, and people who are muted or closed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.server.protocol.errors import TooOften
from naadam.server.storage.metadata import metadata
from naadam.server.storage.people.people_store import CLOSED, keys, people
from naadam.server.storage.store import offers

DAY = 86400.0
FOR_EVER = 4e10  # until when a person is muted who is not for a time
MOST_BLOCKS = 500  # of a person
REPORTS_PER_DAY = 5  # of a person
KEYS_PER_QUERY = 500

blocks = sql.Table(
    "blocks",
    metadata,
    sql.Column("person", sql.String(24), primary_key=True),
    sql.Column("blocked", sql.String(24), primary_key=True, index=True),
    sql.Column("created", sql.Double, nullable=False),
)
reports = sql.Table(
    "reports",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("reporter", sql.String(24), nullable=False),
    sql.Column("reported", sql.String(24), nullable=False),
    sql.Column("table_id", sql.String(32), nullable=False),  # which may be deleted before the report
    sql.Column("seat", sql.Integer, nullable=False),  # of the person reported
    sql.Column("name", sql.String(40), nullable=False),  # of that person at the table
    sql.Column("text", sql.Text, nullable=False),  # of the reporter
    sql.Column("lines", sql.Text, nullable=False),  # JSON: the chat as the reporter saw it; deleted when it is done
    sql.Column("done", sql.Double),  # when the host marked it as done
)


class ReportedLine(NamedTuple):
    """A line of chat in a report: who spoke, to which seat or to all, and the text."""

    seat: int
    name: str
    to: int | None
    text: str


class Report(NamedTuple):
    """A report for the host: who reports whom, at which table, and the name on that seat."""

    id: str
    created: float
    reporter: str
    reported: str
    table_id: str
    seat: int
    name: str
    text: str
    lines: tuple[ReportedLine, ...]
    done: float | None


class Moderation:
    """Moderation of one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    # --- blocks ---

    def block(self, person: str, other: str) -> None:
        """Keep a person apart from another one, both ways."""
        with self._engine.begin() as connection:
            own = sql.select(blocks.c.blocked).where(blocks.c.person == person)
            known = connection.execute(own).scalars().all()
            if other in known:
                return
            if len(known) >= MOST_BLOCKS:
                raise TooOften("too-many-blocks", most=MOST_BLOCKS)
            connection.execute(blocks.insert().values(person=person, blocked=other, created=time.time()))

    def unblock(self, person: str, other: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(blocks.delete().where(blocks.c.person == person, blocks.c.blocked == other))

    def blocked(self, person: str) -> frozenset[str]:
        """The people whom a person has blocked."""
        with self._engine.connect() as connection:
            query = sql.select(blocks.c.blocked).where(blocks.c.person == person)
            return frozenset(connection.execute(query).scalars())

    def avoided(self, person: str) -> frozenset[str]:
        """The people who are kept apart from a person, at the wish of either of the two."""
        with self._engine.connect() as connection:
            return avoided_by(connection, [person]).get(person, frozenset())

    # --- reports ---

    def report(
        self,
        reporter: str,
        reported: str,
        table_id: str,
        seat: int,
        name: str,
        text: str,
        lines: Sequence[ReportedLine],
    ) -> None:
        """Add a report; a second one about the same person at a table replaces the first."""
        now = time.time()
        own = sql.and_(reports.c.reporter == reporter, reports.c.created > now - DAY)
        same = sql.and_(
            reports.c.reporter == reporter,
            reports.c.reported == reported,
            reports.c.table_id == table_id,
            reports.c.done.is_(None),
        )
        with self._engine.begin() as connection:
            connection.execute(reports.delete().where(same))
            count = connection.execute(sql.select(sql.func.count()).select_from(reports).where(own)).scalar_one()
            if count >= REPORTS_PER_DAY:
                raise TooOften("too-many-reports", seconds=DAY, most=REPORTS_PER_DAY)
            row = {"reporter": reporter, "reported": reported, "table_id": table_id, "seat": seat, "name": name}
            encoded = msgspec.json.encode(list(lines)).decode()
            row |= {"id": secrets.token_hex(4), "created": now, "text": text, "lines": encoded}
            connection.execute(reports.insert().values(row))

    def reports(self, done: bool = False, id_: str | None = None, most: int = 200) -> list[Report]:
        """Reports that wait, the oldest first; with `done` those that are done, or the one with an id."""
        query = sql.select(reports).order_by(reports.c.created, reports.c.id).limit(most)
        if id_ is not None:
            query = query.where(reports.c.id == id_)
        else:
            query = query.where(reports.c.done.is_not(None) if done else reports.c.done.is_(None))
        with self._engine.connect() as connection:
            return [_read_report(row._asdict()) for row in connection.execute(query)]

    def finish(self, id_: str) -> bool:
        """Mark a report as done, and delete the chat and the words in it; return whether it waited."""
        waits = sql.and_(reports.c.id == id_, reports.c.done.is_(None))
        with self._engine.begin() as connection:
            values = {"done": time.time(), "lines": "[]", "text": ""}
            return connection.execute(reports.update().where(waits).values(values)).rowcount > 0

    # --- people ---

    def mute(self, person: str, until: float | None) -> None:
        """Let a person not chat until then; None lets them again."""
        self._set(person, {"muted": until})

    def close(self, person: str) -> None:
        """Close a person with their bots: they take no seat, and their offers end.

        Servers end their games (see rooms/upkeep/moderation).
        """
        self._set(person, {"closed": time.time()})
        with self._engine.begin() as connection:
            connection.execute(offers.delete().where(offers.c.owner == person, offers.c.begun.is_(None)))

    def open(self, person: str) -> None:
        self._set(person, {"closed": None})

    def _set(self, person: str, values: Mapping[str, object]) -> None:
        with self._engine.begin() as connection:
            if not connection.execute(people.update().where(people.c.id == person).values(values)).rowcount:
                raise NaadamError(f"there is no person {person!r}")

    # --- looking ---

    def silenced(self, person: str) -> bool:
        """Whether a person may not chat."""
        now = time.time()
        shut = sql.or_(CLOSED, people.c.muted > now)
        with self._engine.connect() as connection:
            return connection.execute(sql.select(people.c.id).where(people.c.id == person, shut)).first() is not None

    def closed(self, ids: Collection[str]) -> frozenset[str]:
        """Those of these people whom the host has closed."""
        query = sql.select(people.c.id).where(people.c.id.in_(ids), CLOSED)
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def closed_since(self, moment: float) -> frozenset[str]:
        """The people whom the host has closed since then, and their bots."""
        lately = sql.select(people.c.id).where(people.c.closed > moment)
        query = sql.select(people.c.id).where(sql.or_(people.c.closed > moment, people.c.owner.in_(lately)))
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def erased(self, ids: Collection[str]) -> frozenset[str]:
        """Those of these people who were erased."""
        query = sql.select(people.c.id).where(people.c.id.in_(ids), people.c.erased.is_not(None))
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def revoked(self, hashes: Collection[str]) -> frozenset[str]:
        """Those of these keys, by their hashes, that are no longer valid."""
        left, now = list(hashes), time.time()
        valid: set[str] = set()
        with self._engine.connect() as connection:
            for begin in range(0, len(left), KEYS_PER_QUERY):
                these = keys.c.hash.in_(left[begin : begin + KEYS_PER_QUERY])
                holds = sql.or_(keys.c.until.is_(None), keys.c.until > now)
                valid.update(connection.execute(sql.select(keys.c.hash).where(these, holds)).scalars())
        return frozenset(left) - valid

    def avoided_by_each(self, ids: Collection[str]) -> dict[str, frozenset[str]]:
        """For each of these people the others who are kept apart from them, if there are any."""
        with self._engine.connect() as connection:
            return avoided_by(connection, ids)


def avoided_by(connection: sql.Connection, ids: Collection[str]) -> dict[str, frozenset[str]]:
    """For each of these people the others who are kept apart from them, if there are any."""
    pairs = sql.select(blocks.c.person, blocks.c.blocked)
    query = pairs.where(sql.or_(blocks.c.person.in_(ids), blocks.c.blocked.in_(ids)))
    found: dict[str, set[str]] = {}
    for person, blocked in connection.execute(query):
        found.setdefault(person, set()).add(blocked)
        found.setdefault(blocked, set()).add(person)
    return {person: frozenset(others) for person, others in found.items() if person in ids}


def forget_person(connection: sql.Connection, person: str) -> None:
    """Delete the blocks of a person, and the reports about and by them, within a transaction."""
    connection.execute(blocks.delete().where(sql.or_(blocks.c.person == person, blocks.c.blocked == person)))
    about = sql.or_(reports.c.reporter == person, reports.c.reported == person)
    connection.execute(reports.delete().where(about))


def merge_moderation(connection: sql.Connection, person: str, into: str) -> None:
    """Give the blocks and reports of a person to another one, and a mute if it lasts longer, within a transaction."""
    pairs = _blocks_of(connection, person)
    both = sql.or_(blocks.c.person == person, blocks.c.blocked == person)
    connection.execute(blocks.delete().where(both))
    known = _blocks_of(connection, into)
    for (one, other), created in pairs.items():
        pair = into if one == person else one, into if other == person else other
        if pair[0] != pair[1] and pair not in known:
            known[pair] = created
            connection.execute(blocks.insert().values(person=pair[0], blocked=pair[1], created=created))
    for column in (reports.c.reporter, reports.c.reported):
        connection.execute(reports.update().where(column == person).values({column: into}))
    connection.execute(reports.delete().where(reports.c.reporter == reports.c.reported))
    query = sql.select(people.c.muted).where(people.c.id == person)
    muted = connection.execute(query).scalar_one_or_none()
    if muted is not None:
        shorter = sql.or_(people.c.muted.is_(None), people.c.muted < muted)
        connection.execute(people.update().where(people.c.id == into, shorter).values(muted=muted))


def _blocks_of(connection: sql.Connection, person: str) -> dict[tuple[str, str], float]:
    """The blocks by and of a person, and when they were made."""
    rows = connection.execute(sql.select(blocks).where(sql.or_(blocks.c.person == person, blocks.c.blocked == person)))
    return {(row.person, row.blocked): row.created for row in rows}


def _read_report(row: Mapping[str, object]) -> Report:
    lines = tuple(ReportedLine(*line) for line in msgspec.json.decode(str(row["lines"])))
    return Report(**{**row, "lines": lines})  # type: ignore[arg-type]
