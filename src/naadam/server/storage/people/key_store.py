"""Keys of a person as they see them: listed, revoked, printed; and a browser's games, taken along to a person."""

from __future__ import annotations

import time
from typing import NamedTuple

import sqlalchemy as sql

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import new_sheet, read_sheet
from naadam.server.people.passkeys import Passkey
from naadam.server.storage.cup_store import merge_cups
from naadam.server.storage.people.channel_store import merge_channels
from naadam.server.storage.people.moderation import merge_moderation
from naadam.server.storage.people.people_store import add_row, keys, people
from naadam.server.storage.people.vacation_store import merge_vacations
from naadam.server.storage.revisions import raise_revision
from naadam.server.storage.seats import seats
from naadam.server.storage.store import offers, results

LISTED = ("browser", "passkey", "sheet", "token", "email")


class KeyRow(NamedTuple):
    """A key of a person; dates are in seconds since 1970."""

    id: str
    kind: str
    label: str
    created: float
    used: float


class KeyStore:
    """The keys of people in one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def list_of(self, person: str) -> list[KeyRow]:
        """The keys of a person, the latest used first."""
        query = sql.select(keys.c.hash, keys.c.kind, keys.c.label, keys.c.created, keys.c.used)
        query = query.where(keys.c.person == person, keys.c.kind.in_(LISTED))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(keys.c.used.desc(), keys.c.created.desc(), keys.c.hash))
            return [KeyRow(*row) for row in rows]

    def revoke(self, person: str, key_id: str) -> bool:
        """Delete a key of a person; return False if they have no such key."""
        own = sql.and_(keys.c.hash == key_id, keys.c.person == person)
        with self._engine.begin() as connection:
            return connection.execute(keys.delete().where(own)).rowcount > 0

    def print_sheet(self, person: str) -> str:
        """A new recovery code in place of the last one."""
        sheet = new_sheet()
        with self._engine.begin() as connection:
            connection.execute(keys.delete().where(keys.c.person == person, keys.c.kind == "sheet"))
            add_row(connection, person, hash_secret(read_sheet(sheet) or ""), "sheet")
        return sheet

    def add_passkey(self, person: str, passkey: Passkey, label: str) -> bool:
        """Store a passkey; return False if it is known already."""
        try:
            with self._engine.begin() as connection:
                add_row(connection, person, passkey.id, "passkey", label)
                self._note(connection, passkey, public_key=passkey.public_key)
        except sql.exc.IntegrityError:
            return False
        return True

    def find_passkey(self, passkey_id: str) -> tuple[str, Passkey] | None:
        """The person of a passkey, and the passkey."""
        query = sql.select(keys).where(keys.c.hash == passkey_id, keys.c.kind == "passkey")
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.person, Passkey(row.hash, row.public_key, row._mapping["count"]))

    def note_passkey(self, passkey: Passkey) -> None:
        """Note that a passkey was used, by its count, which shows a copy."""
        with self._engine.begin() as connection:
            self._note(connection, passkey, used=time.time())

    def _note(self, connection: sql.Connection, passkey: Passkey, **values: object) -> None:
        own = keys.update().where(keys.c.hash == passkey.id)
        connection.execute(own.values(count=passkey.uses, **values))

    def add_mailbox(self, person: str, mailbox: str, label: str) -> bool:
        """Let a person come in by a mailbox; return False if it is a way in to another person."""
        with self._engine.begin() as connection:
            known = connection.execute(sql.select(keys.c.person).where(keys.c.hash == mailbox)).scalar_one_or_none()
            if known is None:
                add_row(connection, person, mailbox, "email", label)
            return known in (None, person)

    def find_mailbox(self, mailbox: str) -> str | None:
        """The person whom a mailbox lets in."""
        query = sql.select(keys.c.person).where(keys.c.hash == mailbox, keys.c.kind == "email")
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

    def merge(self, person: str, key: str, into: str) -> None:
        """Give all that a person has to another one: games, offers, cups, bots, blocks, reports, and a mute.

        The key of the browser that did so is deleted, with all tokens, passkeys and codes of the person. They do not
        become ways in to the other: the one who planted the key in this browser may have them. Another browser keeps
        its key, and finds nothing by it.
        """
        with self._engine.begin() as connection:
            for table in (results, seats):
                connection.execute(table.update().where(table.c.person == person).values(person=into))
            raise_revision(connection)
            _merge_offers(connection, person, into)
            merge_cups(connection, person, into)
            merge_vacations(connection, person, into)
            merge_channels(connection, person, into)
            merge_moderation(connection, person, into)
            connection.execute(people.update().where(people.c.owner == person).values(owner=into))
            own = sql.or_(keys.c.hash == hash_secret(key), keys.c.kind != "browser")
            connection.execute(keys.delete().where(keys.c.person == person, own))


def _merge_offers(connection: sql.Connection, person: str, into: str) -> None:
    """Give the offers of a person to another one, but for those that wait at a table where the other waits too."""
    waits = sql.select(offers.c.table_id).where(offers.c.owner == into, offers.c.begun.is_(None)).scalar_subquery()
    own = offers.c.owner == person
    connection.execute(offers.delete().where(own, offers.c.begun.is_(None), offers.c.table_id.in_(waits)))
    connection.execute(offers.update().where(own).values(owner=into))
