"""Webhooks and push messages: to people who are away, once each, signed, again after failures and kills."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import http.client
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from browsers import Browser
from in_memory import HOST, hello, opened, seat_all
from push_browser import PushBrowser
from serving import Served

import naadam
from naadam.server.mail import alerts as module
from naadam.server.mail import outbound_http
from naadam.server.mail.outbound_http import BadAddress, find_address, is_public, read_url
from naadam.server.protocol import messages
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.hosting.housekeeping import delete_tables
from naadam.server.storage.people.channel_store import MOST_FAILURES, WAITS, alerts
from naadam.server.storage.people.personal_data import erase, export
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl

ANNA, BEN = "a" * 24, "b" * 24
DAYS = TimeControl("days", SECONDS_PER_DAY)
PRIVATE = [
    "127.0.0.1",
    "10.0.0.1",
    "192.168.1.1",
    "172.16.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "ff02::1",
]
REFUSED = [
    "http://example.org",
    "ftp://example.org",
    "https://",
    "https://user:word@example.org",
    "https://example.org/#a",
    "https://example.org:99999",
    "//example.org",
    "file:///etc/passwd",
    "https://example.org/a b",
    "https://example.org/\r\nX: y",
    "https://example.org/" + "a" * 1000,
]


class Receiver:
    """A server on loopback that keeps what it gets, and answers with the next of some statuses."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
                self.send_header("Location", receiver.url + "redirected")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    async def wait(self, count: int) -> list[dict[str, Any]]:
        """The bodies of so many requests."""
        for _ in range(3000):
            if len(self.got) >= count:
                break
            await asyncio.sleep(0.01)
        assert len(self.got) == count
        return [json.loads(body) for _, body in self.got]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.stop()


