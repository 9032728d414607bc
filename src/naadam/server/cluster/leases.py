"""Leases: the live servers that share a database, and the owner of each table, as rows of that database.

A server is alive while its row exists. It renews the row in time; any server deletes an expired row, which frees all
tables of that server. Only the clock of the database counts. A table that changes hands gets a higher fence. Every
append names the fence, so the former owner can no longer write.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sql

from naadam.server.protocol.kinds import Server
from naadam.server.storage.database_clock import database_time
from naadam.server.storage.store import FIRST_FENCE, servers, tables, tenures

SECONDS_OF_LEASE = 2.5
SECONDS_ON_FILE = 30.0  # where writing is waited for, and all servers have one parent, which frees lost locks


class Leases:
    """The rows of one database. Its methods block."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._on_file = engine.dialect.name == "sqlite"
        self._seconds = SECONDS_ON_FILE if self._on_file else SECONDS_OF_LEASE
        self._now = database_time(engine)

    def register(self, name: str, host: str, port: int) -> Server:
        """Register a server under a new id that starts with the name."""
        server = Server(name + secrets.token_hex(8), host, port, secrets.token_hex(16))
        times = {"started": self._now, "expires": self._now + self._seconds}
        with self._engine.begin() as connection:
            connection.execute(servers.insert().values(server._asdict() | times))
        return server

    def renew(self, name: str) -> bool:
        """Renew the lease of the server whose id starts with the name; False if its row is gone.

        On a file this is seldom written, because it would wait for its turn among the moves of all tables.
        """
        mine = servers.c.id.startswith(name)
        if self._on_file:
            with self._engine.connect() as connection:
                left = connection.execute(sql.select(sql.func.max(servers.c.expires) - self._now).where(mine)).scalar()
            if left is not None and left > SECONDS_ON_FILE / 2:
                return True
        renewed = servers.update().where(mine).values(expires=self._now + self._seconds)
        with self._engine.begin() as connection:
            return bool(connection.execute(renewed).rowcount)

    def reap(self) -> None:
        """Delete all servers whose lease has expired, except one that is being renewed."""
        late = sql.select(servers.c.id).where(servers.c.expires <= self._now)
        with self._engine.begin() as connection:
            if connection.execute(late).first() is not None:  # else nothing is written
                late = late.with_for_update(skip_locked=True)
                connection.execute(servers.delete().where(servers.c.id.in_(late)))

    def alive(self) -> list[Server]:
        """Return all live servers, the oldest first."""
        with self._engine.connect() as connection:
            found = connection.execute(sql.select(servers).order_by(servers.c.started, servers.c.id))
            return [Server(row.id, row.host, row.port, row.secret) for row in found]

    def release(self, name: str) -> None:
        """Delete the servers whose ids start with the name, which frees their tables."""
        with self._engine.begin() as connection:
            connection.execute(servers.delete().where(servers.c.id.startswith(name)))

    def claim(self, table_id: str, server: Server) -> int | Server | None:
        """Make a server the owner of a table and return the fence, or return the owner; None if there is no table."""
        while True:
            known = (
                sql.select(tables.c.id, tenures.c.fence, servers, (servers.c.expires <= self._now).label("late"))
                .outerjoin(tenures, tenures.c.table_id == tables.c.id)
                .outerjoin(servers, sql.and_(servers.c.id == tenures.c.server, servers.c.id != server.id))
                .where(tables.c.id == table_id)
            )
            with self._engine.connect() as connection:
                row = connection.execute(known).one_or_none()
            if row is None:
                return None
            if row.host is not None and not row.late:
                return Server(row.id_1, row.host, row.port, row.secret)
            if row.late:
                self.reap()
            fence = self._begin(table_id, server) if row.fence is None else self._take(table_id, server)
            if fence is not None:
                return fence

    def _take(self, table_id: str, server: Server) -> int | None:
        """The fence of a table that is taken from a server that is gone; None if another has been faster.

        The first statement locks the row, and the second sees who lives then: of several that claim one gets it.
        """
        with self._engine.connect() as connection, connection.begin() as transaction:
            mine = tenures.c.table_id == table_id
            raised = tenures.update().where(mine).values(fence=tenures.c.fence + 1)
            row = connection.execute(raised.returning(tenures.c.server, tenures.c.fence)).one()
            alive = sql.select(servers.c.id).where(servers.c.id == row.server, servers.c.id != server.id)
            if connection.execute(alive).one_or_none() is not None:
                transaction.rollback()
                return None
            connection.execute(tenures.update().where(mine).values(server=server.id))
            return int(row.fence)

    def _begin(self, table_id: str, server: Server) -> int | None:
        """The first fence of a table that was set by a server that was alone; None if another has been faster."""
        try:
            with self._engine.begin() as connection:
                first = {"table_id": table_id, "server": server.id, "fence": FIRST_FENCE}
                connection.execute(tenures.insert().values(first))
        except sql.exc.IntegrityError:
            return None
        return FIRST_FENCE
