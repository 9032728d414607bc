"""Table ownership: which tables this process may write to when several share a database."""

from __future__ import annotations

import asyncio
import ctypes
import functools
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable

from naadam.server.cluster.handoff import Handoff
from naadam.server.cluster.leases import SECONDS_OF_LEASE, Leases
from naadam.server.cluster.proxy import Asked, NotReached, RequestProxy
from naadam.server.protocol.asgi import Application, Receive, Scope, Send
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.protocol.kinds import TABLE_ID, Server
from naadam.server.storage.store import FIRST_FENCE, Store

log = logging.getLogger(__name__)

SECONDS_BETWEEN_RENEWALS = 0.4
SECONDS_BETWEEN_TRIES = 0.1  # to reach a server that does not answer, until its lease has run out
SECONDS_TO_FIND = 8.0
LETTERS_OF_SIBLINGS = 8  # with which the names of all processes begin that accept from one socket

OF_TABLE = re.compile(f"/api/tables/({TABLE_ID})/[a-z]+")
# codes are in the memory of one server, and so are the tries to guess them
OF_ELDEST = ("/api/codes", "/api/joined", "/api/me/codes", "/api/me/entered")
ALSO_OF_ELDEST = ("/api/me/passkeys/", "/api/me/mail")  # so are challenges, and the codes of e-mails


def process_of(server_id: str) -> str:
    """The part of a server's id that names its process, which is the same after it has registered again."""
    return server_id[LETTERS_OF_SIBLINGS : 2 * LETTERS_OF_SIBLINGS]


class SoleOwnership:
    """Ownership by the only server of a database: it owns all tables."""

    held = True
    server_id: str | None = None
    eldest = True  # of the live servers: it does the work of which only one is needed
    first_fence: int | None = None

    def claim(self, table_id: str) -> int | None:
        return None

    def choose(self) -> str | None:
        """Return the id of the server that will own a new table."""
        return self.server_id

    async def ask_siblings(self, scope: Scope) -> dict[str, bytes]:
        """Let the other processes that accept from the same socket answer a request; the answers by process."""
        return {}

    async def release(self) -> None:
        pass

    async def end(self) -> None:
        pass


class Heartbeat(ctypes.Structure):
    """Heartbeats of a server and of the process that renews its lease, in shared memory; 0 means never."""

    _fields_ = tuple((name, ctypes.c_double) for name in ("until", "beat", "kept"))
    until: float  # end of the lease, by the clock of this machine
    beat: float  # last heartbeat of the server
    kept: float  # last heartbeat of the other process


