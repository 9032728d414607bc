"""A SQLite file: its settings, the lock against other servers, its write-ahead log, and the space of deleted rows.

Deleted rows are overwritten with zeros (`secure_delete`), so they can be erased without rewriting the file.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from naadam.core.errors import NaadamError

log = logging.getLogger(__name__)

SECONDS_FOR_OTHERS = 5  # that a writer to a file waits for another
SECONDS_BETWEEN_KNOCKS = 0.0005
BYTES_OF_LOG = 8 << 20  # of the write-ahead log of a file, which is made that long before anything waits for it
FREE_FOR_LOG = 64 * BYTES_OF_LOG  # on the disk, without which it is not
PAGES_OF_LOG = 1500  # after which the writer checkpoints it, if the other thread has not: less than its length
INCREMENTAL = 2  # SQLite's number for a file that gives deleted pages back when it is asked to
REWRITTEN_AT_START = 64_000_000  # bytes of a file of an older version: about a second
TRIES_TO_EMPTY = 200
SECONDS_BETWEEN_TRIES = 0.05


class StoreError(NaadamError):
    """The database cannot be used as it is."""


class Busy(Exception):
    """It cannot be written without waiting: nothing was."""


def claim(file: Path) -> sqlite3.Connection:
    """Keep other servers away from a SQLite file until the result is closed; StoreError if one has it open."""
    claimed = sqlite3.connect(f"{file}-server", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        claimed.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        claimed.close()
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        raise StoreError(f"another server has the database {file} open") from None
    return claimed


def prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    waiting = f"busy_timeout={1000 * SECONDS_FOR_OTHERS}"
    clearing = f"wal_autocheckpoint={PAGES_OF_LOG}"
    for setting in (
        "auto_vacuum=INCREMENTAL",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
        waiting,
        clearing,
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def check_settings(connection: sql.Connection) -> None:
    """Read the settings back; StoreError if they would lose what is written, or if the file is damaged."""
    connection.exec_driver_sql("SELECT json_extract(value, '$') FROM json_each('[]')")  # see FROM_TEXT in the store
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(on_one_line(f"the database is damaged, and nothing is written to it: {found}"))
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    sync = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    in_memory = mode == "memory"
    if (mode != "wal" and not in_memory) or sync != 2:
        raise StoreError(f"the database does not keep what is written: journal {mode}, synchronous {sync}")


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def knock(connection: sqlite3.Connection, patience: float, statement: str, values: Sequence[object]) -> int:
    """Write where others do so too; how many rows. It asks again soon, where SQLite itself would wait ever longer."""
    until = time.monotonic() + patience
    while True:
        try:
            return connection.execute(statement, values).rowcount
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if not patience:
                raise Busy from None
            if time.monotonic() > until:
                raise
        time.sleep(SECONDS_BETWEEN_KNOCKS)


def make_room(engine: sql.Engine) -> bool:
    """Grow the write-ahead log to its full length.

    Overwriting costs the disk less than appending, because the size of the file does not change. SQLite starts again at
    the beginning of the log after each checkpoint. So the log is made long once, by a row too large for memory, which
    is rolled back. False if the disk has too little space for it.
    """
    if shutil.disk_usage(Path(engine.url.database or "").parent).free < FREE_FOR_LOG:
        return False
    with contextlib.closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        for statement in (
            "PRAGMA cache_size = 10",
            "BEGIN IMMEDIATE",
            "CREATE TABLE room (filling)",
            f"INSERT INTO room VALUES (zeroblob({BYTES_OF_LOG}))",
            "ROLLBACK",
            "PRAGMA cache_size = -2000",
        ):
            cursor.execute(statement)
    return True


def empty_log(engine: sql.Engine) -> bool:
    """Copy the write-ahead log into the file and cut it to no length, so that no deleted byte is left in it.

    It asks again and again while others read or write, and never waits with the lock of the writer. False if the log
    could not be emptied; SQLite overwrites it in the course of play.
    """
    with contextlib.closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            for _ in range(TRIES_TO_EMPTY):
                if not cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    return True
                time.sleep(SECONDS_BETWEEN_TRIES)
        finally:
            cursor.execute(f"PRAGMA busy_timeout={1000 * SECONDS_FOR_OTHERS}")
    return False


def let_file_shrink(engine: sql.Engine) -> None:
    """Rewrite a file of an older version once, so that deleted pages can be given back to the disk.

    Without it the server works as well, so a failure, such as a full disk, is a warning, and a large file is left to
    `naadam tables compact`.
    """
    with contextlib.closing(engine.raw_connection()) as connection:
        mode = connection.cursor().execute("PRAGMA auto_vacuum").fetchone()[0]
    if mode == INCREMENTAL:
        return
    if Path(engine.url.database or "").stat().st_size > REWRITTEN_AT_START:
        log.warning("the file of the database does not shrink; stop the server and run: naadam tables compact")
        return
    try:
        rewrite(engine)
    except sqlite3.Error as error:
        log.warning("the file of the database does not shrink: %s", error)


def rewrite(engine: sql.Engine) -> None:
    """Rewrite the file without unused pages and without any deleted byte; writers wait meanwhile."""
    with contextlib.closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
