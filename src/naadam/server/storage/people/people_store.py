"""People and their keys in the database. A person has a row as soon as they hold something: a seat, an offer, a name.

A key is whatever lets a person in: that of a browser, a passkey, a token of a program, a printed code. They share one
table, and deleting a row revokes a key. Of secrets only the SHA-256 is stored.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import new_key, new_person
from naadam.server.people.names import fold_name
from naadam.server.storage.metadata import metadata

HOUR = 3600.0

people = sql.Table(
    "people",
    metadata,
    sql.Column("id", sql.String(24), primary_key=True),
    sql.Column("name", sql.String(40)),  # as others see it
    sql.Column("folded", sql.String(80), unique=True),  # the name in the form that is unique; null unless it is kept
    sql.Column("language", sql.String(8)),
    sql.Column("bot", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("owner", sql.String(24)),  # the person who answers for a bot
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("seen", sql.Double, nullable=False),  # last request, to the hour
    sql.Column("closed", sql.Double, index=True),  # when the host closed the account
    sql.Column("muted", sql.Double),  # until when the person may not chat
    sql.Column("vacation", sql.Boolean, nullable=False, server_default=sql.true()),  # whether it is taken
    sql.Column("erased", sql.Double),  # when the person was erased: then nothing but the id is left
)
keys = sql.Table(
    "keys",
    metadata,
    sql.Column("hash", sql.Text, primary_key=True),  # SHA-256 of the key or of the mailbox, or the id of a passkey
    sql.Column("person", sql.String(24), sql.ForeignKey("people.id"), nullable=False, index=True),
    sql.Column("kind", sql.String(16), nullable=False),  # browser, passkey, token, sheet or email
    sql.Column("public_key", sql.LargeBinary),  # of a passkey
    sql.Column("count", sql.BigInteger),  # of uses of a passkey, by which a copy is noticed
    sql.Column("label", sql.String(80), nullable=False, server_default=""),
    sql.Column("scopes", sql.Text, nullable=False, server_default=""),  # of a token, divided by spaces
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("used", sql.Double, nullable=False),  # to the hour
    sql.Column("until", sql.Double),  # when it ends; null if never
)


_owner = people.alias("owner")
CLOSED = sql.or_(
    people.c.closed.is_not(None), sql.exists().where(_owner.c.id == people.c.owner, _owner.c.closed.is_not(None))
)
"""Whether the host has closed a person, or the person who answers for a bot."""


class Person(NamedTuple):
    """A person as a request knows them."""

    id: str
    name: str | None = None
    kept: bool = False  # whether the name is theirs alone
    closed: bool = False
    bot: bool = False


class Found(NamedTuple):
    """The person of a key, the key, and whether this is its first use within an hour."""

    person: Person
    key: str
    stale: bool
    scopes: frozenset[str] = frozenset()  # of a token


class PeopleStore:
    """The people of one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def find(self, shown: Sequence[str], kind: str = "browser") -> Found | None:
        """The person of the first of these keys that is known. Its use is stored, at most once an hour."""
        hashes = {hash_secret(key): key for key in shown}
        if not hashes:
            return None
        now = time.time()
        valid = sql.or_(keys.c.until.is_(None), keys.c.until > now)
        columns = people, CLOSED.label("shut"), keys.c.hash, keys.c.used, keys.c.scopes
        query = sql.select(*columns).join_from(keys, people, keys.c.person == people.c.id)
        query = query.where(keys.c.hash.in_(hashes), keys.c.kind == kind, valid)
        with self._engine.connect() as connection:
            rows = {row.hash: row for row in connection.execute(query)}
        row = next((rows[hashed] for hashed in hashes if hashed in rows), None)
        if row is None:
            return None
        stale = row.used < now - HOUR
        if stale:
            with self._engine.begin() as connection:
                connection.execute(keys.update().where(keys.c.hash == row.hash).values(used=now))
                connection.execute(people.update().where(people.c.id == row.id).values(seen=now))
        return Found(read_person(row), hashes[row.hash], stale, frozenset(row.scopes.split()))

    def look_up(self, person: str) -> Person | None:
        with self._engine.connect() as connection:
            row = connection.execute(
                sql.select(people, CLOSED.label("shut")).where(people.c.id == person)
            ).one_or_none()
        return None if row is None else read_person(row)

    def create(self, language: str | None = None, label: str = "") -> tuple[Person, str]:
        """A new person without a name, and the key of their browser, with the label of that browser."""
        person, key, now = new_person(), new_key(), time.time()
        with self._engine.begin() as connection:
            connection.execute(people.insert().values(id=person, language=language, created=now, seen=now))
            add_row(connection, person, hash_secret(key), "browser", label)
        return Person(person), key

    def keep_name(self, person: str, name: str | None) -> bool:
        """Give a person a unique name, or none; return False if another person has one that looks like it."""
        folded = None if name is None else fold_name(name)
        try:
            with self._engine.begin() as connection:
                connection.execute(people.update().where(people.c.id == person).values(name=name, folded=folded))
        except sql.exc.IntegrityError:
            return False
        return True

    def add_key(self, person: str, kind: str, label: str = "", until: float | None = None) -> str:
        """A new key of a person, which is shown once."""
        key = new_key()
        with self._engine.begin() as connection:
            add_row(connection, person, hash_secret(key), kind, label, until)
        return key


def add_row(
    connection: sql.Connection, person: str, hashed: str, kind: str, label: str = "", until: float | None = None
) -> None:
    """Write a key by its hash."""
    now = time.time()
    row = {"hash": hashed, "person": person, "kind": kind, "label": label, "until": until}
    connection.execute(keys.insert().values(row | {"created": now, "used": now}))


def read_person(row: sql.Row[tuple[object, ...]]) -> Person:
    return Person(row.id, row.name, row.folded is not None, bool(row.shut), row.bot)
