"""Exports of personal data: one at a time, in a separate thread, so that leases, e-mail and keys do not wait."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from naadam.server.limits.rate_limits import Addresses
from naadam.server.protocol.errors import TooOften
from naadam.server.storage.people.personal_data import export
from naadam.server.storage.store import Store

EXPORTS_AT_ONCE = 3  # burst of exports of a person
EXPORTS_PER_MINUTE = 0.1
MOST_WAITING = 20  # exports of all people
SECONDS_TO_WAIT = 60.0  # after which a person may try again, where too many wait


class Exports:
    """The exports that wait, and the thread that makes one after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, "exports")
        self._waiting: set[str] = set()
        self._people = Addresses(EXPORTS_AT_ONCE, EXPORTS_PER_MINUTE)

    async def make(self, person: str) -> dict[str, Any]:
        """All that is stored of a person; TooOften if theirs is being made, or beyond the limits."""
        if person in self._waiting or len(self._waiting) >= MOST_WAITING:
            raise TooOften("too-often", seconds=SECONDS_TO_WAIT)
        if not self._people.spend(person):
            raise TooOften("too-often", seconds=self._people.seconds)
        self._waiting.add(person)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, export, self._store, person)
        finally:
            self._waiting.discard(person)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
