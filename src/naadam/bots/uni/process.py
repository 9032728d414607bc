"""Child process of an engine: sends and receives lines over pipes, with timeouts and a clean end."""

from __future__ import annotations

import collections
import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from typing import IO

from naadam.core.errors import NaadamError

LONGEST_LINE = 1 << 16  # bytes that it may write on a line
WAITING_LINES = 1000  # not yet read by us; it has to wait with more


class EngineError(NaadamError):
    """An engine that does not play: it cannot be started, crashes, hangs, or breaks rules or protocol."""


class TimeIsUp(Exception):
    """No line has come in time."""


class Process:
    """A running program. Nothing that it does or fails to do keeps a call here waiting beyond its deadline."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # a separate process group, so that its children can be ended with it
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot be started: {error}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: collections.deque[bytes] = collections.deque(maxlen=5)
        self._closed = threading.Event()
        self._end = weakref.finalize(self, _end, self._process, self._closed, self._to_write)
        for target, arguments in (  # they know the pipes, not this object, which can so be forgotten
            (_write, (self._process.stdin, self._to_write)),
            (_read, (self._process.stdout, self._lines, self._closed)),
            (_hear, (self._process.stderr, self._complaints)),
        ):
            threading.Thread(target=target, args=arguments, daemon=True).start()

    def write(self, line: str) -> None:
        """Send a line; if the program is gone, that shows when it is read."""
        self._to_write.put(line.encode() + b"\n")

    def read(self, deadline: float) -> str:
        """The next line; TimeIsUp when `time.monotonic()` is past the deadline, EngineError if none can come."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeIsUp from None
        if line is None:
            raise EngineError(self._last_words())
        if len(line) >= LONGEST_LINE:
            raise EngineError(f"has written a line of more than {LONGEST_LINE} bytes")
        return line.decode(errors="replace").strip()

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        code = self._process.returncode
        said = " ".join(b"".join(self._complaints).decode(errors="replace").split())[-200:]
        how = "has closed its output" if code is None else f"has ended (code {code})"
        return f"{how}: {said}" if said else how

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        """End it and its children."""
        self._end()


def _write(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _read(stream: IO[bytes], lines: queue.Queue[bytes | None], closed: threading.Event) -> None:
    line: bytes | None = b""
    while line is not None and not closed.is_set():
        line = stream.readline(LONGEST_LINE) or None
        while not closed.is_set():
            try:
                lines.put(line, timeout=0.2)
                break
            except queue.Full:
                continue
    stream.close()


def _hear(stream: IO[bytes], complaints: collections.deque[bytes]) -> None:
    while line := stream.readline(1000):
        complaints.append(line)
    stream.close()


def _end(process: subprocess.Popen[bytes], closed: threading.Event, to_write: queue.SimpleQueue[bytes | None]) -> None:
    closed.set()
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its group lives on in its children, if it does not itself
    process.kill()
    process.wait()
    to_write.put(None)
