"""Worker process: runs searches as tasks, exchanges messages with the server, and reports its end.

In the process a task is a generator: each value it yields is reported immediately, and tasks take turns step by step.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import functools
import multiprocessing
import pickle
import queue
import signal
import threading
import traceback
from collections.abc import Callable, Generator
from multiprocessing.connection import Connection
from typing import Any, Literal

from naadam.bots.workers import end_with_parent

Report = Callable[[Any], None]
Work = Callable[..., Generator[Any, None, Any]]
"""Called with its arguments, a function that reports progress, and one that says whether it was cancelled."""
News = Literal["progress", "done", "failed"]

M_MMAP_THRESHOLD = -3  # of mallopt
BYTES_OF_A_MAPPING = 1 << 20

_context = multiprocessing.get_context("spawn")
at_end: list[Callable[[], None]] = []  # in the process: to be called when the server is gone


class Worker:
    """A worker process, with a pipe to it."""

    def __init__(self, hear: Callable[[Worker, int, News, Any], None], lose: Callable[[Worker], None]) -> None:
        self.under_way: set[int] = set()  # the numbers of its tasks
        self.heard = 0.0  # when it last said something, by the clock of the loop
        self._loop = asyncio.get_running_loop()
        self.started = self._loop.time()
        self._hear, self._lose = hear, lose
        self._pipe, theirs = _context.Pipe()
        self._stopped = _context.Value("q", 0, lock=False)
        self._process = _context.Process(target=_serve, args=(theirs, self._stopped), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, name="worker", daemon=True).start()

    def begin(self, number: int, work: Work, arguments: tuple[Any, ...]) -> None:
        self.under_way.add(number)
        self.heard = self._loop.time()
        self._send((number, work, arguments))

    def stop(self, number: int) -> None:
        """Cancel a task, which ends within a moment."""
        self._stopped.value = number
        self._send((number, None, ()))

    def _send(self, asked: tuple[int, Work | None, tuple[Any, ...]]) -> None:
        try:
            self._pipe.send(asked)
        except OSError:
            return  # it has died, which the listener learns as well

    def end(self) -> None:
        """End the process immediately."""
        self._process.terminate()
        self._process.join(1)
        self._process.kill()

    @property
    def process_id(self) -> int | None:
        return self._process.pid

    def _listen(self) -> None:
        """Pass on the messages of the process, until it ends."""
        try:
            while True:
                number, news, value = self._pipe.recv()
                self._loop.call_soon_threadsafe(self._receive, number, news, value)
        except Exception:  # it has died, its message cannot be read, or the loop is closed
            self._process.kill()
            self._process.join()
        try:
            self._loop.call_soon_threadsafe(self._lose, self)
        except RuntimeError:
            return

    def _receive(self, number: int, news: News, value: Any) -> None:
        self.heard = self._loop.time()
        if news != "progress":
            self.under_way.discard(number)
        self._hear(self, number, news, value)


def _return_memory() -> None:
    """Let large arrays go back to the system when they are freed (glibc only).

    By default glibc raises its threshold to the largest block that was freed, up to 32 MB. Searches then live in the
    heap, where small objects that stay between them keep their memory.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, BYTES_OF_A_MAPPING)


def _serve(pipe: Connection, stopped: Any) -> None:
    """In the process: work on the tasks, one step of each in turn."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets it too, and ends this process
    _return_memory()
    end_with_parent(_end)
    asked: queue.SimpleQueue[tuple[int, Work | None, tuple[Any, ...]]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(pipe, asked), daemon=True).start()
    speaking = threading.Lock()

    def say(number: int, news: News, value: Any) -> None:
        with speaking:
            pipe.send((number, news, value))

    try:
        _work(asked, say, stopped)
    finally:
        _end()


def _work(asked: queue.SimpleQueue[Any], say: Callable[[int, News, Any], None], stopped: Any) -> None:
    under_way: dict[int, Generator[Any, None, Any]] = {}
    while True:
        while not under_way or not asked.empty():
            number, work, arguments = asked.get()
            if work is None:
                if under_way.pop(number, None) is not None:
                    say(number, "done", None)
            else:
                report = functools.partial(say, number, "progress")
                under_way[number] = work(*arguments, report, lambda number=number: stopped.value == number)
        for number, steps in list(under_way.items()):
            try:
                say(number, "progress", next(steps))
            except StopIteration as end:
                del under_way[number]
                say(number, "done", end.value)
            except Exception as error:
                del under_way[number]
                error.add_note("".join(traceback.format_tb(error.__traceback__)))  # which does not travel by itself
                say(number, "failed", error if _travels(error) else RuntimeError(repr(error)))


def _end() -> None:
    for call in at_end:
        call()


def _read(pipe: Connection, asked: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            asked.put(pipe.recv())
    except (EOFError, OSError):
        return  # the server is gone, and with it this process


def _travels(error: Exception) -> bool:
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False