class SharedOwnership(SoleOwnership):
    """Ownership by one of several servers: it owns a table while it holds the lease and the table's fence.

    Another process renews the lease, so that it holds even while this one is busy (see `naadam.cli.workers`).
    """

    first_fence = FIRST_FENCE

    def __init__(self, store: Store, heartbeat: Heartbeat, name: str, host: str = "127.0.0.1") -> None:
        self._leases = Leases(store.engine)
        self._heartbeat = heartbeat
        self._name = name
        self._host = host
        self._port = 0
        self._proxy = RequestProxy()
        self.handoff = Handoff()
        self._server: Server | None = None
        self._alive: list[Server] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def held(self) -> bool:  # type: ignore[override]
        """Whether the lease holds, so that no other server can own our tables yet."""
        return time.monotonic() < self._heartbeat.until

    @property
    def server_id(self) -> str | None:  # type: ignore[override]
        return self._server.id if self._server else None

    @property
    def eldest(self) -> bool:  # type: ignore[override]
        return self.held and bool(self._alive) and self._alive[0] == self._server

    async def begin(self, app: Application, lapse: Callable[[], None]) -> None:
        """Register, and answer proxied requests; `lapse` closes all rooms when the lease is lost."""
        self._port = await self._proxy.listen(app, self._host)
        await self._register_again()
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._watch(lapse))]

    async def _beat(self) -> None:
        """Send heartbeats, however long the database takes to answer."""
        while True:
            self._heartbeat.beat = time.monotonic()
            await asyncio.sleep(SECONDS_BETWEEN_RENEWALS)

    async def _watch(self, lapse: Callable[[], None]) -> None:
        """Close rooms and proxied streams when the lease, or the other server, is lost."""
        while True:
            try:
                if not self.held:
                    lapse()
                    if time.monotonic() - self._heartbeat.kept < SECONDS_OF_LEASE:
                        await self._register_again()
                self._alive = await asyncio.to_thread(self._leases.alive)
            except Exception as error:
                log.error("the database is not reached: %s", error)
            self._proxy.cut_off({server.id for server in self._alive})
            await asyncio.sleep(SECONDS_BETWEEN_RENEWALS)

    async def _register_again(self) -> None:
        """Register under a new id."""
        await asyncio.to_thread(self._register)
        assert self._server is not None
        self.handoff.listen(self._server)

    def _register(self) -> None:
        self._leases.release(self._name)
        begin = time.monotonic()
        self._server = self._leases.register(self._name, self._host, self._port)
        self._proxy.secret = self._server.secret
        self._alive = self._leases.alive()
        self._heartbeat.beat, self._heartbeat.until = time.monotonic(), begin + SECONDS_OF_LEASE

    def claim(self, table_id: str) -> int | None:
        """Take a table and return its fence, or None if it is unknown; WrongServer if another server owns it."""
        if self._server is None or not self.held:
            raise WrongServer
        found = self._leases.claim(table_id, self._server)
        if isinstance(found, Server):
            raise WrongServer(found)
        return found

    def choose(self) -> str | None:
        """Return a random process of this machine, because one of them may have accepted nearly all connections."""
        siblings = [server.id for server in self._alive if self._is_sibling(server)] if self.handoff.open else []
        return secrets.choice(siblings) if self.server_id in siblings else self.server_id

    async def pass_on(
        self, open_table: Callable[[str], Awaitable[object]], scope: Scope, receive: Receive, send: Send
    ) -> Receive | None:
        """Proxy a request to the server that owns its table or its join code.

        Return the channel to receive from if this server answers, because it is the owner or no owner was found.
        """
        if scope.get("naadam.relayed"):
            return receive
        asked, until = Asked(receive), time.monotonic() + SECONDS_TO_FIND
        while time.monotonic() < until and not asked.gone:
            server = await self._find(open_table, scope["path"])
            if server is None:
                break
            try:
                hand_on = scope.get("naadam.hand_on") if self._is_sibling(server) else None
                if hand_on is not None and await hand_on(functools.partial(self.handoff.give, server)):
                    return None
                await self._proxy.pass_on(server, scope, asked, send)
                return None
            except NotReached:
                asked.again()
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        asked.settled = True
        return asked.receive if asked.heard else receive

    async def ask_siblings(self, scope: Scope) -> dict[str, bytes]:
        siblings = [server for server in self._alive if self._is_sibling(server) and server != self._server]
        answers = await asyncio.gather(*(self._proxy.ask(server, scope) for server in siblings))
        found = zip(siblings, answers, strict=True)
        return {process_of(server.id): answer for server, answer in found if answer is not None}

    def _is_sibling(self, server: Server) -> bool:
        """Whether another server accepts from the same socket, so that it can take over the connection."""
        return server.id[:LETTERS_OF_SIBLINGS] == self._name[:LETTERS_OF_SIBLINGS]

    async def _find(self, open_table: Callable[[str], Awaitable[object]], path: str) -> Server | None:
        if path in OF_ELDEST or path.startswith(ALSO_OF_ELDEST):
            return next((server for server in self._alive[:1] if server != self._server), None)
        found = OF_TABLE.fullmatch(path)
        try:
            if found is not None:
                await open_table(found[1])
        except WrongServer as wrong_server:
            return wrong_server.server
        except UserError:  # which is said where it is asked for
            pass
        return None

    async def release(self) -> None:
        """Give up all our tables."""
        for task in self._tasks:
            task.cancel()
        self.handoff.close()
        self._heartbeat.beat = self._heartbeat.until = 0.0
        try:
            await asyncio.to_thread(self._leases.release, self._name)
        except Exception as error:
            log.error("the lease runs out by itself: %s", error)

    async def end(self) -> None:
        self.handoff.close()
        self._proxy.close()
