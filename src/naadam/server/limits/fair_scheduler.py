"""Fair scheduler: splits long answers and requests into steps of 2 ms, in turns by client address.

Between two steps everything else, above all the moves of games, gets as much time as the last step took. So a client
that asks for much delays only itself: each address has a queue, in which the tables take turns too.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

from naadam.server.limits.rate_limits import neighbourhood

SECONDS_OF_SLICE = 0.002  # after which another client has its turn

Portion = TypeVar("Portion")
Answer = TypeVar("Answer")

_stepping: ContextVar[bool] = ContextVar("stepping", default=False)  # whether this task is run by `step_by_step`


class FairScheduler:
    """The queue of steps by address and by table, the next one first."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    async def make(self, address: str, subject: str, portions: Iterable[Callable[[], Portion]]) -> list[Portion]:
        """Make an answer of many portions for a client."""
        remaining, made = deque(portions), list[Portion]()
        while remaining:
            if _stepping.get():
                await asyncio.sleep(0)  # the step that begins here has a slice already
                _work(remaining, made)
            else:
                await self.begin(address, subject)
                self.spend(partial(_work, remaining, made))
        return made

    async def step_by_step(self, address: str, subject: str, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine with a slice for each of its steps: from where it waits to where it waits next."""
        _stepping.set(True)
        answer: Answer = await _Sliced(self, address, subject, work)
        return answer

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


class _Sliced:
    """A coroutine that waits for a slice before each of its steps.

    `__await__` does by hand what `await work` does: it resumes the coroutine, hands what the coroutine waits for to the
    event loop, and resumes it with what came of that. The wait for a slice comes before each time it is resumed.
    """

    def __init__(self, scheduler: FairScheduler, address: str, subject: str, work: Coroutine[Any, Any, Any]) -> None:
        self._scheduler, self._address, self._subject, self._work = scheduler, address, subject, work

    def __await__(self) -> Generator[Any, None, Any]:
        go_on = partial(self._work.send, None)
        resume: Callable[[], Any] = go_on
        while True:
            try:
                yield from self._scheduler.begin(self._address, self._subject).__await__()
                step = partial(self._scheduler.spend, resume)
            except asyncio.CancelledError as error:  # without a slice; it may be meant for a part of the work alone
                step = partial(self._work.throw, error)
            try:
                awaited = step()
            except StopIteration as end:
                return end.value
            try:
                yield awaited
                resume = go_on
            except BaseException as error:
                resume = partial(self._work.throw, error)
