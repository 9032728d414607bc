"""Rolling update: two servers are replaced one after the other while tables play, without a lost move or a long wait.

NAADAM_TABLES sets the number of tables; `make rolling` plays at 500.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from database import PostgreSQL
from history import Group, Person, check
from serving import Served
from starvation import seconds_starved

from naadam.server.storage.store import Store

TABLES = int(os.environ.get("NAADAM_TABLES", "24"))
LONGEST_WAIT = 3.0  # seconds, of any player
SECONDS_BETWEEN_MOVES = max(0.5, TABLES / 60)  # of a player on average
SECONDS_TO_STOP = 60.0
SECONDS_OF_PLAY = 3.0  # before the update, between the servers, and after it

SORTS = (
    ("bagh-chal", ("here", "invited")),
    ("yut", ("here", "invited")),
    ("hasami-shogi", ("here", "invited")),
    ("jarmo", ("computer", "here")),
)


class Player(Person):
    """A person with a page, who thinks about each move."""

    pause = SECONDS_BETWEEN_MOVES
    as_the_page = True


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Served]]:
    postgresql = PostgreSQL()
    url = postgresql.create("rolling")
    found = [Served(tmp_path, database=url) for _ in range(2)]
    yield found
    for served in found:
        if served.process.poll() is None:
            served.stop()
    postgresql.stop()


@pytest.mark.timeout(600 + 2 * TABLES)
def test_an_update_loses_no_move_and_nobody_waits_long(servers: list[Served]) -> None:
    players = begin(servers)
    try:
        for served, other in (servers, reversed(servers)):
            time.sleep(SECONDS_OF_PLAY)
            replace(served, other, players)
        time.sleep(SECONDS_OF_PLAY)
    finally:
        for player in players:
            player.done.set()
        for player in players:
            player.join(60)
    store = Store(str(servers[0].database))
    print(check(store, players))
    store.close()


def replace(served: Served, other: Served, players: list[Player]) -> None:
    """Stop a server and start a new one, and check how long its players waited."""
    begun, starved, before = time.monotonic(), seconds_starved(other.workers()), [player.count() for player in players]
    for player in players:
        player.breaks.clear()
    served.process.terminate()
    wait_for_moves(players, before)
    assert served.process.wait(SECONDS_TO_STOP) == 0
    served.stop()
    served.start()
    starved = seconds_starved(other.workers()) - starved
    answers = [one.heard - one.sent for player in players for one in player.acknowledged if one.heard > begun]
    breaks = [seconds for player in players for seconds in player.breaks]
    seconds = time.monotonic() - begun
    print(f"{TABLES} tables, {seconds:.1f} s; the other server was without a processor for {starved:.1f}")
    print(f"{len(answers)} answers: {describe(answers)}; {len(breaks)} breaks: {describe(breaks)}")
    assert len(breaks) >= TABLES / 4, "many tables were on the server that was replaced"
    assert max(answers) <= LONGEST_WAIT + starved
    assert max(breaks) <= LONGEST_WAIT + starved


def begin(servers: list[Served]) -> list[Player]:
    """Seat people at all tables, and wait until each has seen a move; games are loaded meanwhile."""
    players = []
    for number in range(TABLES):
        spec, kinds = SORTS[number % len(SORTS)]
        group = Group(spec, kinds)
        people = [seat for seat, kind in enumerate(kinds) if kind != "computer"]
        players += [Player(servers, group, seat, f"{number} {spec} {seat}") for seat in people]
    for player in players:
        player.start()
    wait_for_moves(players, [0] * len(players))
    return players


def wait_for_moves(players: list[Player], before: list[int]) -> None:
    """Wait until every player has seen a move since."""
    until = time.monotonic() + 60 + TABLES / 4
    while stuck := [player for player, known in zip(players, before, strict=True) if player.count() <= known]:
        problems = [(player.name, player.problem) for player in stuck]
        assert time.monotonic() < until, f"these do not go on: {problems}"
        assert all(player.problem is None for player in stuck), problems
        time.sleep(0.1)


def describe(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    middle, most = ordered[len(ordered) // 2], ordered[-1]
    return f"{middle:.2f} s in the median, {ordered[len(ordered) * 99 // 100]:.2f} in 99 %, {most:.2f} at most"
