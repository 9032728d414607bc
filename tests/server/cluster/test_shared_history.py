"""Two servers on one database, disturbed at random during play: one log per table explains all that clients received.

Servers are killed, frozen, stopped, and cut off from the database; clients play on at whichever answers. Acknowledged
messages are in the log once, all clients see them in the same order, and no client receives an outdated table.
NAADAM_KILLS and NAADAM_KILL_SEED make the run longer.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from database import PostgreSQL
from history import Group, Person, check
from proxy import Proxy
from serving import Served

from naadam.server.storage.store import Store

KILLS = int(os.environ.get("NAADAM_KILLS", "3"))
SEED = int(os.environ.get("NAADAM_KILL_SEED", "7"))
PATIENCE = 120.0  # seconds within which every table must go on after the last disturbance
SECONDS_FROZEN = 4.0  # longer than a server may stand still
SECONDS_CUT_OFF = 4.0  # longer than its lease

SORTS = (
    ("bagh-chal", ("here", "invited")),
    ("yut", ("here", "invited")),
    ("yut", ("computer", "here")),
    ("khan:players=2", ("here", "invited")),
    ("khan:players=2", ("here", "computer")),
)


class Disturbed:
    """Two servers, each with a proxy before the database, and faults made to happen."""

    def __init__(self, postgresql: PostgreSQL, folder: Path) -> None:
        self.database = postgresql.create("history")
        self.proxies = [Proxy(postgresql.port) for _ in range(2)]
        self.servers = [Served(folder, database=postgresql.url("history", proxy.port)) for proxy in self.proxies]

    def kill_worker(self, number: int) -> None:
        """Kill one that serves, while there is another."""
        while not all(served.answers() for served in self.servers):
            time.sleep(0.1)
        os.kill(self._worker(number), signal.SIGKILL)

    def _worker(self, number: int) -> int:
        """The process that serves; one that has died is being replaced."""
        while not (workers := self.servers[number].workers()):
            time.sleep(0.1)
        return workers[0]

    def kill_server(self, number: int) -> None:
        self.servers[number].kill()
        self.servers[number].start()

    def stop_server(self, number: int) -> None:
        self.servers[number].stop()
        self.servers[number].start()

    def freeze(self, number: int) -> None:
        worker = self._worker(number)
        os.kill(worker, signal.SIGSTOP)
        time.sleep(SECONDS_FROZEN)
        os.kill(worker, signal.SIGCONT)

    def hold_back(self, number: int) -> None:
        self.proxies[number].hold()
        time.sleep(SECONDS_CUT_OFF)
        self.proxies[number].heal()

    def cut_off(self, number: int) -> None:
        self.proxies[number].hold()
        time.sleep(SECONDS_CUT_OFF)
        self.proxies[number].cut()
        self.proxies[number].heal()

    def disturb(self, what: str, number: int) -> None:
        getattr(self, what)(number)

    def close(self) -> None:
        for served in self.servers:
            served.stop()
        for proxy in self.proxies:
            proxy.close()


DISTURBANCES = ("kill_worker", "freeze", "cut_off", "kill_server", "hold_back", "stop_server")
OFTEN = ("kill_worker",) * 6 + ("kill_server",) * 2 + ("freeze", "cut_off", "hold_back", "stop_server")


@pytest.fixture
def disturbed(tmp_path: Path) -> Iterator[Disturbed]:
    postgresql = PostgreSQL()
    found = Disturbed(postgresql, tmp_path)
    yield found
    found.close()
    postgresql.stop()


@pytest.mark.timeout(60 * (10 + KILLS))
def test_one_history_explains_what_all_were_told(disturbed: Disturbed) -> None:
    people = []
    for group in (Group(*sort) for sort in SORTS):
        seats = [None, *(seat for seat, kind in enumerate(group.kinds) if kind != "computer")]
        people += [
            Person(disturbed.servers, group, seat, f"{SEED} {group.spec} {group.kinds} {seat}") for seat in seats
        ]
    for person in people:
        person.start()
    rng, done = random.Random(SEED), Counter[str]()
    for number in range(KILLS):
        what = DISTURBANCES[number] if number < len(DISTURBANCES) else rng.choice(OFTEN)
        time.sleep(rng.uniform(0.2, 1.0))
        disturbed.disturb(what, rng.randrange(2))
        done[what] += 1
    seen = [person.count() for person in people]
    until = time.monotonic() + PATIENCE
    while any(person.count() <= known for person, known in zip(people, seen, strict=True)):
        stuck = [person.name for person, known in zip(people, seen, strict=True) if person.count() <= known]
        assert time.monotonic() < until, f"these never go on: {stuck}, {[person.problem for person in people]}"
        time.sleep(0.1)
    for person in people:
        person.done.set()
    for person in people:
        person.join(60)
    store = Store(disturbed.database)
    found = check(store, people)
    store.close()
    assert found["acknowledged"] > 0
    print(dict(done), found)
