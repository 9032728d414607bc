"""Histories of clients on several servers: checks that one log per table explains all that they sent and received."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError

from serving import Client, Served
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from naadam.core.registry import load_shipped
from naadam.server.people.keys import COOKIE
from naadam.server.storage.store import Store
from naadam.server.table.table import Table

BROKEN = (OSError, HTTPException, ConnectionClosed, InvalidHandshake, TimeoutError)
LONGEST_GAME = 40  # events, after which a player resigns
PATIENCE = 20.0  # seconds for an answer, after which a client tries another server
SECONDS_OF_PAGE = (0.3, 0.5)  # within which the page connects again: FIRST_WAIT in connection.ts


class Acknowledged(NamedTuple):
    """A message that a server said it has followed."""

    table: str
    message: str  # seat and id
    sent: float
    heard: float
    seq: int  # of the table in the answer


class Greeted(NamedTuple):
    """How far a table was when a client came to it."""

    table: str
    sent: float
    seq: int


@dataclass
class Group:
    """The people at a table, with their tables so far: one client per human seat, and a spectator."""

    spec: str
    kinds: tuple[str, ...]
    tables: list[tuple[str, list[str | None]]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Person(threading.Thread):
    """Plays one seat at random, or looks on, at any of the servers; notes all that it sends and hears.

    It considers each move for `pause` seconds on average. After a break it comes back as soon as a server answers, or
    after the time that the page waits.
    """

    pause = 0.0
    as_the_page = False

    def __init__(self, servers: Sequence[Served], group: Group, seat: int | None, seed: str) -> None:
        super().__init__(daemon=True)
        self.servers, self.group, self.seat = servers, group, seat
        self.rng = random.Random(seed)
        self.name = seed
        self.acknowledged: list[Acknowledged] = []
        self.greeted: list[Greeted] = []
        self.told: dict[str, list[Any]] = {}
        self.sent = 0
        self.pending: dict[str, Any] | None = None
        self.first_sent = 0.0  # when the pending message was first sent
        self.lost: float | None = None  # when the connection broke, until it is replaced
        self.breaks: list[float] = []  # seconds without a connection
        self.done = threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        while not self.done.is_set():
            try:
                self.visit(self.rng.choice(self.servers))
            except HTTPError as refused:
                if refused.code not in (500, 502, 503):
                    self.problem = refused
                    return
                time.sleep(0.05)
            except BROKEN:
                self.wait_to_return()
            except BaseException as problem:
                self.problem = problem
                return

    def wait_to_return(self) -> None:
        """Wait before the next try; a proxy tries another server immediately if one refuses the connection."""
        if self.lost is None:
            self.lost = time.monotonic()
            if self.as_the_page:
                time.sleep(self.rng.uniform(*SECONDS_OF_PAGE))
                return
        time.sleep(0.05)

    def visit(self, served: Served) -> None:
        """Sit at the group's table at one of the servers, until the connection breaks or the game is over."""
        with self.group.lock:
            if not self.group.tables:
                self.set_table(served)
            table, keys = self.group.tables[-1]
        told = self.told.setdefault(table, [])
        cookie = {} if self.seat is None else {"Cookie": f"{COOKIE}={keys[self.seat]}"}
        client = Client(served, table, additional_headers=cookie)
        try:
            begin = time.monotonic()
            client.send(type="hello", after=len(told), language="en")
            while (first := client.receive(PATIENCE))["type"] != "table":
                self.learn(told, first.get("events", ()))
            self.greeted.append(Greeted(table, begin, first["seq"]))
            if self.lost is not None:
                self.breaks.append(time.monotonic() - self.lost)
                self.lost = None
            self.learn(told, first["events"])
            self.play(client, served, table, told)
        finally:
            client.close()

    def set_table(self, served: Served) -> None:
        wanted = {"spec": self.group.spec, "players": [{"kind": kind, "level": 1} for kind in self.group.kinds]}
        made = served.post("/api/tables", wanted)
        self.group.tables.append((made["table"], made["keys"]))

    def play(self, client: Client, served: Served, table: str, told: list[Any]) -> None:
        while not self.done.is_set():
            with self.group.lock:
                if self.group.tables[-1][0] != table:
                    self.pending = None
                    return
                if client.table["end"] is not None:
                    self.set_table(served)
                    self.pending = None
                    return
            if self.pending is None:
                self.pending = self.choose(client.table)
                if self.pending is not None and self.pause:
                    self.done.wait(self.rng.uniform(0, 2 * self.pause))
                self.first_sent = time.monotonic()
            if self.pending is not None:
                client.send(**self.pending)
                if self.rng.random() < 0.1:
                    client.send(**self.pending)  # sent twice, followed once
            self.hear(client, table, told)

    def hear(self, client: Client, table: str, told: list[Any]) -> None:
        """Listen until the message is answered, or until there is news."""
        while not self.done.is_set():
            message = client.receive(PATIENCE)
            if message["type"] in ("table", "past"):
                self.learn(told, message["events"])
            pending = self.pending
            if pending is None:
                if message["type"] == "table":
                    return
            elif message["type"] == "table" and message["answers"] == pending["id"]:
                name = f"{pending['seat']}:{pending['id']}"
                heard = time.monotonic()
                self.acknowledged.append(Acknowledged(table, name, self.first_sent, heard, message["seq"]))
                self.pending = None
                return
            elif message["type"] in ("failed", "refused") and message["id"] == pending["id"]:
                assert message["type"] == "failed", message
                assert message["key"] in ("moved-on", "game-over", "not-stored"), message
                if message["key"] != "not-stored":  # that one is sent again
                    self.pending = None
                return

    def choose(self, table: dict[str, Any]) -> dict[str, Any] | None:
        if self.seat not in table["waiting"] or self.seat not in table["mine"]:
            return None
        self.sent += 1
        name = f"{self.sent}"
        choices = table["choices"].get(str(self.seat))
        if table["seq"] > LONGEST_GAME or not choices:  # a very long list is not told
            return {"type": "resign", "seat": self.seat, "id": name}
        action = self.rng.choice(choices)["action"]
        return {"type": "play", "seat": self.seat, "action": action, "id": name, "at": table["seq"]}

    def learn(self, told: list[Any], events: Sequence[Any]) -> None:
        for event in events:
            assert event["seq"] == len(told) + 1, "events come once, in order, without a gap"
            told.append(event)

    def count(self) -> int:
        return sum(map(len, self.told.values()))


