"""The commands of a host: backup, restore, and the tables of a database."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from forked import run

from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one table of Bagh Chal, at which a goat is on c3."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    player = {"kind": "here", "name": "Anna"}
    setup = {"players": [player, player | {"name": "Bo"}], "seed": "s"}
    store.create("first", "bagh-chal", setup, [StoredEvent(1, "action", {"seat": 0, "action": 312})])
    store.close()
    return tmp_path / "tables.db"


def test_a_backup_is_restored(database: Path, tmp_path: Path) -> None:
    done = run("backup", str(tmp_path / "copy.db"), "--database", str(database))
    assert (done.returncode, done.stdout.split(":")[0]) == (0, str(tmp_path / "copy.db"))
    assert run("tables", "delete", "first", "--yes", "--database", str(database)).returncode == 0
    assert "first" not in run("tables", "list", "--database", str(database)).stdout
    done = run("restore", str(tmp_path / "copy.db"), "--database", str(database))
    assert "the database that was there is" in done.stdout
    assert "first" in run("tables", "list", "--database", str(database)).stdout


def test_a_folder_keeps_the_newest_backups(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"naadam-2026010{day}T000000.db").touch()
    (folder / "notes.txt").touch()
    assert run("backup", str(folder), "--keep", "2", "--database", str(database)).returncode == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names[0] == "naadam-20260103T000000.db"
    assert names[1:] == [names[1], "notes.txt"]
    refused = run("backup", str(folder / "one.db"), "--keep", "2", "--database", str(database))
    assert (refused.returncode, refused.stderr) == (2, "naadam: --keep needs a folder of backups, not a file\n")


def test_unfinished_backups_are_deleted_after_a_day(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("naadam-20260101T000000.db.partial", "naadam-20260102T000000.db.partial"):
        (folder / name).touch()
    os.utime(folder / "naadam-20260101T000000.db.partial", (1000, 1000))
    assert run("backup", str(folder), "--keep", "2", "--database", str(database)).returncode == 0
    assert [file.name for file in folder.glob("*.partial")] == ["naadam-20260102T000000.db.partial"]


def test_a_table_is_shown_with_its_players_and_record(database: Path) -> None:
    shown = run("tables", "show", "first", "--database", str(database)).stdout
    assert "Seat 0: Anna" in shown
    assert "1. Gc3" in shown


def test_deletion_asks_and_is_all_or_nothing(database: Path) -> None:
    refused = run("tables", "delete", "first", "second", "--yes", "--database", str(database))
    assert (refused.returncode, refused.stderr) == (2, "naadam: there is no table second; nothing was deleted\n")
    assert run("tables", "delete", "first", "--database", str(database), typed="n\n").returncode == 2
    assert "first" in run("tables", "list", "--database", str(database)).stdout
    assert run("tables", "delete", "first", "--database", str(database), typed="y\n").returncode == 0
    assert "first" not in run("tables", "list", "--database", str(database)).stdout


@pytest.mark.parametrize("command", [("tables", "list"), ("tables", "show", "x"), ("backup", "copy.db")])
def test_a_typing_error_makes_no_new_database(command: tuple[str, ...], tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    done = run(*command, "--database", str(missing), folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"naadam: there is no database {missing}\n")
    assert not list(tmp_path.iterdir())
