"""Samples of a server: memory, descriptors, and the size of its files, every few seconds."""

from __future__ import annotations

import resource
import threading
import time
from pathlib import Path
from typing import NamedTuple

from serving import Served

SECONDS_BETWEEN_SAMPLES = 5.0
MEGABYTE = 1_000_000


class Sample(NamedTuple):
    """A server at one moment. Memory and files in MB."""

    at: float
    server: float
    thinkers: float
    processes: int
    descriptors: int
    descriptors_of_thinkers: int
    file: float
    log: float  # the write-ahead log
    pid: int


class Sampler(threading.Thread):
    """Takes samples until it is done; none while the server is down."""

    def __init__(self, served: Served) -> None:
        super().__init__(daemon=True)
        self._served = served
        self.samples: list[Sample] = []
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(SECONDS_BETWEEN_SAMPLES):
            try:
                self.samples.append(take_sample(self._served))
            except OSError:  # it has just been killed
                continue


def take_sample(served: Served) -> Sample:
    pid, database = served.process.pid, Path(served.database)
    thinkers = children(pid)
    log = database.with_name(database.name + "-wal")
    return Sample(
        time.monotonic(),
        memory(pid),
        sum(memory(child) for child in thinkers),
        len(thinkers),
        descriptors(pid),
        sum(descriptors(child) for child in thinkers),
        database.stat().st_size / MEGABYTE,
        log.stat().st_size / MEGABYTE if log.exists() else 0.0,
        pid,
    )


def children(pid: int) -> list[int]:
    """The processes that think for a server."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        try:
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
        except OSError:
            continue
    return found


def memory(pid: int) -> float:
    """The resident memory of a process in MB; 0 if it has just ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / MEGABYTE
    except OSError:
        return 0.0


def descriptors(pid: int) -> int:
    """The open files of a process; 0 if it has just ended."""
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


def growth(samples: list[Sample], what: str) -> float:
    """The slope per minute over the last half of the samples of the last process, by least squares."""
    last = [sample for sample in samples if sample.pid == samples[-1].pid] if samples else []
    last = last[len(last) // 2 :]
    if len(last) < 3:
        return 0.0
    times = [sample.at / 60 for sample in last]
    values = [float(getattr(sample, what)) for sample in last]
    middle_of_times, middle = sum(times) / len(times), sum(values) / len(values)
    spread = sum((at - middle_of_times) ** 2 for at in times)
    return sum((at - middle_of_times) * (value - middle) for at, value in zip(times, values, strict=True)) / spread