def check(store: Store, people: Sequence[Person]) -> dict[str, int]:
    """Compare all that was sent and told with the log; return the counts."""
    for person in people:
        assert person.problem is None, (person.name, person.problem)
    tables = {table for person in people for table in person.told}
    acknowledged = [one for person in people for one in person.acknowledged]
    greeted = [one for person in people for one in person.greeted]
    events = 0
    for table in tables:
        loaded = store.load(table)
        assert loaded is not None, "a table that somebody sat at is there"
        spec, setup, log = loaded
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        folded = Table.from_setup(table, load_shipped(spec), setup)
        folded.take_all(log)  # all of it is legal
        check_told([person.told[table] for person in people if table in person.told], log, folded.game.hides)
        mine = [one for one in acknowledged if one.table == table]
        check_acknowledged(mine, [one for one in greeted if one.table == table], log)
        events += len(log)
    return {"tables": len(tables), "events": events, "acknowledged": len(acknowledged), "greeted": len(greeted)}


def check_told(all_told: list[list[Any]], log: list[Any], hides: bool) -> None:
    """Check that all clients received the log in its order; texts may differ if the game has hidden information."""
    for told in all_told:
        assert len(told) <= len(log), "nobody is told what is not stored"
        for event, stored in zip(told, log, strict=False):
            assert event["kind"] == stored.kind
            assert event["seat"] == stored.data.get("seat")
    for event in zip(*all_told, strict=False):
        assert hides or all(one == event[0] for one in event)


def check_acknowledged(acknowledged: list[Acknowledged], greeted: list[Greeted], log: list[Any]) -> None:
    """Every acknowledged message is in the log once, and time is respected: a later client finds the earlier events."""
    places = [event.message for event in log if event.message is not None]
    assert len(places) == len(set(places))
    seqs = {event.message: event.seq for event in log}
    for one in acknowledged:
        assert one.message in seqs, "what was acknowledged is kept"
        assert seqs[one.message] <= one.seq
    heard = sorted((one.heard, one.seq) for one in acknowledged)
    for later in acknowledged:
        before = [seq for at, seq in heard if at < later.sent]
        assert seqs[later.message] > max(before, default=0), "no move before its time"
    for visit in greeted:
        before = [seq for at, seq in heard if at < visit.sent]
        assert visit.seq >= max(before, default=0), "no server tells an old table"
