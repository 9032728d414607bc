"""Backup and restore: complete while people play, and refused where it would lose something."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from filled import event, filled

from naadam.server.storage.hosting import backup as backups
from naadam.server.storage.hosting.backup import back_up, restore
from naadam.server.storage.sqlite_file import StoreError
from naadam.server.storage.store import Store


def numbers(file: Path) -> dict[str, list[int]]:
    """The sequence numbers of every table's events."""
    store = Store(f"sqlite:///{file}")
    with store.engine.connect() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("SELECT id FROM tables ORDER BY id")]
    found = {table: [event.seq for event in (store.load(table) or ("", {}, []))[2]] for table in ids}
    store.close()
    return found


def test_a_backup_has_all_moves_where_a_copy_of_the_file_has_lost_them(tmp_path: Path) -> None:
    store = filled(tmp_path)
    shutil.copy(tmp_path / "tables.db", tmp_path / "copied.db")
    assert back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backup.db") == 3
    assert numbers(tmp_path / "backup.db") == {f"table{number}": [1, 2, 3, 4, 5] for number in range(3)}
    assert not list(tmp_path.glob("*.partial*"))
    copied = sqlite3.connect(tmp_path / "copied.db")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        copied.execute("SELECT * FROM events")
    copied.close()
    store.close()


def test_a_backup_under_play_has_no_gaps(tmp_path: Path) -> None:
    store, stop, written = filled(tmp_path, tables=1), threading.Event(), [5]

    def play() -> None:
        while not stop.is_set():
            written[0] += 1
            assert store.append([("table0", [event(written[0])])]) == [None]

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            acknowledged = written[0] - 1
            back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / f"backup{number}.db")
            found = numbers(tmp_path / f"backup{number}.db")["table0"]
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= acknowledged
    finally:
        stop.set()
        player.join()
        store.close()


WRITER = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
file.execute("PRAGMA synchronous=OFF")  # as often as possible
while True:
    file.execute("UPDATE tables SET visited = visited + 1 WHERE id = 'table0'")
    print("written", flush=True)
"""


def test_a_backup_of_a_large_file_finishes_while_another_process_writes_all_the_time(tmp_path: Path) -> None:
    store = filled(tmp_path, tables=1)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE filling AS SELECT zeroblob(60000000) AS bytes")
    command = [sys.executable, "-c", WRITER, str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        reader = threading.Thread(target=writer.stdout.read, daemon=True)
        try:
            assert writer.stdout.readline() == b"written\n"
            reader.start()
            url = f"sqlite:///{tmp_path / 'tables.db'}"
            making = threading.Thread(target=back_up, args=(url, tmp_path / "backup.db"), daemon=True)
            making.start()
            making.join(15)  # it takes half a second; in steps it took half a minute
            assert not making.is_alive(), "the copy begins again at every write"
            assert writer.poll() is None
        finally:
            writer.kill()
            reader.join()
    store.close()
    assert len(numbers(tmp_path / "backup.db")) == 1


def test_restore_puts_everything_back_and_keeps_the_file_that_was_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = filled(tmp_path)
    back_up(url, tmp_path / "backup.db")
    before = numbers(tmp_path / "tables.db")
    store.append([("table0", [event(6)])])
    store.close()
    kept = restore(url, tmp_path / "backup.db")
    assert numbers(tmp_path / "tables.db") == before
    assert kept is not None
    assert numbers(kept)["table0"] == [1, 2, 3, 4, 5, 6]


def test_a_crash_in_a_restore_leaves_the_old_database_with_its_log_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step on the disk in turn is the last one; a server that is killed has left moves in its log."""
    store = filled(tmp_path, events=6)
    folder = tmp_path / "killed"
    folder.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{tmp_path / 'tables.db'}{ending}", f"{folder / 'tables.db'}{ending}")
    store.close()
    other = tmp_path / "other"
    other.mkdir()
    filled(other, tables=1, events=1).close()
    back_up(f"sqlite:///{other / 'tables.db'}", other / "backup.db")
    old = {f"table{number}": [1, 2, 3, 4, 5, 6] for number in range(3)}
    outcomes = []
    for last in range(20):
        copied = tmp_path / f"crash{last}"
        shutil.copytree(folder, copied)
        left = [last]

        def until_crash(original: Any, left: list[int] = left) -> Any:
            def step(*paths: Any) -> Any:
                if left[0] == 0:
                    raise KeyboardInterrupt
                left[0] -= 1
                return original(*paths)

            return step

        with monkeypatch.context() as patched:
            for name in ("rename", "link", "replace"):
                patched.setattr(os, name, until_crash(getattr(os, name)))
            try:
                restore(f"sqlite:///{copied / 'tables.db'}", other / "backup.db")
            except KeyboardInterrupt:
                outcomes.append(numbers(copied / "tables.db"))
            else:
                break
    assert 1 <= last < 20
    assert all(found in (old, {"table0": [1]}) for found in outcomes), outcomes
    assert numbers(copied / "tables.db") == {"table0": [1]}


