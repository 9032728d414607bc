"""Tables of bots in the database: a bot that connects again finds the games that it plays."""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sql

from naadam.server.storage.metadata import metadata
from naadam.server.storage.people.people_store import CLOSED, keys, people

MOST_LISTED = 100

bot_tables = sql.Table(
    "bot_tables",
    metadata,
    sql.Column("person", sql.String(24), primary_key=True),
    sql.Column("table_id", sql.String(32), primary_key=True),  # written before the table, so that none is missed
    sql.Column("at", sql.Double, nullable=False),
)


class BotStore:
    """The tables of the bots of one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def note(self, bots: Sequence[str], table_id: str) -> None:
        """Note a table of bots that is about to be created."""
        now = time.time()
        with self._engine.begin() as connection:
            connection.execute(bot_tables.insert(), [{"person": bot, "table_id": table_id, "at": now} for bot in bots])

    def tables_of(self, bot: str, key: str) -> list[tuple[str, float]] | None:
        """The tables of a bot and when they were noted; None if its token or the bot itself is no longer valid."""
        valid = sql.or_(keys.c.until.is_(None), keys.c.until > time.time())
        query = sql.select(people.c.id).join(keys, keys.c.person == people.c.id)
        query = query.where(people.c.id == bot, keys.c.hash == key, valid, ~CLOSED)
        own = sql.select(bot_tables.c.table_id, bot_tables.c.at).where(bot_tables.c.person == bot)
        with self._engine.connect() as connection:
            if connection.execute(query).first() is None:
                return None
            return [
                (row.table_id, row.at) for row in connection.execute(own.order_by(bot_tables.c.at).limit(MOST_LISTED))
            ]

    def forget(self, bot: str, table_id: str) -> None:
        """Forget a table whose game is over for a bot."""
        this = sql.and_(bot_tables.c.person == bot, bot_tables.c.table_id == table_id)
        with self._engine.begin() as connection:
            connection.execute(bot_tables.delete().where(this))
