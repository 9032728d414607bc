"""Backup and restore: complete while people play, and refused where it would lose something."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest
from filled import event, filled

from naadam.server.storage.backup import back_up, restore
from naadam.server.storage.store import Store, StoreError


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
