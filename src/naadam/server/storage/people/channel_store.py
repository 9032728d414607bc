"""Channels in the database: webhooks and browsers to notify, what each person was notified of, and requests under way.

A notification and the note that it was made are one transaction, so a kill loses none and repeats none. A request is
taken by one server for a while; one that was not answered is tried again, also after a restart.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.server.protocol.errors import NotFound, TooOften
from naadam.server.storage.metadata import metadata
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store, events

MOST = {"webhook": 3, "push": 10}  # channels of a person, by kind
MOST_WAITING = 50  # requests of a channel; further notifications are dropped
SECONDS_TAKEN = 60.0  # by one server: longer than a request can last
WAITS = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)  # seconds before each further try
MOST_FAILURES = 10  # notifications in a row that no try delivered: then nothing more is sent

channels = sql.Table(
    "channels",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("person", sql.String(24), nullable=False, index=True),
    sql.Column("kind", sql.String(8), nullable=False),  # webhook or push
    sql.Column("url", sql.Text, nullable=False),
    sql.Column("secret", sql.Text, nullable=False),  # of signatures; of a browser its public key and its secret
    sql.Column("label", sql.String(80), nullable=False),
    sql.Column("language", sql.String(8), nullable=False),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("failures", sql.Integer, nullable=False),
    sql.UniqueConstraint("person", "url"),
)
alerts = sql.Table(  # the latest notification of the person of a seat
    "alerts",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("person", sql.String(24), nullable=False, index=True),
    sql.Column("seen", sql.Integer, nullable=False),  # so many events of the table were looked at
    sql.Column("turn", sql.Integer, nullable=False),  # event that began the latest turn notified of; -1 for none
    sql.Column("ended", sql.Boolean, nullable=False),
)
outbox = sql.Table(
    "outbox",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("channel", sql.String(24), nullable=False, index=True),
    sql.Column("body", sql.Text, nullable=False),  # JSON
    sql.Column("due", sql.Double, nullable=False, index=True),  # of the next try, in seconds since 1970
    sql.Column("tries", sql.Integer, nullable=False),
)
server_keys = sql.Table(
    "server_keys",
    metadata,
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)


Bodies = Sequence[Mapping[str, Any]]


class Channel(NamedTuple):
    """A webhook, or a browser that gets push messages."""

    id: str
    person: str
    kind: str
    url: str
    secret: str
    label: str
    language: str
    created: float
    failures: int


class Request(NamedTuple):
    """A notification on its way to a channel."""

    id: str
    channel: Channel
    body: str
    tries: int


class Told(NamedTuple):
    """The latest notification of the person of a seat."""

    seen: int
    turn: int
    ended: bool


class ChannelStore:
    """The channels of one database. The methods block, like those of the store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._engine = store.engine
        self._clock = clock

    # --- channels ---

    def add(self, person: str, kind: str, url: str, secret: str, label: str, language: str) -> Channel:
        """Add a channel, or renew the one with this URL. Games that go on are not announced as new."""
        with self._engine.begin() as connection:
            own = channels.c.person == person
            connection.execute(channels.delete().where(own, channels.c.url == url))
            kinds = connection.execute(sql.select(channels.c.kind).where(own)).scalars().all()
            if kinds.count(kind) >= MOST[kind]:
                raise TooOften("too-many-channels", most=MOST[kind])
            if not kinds:
                connection.execute(alerts.delete().where(alerts.c.person == person))
                self._skip_present(connection, person)
            new = Channel(secrets.token_hex(12), person, kind, url, secret, label, language, self._clock(), 0)
            connection.execute(channels.insert().values(new._asdict()))
        return new

    def _skip_present(self, connection: sql.Connection, person: str) -> None:
        """Count the events so far as seen at all tables of a person."""
        last = sql.select(sql.func.coalesce(sql.func.max(events.c.seq), 0)).where(events.c.table_id == seats.c.table_id)
        query = sql.select(seats.c.table_id, seats.c.seat, last.scalar_subquery().label("seen"))
        rows = connection.execute(query.where(seats.c.person == person)).all()
        if rows:
            told = {"person": person, "ended": False}
            connection.execute(alerts.insert(), [{**row._asdict(), **told, "turn": row.seen} for row in rows])

    def list_of(self, person: str) -> list[Channel]:
        with self._engine.connect() as connection:
            query = sql.select(channels).where(channels.c.person == person).order_by(channels.c.created)
            return [Channel(*row) for row in connection.execute(query)]

    def remove(self, person: str, channel: str) -> None:
        """Remove a channel with its requests; NotFound if the person has none with this id."""
        with self._engine.begin() as connection:
            mine = channels.c.id == channel, channels.c.person == person
            if not connection.execute(channels.delete().where(*mine)).rowcount:
                raise NotFound("no-channel")
            connection.execute(outbox.delete().where(outbox.c.channel == channel))

    def key(self, name: str, new: Callable[[], str]) -> str:
        """A key of this server, made once for all servers on the database."""
        query = sql.select(server_keys.c.value).where(server_keys.c.name == name)
        for _ in range(2):
            try:
                with self._engine.begin() as connection:
                    found = connection.execute(query).scalar_one_or_none()
                    if found is None:
                        found = new()
                        connection.execute(server_keys.insert().values(name=name, value=found))
                    return found
            except sql.exc.IntegrityError:  # another server was faster
                continue
        raise AssertionError("a key that is there is read")

    # --- notifications ---

    def unseen(self) -> list[str]:
        """The tables with events, or seats, that were not looked at, of people who have channels."""
        last = sql.select(sql.func.coalesce(sql.func.max(events.c.seq), 0)).where(events.c.table_id == seats.c.table_id)
        told = sql.and_(
            alerts.c.table_id == seats.c.table_id, alerts.c.seat == seats.c.seat, alerts.c.person == seats.c.person
        )
        query = sql.select(seats.c.table_id).distinct().join(alerts, told, isouter=True)
        query = query.where(seats.c.person.in_(sql.select(channels.c.person)))
        news = sql.and_(~alerts.c.ended, alerts.c.seen < last.scalar_subquery())
        with self._engine.connect() as connection:
            return list(connection.execute(query.where(sql.or_(alerts.c.seen.is_(None), news))).scalars())

    def told(self, table_id: str, people: Sequence[str]) -> dict[int, Told | None]:
        """By seat, for people with channels, what they were notified of; None if they were not of this table."""
        own = sql.and_(seats.c.table_id == table_id, seats.c.person.in_(people))
        query = sql.select(seats.c.seat, alerts.c.seen, alerts.c.turn, alerts.c.ended)
        match = sql.and_(
            alerts.c.table_id == seats.c.table_id, alerts.c.seat == seats.c.seat, alerts.c.person == seats.c.person
        )
        query = query.join(alerts, match, isouter=True)
        query = query.where(own, seats.c.person.in_(sql.select(channels.c.person)))
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return {row.seat: None if row.seen is None else Told(row.seen, row.turn, row.ended) for row in rows}

    def tell(
        self,
        table_id: str,
        seat: int,
        person: str,
        before: Told | None,
        after: Told,
        bodies: Sequence[Mapping[str, Any]],
    ) -> bool:
        """Note that a person is notified, and put the notifications into the outbox; False if another was faster."""
        values = after._asdict()
        place = sql.and_(alerts.c.table_id == table_id, alerts.c.seat == seat)
        now = self._clock()
        try:
            with self._engine.begin() as connection:
                if before is None:
                    connection.execute(alerts.delete().where(place, alerts.c.person != person))
                    connection.execute(alerts.insert().values(table_id=table_id, seat=seat, person=person, **values))
                else:
                    same = [alerts.c[name] == value for name, value in before._asdict().items()]
                    if not connection.execute(alerts.update().where(place, *same).values(values)).rowcount:
                        return False
                query = sql.select(channels.c.id).where(channels.c.person == person)
                for channel in connection.execute(query.where(channels.c.failures < MOST_FAILURES)).scalars().all():
                    waiting = sql.select(sql.func.count()).select_from(outbox).where(outbox.c.channel == channel)
                    room = MOST_WAITING - connection.execute(waiting).scalar_one()
                    for body in bodies[: max(0, room)]:
                        row = {"id": secrets.token_hex(12), "channel": channel, "due": now, "tries": 0}
                        text = msgspec.json.encode(body).decode()
                        connection.execute(outbox.insert().values(row | {"body": text}))
        except sql.exc.IntegrityError:
            return False
        return True

    # --- requests ---

    def take(self, most: int) -> list[Request]:
        """Take requests that are due; other servers leave them alone for a while."""
        now = self._clock()
        ids = sql.select(outbox.c.id).where(outbox.c.due <= now).order_by(outbox.c.due).limit(most)
        with self._engine.begin() as connection:
            take = outbox.update().where(outbox.c.id.in_(ids), outbox.c.due <= now).values(due=now + SECONDS_TAKEN)
            rows = connection.execute(
                take.returning(outbox.c.id, outbox.c.channel, outbox.c.body, outbox.c.tries)
            ).all()
            named = sql.select(channels).where(channels.c.id.in_({row.channel for row in rows}))
            known = {row.id: Channel(*row) for row in connection.execute(named)}
            return [Request(row.id, known[row.channel], row.body, row.tries) for row in rows if row.channel in known]

    def delivered(self, request: Request) -> None:
        with self._engine.begin() as connection:
            connection.execute(outbox.delete().where(outbox.c.id == request.id))
            connection.execute(channels.update().where(channels.c.id == request.channel.id).values(failures=0))

    def failed(self, request: Request, gone: bool = False) -> None:
        """Try a request again later, or give it up; with `gone` the channel is deleted."""
        own = channels.c.id == request.channel.id
        with self._engine.begin() as connection:
            if gone:
                connection.execute(channels.delete().where(own))
                connection.execute(outbox.delete().where(outbox.c.channel == request.channel.id))
            elif request.tries < len(WAITS):
                later = {"due": self._clock() + WAITS[request.tries], "tries": request.tries + 1}
                connection.execute(outbox.update().where(outbox.c.id == request.id).values(later))
            else:
                connection.execute(outbox.delete().where(outbox.c.id == request.id))
                connection.execute(channels.update().where(own).values(failures=channels.c.failures + 1))


def forget_channels(connection: sql.Connection, person: str) -> None:
    """Delete the channels of a person with all that is on its way, within a transaction."""
    own = sql.select(channels.c.id).where(channels.c.person == person)
    connection.execute(outbox.delete().where(outbox.c.channel.in_(own)))
    connection.execute(channels.delete().where(channels.c.person == person))
    connection.execute(alerts.delete().where(alerts.c.person == person))


def merge_channels(connection: sql.Connection, person: str, into: str) -> None:
    """Give the channels of a person to another one, within a transaction, except for URLs that both have."""
    urls = sql.select(channels.c.url).where(channels.c.person == into).scalar_subquery()
    known = sql.select(channels.c.id).where(channels.c.person == person, channels.c.url.in_(urls)).scalar_subquery()
    connection.execute(outbox.delete().where(outbox.c.channel.in_(known)))
    connection.execute(channels.delete().where(channels.c.id.in_(known)))
    connection.execute(channels.update().where(channels.c.person == person).values(person=into))
    connection.execute(alerts.update().where(alerts.c.person == person).values(person=into))
