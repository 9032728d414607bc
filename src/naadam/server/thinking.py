"""Computer players think in worker processes; they get a view, and can be told to stop."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from naadam.bots.monte_carlo import MonteCarlo
from naadam.core.view import View

SLOTS = 64  # thoughts that can be under way at once

_stopped: Any = None  # in a worker: the numbers of the thoughts to be given up, by slot


class Cancelled(Exception):
    """The table has moved on."""


def _begin(stopped: Any) -> None:
    global _stopped
    _stopped = stopped


def _think(view: View, seconds: float, slot: int, number: int) -> int:
    def look(_done: float) -> None:
        if _stopped[slot] == number:
            raise Cancelled

    return int(MonteCarlo(seconds, seed=number).choose(view, look))


class Thinkers:
    """A few worker processes, started when first needed."""

    def __init__(self, workers: int = 1) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._stopped = self._context.Array("q", SLOTS, lock=False)
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._numbers = itertools.count(1)

    async def choose(self, view: View, seconds: float) -> int:
        """The action for the view's seat. Cancelling the call stops the worker within a few playouts."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, self._context, _begin, (self._stopped,))
        number = next(self._numbers)
        slot = number % SLOTS
        self._stopped[slot] = 0
        thought = asyncio.wrap_future(self._pool.submit(_think, view, seconds, slot, number))
        try:
            return await asyncio.shield(thought)
        except asyncio.CancelledError:
            self._stopped[slot] = number
            thought.cancel()
            thought.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    def close(self) -> None:
        for slot in range(SLOTS):
            self._stopped[slot] = -1
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
