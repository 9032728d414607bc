"""Solving in the background: the movement phase of one game at a time, in a process of the lowest priority."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from naadam.bots.searcher import Cancelled
from naadam.core.game import Game
from naadam.core.priority import give_way
from naadam.core.registry import load_shipped
from naadam.server.protocol.errors import Conflict
from naadam.server.workers.process import News, Report, Worker
from naadam.solve.coverage import find_coverage, find_solvable, find_tablebase
from naadam.solve.solvable import Coverage
from naadam.solve.table_files import solved_folder

log = logging.getLogger(__name__)

MOST_SECONDS = 300.0  # of a solution that is begun from the page
STEP = 0.01  # of the whole, between two reports


def build(spec: str, report: Report, _cancelled: Cancelled) -> Generator[None, None, None]:
    """In a separate process: solve the movement phase of a game and report the progress.

    Processes of one machine take turns, so a later one finds the tables of an earlier one.
    """
    yield from ()  # all in one step
    give_way()
    reported = 0.0

    def progress(done: float) -> None:
        nonlocal reported
        if done >= reported + STEP:
            reported = done
            report(done)

    with in_turn():
        game = load_shipped(spec)
        find_solvable(game).solve_end(game, progress, 1)


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait until no other process of this machine solves anything, where the system can lock files."""
    folder = solved_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "building.lock").open("w") as lock:
        with suppress(ModuleNotFoundError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def may_build(found: Coverage) -> bool:
    """Whether the missing tables are small enough to be made from the page."""
    return not found.movement and found.movement_effort.seconds <= MOST_SECONDS


async def is_solved(game: Game) -> bool:
    """Whether there are tables of a game, at least of its movement phase."""
    return await asyncio.to_thread(find_tablebase, game) is not None


async def coverage_of(game: Game) -> Coverage | None:
    return await asyncio.to_thread(find_coverage, game)


class Solver:
    """The one solution that is under way, if there is one."""

    def __init__(self) -> None:
        self.spec = ""  # of the variant being solved
        self.done = 0.0  # how far that is
        self.failed = ""  # the spec of the last variant that failed
        self._worker: Worker | None = None

    def begin(self, game: Game) -> None:
        """Have a game solved; UserError if another one is being solved."""
        if self._worker is not None:
            if self.spec != game.spec:
                raise Conflict("being-solved")
            return
        self.spec, self.done, self.failed = game.spec, 0.0, ""
        self._worker = Worker(self._hear, self._lose)
        self._worker.begin(1, build, (game.spec,))

    def _hear(self, _worker: Worker, _number: int, news: News, value: Any) -> None:
        if news == "progress":
            self.done = self.done if value is None else float(value)
            return
        if news == "failed":
            log.error("%s could not be solved: %s", self.spec, value)
            self.failed = self.spec
        self._end()

    def _lose(self, worker: Worker) -> None:
        if worker is self._worker:
            log.error("the process that solves %s has died", self.spec)
            self.failed = self.spec
            self._end()

    def _end(self) -> None:
        worker, self._worker, self.spec = self._worker, None, ""
        if worker is not None:
            threading.Thread(target=worker.end, daemon=True).start()

    def close(self) -> None:
        """Give up; the parts solved so far are kept."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()