def run(folder: Path, test: Callable[[Rooms], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with opened(folder) as rooms:
            rooms.services.alerts.configure("https://play.example.org", True)
            await test(rooms)

    asyncio.run(inside())


def hook(rooms: Rooms, person: str, url: str, secret: str = "secret", kind: str = "webhook") -> None:
    rooms.services.alerts.channels.add(person, kind, url, secret, "host", "fr")


async def sit(rooms: Rooms, control: TimeControl = DAYS) -> Room:
    """A table of Anna, who begins, and Ben."""
    players = [Player("invited", person=person, stranger=True) for person in (ANNA, BEN)]
    made = await rooms.create(ImportedGame(naadam.load("bagh-chal")), players, time_control=control, host=HOST)
    return (await seat_all(rooms, made[0], made[1], [None, None]))[0]


async def settle(rooms: Rooms) -> None:
    """Look for all that is due, and deliver it."""
    sending = rooms.services.alerts
    while looks := [task for task in sending._tasks if not task.done()]:
        await asyncio.gather(*looks)
    for table in sending.channels.unseen():
        await sending._check(rooms, table)
    while requests := sending.channels.take(10):
        await asyncio.gather(*map(sending._deliver, requests))


def test_a_webhook_is_signed_and_tells_of_begin_turn_and_end_once_each(tmp_path: Path, receiver: Receiver) -> None:
    async def test(rooms: Rooms) -> None:
        hook(rooms, BEN, receiver.url)
        room = await sit(rooms)
        await settle(rooms)
        await settle(rooms)
        anna = await hello(room, ANNA)
        await room.follow(anna, messages.Play("p", 0, 0, "Gc3"))
        await settle(rooms)
        await room.follow(anna, messages.Resign("r", 0))
        await settle(rooms)
        await settle(rooms)
        told = await receiver.wait(3)
        assert [(one["event"], one["seat"], one["your_turn"]) for one in told] == [
            ("begin", 1, False),
            ("turn", 1, True),
            ("end", 1, False),
        ]
        store = rooms.services.store
        delete_tables(store.engine, [room.table.id])
        with store.engine.connect() as connection:
            assert connection.execute(sql.select(alerts)).all() == []
        assert told[0]["url"] == f"https://play.example.org/table/{room.table.id}"
        for headers, body in receiver.got:
            signed = headers["naadam-timestamp"].encode() + b"." + body
            right = hmac.new(b"secret", signed, hashlib.sha256).hexdigest()
            assert headers["naadam-signature"] == f"sha256={right}"
        assert len({headers["naadam-delivery"] for headers, _ in receiver.got}) == 3

    run(tmp_path, test)


def test_who_is_connected_is_not_notified_until_they_have_gone(tmp_path: Path, receiver: Receiver) -> None:
    async def test(rooms: Rooms) -> None:
        hook(rooms, BEN, receiver.url)
        room = await sit(rooms)
        anna, ben = await hello(room, ANNA), await hello(room, BEN)
        await room.follow(anna, messages.Play("p", 0, 0, "Gc3"))
        await settle(rooms)
        assert receiver.got == []
        room.leave(ben)
        await settle(rooms)
        assert [one["event"] for one in await receiver.wait(1)] == ["begin"]

    run(tmp_path, test)


def test_games_that_go_on_and_games_without_days_are_not_announced(tmp_path: Path, receiver: Receiver) -> None:
    async def test(rooms: Rooms) -> None:
        room = await sit(rooms)
        hook(rooms, ANNA, receiver.url)
        hook(rooms, BEN, receiver.url + "ben")
        await sit(rooms, TimeControl("move", 60))
        await settle(rooms)
        assert receiver.got == []
        anna = await hello(room, ANNA)
        await room.follow(anna, messages.Play("p", 0, 0, "Gc3"))
        await settle(rooms)
        assert [one["event"] for one in await receiver.wait(1)] == ["turn"]

    run(tmp_path, test)


def test_a_failed_request_is_tried_again_with_longer_waits_and_then_given_up(
    tmp_path: Path, receiver: Receiver
) -> None:
    async def test(rooms: Rooms) -> None:
        now = [1000.0]
        store = rooms.services.alerts.channels
        store._clock = lambda: now[0]
        hook(rooms, BEN, receiver.url)
        receiver.statuses = [500, 302, *[503] * len(WAITS)]
        await sit(rooms)
        await settle(rooms)
        for number, wait in enumerate(WAITS, 1):
            now[0] += wait - 1
            await settle(rooms)
            assert len(receiver.got) == number
            now[0] += 1
            await settle(rooms)
        assert len({headers["naadam-delivery"] for headers, _ in receiver.got}) == 1
        now[0] += 10**6
        await settle(rooms)
        await receiver.wait(1 + len(WAITS))
        [channel] = store.list_of(BEN)
        assert channel.failures == 1 < MOST_FAILURES

    run(tmp_path, test)


def test_a_notification_survives_a_kill_before_it_is_sent_and_is_taken_by_one_server(
    tmp_path: Path, receiver: Receiver
) -> None:
    async def test(rooms: Rooms) -> None:
        now = [1000.0]
        hook(rooms, BEN, receiver.url)
        room = await sit(rooms)
        sending = rooms.services.alerts
        sending.channels._clock = lambda: now[0]
        await sending._check(rooms, room.table.id)
        [taken] = sending.channels.take(10)  # and the server is killed
        async with opened(tmp_path) as again:
            again.services.alerts.configure("", True)
            again.services.alerts.channels._clock = lambda: now[0]
            await settle(again)
            assert receiver.got == [], "another server may be sending it"
            now[0] += 61
            await settle(again)
            assert [one["event"] for one in await receiver.wait(1)] == ["begin"]
        assert receiver.got[0][0]["naadam-delivery"] == taken.id

    run(tmp_path, test)


def test_a_browser_gets_a_message_that_it_can_decrypt_and_leaves_with_410(tmp_path: Path, receiver: Receiver) -> None:
    async def test(rooms: Rooms) -> None:
        browser = PushBrowser()
        hook(rooms, BEN, receiver.url, ".".join(browser.keys), "push")
        room = await sit(rooms)
        receiver.statuses = [201, 410]
        await settle(rooms)
        [(headers, body)] = receiver.got
        assert json.loads(browser.decrypt(body)) == {
            "title": "Bagh Chal",
            "text": "Une partie avec vous a commencé.",
            "table": room.table.id,
        }
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        assert headers["authorization"].startswith("vapid t=")
        assert headers["authorization"].endswith(f"k={rooms.services.alerts.public_key()}")
        anna = await hello(room, ANNA)
        await room.follow(anna, messages.Play("p", 0, 0, "Gc3"))
        await settle(rooms)
        assert len(receiver.got) == 2
        assert rooms.services.alerts.channels.list_of(BEN) == []

    run(tmp_path, test)


def test_channels_are_exported_without_secrets_and_erased(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        person = rooms.services.people.create()[0].id
        hook(rooms, person, "https://example.org/hook", "the-secret")
        found = export(store, person)
        assert [channel["url"] for channel in found["channels"]] == ["https://example.org/hook"]
        assert "the-secret" not in str(found)
        with store.engine.begin() as connection:
            erase(connection, person)
        assert rooms.services.alerts.channels.list_of(person) == []

    run(tmp_path, test)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_recognized(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111"])
def test_public_addresses_are_recognized(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("url", REFUSED)
def test_urls_of_other_kinds_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        read_url(url, False)


def test_a_name_with_one_private_address_is_refused_and_the_checked_address_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def resolve(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    target = read_url("https://example.org/", False)
    resolve("1.1.1.1", "10.0.0.1")
    with pytest.raises(BadAddress):
        find_address(target, False)
    resolve("1.1.1.1")
    asked: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], _: float) -> socket.socket:
        asked.append(address)
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(OSError):
        outbound_http.post("https://example.org/", b"", {})
    assert asked == [("1.1.1.1", 443)]


def test_a_server_that_answers_too_slowly_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound_http, "SECONDS_IN_ALL", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises((OSError, http.client.HTTPException)):
        outbound_http.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"", {}, private=True)


def test_a_person_adds_and_removes_webhooks_and_browsers(served: Served) -> None:
    browser = Browser(served)
    listed = browser.get("/api/me/channels")
    assert (len(listed["key"]), listed["channels"]) == (87, [])
    for url in ("https://127.0.0.1/", "http://example.org/", "https://10.1.2.3/hook"):
        assert browser.refusal("/api/me/channels/webhooks", body={"url": url})[0] == 422
    p256dh, auth = PushBrowser().keys
    wanted = {"endpoint": "https://1.1.1.1/push/1", "p256dh": p256dh, "auth": auth}
    assert browser.refusal("/api/me/channels/push", body={**wanted, "auth": "short"})[0] == 422
    made = browser.post("/api/me/channels/push", wanted)
    assert browser.refusal("/api/me/channels/webhooks", body={"url": "https://1.1.1.1/"})[0] == 403, "a name first"
    browser.post("/api/me/name", {"name": "Hooked"})
    hooked = browser.post("/api/me/channels/webhooks", {"url": "https://1.1.1.1/hook"})
    assert len(hooked["secret"]) >= 32
    assert [one["kind"] for one in browser.get("/api/me/channels")["channels"]] == ["push", "webhook"]
    other = Browser(served)
    assert other.refusal(f"/api/me/channels/{made['id']}", "DELETE")[0] == 404
    browser.ask(f"/api/me/channels/{made['id']}", "DELETE")
    assert [one["id"] for one in browser.get("/api/me/channels")["channels"]] == [hooked["channel"]["id"]]
    browser.ask("/api/me", "DELETE")


def test_a_server_delivers_by_itself(tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_BETWEEN_LOOKS", 0.05)

    async def test(rooms: Rooms) -> None:
        looking = asyncio.create_task(rooms.services.alerts.go_on(rooms))
        hook(rooms, BEN, receiver.url)
        await sit(rooms)
        assert [one["event"] for one in await receiver.wait(1)] == ["begin"]
        looking.cancel()

    run(tmp_path, test)
