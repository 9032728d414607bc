"""Disk failures: clients receive an error, the shown table stays, and play continues when the disk works again."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from in_memory import heard, hello, run, set_room
from serving import COMMAND, Served

from naadam.server.protocol import messages
from naadam.server.protocol.errors import Stale
from naadam.server.rooms import bots
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage import writer
from naadam.server.storage.sqlite_file import StoreError
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent


def refuse(*_: object) -> Any:
    raise sql.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))


class Disk:
    """A store whose disk can be full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
        self.full = False
        for name in ("create", "append", "check"):
            monkeypatch.setattr(store, name, self.failing(getattr(store, name)))

    def failing(self, method: Any) -> Any:
        return lambda *arguments: (refuse if self.full else method)(*arguments)


def test_a_full_disk_is_told_to_all_and_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "SECONDS_BETWEEN_TRIES", 0.0)

    async def test(rooms: Rooms) -> None:
        disk = Disk(monkeypatch, rooms.services.store)
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        player, other, watcher = await hello(room, keys[0]), await hello(room, keys[1]), await hello(room)
        for reader in (player, other, watcher):
            heard(reader)
        assert await rooms.services.stores()
        disk.full = True
        assert not await rooms.services.stores()
        play = messages.Play("p1", 0, 0, "Gc3")
        await room.follow(player, play)
        for reader, name in ((player, "p1"), (other, None), (watcher, None)):
            assert [(told["type"], told["key"], told["id"]) for told in heard(reader)] == [
                ("failed", "not-stored", name)
            ]
        assert room.table.seq == 0
        late = await hello(room)
        assert "table" in [told["type"] for told in heard(late)]
        disk.full = False
        await room.follow(player, play)
        assert room.table.seq == 1
        assert heard(other)[-1]["seq"] == 1
        assert await rooms.services.stores()

    run(tmp_path, test)


def test_what_was_just_not_stored_is_known_to_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check reports a failed write immediately, even right after a successful check."""

    async def test(rooms: Rooms) -> None:
        disk = Disk(monkeypatch, rooms.services.store)
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        assert await rooms.services.stores()
        disk.full = True
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        assert not await rooms.services.stores()
        disk.full = False
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        assert await rooms.services.stores()

    run(tmp_path, test)


def test_a_computer_tries_again_until_its_move_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SECONDS_TO_TRY_AGAIN", 0.01)

    async def test(rooms: Rooms) -> None:
        disk = Disk(monkeypatch, rooms.services.store)

        async def choose(view: Any, *_: object) -> int:
            return int(view.actions()[0])

        rooms.services.bot_pool.choose = choose  # type: ignore[method-assign, assignment]
        disk.full = False
        room, keys = await set_room(rooms, "bagh-chal", "computer", "here")
        disk.full = True
        player = await hello(room, keys[1])
        await asyncio.sleep(0.3)
        assert room.table.seq == 0
        assert "not-stored" in {told.get("key") for told in heard(player)}
        disk.full = False
        await asyncio.sleep(0.5)
        assert room.table.seq == 1
        assert [told for told in heard(player) if told["type"] == "table"][-1]["waiting"] == [1]

    run(tmp_path, test)


def test_a_rematch_that_is_not_stored_is_no_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms) -> None:
        disk = Disk(monkeypatch, rooms.services.store)
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        await room.follow(player, messages.Resign("r1", 0))
        disk.full = True
        await room.follow(player, messages.Rematch("n1", 0))
        assert heard(player)[-1]["key"] == "not-stored"
        disk.full = False
        await room.follow(player, messages.Rematch("p1", 0))  # an id that was used before
        assert heard(player)[-1]["next"] is None
        await room.follow(player, messages.Rematch("n2", 0))
        assert heard(player)[-1]["next"] is not None

    run(tmp_path, test)


def test_what_another_server_has_written_is_read_again(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        action = int(room.table.state.actions(0)[0])
        foreign = StoredEvent(1, "action", {"seat": 0, "action": action}, "0:foreign")
        assert rooms.services.store.append([(room.table.id, [foreign])]) == [None]
        heard(player)
        await room.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        assert room.table.events == [foreign]
        told = heard(player)
        assert [message["key"] for message in told if message["type"] == "failed"] == ["moved-on"]
        assert told[-1]["seq"] == 1

    run(tmp_path, test)


def test_an_unknown_kind_of_event_is_named(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, _ = await set_room(rooms, "bagh-chal", "here", "here")
        table = room.table.id
        strange = StoredEvent(1, "dance", {})  # type: ignore[arg-type]
        assert rooms.services.store.append([(table, [strange])]) == [None]
        del rooms.open[table]
        with pytest.raises(Exception, match="dance"):
            await rooms.room(table)

    run(tmp_path, test)


def test_what_a_database_says_of_values_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL names the row that is there already, and with it the table."""

    async def test(rooms: Rooms) -> None:
        said = Exception("duplicate key value violates unique constraint\nDETAIL:  Key (table_id, seq)=(SECRET, 1)")
        fault = sql.exc.IntegrityError("INSERT", {}, said, hide_parameters=True)

        def fail(*_: object) -> None:
            raise fault

        monkeypatch.setattr(rooms.services.store, "append", lambda *_: [fault])
        with pytest.raises(Stale):
            await rooms.services.writer.append("SECRET", [])
        with pytest.raises(Stale):
            await rooms.services.writer.ask(fail)

    run(tmp_path, test)
    assert caplog.text.count("duplicate key") == 2
    assert "SECRET" not in caplog.text


# --- damaged, locked, claimed ---


def fill(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    for number in range(200):
        store.create(f"table-{number}", "bagh-chal", {"padding": "x" * 500})
    store.close()


def test_a_damaged_file_is_not_served(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    fill(path)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = bytes(range(256)) * 16
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged|malformed") as refused:
        Store(f"sqlite:///{path}")
    assert "\n" not in str(refused.value), "one line says it"


def test_a_database_that_others_lock_is_none_that_stores(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.create("table-1", "bagh-chal", {})
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    [fault] = store.append([("table-1", [StoredEvent(1, "resign", {"seat": 0})])])
    assert isinstance(fault, sqlite3.OperationalError)
    assert store.load("table-1") == ("bagh-chal", {}, [])
    other.execute("ROLLBACK")
    other.close()
    store.check()
    store.close()


def test_a_second_server_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        command = [*COMMAND, "--database", str(served.database)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert second.returncode != 0
        said = second.stdout + second.stderr
        assert "another server has the database" in " ".join(said.split())
        assert "Traceback" not in said
        assert "is open at" not in said
    finally:
        served.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_disk_that_is_full_at_the_start_is_named_as_that(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys\n"
        "from naadam.server.storage.store import Store\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        f"Store('sqlite:///{tmp_path}/naadam.db', alone=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    said = done.stderr.splitlines()[-1]
    assert "cannot be opened" in said
    assert "another server" not in said


def test_a_database_without_its_driver_says_what_is_missing() -> None:
    with pytest.raises(StoreError, match=r"naadam\[postgresql\]"):
        Store("postgresql+pg8000://localhost/none")
