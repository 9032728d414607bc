"""Fair scheduler: splits long answers into steps of 2 ms and starts requests one by one, in turns by client address.

Between two steps everything else, above all the moves of games, gets as much time as the last step took. So a client
that asks for much delays only itself: each address has a queue, in which the tables take turns too.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from naadam.server.limits.rate_limits import neighbourhood

SECONDS_OF_SLICE = 0.002  # after which another client has its turn

Portion = TypeVar("Portion")
Answer = TypeVar("Answer")


class FairScheduler:
    """The queue of steps by address and by table, the next one first."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    async def make(self, address: str, subject: str, portions: Iterable[Callable[[], Portion]]) -> list[Portion]:
        """Make an answer of many portions for a client."""
        remaining, made = deque(portions), list[Portion]()
        while remaining:
            await self.begin(address, subject)
            self.spend(partial(_work, remaining, made))
        return made

    async def take_turn(self, address: str, subject: str) -> None:
        """Wait for a slice for the next step, up to its own next wait; the next slice is given as in `spend`."""
        await self.begin(address, subject)
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        loop.call_soon(lambda: loop.call_later(time.perf_counter() - began, self._give))

    async def begin(self, address: str, subject: str) -> None:
        """Wait for a slice."""
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(neighbourhood(address), {}).setdefault(subject, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give()  # it came too late
            raise

    def spend(self, work: Callable[[], Answer]) -> Answer:
        """Use the slice that was waited for; the next is given after as much time for everything else."""
        began = time.perf_counter()
        try:
            return work()
        finally:
            asyncio.get_running_loop().call_later(time.perf_counter() - began, self._give)

    def _give(self) -> None:
        """Give the next slice: both the person who gets it and its subject go behind the others."""
        while self._waiting:
            person = next(iter(self._waiting))
            subjects = self._waiting.pop(person)
            subject = next(iter(subjects))
            line = subjects.pop(subject)
            turn = line.popleft()
            if line:
                subjects[subject] = line
            if subjects:
                self._waiting[person] = subjects
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False


def _work(remaining: deque[Callable[[], Portion]], made: list[Portion]) -> None:
    """Make portions, at least one, for the length of a slice."""
    until = time.perf_counter() + SECONDS_OF_SLICE
    while remaining:
        made.append(remaining.popleft()())
        if time.perf_counter() >= until:
            return
