"""Limits on the e-mails to one address, in the database, so that a restart does not reset them.

Addresses are stored as hashes and for two days only. Addresses that differ in case or after a plus sign count as one,
because they reach the same mailbox.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from naadam.core.hashing import hash_secret
from naadam.server.storage.store import letter_limits

SECONDS_KEPT = 2 * 86_400.0


def mailbox_of(address: str) -> str:
    """The mailbox of an address: without the part after a plus sign, in lower case."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


class EmailLimits:
    """A rate limit per mailbox. Its methods block."""

    def __init__(self, engine: sql.Engine, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self._clock = clock

    def spend(self, kind: str, address: str, burst: float, per_minute: float) -> bool:
        """Count one e-mail and return True, or return False if the mailbox has had enough."""
        now, mailbox = self._clock(), hash_secret(mailbox_of(address))
        table = letter_limits.c
        insert = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        full = {"kind": kind, "address": mailbox, "remaining": burst, "at": now}
        with self._engine.begin() as connection:
            connection.execute(letter_limits.delete().where(table.at < now - SECONDS_KEPT))
            connection.execute(insert(letter_limits).values(full).on_conflict_do_nothing())
            own = sql.and_(table.kind == kind, table.address == mailbox)
            # The lock of the row (PostgreSQL) or of the file (SQLite) lets servers count one after the other.
            query = sql.select(table.remaining, table.at).where(own).with_for_update()
            remaining, at = connection.execute(query).one()
            remaining = min(burst, remaining + max(0.0, now - at) * per_minute / 60)
            spent = remaining >= 1
            connection.execute(letter_limits.update().where(own).values(remaining=remaining - spent, at=max(now, at)))
            return bool(spent)

    def give_back(self, kind: str, address: str) -> None:
        """Undo the count of an e-mail that was not sent."""
        own = (letter_limits.c.kind == kind, letter_limits.c.address == hash_secret(mailbox_of(address)))
        with self._engine.begin() as connection:
            more = letter_limits.update().where(*own).values(remaining=letter_limits.c.remaining + 1)
            connection.execute(more)
