"""Tokens of programs in the database, and the bots that some of them play for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import new_person, new_token
from naadam.server.people.names import fold_name
from naadam.server.protocol.errors import Conflict, TooOften
from naadam.server.storage.people.people_store import add_row, keys, people

MOST_TOKENS = 20  # of a person, with those of their bots
MOST_BOTS = 5  # of a person


class TokenRow(NamedTuple):
    """A token as its owner sees it; dates are in seconds since 1970."""

    id: str
    label: str
    scopes: tuple[str, ...]
    bot: str | None  # the name of the bot that it plays for
    created: float
    used: float
    until: float | None


class TokenStore:
    """The tokens of one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def issue(
        self, owner: str, label: str, scopes: Sequence[str], until: float | None, bot: str | None
    ) -> tuple[str, TokenRow]:
        """A new token, which is shown once, for a person or for their bot of this name, which is new if need be."""
        token = new_token()
        try:
            with self._engine.begin() as connection:
                if len(connection.execute(_of(owner)).all()) >= MOST_TOKENS:
                    raise TooOften("too-many-tokens", most=MOST_TOKENS)
                person = owner if bot is None else self._bot(connection, owner, bot)
                add_row(connection, person, hash_secret(token), "token", label, until)
                this = keys.c.hash == hash_secret(token)
                connection.execute(keys.update().where(this).values(scopes=" ".join(scopes)))
                return token, _read(connection.execute(_of(owner).where(this)).one())
        except sql.exc.IntegrityError:
            raise Conflict("name-taken", name=bot) from None

    def _bot(self, connection: sql.Connection, owner: str, name: str) -> str:
        """The id of the bot of a name, which belongs to its owner."""
        query = sql.select(people.c.id, people.c.folded).where(people.c.owner == owner, people.c.bot)
        own = {row.folded: str(row.id) for row in connection.execute(query)}
        folded = fold_name(name)
        if folded in own:
            return own[folded]
        if len(own) >= MOST_BOTS:
            raise TooOften("too-many-bots", most=MOST_BOTS)
        bot, now = new_person(), time.time()
        row = {"id": bot, "name": name, "folded": folded, "bot": True, "owner": owner, "created": now, "seen": now}
        connection.execute(people.insert().values(row))
        return bot

    def list_of(self, owner: str) -> list[TokenRow]:
        """The tokens of a person and of their bots, the newest first."""
        with self._engine.connect() as connection:
            return [_read(row) for row in connection.execute(_of(owner).order_by(keys.c.created.desc(), keys.c.hash))]

    def revoke(self, owner: str, token_id: str) -> bool:
        """Delete a token of a person or of one of their bots; return False if there is no such token."""
        with self._engine.begin() as connection:
            if connection.execute(_of(owner).where(keys.c.hash == token_id)).first() is None:
                return False
            return connection.execute(keys.delete().where(keys.c.hash == token_id)).rowcount > 0

    def owner_name(self, bot: str) -> str | None:
        """The name of the owner of a bot, if they keep one."""
        owner = people.alias()
        query = sql.select(owner.c.name).join(people, people.c.owner == owner.c.id)
        with self._engine.connect() as connection:
            return connection.execute(query.where(people.c.id == bot)).scalar_one_or_none()


def _of(owner: str) -> sql.Select[tuple[object, ...]]:
    columns = (keys.c.hash, keys.c.label, keys.c.scopes, keys.c.created, keys.c.used, keys.c.until)
    query = sql.select(*columns, people.c.name, people.c.bot).join(people, people.c.id == keys.c.person)
    mine = sql.or_(people.c.id == owner, sql.and_(people.c.owner == owner, people.c.bot))
    return query.where(keys.c.kind == "token", mine)


def _read(row: sql.Row[tuple[object, ...]]) -> TokenRow:
    bot = row.name if row.bot else None
    return TokenRow(row.hash, row.label, tuple(row.scopes.split()), bot, row.created, row.used, row.until)
