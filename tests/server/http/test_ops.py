"""Operations: truthful health probes, metrics, a log without secrets, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from in_memory import hello, run, set_room
from serving import Served
from websockets.exceptions import ConnectionClosed

from naadam.server.http.middleware import Middleware, is_public
from naadam.server.ops.logs import JsonLines
from naadam.server.ops.metrics import Durations, Metrics
from naadam.server.protocol import messages
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent

LINE = re.compile(r'naadam_[a-z_]+(\{le="[0-9.+Inf]+"\})? [0-9.e+-]+')


def test_what_is_counted_is_told_as_prometheus_reads_it(served: Served) -> None:
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    before = numbers(served.get("/metrics"))
    client.play(0, "Gc3")
    text = served.get("/metrics")
    assert all(LINE.fullmatch(line) for line in text.splitlines() if not line.startswith("# ")), text
    told = numbers(text)
    assert told["naadam_events_stored_total"] == before["naadam_events_stored_total"] + 1
    assert told["naadam_players"] >= 1
    assert told["naadam_rooms"] >= 1
    assert told['naadam_commit_seconds_bucket{le="+Inf"}'] == told["naadam_commit_seconds_count"] >= 1
    assert table not in text
    client.close()


def numbers(text: str) -> dict[str, float]:
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("header", ["X-Real-IP", "X-Forwarded-For"])
def test_behind_a_proxy_that_hides_addresses_nothing_opens_for_the_owner(tmp_path: Path, header: str) -> None:
    served = Served(tmp_path)
    try:
        assert served.get("/metrics")
        for headers in ({header: "127.0.0.1"}, {}):  # from then on also without the header: the proxy may leave it out
            with pytest.raises(urllib.error.HTTPError, match="403"):
                served.get("/metrics", **headers)
    finally:
        served.stop()


def test_a_public_name_over_loopback_is_a_proxy() -> None:
    middleware = Middleware(None, None, None, None, None)  # type: ignore[arg-type]
    scope: dict[str, Any] = {"type": "http", "client": ("127.0.0.1", 5), "headers": [(b"host", b"127.0.0.1:8000")]}
    assert middleware._with_trusted_peer(scope)["client"][0] == "127.0.0.1"
    remote = {**scope, "client": ("192.0.2.1", 5), "headers": [(b"host", b"example.org"), (b"x-forwarded-for", b"x")]}
    assert middleware._with_trusted_peer(remote)["client"][0] == "192.0.2.1", "its proxy is configured"
    assert middleware._with_trusted_peer(scope)["client"][0] == "127.0.0.1"
    assert middleware._with_trusted_peer({**scope, "headers": [(b"host", b"example.org")]})["client"][0] == "proxy"
    assert middleware._with_trusted_peer(scope)["client"][0] == "proxy"


def test_a_server_with_a_public_name_trusts_no_loopback() -> None:
    """A proxy may send neither the client's address nor the host name, as nginx does by default."""
    middleware = Middleware(None, None, None, None, None, is_public(["127.0.0.1", "play.example.org"]))  # type: ignore[arg-type]
    scope: dict[str, Any] = {"type": "http", "client": ("127.0.0.1", 5), "headers": [(b"host", b"127.0.0.1:8000")]}
    assert middleware._with_trusted_peer(scope)["client"][0] == "proxy"
    assert not is_public(["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "192.168.0.7", "fd00::1.2.3.4"])


def test_metrics_of_a_server_with_a_public_name_need_the_token(tmp_path: Path) -> None:
    token = "a-secret-of-the-host"
    served = Served(tmp_path, options=["--name", "play.example.org", "--metrics-token", token])
    try:
        with pytest.raises(urllib.error.HTTPError, match="403"):
            served.get("/metrics")
        assert "naadam_rooms" in served.get("/metrics", Authorization=f"Bearer {token}")
    finally:
        served.stop()


def test_durations_are_counted_by_bounds() -> None:
    durations = Durations()
    for seconds in (0.0005, 0.02, 99.0):
        durations.add(seconds)
    told = list(durations.write("x"))
    assert told[0] == 'x_bucket{le="0.001"} 1'
    assert told[-3:] == ['x_bucket{le="+Inf"} 3', "x_sum 99.020500", "x_count 3"]
    assert "# TYPE naadam_commit_seconds histogram" in Metrics().write(())


def test_the_server_lives_and_is_ready(served: Served) -> None:
    assert (served.get("/healthz"), served.get("/readyz")) == ("ok\n", "ok\n")


def test_a_server_that_cannot_store_lives_and_is_not_ready(tmp_path: Path) -> None:
    served = Served(tmp_path)
    lock = Store(f"sqlite:///{served.database}").engine.connect()
    time.sleep(5.1)  # a little longer than the answer is cached
    lock.exec_driver_sql("BEGIN EXCLUSIVE")
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.get("/readyz")
    with refused.value:
        assert refused.value.code == 503
        assert "cannot be written" in refused.value.read().decode()
    assert served.get("/healthz") == "ok\n"
    lock.close()
    served.stop()


def test_those_who_are_stopped_are_told_so_and_lose_nothing(tmp_path: Path) -> None:
    served = Served(tmp_path)
    table, keys = served.set_table("here", "here")
    client = served.join(table, *keys)
    told = client.play(0, "Gc3")
    served.process.terminate()
    with pytest.raises(ConnectionClosed) as closed:
        client.receive(20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # the service comes back
    assert served.process.wait(20) == 0
    served.kill()  # it has ended: its pipes are closed
    served.start()
    assert served.join(table, *keys).table["drawing"] == told["drawing"]
    served.stop()


def test_what_is_being_stored_when_the_house_closes_is_stored(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        append = rooms.services.store.append

        def slowly(*news: object) -> object:
            time.sleep(0.3)
            return append(*news)  # type: ignore[arg-type]

        rooms.services.store.append = slowly  # type: ignore[method-assign, assignment]
        rooms.services.writer._by_thread_until = float("inf")
        rooms.services.spawn(room.follow(player, messages.Play("p1", 0, 0, "Gc3")))
        while not rooms.services.writer.busy:
            await asyncio.sleep(0)
        await rooms.close()
        assert rooms.services.stopping

    run(tmp_path, test)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM events").scalar() == 1
    store.close()


def test_the_log_is_lines_of_json_without_addresses_of_tables() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "GET /api/tables/%s/socket broke", ("aBc-123_secret",), None)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["text"]) == ("error", "GET /api/tables/.../socket broke")
    assert "secret" not in str(line)


def test_errors_of_the_store_name_no_table(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.create("table-1", "bagh-chal", {})
    event = StoredEvent(1, "action", {"seat": 0, "action": 3})
    assert store.append([("table-1", [event])]) == [None]
    [fault] = store.append([("table-1", [event])])
    assert fault is not None
    assert "table-1" not in str(fault)
    store.close()
