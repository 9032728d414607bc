"""The store keeps events in order, once."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from naadam.server.storage.metadata import metadata
from naadam.server.storage.seats import browsers
from naadam.server.storage.sqlite_file import BYTES_OF_LOG, StoreError
from naadam.server.storage.store import Store, events
from naadam.server.table.events import StoredEvent


def open_store(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'tables.db'}")


def append(store: Store, table: str, *news: StoredEvent) -> None:
    [fault] = store.append([(table, news)])
    if fault is not None:
        raise fault


def test_what_is_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {"seed": "s", "players": []})
    log = [StoredEvent(1, "action", {"seat": 0, "action": 26}, "0:a"), StoredEvent(2, "resign", {"seat": 1})]
    append(store, "table-1", *log)
    store.close()
    again = open_store(tmp_path)
    assert again.load("table-1") == ("bagh-chal", {"seed": "s", "players": []}, log)
    assert again.load("table-2") is None
    again.close()


def test_settings_are_those_that_keep_what_is_written(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_the_connection_by_which_moves_are_written_keeps_them_too(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {})
    append(store, "table-1", StoredEvent(1, "action", {}))
    assert store._file is not None
    assert store._file.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._file.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert store._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_what_is_written_does_not_make_the_log_longer(tmp_path: Path) -> None:
    """It was made long enough at the start, stays so when it is cleared up, and nothing is left of the filling."""
    store, log = open_store(tmp_path), tmp_path / "tables.db-wal"
    store.make_room()
    length = log.stat().st_size
    assert length > BYTES_OF_LOG
    store.create("table-1", "bagh-chal", {})
    for number in range(1, 1001):
        append(store, "table-1", StoredEvent(number, "action", {"seat": 0, "action": number}))
        if number % 100 == 0:
            store.clear_up()
    assert log.stat().st_size == length
    (tmp_path / "copy.db").write_bytes((tmp_path / "tables.db").read_bytes())  # without the log
    with contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT count(*) FROM events").fetchone() == (1000,)
        assert "room" not in {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
    store.close()


def test_no_room_is_made_on_a_disk_that_has_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.storage.sqlite_file.FREE_FOR_LOG", 1 << 62)
    store = open_store(tmp_path)
    before = (tmp_path / "tables.db-wal").stat().st_size
    store.make_room()
    assert (tmp_path / "tables.db-wal").stat().st_size == before
    store.close()


def test_settings_are_read_back_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.storage.store.prepare", lambda *_: None)
    with pytest.raises(StoreError, match="does not keep what is written: journal delete"):
        open_store(tmp_path)


def test_a_number_is_stored_once(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {})
    append(store, "table-1", StoredEvent(1, "action", {}, "0:a"))
    with pytest.raises(sqlite3.IntegrityError):
        append(store, "table-1", StoredEvent(1, "resign", {}))
    loaded = store.load("table-1")
    assert loaded is not None
    assert len(loaded[2]) == 1
    store.close()


def test_several_events_are_stored_all_or_none(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {})
    with pytest.raises(sqlite3.IntegrityError):
        append(store, "table-1", StoredEvent(1, "action", {}, "0:a"), StoredEvent(1, "action", {}, "0:b"))
    assert store.load("table-1") == ("bagh-chal", {}, [])
    store.close()


def test_a_fault_of_one_table_is_none_of_the_others(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for table in ("table-1", "table-2", "table-3"):
        store.create(table, "bagh-chal", {})
    append(store, "table-2", StoredEvent(1, "action", {}, "0:a"))
    first = [StoredEvent(1, "action", {}, "0:b"), StoredEvent(2, "action", {}, "1:b")]
    faults = store.append([(table, first) for table in ("table-1", "table-2", "table-3")])
    assert [fault is None for fault in faults] == [True, False, True]
    assert isinstance(faults[1], sqlite3.IntegrityError)
    for table, count in (("table-1", 2), ("table-2", 1), ("table-3", 2)):
        loaded = store.load(table)
        assert loaded is not None
        assert len(loaded[2]) == count
    store.close()


def test_a_database_that_cannot_be_opened_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path / 'nowhere' / 'tables.db'}")
    (tmp_path / "text.db").write_text("not a database, but long enough to be taken for one" * 50)
    with pytest.raises(StoreError):
        Store(f"sqlite:///{tmp_path / 'text.db'}")


def test_the_migrations_make_the_tables_that_the_store_uses(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    found = sql.MetaData()
    found.reflect(store.engine)
    for table in metadata.sorted_tables:
        assert {c.name for c in found.tables[table.name].columns} == {c.name for c in table.columns}
        assert [c.name for c in found.tables[table.name].primary_key] == [c.name for c in table.primary_key]
    assert [key.target_fullname for key in found.tables[events.name].foreign_keys] == ["tables.id"]
    store.close()


def take_back(store: Store, version: str) -> None:
    """Bring a database back to an earlier version."""
    config = Config()
    config.set_main_option("script_location", "naadam.server.storage:migrations")
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, version)


def test_a_database_of_the_first_versions_is_brought_up_to_date(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {"seed": "s"})
    append(store, "table-1", StoredEvent(1, "next", {"table": "table-2"}, "0:a"))
    take_back(store, "0001")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT match, data FROM events").one() == ("table-1", '{"match":"table-2"}')
    store.close()
    again = open_store(tmp_path)
    assert again.load("table-1") == ("bagh-chal", {"seed": "s"}, [StoredEvent(1, "next", {"table": "table-2"}, "0:a")])


def version_of(folder: Path) -> str:
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as file:
        return str(file.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_database_that_a_server_has_open_is_not_changed_by_a_newer_one(tmp_path: Path) -> None:
    first = Store(f"sqlite:///{tmp_path / 'tables.db'}", alone=True)
    take_back(first, "0010")
    with pytest.raises(StoreError, match="another server has the database"):
        Store(f"sqlite:///{tmp_path / 'tables.db'}", alone=True)
    assert version_of(tmp_path) == "0010"
    first.close()


def test_that_a_database_is_brought_up_to_date_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = open_store(tmp_path)
    assert not caplog.records  # it is new
    take_back(store, "0010")
    store.close()
    for _ in range(2):
        open_store(tmp_path).close()
    assert [record.getMessage().partition(";")[0] for record in caplog.records] == [
        "the database is brought up to date"
    ]
    assert version_of(tmp_path) > "0010"


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(StoreError, match="newer version of Naadam"):
        open_store(tmp_path)
    assert version_of(tmp_path) == "9999"


@pytest.mark.parametrize("version", ["0001", "0009"])
def test_a_kill_while_a_database_is_brought_up_to_date_loses_nothing(tmp_path: Path, version: str) -> None:
    """Opens a copy of the database from before each statement of the migration, as a kill would leave it."""
    event = StoredEvent(1, "next", {"table": "table-2"}, "0:a")
    seat = {"browser": "b", "token": "t", "table_id": "table-1", "seat": 0, "own": True, "sealed": "s", "at": 1.0}
    store = open_store(tmp_path)
    store.create("table-1", "bagh-chal", {"seed": "s"})
    append(store, "table-1", event)
    with store.engine.begin() as connection:
        connection.execute(browsers.insert().values(seat))
    take_back(store, version)
    store.close()
    left: list[Path] = []

    def copy(*_: object) -> None:
        left.append(tmp_path / f"{len(left)}")
        left[-1].mkdir()
        for file in tmp_path.glob("tables.db*"):
            shutil.copy(file, left[-1])

    sql.event.listen(sql.Engine, "before_cursor_execute", copy)
    try:
        open_store(tmp_path).close()
    finally:
        sql.event.remove(sql.Engine, "before_cursor_execute", copy)
    assert len(left) > 20
    for folder in left:
        again = open_store(folder)
        assert again.load("table-1") == ("bagh-chal", {"seed": "s"}, [event])
        with again.engine.connect() as connection:
            kept = [dict(row) for row in connection.execute(browsers.select()).mappings()]
        assert kept == ([] if version == "0001" else [seat])
        again.close()


def test_names_and_tokens_of_a_former_version_move_from_set_ups_and_logs_to_seats(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    players = [{"kind": "here", "name": "Anna", "invitation": "a" * 64}, {"kind": "invited", "invitation": "b" * 64}]
    store.create("table-1", "bagh-chal", {"players": [*players, {"kind": "computer"}], "seed": "s"})
    take_back(store, "0019")
    with store.engine.begin() as connection:
        [text] = connection.exec_driver_sql("SELECT setup FROM tables").scalars()
        assert [player.get("token") for player in json.loads(text)["players"]] == ["a" * 64, "b" * 64, None]
        named = ("table-1", 1, "named", '{"seat":1,"name":"Ben"}', "1:n", 1.0)
        connection.exec_driver_sql("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", named)
    store.close()
    store = open_store(tmp_path)
    loaded = store.load("table-1")
    assert loaded is not None
    seated = [(player.get("name"), player.get("invitation")) for player in loaded[1]["players"]]
    assert seated == [("Anna", "a" * 64), ("Ben", "b" * 64), (None, None)]
    with store.engine.connect() as connection:
        [text] = connection.exec_driver_sql("SELECT setup FROM tables").scalars()
        [data] = connection.exec_driver_sql("SELECT data FROM events").scalars()
    assert "Anna" not in text
    assert "token" not in text
    assert json.loads(data) == {"seat": 1}
    store.close()
