"""Retention: unvisited tables, old chat and people without a name are deleted, nothing else, on both databases."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from database import PostgreSQL
from filled import SETUP, event
from in_memory import hello, run, set_room

import naadam
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.upkeep import retention_job
from naadam.server.storage.hosting import retention
from naadam.server.storage.hosting.housekeeping import list_tables
from naadam.server.storage.hosting.retention import (
    LINES_PER_BATCH,
    TABLES_PER_BATCH,
    Retention,
    delete_old_chat,
    delete_unseen_people,
    delete_unvisited_tables,
    give_back_pages,
    note_visits,
)
from naadam.server.storage.people.moderation import DAY, blocks
from naadam.server.storage.people.people_store import PeopleStore, people
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store, results
from naadam.server.table.events import StoredEvent, StoredLine

OF_A_WEEK = Retention(tables=7, chat=7, people=7)


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


@pytest.fixture(params=["file", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "file":
        opened = Store(f"sqlite:///{tmp_path / 'tables.db'}", alone=True)
    else:
        opened = Store(request.getfixturevalue("postgresql").create(f"d{abs(hash(request.node.name))}"))
    yield opened
    opened.close()


def grow_older(store: Store, days: float, *ids: str) -> None:
    with store.engine.begin() as connection:
        for table_id in ids:
            for column in ("tables SET visited = visited", "talk SET at = at"):
                key = "id" if column.startswith("tables") else "table_id"
                connection.exec_driver_sql(f"UPDATE {column} - {days * 86400} WHERE {key} = '{table_id}'")


def ids(store: Store) -> set[str]:
    return {row.id for row in list_tables(store.engine)}


def finished_game() -> list[StoredEvent]:
    """The log of a game that a seat has resigned."""
    return [StoredEvent(1, "resign", {"seat": 0})]


def test_unfinished_tables_without_a_visitor_are_deleted(store: Store) -> None:
    for name in ("new", "idle", "visited", "finished", "unreadable"):
        store.create(name, "bagh-chal", {"players": [{"kind": "here"}, {"kind": "here"}], "seed": "s"})
    store.append([("finished", finished_game()), ("unreadable", [event(1), event(2)])])
    grow_older(store, 8, "idle", "visited", "finished", "unreadable")
    note_visits(store, ["visited", "unheard-of"])
    assert delete_unvisited_tables(store, Retention()) == (0, 0)
    assert delete_unvisited_tables(store, OF_A_WEEK) == (3, 1)
    assert ids(store) == {"new", "visited", "finished", "unreadable"}
    assert delete_unvisited_tables(store, OF_A_WEEK) == (0, 0), "a finished table is looked at once"
    grow_older(store, 8, "new")
    assert delete_unvisited_tables(store, OF_A_WEEK) == (1, 1)


def test_a_visit_while_the_job_looks_keeps_the_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create("idle", "bagh-chal", {"players": [{"kind": "here"}, {"kind": "here"}], "seed": "s"})
    grow_older(store, 8, "idle")
    look_at = retention._look_at

    def visited_meanwhile(store: Store, table_id: str) -> tuple[int, bool]:
        note_visits(store, [table_id])
        return look_at(store, table_id)

    monkeypatch.setattr(retention, "_look_at", visited_meanwhile)
    assert delete_unvisited_tables(store, OF_A_WEEK) == (0, 0)
    assert ids(store) == {"idle"}


def test_old_chat_is_deleted_and_numbers_go_on(store: Store) -> None:
    store.create("talks", "yuan", SETUP)
    store.create("silent", "yuan", SETUP)
    for number in range(1, LINES_PER_BATCH + 51):
        store.say("talks", StoredLine(number, 0, None, f"line {number}", None))
    grow_older(store, 8, "talks")
    store.say("talks", StoredLine(LINES_PER_BATCH + 51, 1, 0, "new", None))
    assert delete_old_chat(store, Retention(tables=1)) == (0, 0)
    assert delete_old_chat(store, OF_A_WEEK) == (LINES_PER_BATCH, LINES_PER_BATCH)
    assert delete_old_chat(store, OF_A_WEEK) == (50, 50)
    assert delete_old_chat(store, OF_A_WEEK) == (0, 0)
    assert [line.text for line in store.heard("talks")] == ["new"]
    assert ids(store) == {"talks", "silent"}


def test_people_without_a_name_who_stay_away_are_deleted_and_results_stay(store: Store) -> None:
    known = PeopleStore(store.engine)
    made = {
        who: known.create() for who in ("gone", "here", "named", "closed", "muted", "passkey", "bot", "owner", "plays")
    }
    ids = {who: person.id for who, (person, _) in made.items()}
    known.add_key(ids["passkey"], "passkey")
    store.create("table", "bagh-chal", SETUP)
    store.create("unfinished", "bagh-chal", SETUP)
    special: dict[str, dict[str, Any]] = {
        "named": {"name": "Anna", "folded": "anna"},
        "closed": {"closed": 1.0},
        "muted": {"muted": 4e10},
    }
    result = {"table_id": "table", "spec": "bagh-chal", "rules": 1, "place": 1, "share": 1.0, "left": False}
    with store.engine.begin() as connection:
        for who, values in (special | {"bot": {"bot": True, "owner": ids["owner"]}}).items():
            connection.execute(people.update().where(people.c.id == ids[who]).values(values))
        away = people.c.id != ids["here"]
        connection.execute(people.update().where(away).values(seen=people.c.seen - 8 * DAY))
        for seat, who in enumerate(("gone", "named")):
            row = result | {"seat": seat, "team": seat, "person": ids[who], "rated": False, "ended": 1.0}
            connection.execute(results.insert().values(row))
        for table, who in (("table", "gone"), ("unfinished", "plays")):
            of_table = sql.and_(seats.c.table_id == table, seats.c.seat == 0)
            connection.execute(seats.delete().where(of_table))
            connection.execute(
                seats.insert().values(table_id=table, seat=0, person=ids[who], name=who, at=1.0, hidden=False)
            )
        connection.execute(blocks.insert().values(person=ids["here"], blocked=ids["gone"], created=1.0))
    assert delete_unseen_people(store, Retention(tables=7, chat=7)) == (0, 0)
    assert delete_unseen_people(store, OF_A_WEEK) == (1, 1)
    assert delete_unseen_people(store, OF_A_WEEK) == (0, 0)
    assert {who for who, id_ in ids.items() if known.look_up(id_) is None} == {"gone"}
    assert known.find([made["gone"][1]]) is None
    with store.engine.connect() as connection:
        rows = connection.execute(sql.select(results.c.person).order_by(results.c.seat)).scalars().all()
        assert rows == [ids["gone"], ids["named"]], "the result stays, so that ratings of others do not change"
        assert connection.execute(sql.select(sql.func.count()).select_from(blocks)).scalar_one() == 0
        of_seat = sql.select(seats.c.person, seats.c.name).where(seats.c.table_id == "table", seats.c.seat == 0)
        assert connection.execute(of_seat).one() == (ids["gone"], ""), "and so does the seat, without the name"


def test_the_file_of_a_database_shrinks_a_few_pages_at_a_time(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}", alone=True)
    for number in range(3 * TABLES_PER_BATCH):
        store.create(
            f"table{number}", "bagh-chal", {"players": [{"kind": "here"}] * 2, "seed": "s", "more": "x" * 60_000}
        )
    store.clear_up()
    whole = (tmp_path / "tables.db").stat().st_size
    grow_older(store, 8, *ids(store))
    batches = 0
    while delete_unvisited_tables(store, OF_A_WEEK)[0]:
        batches += 1
    assert batches == 3
    steps = 0
    while give_back_pages(store, OF_A_WEEK)[0]:
        steps += 1
    assert steps > 1
    store.clear_up()
    assert (tmp_path / "tables.db").stat().st_size < whole / 4
    store.close()


def test_one_server_deletes_and_every_server_notes_visits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention_job, "PAUSE", 0.0)

    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        rooms.retention._retention = OF_A_WEEK
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        left, _ = await set_room(rooms, "bagh-chal", "here", "here")
        idle, _ = await set_room(rooms, "bagh-chal", "here", "here")
        await hello(room, *keys)
        left.leave(await hello(left))
        everywhere = [each.table.id for each in (room, left, idle)]
        grow_older(store, 8, *everywhere)
        await rooms.retention.note()
        rooms.services.ownership.eldest = False
        await rooms.retention.sweep()
        assert ids(store) == set(everywhere)
        rooms.services.ownership.eldest = True
        await rooms.retention.sweep()
        assert ids(store) == {room.table.id, left.table.id}
        assert "naadam_tables_deleted_total 1" in rooms.services.metrics.write(())

    run(tmp_path, test)


def test_a_visit_is_stored_soon_for_other_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        grow_older(store, 8, room.table.id)
        await hello(room, *keys)
        until = asyncio.get_running_loop().time() + 20
        while delete_of_another_server_would_take(store, room.table.id):
            assert asyncio.get_running_loop().time() < until
            await asyncio.sleep(0.01)
        assert delete_unvisited_tables(store, OF_A_WEEK) == (0, 0)

    def delete_of_another_server_would_take(store: Store, table_id: str) -> bool:
        with store.engine.connect() as connection:
            [visited] = connection.execute(sql.text(f"SELECT visited FROM tables WHERE id = '{table_id}'")).scalars()
        return float(visited) < retention._now(store) - 7 * DAY

    run(tmp_path, test)


def test_a_sweep_spares_a_table_with_a_visitor_and_visits_outlive_a_failed_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention_job, "PAUSE", 0.0)
    works = [False]

    def note(store: Store, table_ids: list[str]) -> None:
        if not works[0]:
            raise OSError("disk full")
        note_visits(store, table_ids)

    monkeypatch.setattr(retention_job, "note_visits", note)

    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        rooms.retention._retention = OF_A_WEEK
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        left, _ = await set_room(rooms, "bagh-chal", "here", "here")
        grow_older(store, 8, room.table.id, left.table.id)
        await hello(room, *keys)
        left.leave(await hello(left))
        await rooms.retention.note()
        await rooms.retention.sweep()
        assert ids(store) == {room.table.id, left.table.id}, "nothing is deleted while visits cannot be stored"
        works[0] = True
        await rooms.retention.sweep()
        assert ids(store) == {room.table.id, left.table.id}

    run(tmp_path, test)


def test_a_person_who_comes_back_while_the_job_deletes_stays(postgresql: PostgreSQL) -> None:
    """The visitor's row is locked when the job looks for it, and is new when the job gets it."""
    store = Store(postgresql.create("comes_back"))
    person, _ = PeopleStore(store.engine).create()
    with store.engine.begin() as connection:
        connection.execute(people.update().values(seen=people.c.seen - 8 * DAY))
    done: list[tuple[int, int]] = []
    with store.engine.connect() as visitor:
        visitor.execute(people.update().values(seen=people.c.seen + 8 * DAY))
        job = threading.Thread(target=lambda: done.append(delete_unseen_people(store, OF_A_WEEK)))
        job.start()
        wait_for_a_lock(store)
        visitor.commit()
    job.join(30)
    assert done == [(0, 0)]
    assert PeopleStore(store.engine).look_up(person.id) is not None
    store.close()


