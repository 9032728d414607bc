"""Crash tests: after random kills during play, sent events are kept, no move is played twice, every table goes on.

All games are played, by people and by computers, with rematches, matches of several games and new tables on the way.
NAADAM_KILLS and NAADAM_KILL_SEED make a longer run of it.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

from playing import SORTS, Player, count
from serving import Served

KILLS = int(os.environ.get("NAADAM_KILLS", "4"))
SEED = int(os.environ.get("NAADAM_KILL_SEED", "7"))
PATIENCE = 60.0  # seconds within which every table must go on after the last kill
TOLERANCE = 500  # milliseconds: for storing, and because the event loop reads the clock once per batch


def check_kept(served: Served, players: list[Player], before: list[dict[str, list[Any]]]) -> None:
    """Check that every event that a player received before the kill is sent again, unchanged."""
    for player, tables in zip(players, before, strict=True):
        for table in list(tables)[-2:]:  # the one that is played, and the one before it
            client = served.join(table, *player.of_table[table])
            events = client.table["events"]
            assert len(events) >= len(tables[table]), player.sort
            for before_it, after_it in zip(tables[table], events, strict=False):
                if None in (before_it["said"], after_it["said"]):  # seals are opened, and people leave a screen
                    later = {"said": None, "seal": None, "story": None}
                    before_it, after_it = before_it | later, after_it | later
                elif before_it["seal"] and not before_it["seal"]["nonce"]:  # which those knew who had sealed it
                    after_it = after_it | {"seal": after_it["seal"] | {"nonce": None}}
                assert before_it == after_it, player.sort
            client.close()


def test_nothing_told_is_lost_nothing_is_played_twice_and_every_table_goes_on(tmp_path: Path) -> None:
    served = Served(tmp_path)
    players = [Player(served, sort, SEED + seed) for seed, sort in enumerate(SORTS)]
    for player in players:
        player.start()
    rng = random.Random(SEED)
    for number in range(KILLS):
        if number % 2:
            wait_for_all(players)  # a computer needs longer than that to begin
        time.sleep(rng.uniform(0.1, 0.9))
        served.kill()
        time.sleep(0.05)  # so that messages in transit are received
        before = [{table: list(told) for table, told in player.told.items()} for player in players]
        served.start()
        check_kept(served, players, before)
    wait_for_all(players)
    for player in players:
        player.done.set()
    served.stop()
    for player in players:
        player.join(20)
        assert player.problem is None, (player.sort, player.problem)
    tables = sum(len(player.told) for player in players)
    print(f"{KILLS} kills, {tables} tables, {sum(map(count, players))} events told")


def wait_for_all(players: list[Player]) -> None:
    """Wait until all tables have gone on, those with computers too."""
    seen = [count(player) for player in players]
    until = time.monotonic() + PATIENCE
    while any(count(player) <= known for player, known in zip(players, seen, strict=True)):
        stuck = [player.sort for player, known in zip(players, seen, strict=True) if count(player) <= known]
        assert time.monotonic() < until, f"these never go on: {stuck}, {[player.problem for player in players]}"
        time.sleep(0.1)


def test_a_kill_takes_nothing_out_of_a_glass(tmp_path: Path) -> None:
    """Conquest's hourglass in a real process: the time after the last move is there again, and it runs on."""
    served = Served(tmp_path)
    try:
        table, keys = served.set_table("here", "here", spec="conquest:players=2")
        begin = time.monotonic()
        client = served.join(table, *keys)
        time.sleep(1.5)
        [seat] = client.table["waiting"]
        stored = client.play(seat, "end")  # which turns the glass: the rest of it is the larger part
        while stored["answers"] is None:  # an earlier message reports that the glass runs
            stored = client.next("table")
        used = 1000 * (time.monotonic() - begin)
        [glass] = [glass for glass in stored["glasses"] if glass["running"]]
        assert glass["full_ms"] - used - TOLERANCE <= glass["left_ms"] <= glass["full_ms"] - 1500
        served.kill()
        time.sleep(1.0)  # time off, which no player is charged for
        served.start()
        begin = time.monotonic()
        [again] = [one for one in served.join(table, *keys).table["glasses"] if one["running"]]
        used = 1000 * (time.monotonic() - begin)
        assert again["name"] == glass["name"]
        assert glass["left_ms"] - used - TOLERANCE <= again["left_ms"] <= glass["left_ms"] + TOLERANCE
    finally:
        served.stop()
