"""The only writer of a server: batches events into one transaction, in the event loop or in a thread.

A quick disk is written to by the loop itself: to hand a move to a thread and back takes longer than the disk does. A
disk that was slow is left to the thread for a while, and so is a file that another process writes to just now.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import sqlalchemy as sql

from naadam.server.ops.metrics import Metrics
from naadam.server.protocol.errors import NotStored, Stale, Unavailable, UserError, WrongServer
from naadam.server.storage.store import Fenced, Store
from naadam.server.table.events import StoredEvent

log = logging.getLogger(__name__)

SECONDS_BETWEEN_TRIES = 5.0  # to write, for the readiness probe
SECONDS_TO_STORE = 10.0
FEW = 3  # tables whose news the loop writes by itself; with more there is enough to do meanwhile
CALM = 0.002  # seconds since something was last to be written: then an event does not wait for others
SLOW = 0.005  # seconds for which the loop once stood still: then it does not write by itself
SECONDS_LEFT_TO_THREAD = 5.0  # after a slow write
EVENTS_IN_LOG = 400  # after which the write-ahead log is checkpointed, in another thread


def first_line(error: Exception) -> str:
    """The first line of an error; databases add the values of the statement on further lines."""
    return (str(error).splitlines() or [type(error).__name__])[0]


class Unwritten(NamedTuple):
    """Events of a table that wait for the disk, with its fence and the future that is set when they are stored."""

    table_id: str
    news: Sequence[StoredEvent]
    fence: int | None
    stored: asyncio.Future[Exception | None]


def _news_and_fences(
    waiting: Sequence[Unwritten],
) -> tuple[list[tuple[str, Sequence[StoredEvent]]], dict[str, int]]:
    fences = {one.table_id: one.fence for one in waiting if one.fence is not None}
    return [(one.table_id, one.news) for one in waiting], fences


class Writer:
    """All that is asked of the store, one thing after the other."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, "writer")
        self._clearing = ThreadPoolExecutor(1, "clearing")
        self._clear: asyncio.Future[None] | None = None  # while it goes on
        self._in_log = 0  # events that were written since it began last
        self._unwritten: list[Unwritten] = []
        self.busy = False  # something is being written, or about to be
        self._last = 0.0  # when something was last to be written
        self._by_thread_until = 0.0
        self.stores = True  # whether the last write, or the last probe, succeeded
        self._tried = -SECONDS_BETWEEN_TRIES

    async def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the store, in its thread; whatever goes wrong there becomes one of a few errors, and is noted."""
        try:
            return await self._in_thread(function, *arguments)
        except UserError:
            raise
        except Fenced:
            raise WrongServer from None
        except sql.exc.IntegrityError as error:
            log.error("somebody else writes to this database: %s", first_line(error))
            raise Stale from None
        except Exception as error:
            log.error("the store failed: %s", first_line(error))
            if function in (self.store.load, self.store.heard, self.store.analysis):
                raise Unavailable("not-read") from None
            self._note(False)
            raise NotStored from None

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    async def append(self, table_id: str, news: Sequence[StoredEvent], fence: int | None = None) -> None:
        """Store events of a table, with those that come simultaneously or while the disk is busy in one transaction."""
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[Exception | None] = loop.create_future()
        self._unwritten.append(Unwritten(table_id, news, fence, stored))
        before, self._last = self._last, time.perf_counter()
        if not self.busy:
            self.busy = True
            if self._last - before > CALM:
                self._write(loop)
            else:
                loop.call_soon(self._write, loop)
        fault = await stored
        if isinstance(fault, Fenced):
            raise WrongServer
        if fault is not None:
            log.error("events are not stored: %s", first_line(fault))
            self._metrics.not_stored.add(len(news))
            if isinstance(fault, (sql.exc.IntegrityError, sqlite3.IntegrityError)):
                raise Stale
            self._note(False)
            raise NotStored
        self.stores = True

    def _note(self, stores: bool) -> None:
        """Remember for a while whether the store could just be written to."""
        self.stores, self._tried = stores, asyncio.get_running_loop().time()

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write all that waits, or have it written."""
        waiting, self._unwritten = self._unwritten, []
        begin = time.perf_counter()
        at_once = len(waiting) <= FEW and begin >= self._by_thread_until
        faults = self._store_now(waiting) if at_once else None
        if faults is None:
            self._thread.submit(self._store_all, loop, waiting)
            return
        seconds = time.perf_counter() - begin
        if seconds > SLOW:
            self._by_thread_until = begin + SECONDS_LEFT_TO_THREAD
        self._stored(loop, waiting, faults, seconds)

    def _store_now(self, waiting: Sequence[Unwritten]) -> Sequence[Exception | None] | None:
        """Write in the loop, and return the error; None if this would keep it waiting."""
        try:
            return self.store.append_now(*_news_and_fences(waiting))
        except Exception as error:
            return [error] * len(waiting)

    def _store_all(self, loop: asyncio.AbstractEventLoop, waiting: Sequence[Unwritten]) -> None:
        """Write in the thread of the store, and say so to the loop without a step in between."""
        faults: Sequence[Exception | None]
        begin = time.perf_counter()
        try:
            faults = self.store.append(*_news_and_fences(waiting))
        except Exception as error:
            faults = [error] * len(waiting)
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._stored, loop, waiting, faults, time.perf_counter() - begin)

    def _stored(
        self,
        loop: asyncio.AbstractEventLoop,
        waiting: Sequence[Unwritten],
        faults: Sequence[Exception | None],
        seconds: float,
    ) -> None:
        self.busy = bool(self._unwritten)
        if self.busy:
            self._write(loop)
        self._metrics.commits.add(seconds)
        for one, fault in zip(waiting, faults, strict=True):
            if fault is None:
                self._metrics.events.add(len(one.news))
                self._in_log += len(one.news)
            if not one.stored.done():
                one.stored.set_result(fault)
        if self._in_log >= EVENTS_IN_LOG and (self._clear is None or self._clear.done()) and not self.store.shared:
            self._in_log = 0
            self._clear = loop.run_in_executor(self._clearing, self._clear_up)

    def _clear_up(self) -> None:
        try:
            self.store.clear_up()
        except Exception as error:  # the next writer does it
            log.warning("the log of the database was not cleared up: %s", error)

    async def check(self) -> bool:
        """Whether the store can be written to, tried every few seconds at most."""
        if asyncio.get_running_loop().time() - self._tried >= SECONDS_BETWEEN_TRIES:
            self._note(self.stores)  # for others who ask meanwhile
            try:
                await asyncio.wait_for(self._in_thread(self.store.check), SECONDS_TO_STORE)
                self._note(True)
            except Exception as error:
                log.error("the store cannot be written to: %s", first_line(error))
                self._note(False)
        return self.stores

    async def finish(self) -> None:
        """Wait for the writes under way, for a while."""
        until = time.monotonic() + SECONDS_TO_STORE
        while self.busy and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        self._thread.shutdown()
        self._clearing.shutdown()
        self.store.close()