def wait_for_a_lock(store: Store) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with store.engine.connect() as connection:
            waiting = connection.execute(sql.text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar_one()
        if waiting:
            return
        time.sleep(0.01)
    raise AssertionError("the job did not wait for the visitor")


def test_a_sweep_does_not_starve_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are stored in the usual time while hundreds of tables are deleted."""
    monkeypatch.setattr(retention_job, "PAUSE", 0.0)

    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        first = int(naadam.load("bagh-chal").start().actions()[0])
        moves = [StoredEvent(1, "action", {"seat": 0, "action": first})]
        for number in range(100):
            store.create(f"table{number}", "bagh-chal", {"players": [{"kind": "here"}] * 2, "seed": "s"}, moves)
        grow_older(store, 8, *(f"table{number}" for number in range(100)))
        rooms.retention._retention = OF_A_WEEK
        room, _ = await set_room(rooms, "bagh-chal", "here", "here")
        sweep = asyncio.create_task(rooms.retention.sweep())
        loop = asyncio.get_running_loop()
        waited: list[float] = []
        while not sweep.done():
            begin = loop.time()
            await rooms.services.writer.append(room.table.id, [event(len(waited) + 1)])
            waited.append(loop.time() - begin)
            await asyncio.sleep(0.01)
        assert ids(store) == {room.table.id}
        assert len(waited) > 20
        assert sorted(waited)[len(waited) // 2] < 0.1
        assert max(waited) < 1.0

    run(tmp_path, test)


def test_retention_is_off_unless_the_host_wants_it(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        await set_room(rooms, "bagh-chal", "here", "here")
        everything = ids(store)
        grow_older(store, 10_000, *everything)
        await rooms.retention.sweep()
        assert ids(store) == everything

    run(tmp_path, test)


def test_visits_of_an_older_database_are_those_of_the_last_move(tmp_path: Path) -> None:
    from test_store import take_back

    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.create("played", "bagh-chal", SETUP)
    store.append([("played", [event(1)])])
    store.create("set", "bagh-chal", SETUP)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET created = 1000")
        connection.exec_driver_sql("UPDATE events SET at = 2000")
    take_back(store, "0012")
    store.close()
    again = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with again.engine.connect() as connection:
        found = connection.execute(sql.text("SELECT id, visited, ended FROM tables ORDER BY id")).all()
    assert [tuple(row) for row in found] == [("played", 2000, 0), ("set", 1000, 0)]
    again.close()
