"""Turns: long answers and requests are made in small pieces, the pieces of one person after those of another.

Between two pieces everything else, the moves of a game first of all, gets as much time as the last piece took. So who
asks for much waits for oneself: persons are told apart by address, and of one person the subjects take turns too.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextvars import ContextVar
from typing import Any, TypeVar

from naadam.server.limits import neighbourhood

SECONDS_AT_A_TIME = 0.002  # of work on an answer, after which others have their turn

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_stepping: ContextVar[bool] = ContextVar("stepping", default=False)  # whether each step of a task has its turn


class Turns:
    """Whose turn it is, and who waits: by person and by subject, the next one first."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    async def make(self, address: str, subject: str, pieces: Iterable[Callable[[], Piece]]) -> list[Piece]:
        """Make an answer of pieces, for somebody at an address."""
        remaining, found = deque(pieces), list[Piece]()
        while remaining:
            if _stepping.get():
                await asyncio.sleep(0)
                _work(remaining, found)
                continue
            await self.begin(address, subject)
            began = time.perf_counter()
            try:
                _work(remaining, found)
            finally:
                self.end(began)
        return found

    async def step_by_step(self, address: str, subject: str, work: Coroutine[Any, Any, Result]) -> Result:
        """Do some work, each step of it (from where it waits to where it waits next) in a turn of its own."""
        _stepping.set(True)
        done: Result = await _Steps(self, address, subject, work)
        return done

    async def begin(self, address: str, subject: str) -> None:
        """Wait for a turn."""
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

    def end(self, began: float) -> None:
        """End a turn; the next is given after as much time for everything else."""
        asyncio.get_running_loop().call_later(time.perf_counter() - began, self._give)

    def _give(self) -> None:
        while self._waiting:
            person = next(iter(self._waiting))
            subjects = self._waiting.pop(person)
            subject = next(iter(subjects))
            turns = subjects.pop(subject)
            turn = turns.popleft()
            if turns:
                subjects[subject] = turns  # behind the others
            if subjects:
                self._waiting[person] = subjects
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False


def _work(remaining: deque[Callable[[], Piece]], found: list[Piece]) -> None:
    """Make pieces, at least one, for a short while."""
    until = time.perf_counter() + SECONDS_AT_A_TIME
    while remaining:
        found.append(remaining.popleft()())
        if time.perf_counter() >= until:
            return


class _Steps:
    """A coroutine that waits for its turn before each of its steps."""

    def __init__(self, turns: Turns, address: str, subject: str, work: Coroutine[Any, Any, Any]) -> None:
        self._turns, self._address, self._subject, self._work = turns, address, subject, work

    def __await__(self) -> Generator[Any, None, Any]:
        step: Callable[[], Any] = functools.partial(self._work.send, None)
        while True:
            try:
                try:
                    yield from self._turns.begin(self._address, self._subject).__await__()
                except asyncio.CancelledError as error:  # at once; it may be meant for a part of the work alone
                    waits_for = self._work.throw(error)
                else:
                    began = time.perf_counter()
                    try:
                        waits_for = step()
                    finally:
                        self._turns.end(began)
            except StopIteration as done:
                return done.value
            try:
                yield waits_for
                step = functools.partial(self._work.send, None)
            except BaseException as error:
                step = functools.partial(self._work.throw, error)
