"""Pools that run jobs: this process, processes of this machine, or Ray. All give the same results."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import Counter
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Protocol, Self

from naadam.bots.workers import count_cores, end_with_parent
from naadam.core.errors import NaadamError, SpecError
from naadam.lab.work import Work, do

JobAnswer = bytes | Exception  # the result of a job, or the error it raised
MOST_DEATHS = 10  # of workers at the same job, before it is given up


class Pool(Protocol):
    """Takes jobs of a work by their numbers, and gives a line for each; to be used by `with`."""

    @property
    def size(self) -> int:
        """How many jobs may be under way."""

    def submit(self, number: int) -> None: ...

    def wait(self) -> list[tuple[int, JobAnswer]]:
        """The finished jobs, at least one."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None: ...


def answer(work: Work, number: int) -> JobAnswer:
    """Do a job. An error that could not be sent on becomes one that can."""
    try:
        return do(work, number)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return NaadamError(f"job {number}: {type(error).__name__}: {error}")
        return error


def make_pool(work: Work, workers: int | None = None, ray: str | None = None) -> Pool:
    """A pool for a work: `workers` processes, one per core by default, or Ray at an address."""
    if workers is not None and (type(workers) is not int or workers < 1):
        raise SpecError(f"workers are a number from 1 up, not {workers!r}")
    if ray is not None:
        from naadam.lab.cluster import Cluster

        return Cluster(work, ray, workers)
    workers = min(workers or count_cores(), max(1, len(work.items)))
    return ThisProcess(work) if workers == 1 else Processes(work, workers)


class ThisProcess:
    """This process does the jobs itself, one at a time."""

    size = 1

    def __init__(self, work: Work) -> None:
        self._work = work
        self._numbers: list[int] = []

    def submit(self, number: int) -> None:
        self._numbers.append(number)

    def wait(self) -> list[tuple[int, JobAnswer]]:
        number = self._numbers.pop(0)
        return [(number, answer(self._work, number))]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        return


class Processes:
    """Worker processes with a job each. One that dies is replaced, and its job is repeated.

    Python's own ProcessPoolExecutor gives everything up when a worker dies, and does not say at which job.
    """

    def __init__(self, work: Work, size: int) -> None:
        self.size = size
        self._work = work
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}
        self._processes: dict[Connection, Any] = {}
        self._deaths: Counter[int] = Counter()

    def submit(self, number: int) -> None:
        while True:
            ours = self._idle.pop() if self._idle else self._start()
            try:
                ours.send(number)
            except OSError:  # it died while it had nothing to do
                self._end(ours)
                continue
            self._busy[ours] = number
            return

    def wait(self) -> list[tuple[int, JobAnswer]]:
        found: list[tuple[int, JobAnswer]] = []
        while not found:
            for ours in wait(list(self._busy)):
                assert isinstance(ours, Connection)
                number = self._busy.pop(ours)
                try:
                    found.append((number, ours.recv()))
                except (EOFError, OSError):
                    self._end(ours)
                    self._deaths[number] += 1
                    if self._deaths[number] >= MOST_DEATHS:
                        raise NaadamError(
                            f"job {number} was given up: {MOST_DEATHS} processes died of it, "
                            "perhaps by a bot or for want of memory"
                        ) from None
                    self.submit(number)
                    continue
                self._idle.append(ours)
        return found

    @property
    def pids(self) -> list[int]:
        """The worker processes that live."""
        return [process.pid for process in self._processes.values()]

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._work), daemon=False)
        process.start()
        theirs.close()
        self._processes[ours] = process
        return ours

    def _end(self, ours: Connection) -> None:
        process = self._processes.pop(ours)
        ours.close()
        process.kill()
        process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        for process in self._processes.values():
            process.terminate()  # whatever it is doing
        for ours in list(self._processes):
            self._end(ours)


def _serve(theirs: Connection, work: Work) -> None:
    """In a worker: do the jobs whose numbers come, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides when to stop
    end_with_parent()
    while True:
        try:
            number = theirs.recv()
        except EOFError:
            return
        theirs.send(answer(work, number))
