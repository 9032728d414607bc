"""Computer players think in worker processes; they get a view, tell what they think, and can be told to stop."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import itertools
import multiprocessing
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple, TypeVar

from naadam import bots
from naadam.bots import AlphaBeta, Budget, Uct, level
from naadam.bots.analysis import Analyst, Judgement
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.view import View

SLOTS = 64  # thoughts that can be under way at once
ANALYSIS_SECONDS = 0.25  # for each position of a game

Result = TypeVar("Result")

_stopped: Any = None  # in a worker: the numbers of the thoughts to be given up, by slot
_reports: Any = None  # in a worker: what is thought, on its way to the server


class Thought(NamedTuple):
    """What a computer player thinks so far: how deep, how good for it from -1 to 1, and the best line."""

    depth: int
    value: float
    line: tuple[str, ...]


@functools.cache
def _player(game: Game, number: int) -> AlphaBeta | Uct:
    """In a worker: the player of a level, which keeps its memory from move to move."""
    return level(game, number, seed=secrets.randbits(60))


def _begin(stopped: Any, reports: Any) -> None:
    global _stopped, _reports
    _stopped, _reports = stopped, reports


def _think(view: View, number: int, most: float, slot: int, thought: int) -> int:
    player = _player(view.game, number)
    budget = player.budget
    if budget.seconds is not None and budget.seconds > most:
        budget = dataclasses.replace(budget, seconds=most)

    def watch(said: bots.Thought) -> None:
        _reports.put((thought, Thought(said.depth, said.value, tuple(map(str, said.line)))))

    return int(player.choose(view, budget, watch, lambda: _stopped[slot] in (thought, -1)))


def _analyse(record: str, most: float, slot: int, thought: int) -> list[Judgement]:
    moves = []
    read = Record.read(record)
    budget = Budget(seconds=min(most, ANALYSIS_SECONDS))
    for move in Analyst(read.load(), budget).judge(read, lambda: _stopped[slot] in (thought, -1)):
        _reports.put((thought, move))
        moves.append(move)
    return moves


class Thinkers:
    """A few worker processes, started when first needed."""

    def __init__(self, workers: int = 1, seconds: float = 1.0) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._stopped = self._context.Array("q", SLOTS, lock=False)
        self._workers = workers
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._numbers = itertools.count(1)
        self._reports: Any = self._context.SimpleQueue()
        self._listeners: dict[int, Callable[[Any], None]] = {}

    async def choose(self, view: View, level: int, report: Callable[[Thought], None] | None = None) -> int:
        """The action for the view's seat. Cancelling the call stops the worker within a moment."""
        return await self._run(_think, report, view, level, self._seconds)

    async def analyse(self, record: str, report: Callable[[Judgement], None]) -> list[Judgement]:
        """What is to be said of every move of a record; each is reported as soon as it is known."""
        return await self._run(_analyse, report, record, self._seconds)

    async def _run(self, work: Callable[..., Result], report: Callable[[Any], None] | None, *arguments: Any) -> Result:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, self._context, _begin, (self._stopped, self._reports))
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._listen, args=(loop,), name="thoughts", daemon=True).start()
        number = next(self._numbers)
        slot = number % SLOTS
        self._stopped[slot] = 0
        if report is not None:
            self._listeners[number] = report
        thought = asyncio.wrap_future(self._pool.submit(work, *arguments, slot, number))
        try:
            return await asyncio.shield(thought)
        except asyncio.CancelledError:
            self._stopped[slot] = number
            thought.cancel()
            thought.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
        finally:
            self._listeners.pop(number, None)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass on what the workers report, until there is nothing more."""
        while (told := self._reports.get()) is not None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._hear, *told)

    def _hear(self, number: int, told: Thought | Judgement) -> None:
        if number in self._listeners:
            self._listeners[number](told)

    def close(self) -> None:
        for slot in range(SLOTS):
            self._stopped[slot] = -1
        if self._pool is not None:
            self._reports.put(None)
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()  # it may be compiling
            self._pool.shutdown()
