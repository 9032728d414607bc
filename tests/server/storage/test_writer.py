"""The database writer: writes in the event loop or in a thread, and never blocks clients when the disk is slow."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from naadam.server.ops.metrics import Metrics
from naadam.server.storage import writer
from naadam.server.storage.store import Store
from naadam.server.storage.writer import Writer
from naadam.server.table.events import StoredEvent

MOVE = StoredEvent(1, "action", {"seat": 0, "action": 1})


class Noted:
    """A writer on a file with some tables; the names of the threads that write are noted."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "tables.db"
        self.store = Store(f"sqlite:///{self.path}")
        for number in range(9):
            self.store.create(f"table-{number}", "bagh-chal", {})
        self.writer = Writer(self.store, Metrics())
        self.by: list[str] = []
        append = self.store.append

        def note(*arguments: Any) -> Any:
            self.by.append(threading.current_thread().name)
            return append(*arguments)

        monkeypatch.setattr(self.store, "append", note)

    async def write(self, *numbers: int) -> None:
        await asyncio.gather(*(self.writer.append(f"table-{number}", [MOVE]) for number in numbers))

    def count(self) -> int:
        loaded = [self.store.load(f"table-{number}") for number in range(9)]
        return sum(len(table[2]) for table in loaded if table is not None)


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Noted]:
    monkeypatch.setattr(writer, "SLOW", 60.0)
    monkeypatch.setattr(writer, "CALM", float("inf"))
    made = Noted(tmp_path, monkeypatch)
    yield made
    made.writer.close()


def test_what_few_tables_bring_is_written_by_the_loop_and_much_by_the_thread(noted: Noted) -> None:
    async def test() -> None:
        await noted.write(0)
        await noted.write(1, 2)
        assert noted.by == ["MainThread", "MainThread"]
        await noted.write(3, 4, 5, 6)

    asyncio.run(test())
    assert noted.by[2:] == ["writer_0"]
    assert noted.count() == 7


def test_what_comes_after_a_while_does_not_wait_for_the_loop(noted: Noted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CALM", 0.001)

    async def test() -> None:
        await noted.write(0)
        await asyncio.sleep(0.01)
        with pytest.raises(StopIteration):  # it is done as soon as it is begun
            noted.writer.append("table-1", [MOVE]).send(None)

    asyncio.run(test())
    assert noted.count() == 2


def test_a_disk_that_was_slow_is_left_to_the_thread_for_a_while(noted: Noted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "SLOW", 0.0)

    async def test() -> None:
        await noted.write(0)
        await noted.write(1)
        monkeypatch.setattr(writer, "SLOW", 60.0)
        noted.writer._by_thread_until = time.perf_counter()
        await noted.write(2)

    asyncio.run(test())
    assert noted.by == ["MainThread", "writer_0", "MainThread"]
    assert noted.count() == 3


def test_while_others_write_to_the_file_the_loop_goes_on(noted: Noted) -> None:
    async def test() -> None:
        await noted.write(0)
        other = sqlite3.connect(noted.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writes = asyncio.create_task(noted.write(1))
        await asyncio.sleep(0.1)  # the loop goes on
        assert not writes.done()
        other.execute("COMMIT")
        other.close()
        await writes

    asyncio.run(test())
    assert noted.by == ["MainThread", "MainThread", "writer_0"]
    assert noted.count() == 2


def test_of_several_tables_only_the_one_with_a_fault_is_refused(noted: Noted) -> None:
    async def test() -> None:
        await noted.write(0)
        told = await asyncio.gather(
            *(noted.writer.append(f"table-{number}", [MOVE]) for number in (0, 1)), return_exceptions=True
        )
        assert [type(one).__name__ for one in told] == ["Stale", "NoneType"]

    asyncio.run(test())
    assert noted.count() == 2
