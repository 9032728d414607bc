"""Backups of a server under play, restored, have every event that a player had received before the backup began."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from database import FOLDERS, PostgreSQL
from history import check_told
from playing import SORTS, Player, count
from serving import Served

from naadam.core.registry import load_shipped
from naadam.server.storage.hosting.backup import back_up, restore
from naadam.server.storage.store import Store
from naadam.server.table.table import Table

EVENTS = 60  # before the backup
PEOPLE = [sort for sort in SORTS if "computer" not in sort.kinds and not sort.spec.startswith("khan")]


@contextmanager
def playing(served: Served) -> Iterator[list[Player]]:
    players = [Player(served, sort, number, pause=0.01) for number, sort in enumerate(PEOPLE)]
    for player in players:
        player.start()
    try:
        wait_for(players, EVENTS)
        yield players
    finally:
        for player in players:
            player.done.set()
        for player in players:
            player.join(60)


def wait_for(players: list[Player], events: int) -> None:
    until = time.monotonic() + 120
    while sum(map(count, players)) < events:
        assert time.monotonic() < until
        assert [player.problem for player in players] == [None] * len(players)
        time.sleep(0.02)


def back_up_under_play(served: Served, make: Callable[[], object]) -> list[tuple[Player, dict[str, list[Any]]]]:
    """Make a backup while people play before and after it; what they had received before it."""
    with playing(served) as players:
        before = [(player, {table: list(told) for table, told in player.told.items()}) for player in players]
        make()
        wait_for(players, sum(map(count, players)) + EVENTS // 3)
    return before


def check_copy(url: str, before: list[tuple[Player, dict[str, list[Any]]]]) -> None:
    store = Store(url)
    for _, tables in before:
        for table_id, told in tables.items():
            loaded = store.load(table_id)
            assert loaded is not None
            spec, setup, log = loaded
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            assert len(log) >= len(told), "a received event is missing"
            table = Table.from_setup(table_id, load_shipped(spec), setup)
            table.take_all(log)
            check_told([told], log[: len(told)], table.game.hides)
    store.close()


def test_a_restored_backup_of_a_file_has_what_players_had_received_and_play_goes_on(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        before = back_up_under_play(served, lambda: back_up(f"sqlite:///{served.database}", tmp_path / "backup.db"))
        served.kill()
        restore(f"sqlite:///{served.database}", tmp_path / "backup.db")
        check_copy(f"sqlite:///{served.database}", before)
        served.start()
        for player, tables in before:
            table, told = list(tables.items())[-1]
            client = served.join(table, *player.of_table[table])
            assert client.table["seq"] >= len(told)
            assert client.table["mine"] == [0, 1]
    finally:
        served.stop()


def test_a_restored_dump_of_postgresql_has_what_players_had_received(tmp_path: Path) -> None:
    database = PostgreSQL()
    programs = f"{FOLDERS[-1]}{os.pathsep}" if FOLDERS else ""
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(database.port), "PGUSER": "naadam"}
    environment = os.environ | place | {"PATH": programs + os.environ["PATH"]}

    def do(*command: str) -> None:
        subprocess.run(command, env=environment, check=True, timeout=120)

    served = Served(tmp_path, database=database.create("played"))
    try:
        dump = str(tmp_path / "naadam.dump")
        before = back_up_under_play(served, lambda: do("pg_dump", "--format=custom", f"--file={dump}", "played"))
        database.create("restored")
        do("pg_restore", "--clean", "--if-exists", "--dbname=restored", dump)
        check_copy(database.url("restored"), before)
    finally:
        served.stop()
        database.stop()
