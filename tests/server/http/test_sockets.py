"""Limits below the messages: connections, requests that never come to their end, frames that carry nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Served

from naadam.cli.network import open_socket
from naadam.server.http.protocols import FRAMES_AT_ONCE, SECONDS_FOR_REQUEST, Sockets
from naadam.server.limits.rate_limits import Addresses, Allowance, neighbourhood
from naadam.server.ops.logs import OnceAMinute

CLOSING = b"first message is hello"
PING, PONG, CONT, TEXT = 0x9, 0xA, 0x0, 0x1


class Raw:
    """A connection on which anything can be said."""

    def __init__(self, served: Served, source: str = "127.0.0.1") -> None:
        host, port = served.address.removeprefix("http://").split(":")
        self.host = f"{host}:{port}"
        self.socket = socket.create_connection((host, int(port)), 30, (source, 0))

    def say(self, text: str | bytes) -> None:
        self.socket.sendall(text.encode() if isinstance(text, str) else text)

    def hear(self) -> bytes:
        """All that comes until the other side closes, or a WebSocket is closed; it must within 30 seconds."""
        heard = b""
        with contextlib.suppress(ConnectionError):
            while part := self.socket.recv(65536):
                heard += part
                if CLOSING in heard:
                    break
        return heard

    def upgrade(self, table: str, **headers: str) -> bytes:
        lines = {"Host": self.host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        lines |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} | headers
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.say(f"GET /api/tables/{table}/socket HTTP/1.1\r\n{head}\r\n")
        return self.socket.recv(12)

    def frame(self, opcode: int, data: bytes = b"", fin: bool = True) -> None:
        self.say(make_frame(opcode, data, fin))

    def close(self) -> None:
        self.socket.close()


def make_frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    mask, first = b"mask", opcode | (0x80 if fin else 0)
    length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
    return bytes((first,)) + length + mask + bytes(email ^ mask[at % 4] for at, email in enumerate(data))


@pytest.fixture
def raw(served: Served) -> Iterator[Raw]:
    connection = Raw(served)
    yield connection
    connection.close()


# --- allowances ---


def test_an_allowance_refills_as_time_goes_by() -> None:
    now = [0.0]
    allowance = Allowance(10, 2, lambda: now[0])
    assert allowance.spend(10)
    assert allowance.owe(4) == 2.0
    now[0] += 2.0
    assert allowance.owe(0) == 0
    assert not allowance.spend(1)


def test_what_an_allowance_refuses_costs_nothing() -> None:
    now = [0.0]
    allowance = Allowance(4, 0.25, lambda: now[0])
    assert [allowance.spend() for _ in range(12)] == [True] * 4 + [False] * 8
    now[0] += 4.0
    assert [allowance.spend() for _ in range(2)] == [True, False], "one more in 4 seconds, whatever was refused"


def test_what_was_owed_is_paid_before_anything_is_spent() -> None:
    now = [0.0]
    allowance = Allowance(10, 2, lambda: now[0])
    assert allowance.owe(14) == 2.0
    now[0] += 2.0
    assert not allowance.spend()
    now[0] += 0.5
    assert allowance.spend()


def test_addresses_of_ipv6_are_taken_together_by_their_first_half() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:10.0.0.1") == neighbourhood("10.0.0.1") == "10.0.0.1"
    tries = Addresses(2, 60, lambda: 0.0)
    assert [tries.spend(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3")] == [True, True, False]
    assert tries.spend("2001:db8:0:1::1")


# --- connections ---


class Transport:
    def __init__(self) -> None:
        self.open = True

    def abort(self) -> None:
        self.open = False


def test_the_oldest_who_does_not_play_makes_room() -> None:
    sockets = Sockets(most=3)
    first, second, third, fourth, fifth = (Transport() for _ in range(5))
    for transport in (first, second, third):
        assert sockets.enter(transport, "10.0.0.1")  # type: ignore[arg-type]
    sockets.play(first)  # type: ignore[arg-type]
    assert sockets.enter(fourth, "10.0.0.2")  # type: ignore[arg-type]
    assert [each.open for each in (first, second, third, fourth)] == [True, False, True, True]
    sockets.play(third)  # type: ignore[arg-type]
    sockets.play(fourth)  # type: ignore[arg-type]
    assert not sockets.enter(fifth, "10.0.0.3")  # type: ignore[arg-type]


def test_an_address_has_so_many_connections_and_others_have_theirs() -> None:
    sockets = Sockets(of_address=2)
    mine = [Transport() for _ in range(3)]
    assert [sockets.enter(each, "10.0.0.1") for each in mine] == [True, True, False]  # type: ignore[arg-type]
    assert sockets.enter(Transport(), "10.0.0.2")  # type: ignore[arg-type]
    sockets.leave(mine[0])  # type: ignore[arg-type]
    assert sockets.enter(mine[2], "10.0.0.1")  # type: ignore[arg-type]
    assert all(sockets.enter(Transport(), "127.0.0.1") for _ in range(5))  # type: ignore[arg-type]


def test_answers_are_not_held_back() -> None:
    listening = open_socket("127.0.0.1", 0)

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: Any) -> None:
                peer = transport.get_extra_info("socket")
                found.set_result(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        server = await asyncio.get_running_loop().create_server(Protocol, sock=listening)
        with socket.create_connection(listening.getsockname()):
            told = await found
        server.close()
        return told

    assert asyncio.run(accepted()) != 0


def test_the_log_tells_the_same_once_a_minute() -> None:
    once = OnceAMinute()
    records = [logging.LogRecord("asyncio", 40, "", 0, "no more files", (), None) for _ in range(3)]
    assert [once.filter(record) for record in records] == [True, False, False]


@pytest.mark.skipif(os.name != "posix", reason="there is a limit of files")
def test_silent_connections_neither_close_the_server_nor_stay(tmp_path: Path) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    served = Served(tmp_path, files=400)
    try:
        table, keys = served.set_table("here", "here")
        player = served.join(table, *keys)
        silent = [Raw(served) for _ in range(600)]
        assert player.play(0, "Gc3")["seq"] == 1
        assert served.get("/api/health")["thinks"]
        time.sleep(SECONDS_FOR_REQUEST + 1)
        for connection in silent:
            connection.socket.settimeout(2)
            assert connection.hear() == b""
            connection.close()
        assert player.play(1, "Ba1b1")["seq"] == 2
    finally:
        served.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# --- requests ---


def test_a_request_that_does_not_come_to_its_end_is_given_up(served: Served) -> None:
    silence, half_a_head, half_a_body = (Raw(served) for _ in range(3))
    half_a_head.say("GET /api/hea")
    half_a_body.say(f"POST /api/tables HTTP/1.1\r\nHost: {silence.host}\r\nContent-Length: 100\r\n\r\n{{")
    begin = time.monotonic()
    for raw in (silence, half_a_head, half_a_body):
        raw.hear()
        raw.close()
    assert time.monotonic() - begin < SECONDS_FOR_REQUEST + 10


def test_a_body_has_one_length(raw: Raw) -> None:
    head = f"POST /api/opened HTTP/1.1\r\nHost: {raw.host}\r\nContent-Type: application/json\r\n"
    raw.say(f"{head}Content-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert raw.hear().startswith(b"HTTP/1.1 413")


def test_a_long_head_is_answered_and_closed(served: Served) -> None:
    table, _ = served.set_table("here", "here")
    for headers in ({"X-Long": "x" * 9000}, {f"X-{number}": "x" for number in range(200)}, {"X-Long": "x" * 20_000}):
        raw = Raw(served)
        assert raw.upgrade(table, **headers).startswith(b"HTTP/1.1 4")
        raw.hear()
        raw.close()


# --- frames ---


@pytest.mark.parametrize("kind", [PING, PONG, CONT])
def test_frames_that_carry_nothing_count(served: Served, kind: int) -> None:
    table, keys = served.set_table("here", "here")
    player, raw = served.join(table, *keys), Raw(served)
    assert raw.upgrade(table) == b"HTTP/1.1 101"
    if kind == CONT:
        raw.frame(TEXT, fin=False)
    with contextlib.suppress(ConnectionError):
        raw.say(make_frame(kind, fin=kind != CONT) * (FRAMES_AT_ONCE * 50))
    heard = raw.hear()
    assert len(heard) < 200 * FRAMES_AT_ONCE
    raw.close()
    begin = time.monotonic()
    assert player.play(0, "Gc3")["seq"] == 1
    assert time.monotonic() - begin < 2
    player.close()


def test_rubbish_that_is_no_text_ends_the_connection(served: Served, raw: Raw) -> None:
    table, _ = served.set_table("here", "here")
    raw.upgrade(table)
    raw.frame(TEXT, b"\xff\xff")
    assert struct.pack("!H", 1007) in raw.hear()


def test_who_does_not_say_hello_is_told_so_and_let_go(served: Served, raw: Raw) -> None:
    table, _ = served.set_table("here", "here")
    raw.upgrade(table)
    for _ in range(3):
        raw.frame(TEXT, b"rubbish")  # gives no more time
        time.sleep(1)
    begin = time.monotonic()
    assert struct.pack("!H", 1008) in raw.hear()
    assert time.monotonic() - begin < 10  # of which three are over


PINGS = b'{"type":"ping"}'
PONGS = b'{"type":"pong"}'


@pytest.mark.parametrize("cut", [1, 3, 7, 20, 1000])
def test_messages_are_the_same_however_their_bytes_come(served: Served, raw: Raw, cut: int) -> None:
    """Short and long ones, in parts, with pings between, in pieces of any length."""
    table, _ = served.set_table("here", "here")
    raw.upgrade(table)
    long = PINGS[:-1] + b" " * 300 + b"}"
    said = b"".join(
        (
            make_frame(TEXT, b'{"type":"hello"}'),
            *(make_frame(TEXT, each) for each in (PINGS, long, PINGS)),
            make_frame(TEXT, PINGS[:5], fin=False),
            make_frame(PING, b"between"),
            make_frame(CONT, PINGS[5:]),
            make_frame(TEXT, PINGS),
        )
    )
    for begin in range(0, len(said), cut):
        raw.say(said[begin : begin + cut])
        time.sleep(0.001)
    heard = b""
    while heard.count(PONGS) < 5:
        heard += raw.socket.recv(65536)
    raw.frame(TEXT, PINGS[:5], fin=False)
    raw.frame(TEXT, PINGS)  # while another is not at its end
    assert struct.pack("!H", 1002) in raw.hear()
