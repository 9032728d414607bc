"""Several servers on one database: a table belongs to one of them, and to another when that one is gone."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from browsers import Browser
from database import PostgreSQL
from lobbying import TEN, Page
from serving import Client, Served
from websockets.exceptions import ConnectionClosed

from naadam.server.app import make_app
from naadam.server.cluster.leases import SECONDS_OF_LEASE, Leases
from naadam.server.cluster.ownership import Heartbeat, SharedOwnership
from naadam.server.cluster.proxy import LENGTH
from naadam.server.protocol.errors import WrongServer
from naadam.server.protocol.kinds import Server
from naadam.server.storage.store import Fenced, Store, servers
from naadam.server.table.events import StoredEvent

TAKEN_OVER = 3.0  # seconds within which another server has the tables of one that died


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    database = PostgreSQL()
    yield database
    database.stop()


@pytest.fixture
def database(postgresql: PostgreSQL, request: pytest.FixtureRequest) -> str:
    return postgresql.create(request.node.name[:60].replace("[", "_").replace("]", ""))


@pytest.fixture(scope="module")
def servers_of_one(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    url, folder = postgresql.create("together"), tmp_path_factory.mktemp("together")
    both = [Served(folder, database=url) for _ in range(2)]
    yield both
    for served in both:
        served.stop()


@pytest.fixture
def pair(servers_of_one: list[Served]) -> tuple[Served, Served]:
    """Two servers; the second has loaded its modules, which are not timed."""
    for served in servers_of_one:
        if served.process.poll() is not None:
            served.start()
    first, second = servers_of_one
    for spec in ("bagh-chal", "yut"):
        second.join(second.set_table("here", "here", spec=spec)[0]).close()
    return first, second


def close_code(client: Client, heard: list[Any] | None = None) -> int | None:
    """The code with which a connection is closed; messages before that are noted."""
    try:
        while True:
            message = client.receive(30)
            if heard is not None:
                heard.append(message)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


def test_people_at_different_servers_find_each_other(pair: tuple[Served, Served]) -> None:
    first, second = pair
    anna, ben = Page(first), Page(second)
    anna.offer("bagh-chal", name="Anna")
    while not ben.list.get("waiting"):
        ben.receive()
    sits = ben.offer("bagh-chal")
    assert anna.until("begun")["table"] == sits["table"]
    players = [page.browser.join(sits["table"]) for page in (anna, ben)]

    def crowd(page: Page) -> dict[str, int]:
        return dict(page.list["crowds"].get("bagh-chal", {"playing": 0}))

    while sits["table"] not in ben.list["playing"] or not crowd(anna)["playing"]:
        for page in (anna, ben):
            with suppress(TimeoutError):
                page.receive(0.5)
    mover = next(player for player in players if player.table["mine"] == [0])
    play_first(mover)
    for player in players:
        player.close()
    for page in (anna, ben):
        page.close()


def test_offers_die_with_the_server_that_held_them(pair: tuple[Served, Served]) -> None:
    first, second = pair
    lost, ben = Page(first), Page(second)
    lost.offer("yut", clocks=[TEN])
    while not ben.list.get("waiting"):
        ben.receive()
    first.kill()
    lost.close()
    while ben.list["waiting"]:
        ben.receive(12)
    assert ben.offer("yut", clocks=[TEN])["table"] is None
    ben.close()


def play_first(client: Client) -> dict[str, Any]:
    """Play the first choice of the seat to act, and return the answer."""
    seat, name = client.table["waiting"][0], secrets.token_hex(4)
    answer = client.play(seat, client.table["choices"][str(seat)][0]["action"], id=name)
    assert answer["answers"] == name
    return answer


def within(seconds: float, attempt: Callable[[], Any]) -> Any:
    """The result of an attempt, retried for so many seconds while the connection is refused or closed."""
    until = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except (OSError, ConnectionClosed, TimeoutError):
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def test_players_at_two_servers_sit_at_one_table(pair: tuple[Served, Served]) -> None:
    first, second = pair
    table, keys = first.set_table("here", "invited")
    goats, tigers, watcher = first.join(table, keys[0]), second.join(table, keys[1]), second.join(table)
    assert goats.play(0, "Gc3")["seq"] == 1
    assert [tigers.next("table")["seq"], watcher.next("table")["seq"]] == [1, 1]
    assert tigers.play(1, "Ba1b1")["answers"] == "m1"
    assert goats.next("table")["events"][0]["seq"] == 2
    assert tigers.play(1, "Bb1c1")["type"] == "refused"
    assert first.position(table) == second.position(table)
    assert "Gc3" in second.get(f"/api/tables/{table}/record")
    assert second.refusal(f"/api/tables/{table}/drawing?at=9")[0] == 404
    made = Browser(second).post("/api/tables", {"spec": "jarmo", "players": [{"kind": "here"}, {"kind": "invited"}]})
    invitation = {"table": made["table"], "token": made["invitations"][1]}
    code = first.post("/api/codes", invitation)["code"]
    assert second.post("/api/joined", {"code": code}) == invitation
    assert first.refusal("/api/joined", {"code": code})[0] == 404
    assert first.refusal("/api/tables/no-such-table/position")[0] == 404


def test_when_a_server_is_killed_another_has_its_tables_within_three_seconds(pair: tuple[Served, Served]) -> None:
    first, second = pair
    table, keys = first.set_table("here", "here", spec="yut")
    player, watcher = first.join(table, *keys), second.join(table)
    seq = play_first(player)["seq"]
    first.kill()
    begin = time.monotonic()
    assert close_code(watcher) == 1012
    again = within(TAKEN_OVER, lambda: second.join(table, *keys))
    assert time.monotonic() - begin < TAKEN_OVER
    assert again.table["seq"] == seq
    assert play_first(again)["seq"] > seq


def test_a_server_that_slept_past_its_lease_writes_and_tells_nothing_old(pair: tuple[Served, Served]) -> None:
    """Both believe that the table is theirs; writes by the one that slept are refused, and it lets go."""
    first, second = pair
    table, keys = first.set_table("here", "here")
    player = first.join(table, *keys)
    player.play(0, "Gc3")
    [sleeper] = first.workers()
    os.kill(sleeper, signal.SIGSTOP)
    begin = time.monotonic()
    again = within(TAKEN_OVER, lambda: second.join(table, *keys))
    assert time.monotonic() - begin < TAKEN_OVER
    assert again.table["seq"] == 1
    again.play(1, "Ba1b1")
    # Messages that wait for the frozen server: a move at the outdated table, and a look at it.
    player.send(type="play", id="late", at=1, seat=1, action="Ba1a2")
    player.send(type="look", id="look", at=0, count=1)
    os.kill(sleeper, signal.SIGCONT)
    heard: list[Any] = []
    assert close_code(player, heard) == 1012
    assert heard == []
    assert again.play(0, "Gb3")["seq"] == 3
    back = within(5.0, lambda: first.join(table, *keys))
    assert back.table["seq"] == 3
    store = Store(str(second.database))
    loaded = store.load(table)
    store.close()
    assert loaded is not None
    assert [(event.seq, event.message) for event in loaded[2]] == [(1, "0:m1"), (2, "1:m1"), (3, "0:m2")]


def test_a_server_that_stops_hands_its_tables_over_at_once(pair: tuple[Served, Served]) -> None:
    first, second = pair
    table, keys = first.set_table("here", "here")
    player = first.join(table, *keys)
    player.play(0, "Gc3")
    first.process.terminate()
    begin = time.monotonic()
    assert close_code(player) == 1012
    again = within(TAKEN_OVER, lambda: second.join(table, *keys))
    assert time.monotonic() - begin < 1.5  # without waiting for a lease to run out
    assert again.play(1, "Ba1b1")["answers"] == "m1"
    first.clients.remove(player)
    first.stop()
    assert first.process.returncode == 0


def test_a_stranger_at_the_door_between_servers_is_told_nothing(pair: tuple[Served, Served]) -> None:
    store = Store(str(pair[0].database))
    [server, *_] = Leases(store.engine).alive()
    store.close()
    scope = {"type": "http", "path": "/api/health"}
    for first in ({"secret": "x" * 32, "scope": scope}, {"secret": "é", "scope": scope}, {}, [1], "x" * 200_000):
        with socket.create_connection((server.host, server.port)) as stranger:
            stream = msgspec.msgpack.encode(first)
            with suppress(OSError):
                stranger.sendall(LENGTH.pack(len(stream)) + stream)
            stranger.settimeout(10)
            with suppress(ConnectionResetError):  # where not all was read
                assert stranger.recv(1) == b""


def test_workers_share_a_file_and_one_that_dies_is_replaced(tmp_path: Path) -> None:
    served = Served(tmp_path, options=["--workers", "2"])
    try:
        table, keys = served.set_table("here", "here")
        players = [served.join(table, *keys) for _ in range(6)]  # at either worker
        play_first(players[0])
        assert [player.next("table")["seq"] for player in players[1:]] == [1] * 5
        before = served.workers()
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        again = within(20, lambda: served.join(table, *keys))
        assert play_first(again)["seq"] == 2
        until = time.monotonic() + 20
        while len(served.workers()) < 2 or before[0] in served.workers():
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        served.stop()


def test_a_connection_is_that_of_the_process_that_has_the_table(tmp_path: Path) -> None:
    """No connection of a table breaks when the other processes die, whichever process accepted it."""
    served = Served(tmp_path, options=["--workers", "2"])
    try:
        table, keys = served.set_table("here", "here")
        player, watchers = served.join(table, *keys), [served.join(table) for _ in range(9)]
        other = min(served.workers(), key=lambda pid: len(list(Path(f"/proc/{pid}/fd").iterdir())))
        os.kill(other, signal.SIGKILL)
        assert play_first(player)["seq"] == 1
        assert [watcher.next("table")["seq"] for watcher in watchers] == [1] * len(watchers)
    finally:
        served.stop()


def test_workers_share_new_tables_whoever_is_asked_for_them(tmp_path: Path) -> None:
    """One connection reaches one worker, and sets tables that either of them has."""
    served = Served(tmp_path, options=["--workers", "2"])
    wanted = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "invited"}]}
    owners: set[str] = set()
    asked, until = http.client.HTTPConnection(served.address.removeprefix("http://")), time.monotonic() + 60
    try:
        while len(owners) < 2:
            assert time.monotonic() < until
            asked.request("POST", "/api/tables", json.dumps(wanted), {"Content-Type": "application/json"})
            answer = asked.getresponse()
            table = json.loads(answer.read())
            host = str(answer.headers["Set-Cookie"]).partition("=")[2].partition(";")[0]
            with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as file:
                owners.update(server for (server,) in file.execute("SELECT server FROM tenures"))
        players = [served.join(table["table"], key) for key in served.keys_of(table, wanted, host)]
        play_first(players[0])
        assert players[1].next("table")["seq"] == 1
    finally:
        asked.close()
        served.stop()


def test_who_waits_to_write_to_a_file_keeps_the_tables(tmp_path: Path) -> None:
    """Moves of all tables are written one after the other; a lease that waited among them would run out."""
    served = Served(tmp_path, options=["--workers", "2"])
    try:
        players = []
        for _ in range(4):  # at either worker
            table, keys = served.set_table("here", "here")
            players.append(served.join(table, *keys))
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            time.sleep(SECONDS_OF_LEASE + 1.0)
            file.execute("ROLLBACK")
        assert [play_first(player)["seq"] for player in players] == [1] * 4
    finally:
        served.stop()


# --- leases and fences ---


def rivals(store: Store) -> tuple[Leases, Server, Server]:
    leases = Leases(store.engine)
    return leases, leases.register("a", "127.0.0.1", 1), leases.register("b", "127.0.0.1", 2)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        url = request.getfixturevalue("database")
    found = Store(url)
    found.create("table-001", "bagh-chal", {})
    yield found
    found.close()


def test_a_server_opens_no_table_as_its_own_before_it_has_a_lease(tmp_path: Path) -> None:
    """From when its name stands in the database others pass requests on to it."""
    opened: list[str] = []

    class Beginning(SharedOwnership):
        async def begin(self, app: Any, lapse: Callable[[], None]) -> None:
            with pytest.raises(WrongServer):
                await app.state.rooms.room("table-1")
            await super().begin(app, lapse)
            assert await app.state.rooms.room("table-1") is not None
            opened.append("table-1")

    async def serve() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        store.create("table-1", "bagh-chal", {"players": [{"kind": "here"}] * 2, "seed": "seed"})
        app = make_app(store, ["127.0.0.1"], workers=1, shared=Beginning(store, Heartbeat(), "server-1"))
        async with app.router.lifespan_context(app):
            assert opened == ["table-1"]

    asyncio.run(serve())


def test_only_the_holder_of_the_fence_writes(store: Store) -> None:
    leases, first, second = rivals(store)
    old = leases.claim("table-001", first)
    assert isinstance(old, int)
    assert leases.claim("table-001", second) == first
    assert leases.claim("table-999", second) is None
    leases.release(first.id)
    new = leases.claim("table-001", second)
    assert isinstance(new, int)
    assert new > old
    event = StoredEvent(1, "resign", {"seat": 0})
    [fault] = store.append([("table-001", [event])], {"table-001": old})
    assert isinstance(fault, Fenced)
    assert store.append([("table-001", [event])], {"table-001": new}) == [None]
    late = StoredEvent(2, "next", {"table": "table-002"})
    with pytest.raises(Fenced):
        store.create("table-002", "bagh-chal", {}, (), ("table-001", late), first.id, {"table-001": old})
    assert store.load("table-002") is None
    loaded = store.load("table-001")
    assert loaded is not None
    assert loaded[2] == [event]


def test_what_one_fence_shuts_out_does_not_shut_out_others(store: Store) -> None:
    store.create("table-002", "bagh-chal", {})
    leases, first, _ = rivals(store)
    fences = {name: leases.claim(name, first) for name in ("table-001", "table-002")}
    stale = {"table-001": 0, "table-002": fences["table-002"]}
    event = StoredEvent(1, "resign", {"seat": 0})
    faults = store.append([("table-001", [event]), ("table-002", [event])], stale)  # type: ignore[arg-type]
    assert [type(fault) for fault in faults] == [Fenced, type(None)]


def test_a_lease_that_has_run_out_is_not_renewed_once_others_have_seen_it(store: Store) -> None:
    leases, first, second = rivals(store)
    assert leases.renew(first.id)
    with store.engine.begin() as connection:
        connection.execute(servers.update().where(servers.c.id == first.id).values(expires=0.0))
    leases.reap()
    assert leases.alive() == [second]
    assert not leases.renew(first.id)
    assert leases.renew(second.id)
