"""Tables listed and deleted by a host: everything of theirs is gone, the file is shorter, and players see it."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sql
from database import PostgreSQL
from filled import event, filled
from forked import run
from serving import Served
from websockets.exceptions import ConnectionClosed

from naadam.server.storage import sqlite_file
from naadam.server.storage.hosting.housekeeping import PARTS, delete_tables, list_tables, shrink
from naadam.server.storage.metadata import metadata
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredLine


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


def test_every_column_that_names_a_table_is_emptied_with_it() -> None:
    referring = {
        table
        for table in metadata.tables.values()
        if any(key.column.table.name == "tables" for key in table.foreign_keys)
    }
    assert referring == set(PARTS)


def test_tables_are_listed_by_their_last_event(tmp_path: Path) -> None:
    store = filled(tmp_path, tables=3, events=2)
    store.append([("table0", [event(3)])])
    assert [(row.id, row.events) for row in list_tables(store.engine)] == [("table1", 2), ("table2", 2), ("table0", 3)]
    assert list_tables(store.engine, "yut") == []
    assert len(list_tables(store.engine, "bagh-chal", most=2)) == 2
    assert list_tables(store.engine, idle_days=1) == []
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET at = at - 2 * 86400 WHERE table_id = 'table1'")
    assert [row.id for row in list_tables(store.engine, idle_days=1)] == ["table1"]
    store.close()


def test_deletion_leaves_no_byte_of_a_table_and_a_shorter_file(tmp_path: Path) -> None:
    store = filled(tmp_path, tables=90, events=90)
    store.say("table7", StoredLine(1, 0, None, "a-line-of-table-seven", None))
    kept = store.load("table9")
    whole = _size(store)
    assert delete_tables(store.engine, [f"table{number}" for number in range(90) if number != 9]) == 89
    assert shrink(store.engine) > 0
    assert _size(store) < whole / 2  # the schema alone is a good third of it
    assert store.load("table9") == kept
    assert [row.id for row in list_tables(store.engine)] == ["table9"]
    store.close()
    assert b"a-line-of-table-seven" not in (tmp_path / "tables.db").read_bytes()


def write_old_file(folder: Path) -> Path:
    """A file as versions before `auto_vacuum` made it; its path."""
    filled(folder, tables=60, events=60).close()
    with sqlite3.connect(folder / "tables.db") as old:
        old.execute("PRAGMA auto_vacuum=NONE")
        old.execute("PRAGMA journal_mode=DELETE")
        old.execute("VACUUM")
    old.close()
    return folder / "tables.db"


@pytest.mark.parametrize("why", ["full disk", "large file"])
def test_a_server_starts_where_a_file_of_an_older_version_cannot_be_rewritten(
    tmp_path: Path, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = write_old_file(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    if why == "full disk":
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
    else:
        monkeypatch.setattr(sqlite_file, "REWRITTEN_AT_START", 1000)
    try:
        store = Store(f"sqlite:///{file}", alone=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "does not shrink" in caplog.text
    assert len(list_tables(store.engine, most=100)) == 60
    store.close()
    monkeypatch.undo()
    assert run("tables", "compact", "--database", str(file)).returncode == 0
    store = Store(f"sqlite:///{file}")
    delete_tables(store.engine, [f"table{number}" for number in range(59)])
    assert shrink(store.engine) > 0
    store.close()


def test_a_file_of_an_older_version_shrinks_after_a_server_has_opened_it(tmp_path: Path) -> None:
    write_old_file(tmp_path)
    plain = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    delete_tables(plain.engine, [f"table{number}" for number in range(30)])
    assert shrink(plain.engine) == 0
    plain.close()
    opened = Store(f"sqlite:///{tmp_path / 'tables.db'}", alone=True)
    delete_tables(opened.engine, [f"table{number}" for number in range(30, 59)])
    assert shrink(opened.engine) > 0
    assert len(list_tables(opened.engine)) == 1
    opened.close()


def test_the_same_on_postgresql(postgresql: PostgreSQL) -> None:
    store = Store(postgresql.create("housekeeping"))
    for name in ("one", "two"):
        store.create(name, "bagh-chal", {"players": [], "seed": "s"}, [event(1)])
    assert [row.id for row in list_tables(store.engine, "bagh-chal")] == ["one", "two"]
    assert list_tables(store.engine, idle_days=1) == []
    assert delete_tables(store.engine, ["one"]) == 1
    assert shrink(store.engine) == 0
    with store.engine.connect() as connection:
        assert connection.execute(sql.text("SELECT count(*) FROM events")).scalar() == 1
    store.close()


def test_players_see_that_their_table_has_been_deleted(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    assert client.play(0, "Gc3")["type"] == "table"
    store = Store(f"sqlite:///{served.database}")
    assert delete_tables(store.engine, [table]) == 1
    store.close()
    with suppress(ConnectionClosed):
        assert client.play(1, "Ba1b1")["type"] == "failed"
    assert served.refusal(f"/api/tables/{table}/position")[0] == 404
    other, keys = served.set_table("here", "here")
    assert served.join(other, *keys).play(0, "Gc3")["type"] == "table"


def _size(store: Store) -> int:
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar() or 0
        return int(pages * (connection.exec_driver_sql("PRAGMA page_size").scalar() or 0))
