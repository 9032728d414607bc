"""Backup and restore of a SQLite database, while a server has it open.

Copying `tables.db` alone loses every move that is still in the write-ahead log, so a backup is made through SQLite.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sql

from naadam.server.storage.store import Store, StoreError, claim

PAGES_PER_STEP = 1000  # copied between two reports; writers continue in between
SECONDS_TO_WAIT = 30.0  # for a writer that has the file locked
ENDINGS = ("-wal", "-shm", "")  # of the files that make up a database


def back_up(url: str, target: Path, report: Callable[[float], None] = lambda _: None) -> int:
    """Copy the database to a new file, complete or not at all; return the number of tables in it."""
    source = sqlite_file(url)
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} exists already; a backup replaces no file")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with _open(source) as original, _open(partial) as copy:
            original.backup(copy, pages=PAGES_PER_STEP, progress=lambda _, left, all_: report(1 - left / max(1, all_)))
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing next to it
            count = _check(copy, source)
        _write_through(partial)
        partial.rename(target)
        _write_through(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"no backup of {source} was made: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    return count


def restore(url: str, backup: Path) -> Path | None:
    """Put a backup in the place of the database, which no server may have open.

    Return where the database that was there is kept. A backup that is damaged, that is not from Naadam or that a later
    version has written changes nothing.
    """
    target = sqlite_file(url)
    if not backup.is_file():
        raise StoreError(f"there is no file {backup}")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    replaced = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%dT%H%M%S')}")
    try:
        with _open(backup, "?mode=ro") as original, _open(partial) as copy:
            original.backup(copy)
            _check(copy, backup)
        Store(f"sqlite:///{partial}").close()  # brings it up to date and checks its settings
        _write_through(partial)
        with contextlib.closing(claim(target)):  # keeps servers away
            for ending in ENDINGS:  # the log first: without the file next to it, it means nothing
                with contextlib.suppress(FileNotFoundError):
                    target.with_name(target.name + ending).rename(replaced.with_name(replaced.name + ending))
            partial.rename(target)
            _write_through(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{backup} was not restored: {error}") from None
    finally:
        for ending in ENDINGS:
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
    return replaced if replaced.exists() else None


def sqlite_file(url: str) -> Path:
    """The file of a SQLite database; StoreError, with the command to use, for another one."""
    address = sql.make_url(url)
    if address.drivername.partition("+")[0] != "sqlite" or not address.database or address.database == ":memory:":
        raise StoreError(
            "only a SQLite file is backed up by this command; for PostgreSQL use "
            "pg_dump --format=custom --file=FILE DATABASE, and pg_restore --clean --dbname=DATABASE FILE"
        )
    return Path(address.database)


@contextlib.contextmanager
def _open(file: Path, mode: str = "") -> Iterator[sqlite3.Connection]:
    uri = f"{file.absolute().as_uri()}{mode}"
    with contextlib.closing(sqlite3.connect(uri, timeout=SECONDS_TO_WAIT, uri=True)) as connection:
        yield connection


def _check(copy: sqlite3.Connection, source: Path) -> int:
    """Count the tables of a copy; StoreError if it is damaged or is not a database of Naadam."""
    if (found := copy.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise StoreError(f"{source} is damaged: {found}")
    try:
        return int(copy.execute("SELECT count(*) FROM tables JOIN alembic_version").fetchone()[0])
    except sqlite3.Error:
        raise StoreError(f"{source} is not a database of Naadam") from None


def _write_through(place: Path) -> None:
    """Return when a file, or the entries of a folder, are on disk."""
    if place.is_dir() and os.name == "nt":
        return
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
