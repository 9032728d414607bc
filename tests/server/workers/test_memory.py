"""Memory of the processes that think: bounded per process, and given back between searches."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from naadam.server.ops.processes import private_bytes
from naadam.server.workers import pool as pool_module
from naadam.server.workers.pool import BotPool, Requester

ASKER = Requester("table", "person")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system does not show the memory of a process")

_kept: list[bytes] = []  # in a worker


def grow(megabytes: int, *_: Any) -> Generator[None, None, int]:
    """In a worker: keep so much more memory, and return the process."""
    _kept.append(os.urandom(1 << 20) * megabytes)
    return os.getpid()
    yield


def wait_for(file: Path, *_: Any) -> Generator[None, None, int]:
    """In a worker: wait until a file exists, and return the process."""
    while not file.exists():
        time.sleep(0.01)
        yield
    return os.getpid()


def allocate(sizes: list[int], *_: Any) -> Generator[None, None, int]:
    """In a worker: allocate and free arrays of these sizes in MB with small objects between; return the memory left."""
    import numpy as np

    before = private_bytes()
    between = []
    for size in sizes:
        array = np.ones(size << 17)
        between.append(bytearray(1000))
        del array
    return private_bytes() - before
    yield


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def gone(pid: int) -> None:
    async with asyncio.timeout(20):
        while alive(pid):
            await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def at_any_age(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SECONDS_OF_WORKER", 0.0)


def test_a_worker_beyond_its_limit_is_replaced_when_it_is_idle(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        pool = BotPool(1, memory=400 << 20)
        try:
            first = await pool._run(grow, None, ASKER, 1)
            assert await pool._run(grow, None, ASKER, 1) == first, "it is within its limit"
            assert await pool._run(grow, None, ASKER, 500) == first, "its last work is done"
            second = await pool._run(grow, None, ASKER, 1)
            assert second != first
            await gone(first)
            assert 0 < pool.memory < 400 << 20
            assert pool.healthy
        finally:
            pool.close()

    asyncio.run(test())
    assert [record.getMessage() for record in caplog.records] == ["a worker has more than 400 MB and is replaced"]


def test_works_that_are_under_way_go_on_where_they_are(tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def test() -> None:
        pool = BotPool(1, memory=400 << 20, at_once=8)
        try:
            long = asyncio.create_task(pool._run(wait_for, None, ASKER, done))
            first = await pool._run(grow, None, ASKER, 500)
            second = await pool._run(grow, None, ASKER, 1)
            assert second != first
            done.touch()
            assert await long == first
            await gone(first)
        finally:
            pool.close()

    asyncio.run(test())


def test_a_retired_worker_that_dies_loses_no_work(tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def test() -> None:
        pool = BotPool(1, memory=400 << 20, at_once=8)
        try:
            long = asyncio.create_task(pool._run(wait_for, None, ASKER, done))
            first = await pool._run(grow, None, ASKER, 500)
            os.kill(first, 9)
            done.touch()
            assert await long != first
            assert not pool._retired
        finally:
            pool.close()

    asyncio.run(test())


def test_a_young_worker_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SECONDS_OF_WORKER", 60.0)

    async def test() -> None:
        pool = BotPool(1, memory=100 << 20)
        try:
            first = await pool._run(grow, None, ASKER, 300)
            assert await pool._run(grow, None, ASKER, 1) == first
        finally:
            pool.close()

    asyncio.run(test())


def test_large_arrays_go_back_to_the_system() -> None:
    """By default glibc would keep them in the heap, once a larger one was freed."""

    async def test() -> None:
        pool = BotPool(1)
        try:
            left = await pool._run(allocate, None, ASKER, [30] * 3 + [20, 10, 5] * 10)
            assert left < 4 << 20
        finally:
            pool.close()

    asyncio.run(test())
