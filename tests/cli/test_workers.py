"""The process that keeps others serving: one that dies again and again keeps no other from its lease."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from naadam.cli import workers as module
from naadam.cli.workers import Worker


class Released(list[str]):
    """Leases that only note the tables released."""

    def release(self, name: str) -> None:
        self.append(name)


def test_a_worker_that_died_at_once_is_replaced_later_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def start(_serving: object, _listening: object, siblings: str) -> Worker:
        started.append(siblings)
        return made(True, 0.0)

    monkeypatch.setattr(module, "_start", start)
    dead, living = made(False, time.monotonic()), made(True, 0.0)
    workers, leases = [dead, living], Released()
    begin = time.monotonic()
    for _ in range(3):
        replace(leases, workers)
    assert time.monotonic() - begin < module.SECONDS_BETWEEN_STARTS / 2
    assert (leases, started) == (["siblings-own"], []), "its tables are free at once, and once"
    assert workers == [dead, living]
    dead.started -= module.SECONDS_BETWEEN_STARTS
    replace(leases, workers)
    assert started == ["siblings"]
    assert not any(worker.lost for worker in workers)


def made(alive: bool, started: float) -> Worker:
    process: Any = SimpleNamespace(is_alive=lambda: alive, exitcode=1)
    heart: Any = None
    return Worker(process, heart, "siblings-own", started)


def replace(leases: Any, workers: list[Worker]) -> None:
    nothing: Any = None
    module._replace_the_dead(leases, nothing, nothing, workers)
