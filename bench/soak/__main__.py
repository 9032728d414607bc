"""Command line of the soak: `make soak MINUTES=120`.

People and computers of all levels play all games, ask for hints and analyses, and chat; spectators look on. In the
first third the server and its processes are killed and stopped as well, so that the rest shows whether memory,
descriptors or files grow. The disk is slow at times: each commit takes 0.3 s to reach it. At times another program
holds the write lock of the file as long. The clock of the server jumps by up to an hour, either way.

It prints figures and writes a plot, whatever happens. It fails if a log does not explain the messages that clients
received, if a player was stuck, or, in an hour or more, if something grows faster than MOST_GROWTH.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from bench.soak.disturbances import Disturbances
from bench.soak.guests import Guest
from bench.soak.report import draw, find_growth, print_report
from bench.soak.samples import Sampler
from bench.soak.visitors import Visitor
from history import check_told
from playing import SORTS, count
from serving import Served

from naadam.core.registry import load_shipped
from naadam.server.storage.store import Store
from naadam.server.table.table import Table

SECONDS_TO_GO_ON = 120.0
SECONDS_OF_A_LEVEL = 0.2
LEVELS = (1, 2, 3, 4, 5)


def main(minutes: float, pause: float, players: int, seed: int, plot: str) -> int:
    rng, folder = random.Random(seed), Path(tempfile.mkdtemp(prefix="naadam-soak-"))
    disturbances = Disturbances(folder, rng)
    served = Served(folder, SECONDS_OF_A_LEVEL, None, None, (), **disturbances.environment())
    guests = [Guest(served, SORTS[number % len(SORTS)], seed + number, pause, LEVELS) for number in range(players)]
    visitors = [Visitor(served, guests, seed + number, pause) for number in range(1 + players // 6)]
    sampler = Sampler(served)
    threads: list[Guest | Visitor | Sampler] = [*guests, *visitors, sampler]
    for thread in threads:
        thread.start()
    begin, faults = time.monotonic(), ["the soak was interrupted"]
    try:
        while (passed := time.monotonic() - begin) < 60 * minutes:
            time.sleep(rng.uniform(0.5, 1.5) * min(30.0, 60 * minutes / 20))
            disturbances.disturb(served, harsh=passed < 20 * minutes)
            check_people(guests)
        faults = wait_for_all(guests)
    finally:
        for thread in threads:
            thread.done.set()
        for thread in threads:
            thread.join(30)
        served.stop()
        print_report(sampler.samples, guests, visitors, disturbances.done)
        draw(Path(plot), sampler.samples, guests, disturbances.done)
        print(f"plot: {plot}")
        tables, events = check_logs(served, guests)
        print(f"{tables} tables with {events} events are as their players were told")
    if served.process.returncode:
        faults.append(f"the server ended with {served.process.returncode}")
    if minutes >= 60:
        faults += find_growth(sampler.samples)
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


def check_people(people: list[Guest]) -> None:
    for player in people:
        if player.problem is not None:
            raise RuntimeError(f"a player at {player.sort} met an error") from player.problem


def wait_for_all(people: list[Guest]) -> list[str]:
    """Wait until every player has seen another event, and return the players who are stuck."""
    seen, until = [count(player) for player in people], time.monotonic() + SECONDS_TO_GO_ON
    while time.monotonic() < until:
        stuck = [
            f"stuck: {player.sort.spec}" for player, known in zip(people, seen, strict=True) if count(player) <= known
        ]
        if not stuck:
            return []
        time.sleep(0.2)
    return stuck


def check_logs(served: Served, people: list[Guest]) -> tuple[int, int]:
    """Replay the log of every table, and compare it with the events that its players received."""
    store, events, tables = Store(f"sqlite:///{served.database}"), 0, 0
    for player in people:
        for table, told in player.told.items():
            loaded = store.load(table)
            assert loaded is not None, "a table that players sat at is stored"
            spec, setup, log = loaded
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            folded = Table.from_setup(table, load_shipped(spec), setup)
            folded.take_all(log)
            check_told([told], log, folded.game.hides)
            names = [event.message for event in log if event.message is not None]
            assert len(names) == len(set(names)), "a message is stored once"
            events += len(log)
            tables += 1
    store.close()
    return tables, events


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=120)
    asked.add_argument("--pause", type=float, default=0.5, help="seconds that a player considers a move, on average")
    asked.add_argument("--players", type=int, default=18, help="tables that are played simultaneously")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--plot", default="soak.png")
    sys.exit(main(**vars(asked.parse_args())))
