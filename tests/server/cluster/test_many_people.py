"""People in the lobby of two processes on PostgreSQL, which are killed: no two seats, no waiting pair, no dead offer.

NAADAM_PEOPLE sets their number; `make load-people` simulates 1,000.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from browsers import Browser
from database import PostgreSQL
from lobbying import FIVE, TEN
from offering import begin
from serving import Served
from starvation import seconds_starved
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from naadam.core.hashing import hash_secret
from naadam.server.storage.offer_store import SECONDS_PRESENT, OfferStore
from naadam.server.storage.people.people_store import people as people_kept
from naadam.server.storage.seats import seats
from naadam.server.storage.store import Store
from naadam.server.table.offers import gather, match

PEOPLE = int(os.environ.get("NAADAM_PEOPLE", "0"))
SECONDS = max(8.0, PEOPLE / 10)
KILLS = max(1, PEOPLE // 250)
PAUSE = max(1.0, PEOPLE / 25)  # seconds between two games of a person, on average
LONGEST_WAIT = 2.0  # of two people who fit together, until both know their table
SECONDS_TO_NOTICE = 2 * SECONDS_PRESENT  # that a page is gone
GAMES = ("bagh-chal", "yut:players=2", "jarmo", "hasami-shogi")
SECONDS_OF_RUSH = 5.0  # after a kill, when the people of a process connect to the others
LONGEST_WAIT_IN_RUSH = 5.0
BEAT = 0.05
LEAVES = 0.1  # share of offers whose page is closed without withdrawing them


class Simulation:
    """The servers, and all that is measured."""

    def __init__(self, servers: list[Served]) -> None:
        self.servers = servers
        self.playing = True  # whether people make new offers
        self.open = True  # whether their pages are open
        self.threads = ThreadPoolExecutor(16)
        self.knows: dict[str, list[tuple[Person, float, float]]] = {}  # by table: person, able to sit down, told
        self.left: dict[str, float] = {}  # when the page of an offer was closed
        self.kills: list[float] = []  # when
        self.breaks = self.ended = 0
        self.lag = 0.0  # seconds for which the simulation itself was too busy

    async def beat(self) -> None:
        """Measure the lag of the event loop."""
        while self.open:
            before = time.monotonic()
            await asyncio.sleep(BEAT)
            self.lag += time.monotonic() - before - BEAT


class Person:
    """A person with a page, who waits for one game at a time."""

    def __init__(self, simulation: Simulation, number: int) -> None:
        self.simulation = simulation
        self.rng = random.Random(number)
        self.turn = number  # the server of the next connection
        self.browser = Browser(simulation.servers[0])
        self.name = ""
        self.secret = ""  # of the offer that waits
        self.since = 0.0  # when it was open, with a connection
        self.games: list[str] = []
        self.unsure = 0  # offers whose answer was lost
        self.left = 0  # offers whose page was closed

    async def live(self) -> None:
        """Keep a page open, at the other server after a break."""
        while self.simulation.open:
            self.turn += 1
            served = self.simulation.servers[self.turn % len(self.simulation.servers)]
            try:
                self.browser.served = served
                if not self.browser.cookie:
                    self.name = f"Person {self.turn} {self.rng.randrange(10**9)}"  # new, if an answer was lost
                    await self.post("/api/me/name", {"name": self.name})
                address = served.address.replace("http", "ws") + "/api/lobby/socket"
                cookie = {"Cookie": self.browser.cookie}
                async with connect(address, additional_headers=cookie, compression=None, open_timeout=60) as socket:
                    await self.visit(socket)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                self.simulation.breaks += 1
                await asyncio.sleep(self.rng.uniform(0.2, 1))

    async def visit(self, socket: ClientConnection) -> None:
        await self.hold(socket)
        until = time.monotonic() + self.rng.expovariate(1 / PAUSE)
        while self.simulation.open:
            if not self.secret and self.simulation.playing and time.monotonic() >= until:
                await self.offer()
                if self.secret and self.rng.random() < LEAVES:
                    self.simulation.left[hash_secret(self.secret)] = time.monotonic()
                    self.left += 1
                    self.secret = ""
                    return
                await self.hold(socket)
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    message = json.loads(await socket.recv())
                    if message.get("secret") == self.secret and message["type"] in ("begun", "ended"):
                        self.hear(message)
                        until = time.monotonic() + self.rng.expovariate(1 / PAUSE)

    async def hold(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hold", "secrets": [self.secret] if self.secret else []}))
        self.since = time.monotonic()

    async def offer(self) -> None:
        games, clocks = self.rng.sample(GAMES, self.rng.randint(1, 2)), self.rng.sample((FIVE, TEN), 1)
        try:
            made = await self.post("/api/lobby", {"games": games, "clocks": clocks})
        except urllib.error.HTTPError as refused:  # the lobby is full, or the server is busy
            with refused:
                if refused.code not in (429, 503):
                    raise AssertionError(refused.read()) from refused
            await asyncio.sleep(1)
            return
        except OSError:
            self.unsure += 1
            raise
        self.since = time.monotonic()
        if made["table"] is None:
            self.secret = made["secret"]
        else:
            self.sit_down(made["table"])

    def hear(self, message: dict[str, Any]) -> None:
        self.secret = ""
        if message["type"] == "begun":
            self.sit_down(message["table"])
        else:
            self.simulation.ended += 1

    def sit_down(self, table: str) -> None:
        self.games.append(table)
        self.simulation.knows.setdefault(table, []).append((self, self.since, time.monotonic()))

    async def post(self, path: str, body: object) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.simulation.threads, self.browser.post, path, body)


class Watch(threading.Thread):
    """Looks at the offers in the database, and at the time for which the processes had no processor."""

    def __init__(self, simulation: Simulation, offers: OfferStore) -> None:
        super().__init__(daemon=True)
        self.simulation = simulation
        self.offers = offers
        self.done = threading.Event()
        self.starved = [(time.monotonic(), 0.0)]  # and the sum until then
        self.longest_pair = 0.0  # seconds for which offers that fit together were seen to wait
        self.dead = 0  # offers that were seen too long after their page was closed

    def run(self) -> None:
        before, fitting = dict[int, float](), None
        while not self.done.wait(0.2):
            now, (waiting, time_there) = time.monotonic(), self.offers.waiting()
            if len(match(waiting, time_there, lambda: "new")) < len(gather(waiting, time_there)):
                fitting = now if fitting is None else fitting
                self.longest_pair = max(self.longest_pair, now - fitting - self.starved_within(fitting, now))
            else:
                fitting = None
            lapsed = {one: at for one, at in self.simulation.left.items() if now > at + SECONDS_TO_NOTICE}
            self.dead = max(self.dead, len(lapsed.keys() & {offer.id for offer in waiting}))
            pids = [served.process.pid for served in self.simulation.servers if served.process.poll() is None]
            known = {pid: seconds_starved([pid]) for pid in pids} | {0: self.simulation.lag}
            grown = sum(max(0.0, seconds - before.get(pid, seconds)) for pid, seconds in known.items())
            before = known
            self.starved.append((now, self.starved[-1][1] + grown))

    def starved_within(self, first: float, last: float) -> float:
        """Seconds without a processor between two times."""
        earlier = [total for at, total in self.starved if at <= first]
        later = [total for at, total in self.starved if at >= last]
        return (later[0] if later else self.starved[-1][1]) - (earlier[-1] if earlier else 0.0)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Served]]:
    postgresql = PostgreSQL()
    url = postgresql.create("people")
    found = [Served(tmp_path, database=url) for _ in range(2)]
    yield found
    for served in found:
        if served.process.poll() is None:
            served.stop()
    postgresql.stop()


async def simulate(simulation: Simulation) -> list[Person]:
    """Let people play, kill servers in turn, and close all pages."""
    people = [Person(simulation, number) for number in range(PEOPLE)]
    beat = asyncio.create_task(simulation.beat())
    lives = [asyncio.create_task(person.live()) for person in people]
    for number in range(KILLS):
        await asyncio.sleep(SECONDS / (KILLS + 1))
        served = simulation.servers[number % len(simulation.servers)]
        simulation.kills.append(time.monotonic())
        await asyncio.to_thread(served.kill)
        await asyncio.to_thread(served.start)
    await asyncio.sleep(SECONDS / (KILLS + 1))
    simulation.playing = False
    await asyncio.sleep(LONGEST_WAIT)
    simulation.open = False
    await asyncio.gather(beat, *lives)
    return people


@pytest.mark.skipif(not PEOPLE, reason="set NAADAM_PEOPLE, or run `make load-people`")
@pytest.mark.timeout(600 + PEOPLE)
def test_people_find_each_other_while_servers_are_killed(servers: list[Served]) -> None:
    store = Store(str(servers[0].database))
    simulation = Simulation(servers)
    watch = Watch(simulation, OfferStore(store, begin))
    watch.start()
    people = asyncio.run(simulate(simulation))
    closed = time.monotonic()
    while servers[0].get("/api/lobby")["waiting"]:
        since = time.monotonic() - closed
        assert since < SECONDS_TO_NOTICE + watch.starved_within(closed, time.monotonic()), "a dead offer"
        time.sleep(0.2)
    watch.done.set()
    watch.join()
    both = [known for known in simulation.knows.values() if len(known) == 2]
    spans = [(max(since for _, since, _ in known), max(told for *_, told in known)) for known in both]
    waits = sorted(told - since for since, told in spans)
    calm, rush = [0.0], [0.0]
    for since, told in spans:
        rushed = any(kill <= told and since <= kill + SECONDS_OF_RUSH for kill in simulation.kills)
        (rush if rushed else calm).append(told - since - watch.starved_within(since, told))
    lost = sum(person.unsure for person in people)
    print(f"\n{PEOPLE} people, {KILLS} kills, {len(simulation.knows)} games in {SECONDS:.0f} s")
    print(f"two who fit know their table after {waits[len(waits) // 2]:.2f} s in the median", end=", ")
    print(f"{waits[len(waits) * 99 // 100]:.2f} in 99 %, {waits[-1]:.2f} at most")
    print(f"net of starvation {max(calm):.2f} at most, {max(rush):.2f} of {len(rush) - 1} pairs after a kill", end="; ")
    print(f"all without a processor for {watch.starved[-1][1]:.1f} s, of which the simulation {simulation.lag:.1f}")
    print(
        f"{simulation.breaks} breaks, {lost} answers lost, {simulation.ended} offers ended, {len(simulation.left)} left"
    )
    print(f"longest waiting pair in the database {watch.longest_pair:.2f} s; dead offers {watch.dead}")
    check_seats(store, people)
    store.close()
    assert len(both) >= PEOPLE / 4
    assert max(calm) <= LONGEST_WAIT
    assert max(rush) <= LONGEST_WAIT_IN_RUSH
    assert watch.longest_pair <= LONGEST_WAIT
    assert watch.dead == 0


def check_seats(store: Store, people: list[Person]) -> None:
    """Each game in the database has two people, and a person sits where an offer of theirs has led."""
    with store.engine.connect() as connection:
        names = {row.id: row.name for row in connection.execute(sql.select(people_kept))}
        rows = connection.execute(sql.select(seats)).all()
    seated: dict[str, list[str]] = {}
    for row in rows:
        seated.setdefault(row.table_id, []).append(names[row.person])
    sits = Counter(name for found in seated.values() for name in found)
    for found in seated.values():
        assert len(set(found)) == len(found) == 2, found
    for person in people:
        assert set(person.games) <= seated.keys()
        assert len(set(person.games)) == len(person.games)
        assert len(person.games) <= sits[person.name] <= len(person.games) + person.left + person.unsure, person.name
    print(f"{len(rows)} seats, {sum(len(person.games) for person in people)} of them known to their pages")
