"""Results file of a job run: one line per finished job, so that a run can resume."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from naadam.core.errors import NaadamError
from naadam.lab.work import Done, Work, read_line, write_line


class Results:
    """The stored results of a work: `done`, by the numbers of the jobs. With a file it is kept there; use it by
    `with`."""

    def __init__(self, work: Work, file: Path | None = None) -> None:
        self.done: dict[int, Done] = {}
        self._stream: BinaryIO | None = None
        if file is None:
            return
        title = write_line(work.title)
        try:
            self._stream = file.open("a+b", buffering=0)
        except OSError as error:
            raise NaadamError(f"{file} cannot be written: {error.strerror}") from None
        try:
            _claim(self._stream, file)
            self._take_up(self._stream, file, title, work)
        except BaseException:
            self._stream.close()
            raise

    def _take_up(self, stream: BinaryIO, file: Path, title: bytes, work: Work) -> None:
        stream.seek(0)
        lines = stream.read().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):  # torn when the run was killed
            os.ftruncate(stream.fileno(), sum(map(len, lines[:-1])))
            lines.pop()
        if not lines:
            stream.write(title)
            return
        if lines[0] != title:
            raise NaadamError(f"{file} has the results of other work: {_difference(lines[0], title)}")
        for number, line in enumerate(lines[1:], 2):
            try:
                job, done = read_line(line)
            except (ValueError, KeyError, TypeError):
                raise NaadamError(f"{file}: line {number} is damaged; the run can go on without it") from None
            if not work.again(done):
                self.done.setdefault(job, done)

    def add(self, line: bytes) -> None:
        """Keep the result of a job; it is in the file before this returns."""
        number, done = read_line(line)
        self.done.setdefault(number, done)
        if self._stream is not None:
            left = memoryview(line)
            while left:
                left = left[self._stream.write(left) :]

    def __enter__(self) -> Results:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        if self._stream is not None:
            os.fsync(self._stream.fileno())
            self._stream.close()


def check_results(work: Work, file: Path | None) -> None:
    """NaadamError if a file has the results of other work, before anything is compiled for it."""
    if file is None or not file.exists():
        return
    try:
        with file.open("rb") as stream:
            first = stream.readline()
    except OSError as error:
        raise NaadamError(f"{file} cannot be read: {error.strerror}") from None
    if first.endswith(b"\n") and first != write_line(work.title):
        raise NaadamError(f"{file} has the results of other work: {_difference(first, write_line(work.title))}")


def _difference(line: bytes, title: bytes) -> str:
    """The first difference between the titles of two works."""
    with contextlib.suppress(ValueError):
        old, new = json.loads(line), json.loads(title)
        if isinstance(old, dict):
            for key in sorted({*old, *new}):
                if old.get(key) != new.get(key):
                    return f"{key} is {_short(old.get(key))} there and {_short(new.get(key))} here"
    return "its first line is no title"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"


def _claim(stream: BinaryIO, file: Path) -> None:
    """Keep others from writing into the file, where the system can do that."""
    try:
        import fcntl
    except ModuleNotFoundError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise NaadamError(f"another run writes into {file}") from None
