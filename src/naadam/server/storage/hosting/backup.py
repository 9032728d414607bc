"""Backup and restore of a SQLite database, while a server has it open.

Copying `tables.db` alone loses every move that is still in the write-ahead log, so a backup is made through SQLite.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sql

from naadam.server.storage.sqlite_file import StoreError, claim
from naadam.server.storage.store import Store

SECONDS_TO_WAIT = 30.0  # for a writer that has the file locked
ENDINGS = ("-wal", "-shm")  # of the files next to a database that belong to it
ALL_PAGES = -1
UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def back_up(url: str, target: Path) -> int:
    """Copy the database to a new file, complete or not at all; return the number of tables in it.

    All pages are copied in one step, because SQLite begins again when another process writes between two steps.
    Writers do not wait: they write to the log meanwhile.
    """
    source = sqlite_file(url)
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} exists already; a backup replaces no file")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with _open(source) as original, _open(partial) as copy:
            original.backup(copy, pages=ALL_PAGES)
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
    version has written changes nothing. A crash leaves the old database, whole, or the new one. The file has the owner
    and the mode of the one that it replaces, so that root can restore for the user of a service.
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
        model = target if target.exists() else target.parent
        with contextlib.closing(claim(target)):  # keeps servers away
            _give(target.with_name(f"{target.name}-server"), model)
            _give(partial, model)
            _keep(target, replaced)
            partial.replace(target)
            _write_through(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{backup} was not restored: {error}") from None
    finally:
        for ending in ("", *ENDINGS):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
    return replaced if replaced.exists() else None


def _keep(target: Path, kept: Path) -> None:
    """Give a database a second name, with all that is in its log, so that a new file can take its place."""
    if not target.exists():
        return
    try:
        with _open(target) as old:
            busy, *_ = old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(f"another program has the database {target} open")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in UNREADABLE:
            raise
    for ending in ENDINGS:  # of a damaged database: SQLite would read the log into the new one
        with contextlib.suppress(FileNotFoundError):
            target.with_name(target.name + ending).rename(kept.with_name(kept.name + ending))
    try:
        os.link(target, kept)
    except OSError:  # a disk without links
        shutil.copy2(target, kept)
    _write_through(target.parent)


def _give(file: Path, model: Path) -> None:
    """Let a file have the owner of another one, or of a folder, and the mode if that is a file."""
    of_model = model.stat()
    if not model.is_dir():
        file.chmod(stat.S_IMODE(of_model.st_mode))
    if _is_root():
        os.chown(file, of_model.st_uid, of_model.st_gid)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


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
