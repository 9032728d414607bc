"""A person exports everything that is stored of them, and erases it: games stay, and no byte of the name."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from browsers import Browser
from filled import event, filled
from forked import run
from in_memory import HOST, hello, set_room
from in_memory import run as run_rooms
from serving import Served, write_people
from websockets.exceptions import ConnectionClosed

from naadam.server.protocol import messages
from naadam.server.protocol.errors import TooOften
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.upkeep import erasures, exports
from naadam.server.storage.people.personal_data import erase, wipe
from naadam.server.storage.store import Store, talk
from naadam.server.table.events import StoredLine
from naadam.server.table.players import Player

NAME, TYPED = "Zaphodine", "Marvinette"
TABLE = {"spec": "bagh-chal", "players": [{"kind": "here", "name": TYPED}, {"kind": "invited"}]}


def play(served: Served, ends: bool = True) -> tuple[Browser, Browser, str]:
    """A person with a name and a guest at a table where both have played, and its id."""
    anna, ben = Browser(served), Browser(served)
    made = anna.post("/api/tables", TABLE)
    for _ in range(2):
        ben.post(f"/api/tables/{made['table']}/seat", {"token": made["invitations"][1]})
    host, guest = anna.join(made["table"]), ben.join(made["table"])
    guest.send(type="name", id="n", seat=1, name="Ben")
    while guest.table["players"][1]["name"] != "Ben":
        guest.next("table")
    host.send(type="talk", id="t", seat=0, text=f"I am {NAME}", to=None)
    host.next("talked")
    host.play(0, "Gc3")
    assert anna.post("/api/me/name", {"name": NAME})["kept"]
    anna.post("/api/lobby", {"games": ["yut"], "clocks": [{"kind": "fischer", "seconds": 60}]})
    if ends:
        host.ask("resign", 0)
    return anna, ben, made["table"]


def file_of(served: Served) -> bytes:
    """All that is on disk, the log included."""
    return b"".join(file.read_bytes() for file in Path(served.database).parent.glob("tables.db*") if file.is_file())


def test_an_export_has_everything_of_a_person_and_nothing_of_others(served: Served) -> None:
    anna, ben, table = play(served)
    found, headers = anna.ask("/api/me/export")
    assert "naadam.json" in headers["Content-Disposition"]
    assert (found["person"]["name"], [seat["name"] for seat in found["seats"]]) == (NAME, [TYPED])
    assert [line["text"] for line in found["chat"]] == [f"I am {NAME}"]
    assert "Gc3" in found["records"][table]
    assert len(found["results"]) == len(found["offers"]) == len(found["keys"]) == 1
    assert "hash" not in found["keys"][0]
    assert NAME not in str(ben.get("/api/me/export")["seats"])
    assert Browser(served).get("/api/me/export") == {}
    hidden, _ = anna.ask("/api/me/export", Origin="http://127.0.0.1:1")
    assert hidden == {}, "a page of another origin exports nothing"
    anna.ask("/api/me", "DELETE")


def test_an_export_is_for_browsers_and_has_cups_with_entries(served: Served) -> None:
    cleo = Browser(served)
    cleo.post("/api/me/name", {"name": "Cleo Cups"})
    cup = cleo.post("/api/cups", {"spec": "yut", "days": 1, "begins_in": 24, "lasts": 7})["id"]
    found = cleo.get("/api/me/export")
    assert [row["id"] for row in found["cups"]] == [row["cup"] for row in found["cup_entries"]] == [cup]
    token = cleo.post("/api/me/tokens", {"label": "reads", "scopes": ["read"]})["token"]
    program = Browser(served)
    with pytest.raises(HTTPError, match="403"):
        program.ask("/api/me/export", Authorization=f"Bearer {token}")
    cleo.ask("/api/me", "DELETE")


def test_a_name_that_another_process_erased_does_not_come_back(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        store, people = rooms.services.store, rooms.services.people
        write_people(store, HOST)
        assert people.keep_name(HOST, NAME)
        room, _ = await set_room(rooms, "bagh-chal", Player("here", TYPED), Player("invited", "Ben"))
        guest = await hello(room, "guest 1")
        assert NAME in str([player.name for player in room.table.players])
        summary = {"shown": {room.table.id: {"names": [NAME]}}, "bots": []}
        rooms.lobby.offers.publish("server", json.dumps(summary))
        with store.engine.begin() as connection:
            erase(connection, HOST)  # as another process does
        await room.follow(guest, messages.Resign("r", 1))
        await room.follow(guest, messages.Rematch("again", 1))
        assert room.table.next is not None, "the room has not noticed yet"
        wipe(store)
        assert not [name for name in (NAME, TYPED) if name.encode() in read_files(tmp_path)]
        await rooms.moderator.look()
        assert NAME not in str([player.name for player in room.table.players])
        following = await rooms.room(room.table.next)
        assert following is not None
        assert {player.name for player in following.table.players} <= {"", "Ben"}

    run_rooms(tmp_path, test)


def read_files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("tables.db*") if file.is_file())


def test_erasing_leaves_the_games_and_no_byte_of_the_name(served: Served) -> None:
    anna, ben, table = play(served)
    watching = ben.join(table)
    assert watching.table["players"][0]["name"] == NAME
    assert NAME.encode() in file_of(served)
    connected = anna.join(table)
    anna.ask("/api/me", "DELETE", Origin="http://127.0.0.1:1")
    assert anna.get("/api/me")["name"] == NAME, "a page of another origin erases nobody"
    anna.ask("/api/me", "DELETE")
    while watching.table["players"][0]["name"] != "erased person":
        watching.next("table")
    assert anna.get("/api/me")["name"] is None
    assert anna.join(table).table["mine"] == []
    with pytest.raises(ConnectionClosed):
        connected.next("the end")
    standing = ben.get(f"/api/tables/{table}/standing?language=fr")
    assert [player["name"] for player in standing["players"]] == ["personne effacée", "Ben"]
    assert ben.get("/api/me/games")["games"][0]["opponents"][0]["name"] == "erased person"
    assert "Gc3" in ben.get("/api/me/export")["records"][table]
    until = time.monotonic() + 30
    while NAME.encode() in (left := file_of(served)) and time.monotonic() < until:
        time.sleep(0.05)  # the log is emptied in the background
    assert NAME.encode() not in left
    assert TYPED.encode() not in left
    assert b"Ben" in left


def test_erasing_rewrites_no_file_and_leaves_no_byte_while_others_write(tmp_path: Path) -> None:
    """Rows that have moved between pages are erased too: 3,000 lines in random order, a tenth of them marked."""
    store, rng = filled(tmp_path, tables=40), random.Random(1)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE unused AS SELECT zeroblob(4000000) AS bytes")
        connection.exec_driver_sql("DROP TABLE unused")
    lines = [(number, f"table{rng.randrange(40)}") for number in range(1, 3001)]
    for number, table in rng.sample(lines, len(lines)):
        text = f"{NAME if number % 10 == 0 else 'other'} {'x' * rng.randrange(60)}"
        store.say(table, StoredLine(number, 0, None, text, None))
    with store.engine.begin() as connection:
        connection.execute(talk.delete().where(talk.c.text.startswith(NAME)))
    free = free_pages(store)
    writing, written = threading.Event(), [5]

    def write() -> None:
        while not writing.is_set():
            written[0] += 1
            assert store.append([("table0", [event(written[0])])]) == [None]

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert wipe(store)
    finally:
        writing.set()
        writer.join()
    assert free_pages(store) > free / 2 > 400, "the file has not been rewritten"
    left = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert NAME.encode() not in left
    assert b"other" in left
    store.close()


def free_pages(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA freelist_count").scalar() or 0)


def test_the_host_erases_a_person_whose_game_goes_on(served: Served) -> None:
    _, ben, table = play(served, ends=False)
    watching = ben.join(table)
    assert run("people", "erase", NAME, "--yes", "--database", str(served.database)).stdout == "erased\n"
    while watching.table["end"] is None:
        watching.next("table")
    assert watching.table["end"]["winners"] == [1], "the game that goes on is given up"
    assert NAME.encode() not in file_of(served)
    assert run("people", "erase", NAME, "--yes", "--database", str(served.database)).returncode == 2


def test_exports_are_made_one_at_a_time_in_their_own_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making, most, go_on, lock = [0], [0], threading.Event(), threading.Lock()

    def export(store: Store, person: str) -> dict[str, Any]:
        with lock:
            making[0] += 1
            most[0] = max(most)
            most.append(making[0])
        assert go_on.wait(60)
        with lock:
            making[0] -= 1
        return {"person": person}

    monkeypatch.setattr(exports, "export", export)

    async def test(rooms: Rooms) -> None:
        made = [asyncio.create_task(rooms.services.exports.make(f"person{number}")) for number in range(40)]
        while not making[0]:
            await asyncio.sleep(0.01)
        with pytest.raises(TooOften):
            await rooms.services.exports.make("person0")
        assert await asyncio.wait_for(asyncio.to_thread(lambda: 1), 30) == 1, "other threads are free"
        go_on.set()
        found = await asyncio.gather(*made, return_exceptions=True)
        assert sum(isinstance(one, TooOften) for one in found) == 40 - exports.MOST_WAITING
        assert max(most) == 1
        for _ in range(exports.EXPORTS_AT_ONCE - 1):
            await rooms.services.exports.make("person0")
        with pytest.raises(TooOften):
            await rooms.services.exports.make("person0")

    run_rooms(tmp_path, test)


def test_many_erasures_empty_the_log_a_few_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wiped: list[Store] = []

    def wipe(store: Store) -> bool:
        wiped.append(store)
        return True

    monkeypatch.setattr(erasures, "wipe", wipe)
    monkeypatch.setattr(erasures, "SECONDS_BETWEEN", 0.0)

    async def test(rooms: Rooms) -> None:
        for _ in range(50):
            rooms.services.erasures.want()
        while rooms.services.erasures._running:
            await asyncio.sleep(0.01)
        assert len(wiped) == 1
        rooms.services.erasures.want()
        while rooms.services.erasures._running:
            await asyncio.sleep(0.01)
        assert len(wiped) == 2

    run_rooms(tmp_path, test)
