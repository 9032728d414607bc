"""Computer players think in worker processes; they get a view, report their thoughts, and can be stopped.

A player is one of our levels, or an engine that the operator has registered: a program that a worker talks to.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from naadam.bots.advice import coach
from naadam.bots.advice.analysis import Judgement, Weighed
from naadam.bots.advice.hints import Hint
from naadam.bots.solved import Explored
from naadam.core.errors import NaadamError
from naadam.core.state import State
from naadam.core.view import View
from naadam.server.ops.processes import private_bytes, resident_bytes
from naadam.server.protocol import replies
from naadam.server.protocol.errors import Unavailable
from naadam.server.workers.process import News, Work, Worker
from naadam.server.workers.tasks import BotSpec, UncompiledLevel, advise, analyse, explore, hint, think, weigh

LONGEST_SILENCE = 75.0  # seconds after which a worker that says nothing is ended
TRIES = 3  # of a thought over which workers die
MOST_REMEMBERED = 10_000  # persons and tables that were served
SHORT = 2  # highest level whose thoughts are short
SHORT_IN_A_ROW = 3  # short thoughts before a long one has its turn
CALM = 2  # thoughts per worker, under way or waiting, up to which each has its full time
SHARED: tuple[Work, ...] = (think, hint, weigh)  # works that get a share of their time under load
LEAST_SHARE = 0.1  # of its time that a thought has under the highest load
BYTES_OF_WORKER = 1000 << 20
SECONDS_OF_WORKER = 60.0  # for which a worker serves at least: a game that needs more memory must not stop it each time
DEEPEST = 6  # how deep engines think, beyond all levels


log = logging.getLogger(__name__)


class Requester(NamedTuple):
    """The requester of a thought: the table, the person, and whether a player waits for it."""

    table: str
    person: str
    plays: bool = True


class NoThought(Unavailable):
    """A thought has failed, or worker processes have died over it, again and again."""

    def __init__(self) -> None:
        super().__init__("no-thought")


@dataclasses.dataclass(eq=False)
class Job:
    """Something to think about."""

    number: int
    work: Work
    arguments: tuple[Any, ...]
    report: Callable[[Any], None] | None
    requester: Requester
    answer: asyncio.Future[Any]
    depth: int
    short: bool
    tries: int = 0


class BotPool:
    """A few worker processes, started when first needed and replaced when they die, and a fair queue before them.

    Requests of players come before those of spectators. Short thoughts come first, three of four times; then the person
    served longest ago; then the shallower search; then the table served longest ago. Under load each thought has less
    time.
    """

    def __init__(self, workers: int = 1, seconds: float = 1.0, at_once: int = 1, memory: int = BYTES_OF_WORKER) -> None:
        self._most = workers
        self._most_memory = memory  # bytes of one process, beyond which another takes its place
        self._seconds = seconds
        self._at_once = at_once  # works that one process has under way
        self._workers: list[Worker] = []
        self._retired: list[Worker] = []  # replaced, and busy with their last works
        self._numbers = itertools.count(1)
        self._turns = itertools.count(1)
        self._waiting: list[Job] = []
        self._jobs: dict[int, Job] = {}  # those that a worker has
        self._served: dict[tuple[str, str], int] = {}  # by person, and by table: the last turn that it had
        self._worked: dict[str, Worker] = {}  # by table: who has thought about it last
        self._short_run = 0  # short thoughts in a row
        self._lost = 0  # workers, since one has answered
        self._closed = False

    async def choose(
        self,
        view: View,
        spec: BotSpec,
        requester: Requester,
        report: Callable[[replies.Thinking | replies.Busy], None] | None = None,
    ) -> int:
        """The action for the view's seat. Cancelling the call stops the worker within a moment."""
        depth = spec if isinstance(spec, int) else spec.level if isinstance(spec, UncompiledLevel) else DEEPEST
        short = depth <= SHORT
        return int(await self._run(think, report, requester, view, spec, self._seconds, depth=depth, short=short))

    async def advise(self, view: View, action: int, requester: Requester) -> coach.Caution | None:
        """Return the coach's warning before the view's seat takes an action."""
        found: coach.Caution | None = await self._run(advise, None, requester, view, action, depth=0, short=True)
        return found

    async def hint(self, view: View, requester: Requester) -> Hint:
        """Return the move that the analysis would play, and why."""
        found: Hint = await self._run(hint, None, requester, view, self._seconds, depth=0)
        return found

    async def explore(self, view: View, requester: Requester) -> tuple[Explored, ...] | None:
        """Return the values of all moves by solved tables; None if no table covers the position."""
        found: tuple[Explored, ...] | None = await self._run(explore, None, requester, view, depth=0, short=True)
        return found

    async def weigh(self, state: State, seat: int, action: int, requester: Requester) -> Weighed:
        """An action against the best one, as the analysis has it."""
        found: Weighed = await self._run(weigh, None, requester, state, seat, action, self._seconds, depth=0)
        return found

    async def analyse(self, record: str, requester: Requester, report: Callable[[Judgement], None]) -> None:
        """Report the judgement of every move of a record, each as soon as it is known."""
        await self._run(analyse, report, requester, record, self._seconds)

    def get_ready(self) -> None:
        """Start a worker, if there is none, because it will soon be needed."""
        if not self._workers:
            self._free_worker()

    @property
    def healthy(self) -> bool:
        """Whether workers, if any were asked, answer."""
        return self._lost < TRIES

    @property
    def memory(self) -> int:
        """The bytes that all workers occupy."""
        return sum(resident_bytes(worker.process_id) for worker in self._all)

    @property
    def _all(self) -> list[Worker]:
        return self._workers + self._retired

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        return len(self._jobs)

    async def _run(
        self,
        work: Work,
        report: Callable[[Any], None] | None,
        requester: Requester,
        *arguments: Any,
        depth: int = DEEPEST,
        short: bool = False,
    ) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = Job(next(self._numbers), work, arguments, report, requester, answer, depth, short)
        self._waiting.append(job)
        self._assign()
        try:
            return await answer
        finally:
            if job in self._waiting:
                self._waiting.remove(job)
            for worker in self._all:
                if job.number in worker.under_way:
                    worker.stop(job.number)

    def _assign(self) -> None:
        """Give waiting tasks to the workers that are free, the fairest first."""
        while self._waiting:
            job = min(self._waiting, key=self._turn)
            worker = self._free_worker(job.requester.table)
            if worker is None:
                return
            share = self._share()
            self._waiting.remove(job)
            self._jobs[job.number] = job
            self._short_run = self._short_run + 1 if job.short else 0
            if len(self._served) >= MOST_REMEMBERED:
                self._served.clear()
                self._worked.clear()
            turn = next(self._turns)
            self._served["person", job.requester.person] = self._served["table", job.requester.table] = turn
            self._worked[job.requester.table] = worker
            arguments = (*job.arguments, share) if job.work in SHARED else job.arguments
            worker.begin(job.number, job.work, arguments)
            asyncio.get_running_loop().call_later(LONGEST_SILENCE, self._watch, worker)

    def _share(self) -> float:
        """The part of its time that the next thought has."""
        busy = sum(job.requester.plays for job in (*self._waiting, *self._jobs.values()))
        return max(LEAST_SHARE, min(1.0, CALM * self._most / max(1, busy)))

    def _turn(self, job: Job) -> tuple[bool, bool, int, int, int, int]:
        person, table = (
            self._served.get(key, 0) for key in (("person", job.requester.person), ("table", job.requester.table))
        )
        favoured = job.short if self._short_run < SHORT_IN_A_ROW else not job.short
        return not job.requester.plays, not favoured, person, job.depth, table, job.number

    def _free_worker(self, table: str = "") -> Worker | None:
        """A worker that is free, if it can be the one that has the plan for the table."""
        free = [each for each in self._workers if len(each.under_way) < self._at_once]
        if free:
            known = self._worked.get(table)
            return known if known in free else free[0]
        if self._closed or len(self._workers) >= self._most:
            return None
        self._workers.append(Worker(self._hear, self._lose))
        return self._workers[-1]

    def _hear(self, worker: Worker, number: int, news: News, value: Any) -> None:
        job = self._jobs.get(number)
        if news == "progress":
            if job is not None and job.report is not None and not job.answer.done():
                job.report(value)
            return
        self._lost = 0
        self._retire_if_large(worker)
        self._jobs.pop(number, None)
        if job is not None and not job.answer.done():
            if news == "done":
                job.answer.set_result(value)
            elif isinstance(value, NaadamError):
                job.answer.set_exception(value)
            else:
                log.error("a thought has failed: %r", value, exc_info=value)
                job.answer.set_exception(NoThought())
        self._assign()

    def _retire_if_large(self, worker: Worker) -> None:
        """Start another worker in place of one that has grown too large, which ends when it is idle."""
        if worker in self._workers and self._is_large(worker):
            log.warning("a worker has more than %d MB and is replaced", self._most_memory >> 20)
            self._workers[self._workers.index(worker)] = Worker(self._hear, self._lose)
            self._retired.append(worker)
        if worker in self._retired and not worker.under_way:
            self._retired.remove(worker)
            threading.Thread(target=worker.end, daemon=True).start()

    def _is_large(self, worker: Worker) -> bool:
        """True if a worker that has served for some time has more memory than it may."""
        if not self._most_memory or self._closed:
            return False
        served = asyncio.get_running_loop().time() - worker.started
        return served >= SECONDS_OF_WORKER and private_bytes(worker.process_id) > self._most_memory

    def _watch(self, worker: Worker) -> None:
        """End a worker that has been silent for too long over its work; another takes it over."""
        if worker not in self._all or not worker.under_way:
            return
        silent = asyncio.get_running_loop().time() - worker.heard
        if silent >= LONGEST_SILENCE:
            log.error("a worker was silent for %d seconds and is ended", silent)
            threading.Thread(target=worker.end, daemon=True).start()
        else:
            asyncio.get_running_loop().call_later(LONGEST_SILENCE - silent, self._watch, worker)

    def _lose(self, worker: Worker) -> None:
        """A worker has died: another takes over its task."""
        if self._closed or worker not in self._all:  # it has been replaced
            return
        self._lost += 1
        log.error("a worker has died over %d works; another takes over", len(worker.under_way))
        (self._workers if worker in self._workers else self._retired).remove(worker)
        for number in sorted(worker.under_way):
            job = self._jobs.pop(number)
            job.tries += 1
            if job.answer.done():
                continue
            if job.tries < TRIES:
                self._waiting.append(job)
            else:
                job.answer.set_exception(NoThought())
        self._assign()

    def close(self) -> None:
        self._closed = True
        ending = [threading.Thread(target=worker.end) for worker in self._all]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join()