def test_restore_keeps_owner_and_mode_of_the_database_and_else_takes_those_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((Path(path).name, user, group)))
    monkeypatch.setattr(backups, "_is_root", lambda: True)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    filled(tmp_path).close()
    back_up(url, tmp_path / "backup.db")
    (tmp_path / "tables.db").chmod(0o640)
    (tmp_path / "tables.db-server").unlink(missing_ok=True)
    of_file = (tmp_path / "tables.db").stat()
    restore(url, tmp_path / "backup.db")
    assert (tmp_path / "tables.db").stat().st_mode == of_file.st_mode
    user = (of_file.st_uid, of_file.st_gid)
    assert given == [("tables.db-server", *user), ("tables.db.partial", *user)]
    (tmp_path / "new").mkdir()
    given.clear()
    restore(f"sqlite:///{tmp_path / 'new' / 'tables.db'}", tmp_path / "backup.db")
    assert [name for name, *_ in given] == ["tables.db-server", "tables.db.partial"]


def test_restore_works_where_there_is_no_database_yet(tmp_path: Path) -> None:
    store = filled(tmp_path)
    back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backup.db")
    store.close()
    assert restore(f"sqlite:///{tmp_path / 'new' / 'tables.db'}", tmp_path / "backup.db") is None
    assert numbers(tmp_path / "new" / "tables.db") == numbers(tmp_path / "tables.db")


def test_restore_replaces_a_damaged_database(tmp_path: Path) -> None:
    store = filled(tmp_path)
    back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backup.db")
    store.close()
    (tmp_path / "tables.db").write_bytes(b"not a database at all" * 100)
    restore(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backup.db")
    assert len(numbers(tmp_path / "tables.db")) == 3


def test_a_running_server_keeps_its_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = filled(tmp_path)
    back_up(url, tmp_path / "backup.db")
    with pytest.raises(StoreError, match="another server has the database"):
        restore(url, tmp_path / "backup.db")
    assert len(numbers(tmp_path / "tables.db")) == 3
    store.close()


@pytest.mark.parametrize("what", ["missing", "damaged", "another's", "later"])
def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path, what: str) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store, backup = filled(tmp_path), tmp_path / "backup.db"
    back_up(url, backup)
    store.close()
    if what == "missing":
        backup.unlink()
    elif what == "damaged":
        backup.write_bytes(backup.read_bytes()[:9000])
    else:
        backup.unlink() if what == "another's" else None
        with sqlite3.connect(backup) as other:
            other.execute("CREATE TABLE t (x)" if what == "another's" else "UPDATE alembic_version SET version_num = 9")
        other.close()
    whole = numbers(tmp_path / "tables.db")
    with pytest.raises(StoreError):
        restore(url, backup)
    assert numbers(tmp_path / "tables.db") == whole
    assert not list(tmp_path.glob("*.partial*"))


def test_a_backup_replaces_no_file_and_needs_a_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with pytest.raises(StoreError, match="there is no database"):
        back_up(url, tmp_path / "backup.db")
    filled(tmp_path).close()
    (tmp_path / "backup.db").write_text("mine")
    with pytest.raises(StoreError, match="exists already"):
        back_up(url, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").read_text() == "mine"
    with pytest.raises(StoreError, match="pg_dump"):
        back_up("postgresql://naadam@127.0.0.1/naadam", tmp_path / "other.db")
