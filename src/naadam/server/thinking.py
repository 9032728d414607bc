"""Computer players think in worker processes; they get a view, tell what they think, and can be told to stop.

A player is one of our levels, or an engine that the operator has registered: a program that a worker talks to.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import itertools
import multiprocessing
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple, TypeVar

from naadam import bots
from naadam.bots import AlphaBeta, Budget, Uct, level
from naadam.bots.analysis import Analyst, Judgement
from naadam.bots.uni.external import ExternalEngine
from naadam.bots.workers import end_with_parent
from naadam.core.game import Game
from naadam.core.records import Record
from naadam.core.view import View

SLOTS = 64  # thoughts that can be under way at once
ANALYSIS_SECONDS = 0.25  # for each position of a game
PREPARING = 30.0  # seconds that an engine may take to make itself ready for a game

Mind = int | str  # who thinks: a level, or the command line of an engine
Result = TypeVar("Result")

_stopped: Any = None  # in a worker: the numbers of the thoughts to be given up, by slot
_reports: Any = None  # in a worker: what is thought, on its way to the server
_engines: list[ExternalEngine] = []  # in a worker: those that it has talked to


class Thought(NamedTuple):
    """What a computer player thinks so far: how deep, after how many nodes, how good for it, and the best line."""

    depth: int
    nodes: int
    value: float
    line: tuple[str, ...]


@functools.cache
def _player(game: Game, number: int) -> AlphaBeta | Uct:
    """In a worker: the player of a level, which keeps its memory from move to move."""
    return level(game, number, seed=secrets.randbits(60))


@functools.cache
def _engine(command: str) -> ExternalEngine:
    """In a worker: the engine that a command line runs, one for all tables; it is ended with the worker."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    engine = ExternalEngine(command, seed=secrets.randbits(30), preparing=PREPARING)
    _engines.append(engine)
    return engine


def _begin(stopped: Any, reports: Any) -> None:
    global _stopped, _reports
    _stopped, _reports = stopped, reports
    end_with_parent(_close_engines)


def _close_engines() -> None:
    """A server that was killed leaves no engine behind."""
    for engine in _engines:
        engine.close()


def _think(view: View, mind: Mind, most: float, slot: int, thought: int) -> int:
    player: ExternalEngine | AlphaBeta | Uct
    if isinstance(mind, str):
        player, budget = _engine(mind), Budget(seconds=most)
    else:
        player = _player(view.game, mind)
        budget = player.budget
        if budget.seconds is not None and budget.seconds > most:
            budget = dataclasses.replace(budget, seconds=most)

    def watch(said: bots.Thought) -> None:
        _reports.put((thought, Thought(said.depth, said.nodes, said.value, tuple(map(str, said.line)))))

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

    async def choose(self, view: View, mind: Mind, report: Callable[[Thought], None] | None = None) -> int:
        """The action for the view's seat. Cancelling the call stops the worker within a moment."""
        return await self._run(_think, report, view, mind, self._seconds)

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
