"""Crash tests: after random kills during play, sent events are kept, no move is played twice, every table goes on.

All games are played, by people and by computers, with rematches, matches of several games and new tables on the way.
NAADAM_KILLS and NAADAM_KILL_SEED make a longer run of it.
"""

from __future__ import annotations

import os
import random
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError

from serving import Client, Served
from websockets.exceptions import ConnectionClosed, InvalidHandshake

KILLS = int(os.environ.get("NAADAM_KILLS", "4"))
SEED = int(os.environ.get("NAADAM_KILL_SEED", "7"))
PATIENCE = 60.0  # seconds within which every table must go on after the last kill
TOLERANCE = 500  # milliseconds: for storing, and because the event loop reads the clock once per batch
LONGEST_GAME = 40  # events, after which a player resigns

BROKEN = (OSError, HTTPException, ConnectionClosed, InvalidHandshake, TimeoutError)


class Sort(NamedTuple):
    """A sort of table: the game, who plays, and whether it is a match of several games."""

    spec: str
    kinds: tuple[str, ...]
    several: bool = False


SORTS = (
    Sort("bagh-chal", ("here", "here"), several=True),
    Sort("conquest:players=2", ("here", "computer")),
    Sort("hasami-shogi", ("here", "here")),
    Sort("jarmo", ("here", "computer")),
    Sort("khan:players=3", ("here", "here", "here")),
    Sort("khan:players=2", ("here", "computer")),
    Sort("yuan:players=3", ("here", "computer", "here")),
    Sort("yut:posts=two,wild_horse=true", ("here", "here"), several=True),
    Sort("yut", ("computer", "here")),
)


class Player(threading.Thread):
    """Plays all people of a table at random; after a break it sends its last message again and goes on."""

    def __init__(self, served: Served, sort: Sort, seed: int) -> None:
        super().__init__(daemon=True)
        self.served = served
        self.sort = sort
        self.rng = random.Random(seed)
        self.table = ""
        self.tokens: list[str | None] = []
        self.of_table: dict[str, list[str | None]] = {}  # the tokens with which each was played
        self.told: dict[str, list[Any]] = {}  # by table: all events that we received
        self.sent = 0
        self.pending: dict[str, Any] | None = None  # sent, and not yet answered
        self.done = threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        while not self.done.is_set():
            try:
                if not self.table:
                    kinds = [{"kind": kind, "level": 1} for kind in self.sort.kinds]
                    wanted = {"spec": self.sort.spec, "players": kinds, "several": self.sort.several}
                    made = self.served.post("/api/tables", wanted)
                    self.begin(made["table"], made["tokens"])
                client = self.served.join(self.table, *self.tokens, after=len(self.told[self.table]))
                self.learn(client.table)
                self.play(client)
            except HTTPError as refused:
                self.problem = refused
                return
            except BROKEN:
                time.sleep(0.02)  # it was killed: come back
            except BaseException as problem:
                self.problem = problem
                return

    def begin(self, table: str, tokens: list[str | None]) -> None:
        self.tokens = self.of_table[table] = tokens
        self.told[table] = []
        self.table, self.pending = table, None

    def play(self, client: Client) -> None:
        while not self.done.is_set():
            table = client.table
            if table["next"] is not None:
                self.begin(table["next"], self.tokens)
                client.close()
                return
            if self.pending is None:
                self.pending = self.choose(client)
            if self.pending is None:  # a computer thinks, or was faster
                if client.table is table:
                    self.learn(client.next("table"))
                continue
            client.send(**self.pending)
            while (message := client.next("table", "refused", "failed"))["type"] == "table":
                self.learn(message)
                if message["answers"] == self.pending["id"]:
                    break
            else:  # a computer was faster, and there may be another game by now
                assert message["type"] == "failed", message
                assert message["key"] in ("moved-on", "game-over"), message
                self.learn(client.next("table"))
            self.pending = None

    def choose(self, client: Client) -> dict[str, Any] | None:
        self.sent += 1
        table = client.table
        name, seats = f"n{self.sent}", table["mine"]
        if table["end"] is not None:
            if self.rng.random() < 0.3:
                self.table = ""  # leave it, and set a new table
                raise TimeoutError
            return {"type": "rematch", "seat": seats[0], "id": name}
        if table["seq"] > LONGEST_GAME:
            return {"type": "resign", "seat": seats[0], "id": name}
        seat = next((seat for seat in table["waiting"] if seat in seats), None)
        if seat is None:
            return None
        choices = table["choices"][str(seat)]
        action = self.rng.choice(choices)["action"] if choices else self.touch(client, seat)
        if action is None:
            return None
        return {"type": "play", "seat": seat, "action": action, "id": name, "at": table["seq"]}

    def touch(self, client: Client, seat: int) -> str | None:
        """An action composed touch by touch, where there are too many to list; None if another move came first."""
        touched: list[str] = []
        while True:
            name = f"t{self.sent}-{len(touched)}"
            client.send(type="touch", id=name, at=client.table["seq"], seat=seat, touched=touched)
            while (answer := client.next("touched", "table", "failed"))["type"] == "touched" and answer["id"] != name:
                pass  # an answer to an earlier question, outdated by another player's move
            if answer["type"] == "table":
                self.learn(answer)
            if answer["type"] != "touched":
                return None
            if answer["actions"]:
                return str(answer["actions"][0])
            place = self.rng.choice([place["name"] for place in answer["places"] if not place.get("barred")])
            touched = [*(answer["touched"] or touched), place]  # the server drops replaced ones

    def learn(self, table: dict[str, Any]) -> None:
        told = self.told[self.table]
        for event in table["events"]:
            if event["seq"] <= len(told):
                before = told[event["seq"] - 1]
                assert before["seal"]["nonce"] is None, "only what was sealed is told again"
                assert before["said"] in (None, event["said"]), "and it is what those knew who had sealed it"
                told[event["seq"] - 1] = event
                continue
            assert event["seq"] == len(told) + 1, "events come once, in order, without a gap"
            told.append(event)


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


def count(player: Player) -> int:
    return sum(map(len, player.told.values()))


def test_a_kill_takes_nothing_out_of_a_glass(tmp_path: Path) -> None:
    """Conquest's hourglass in a real process: the time after the last move is there again, and it runs on."""
    served = Served(tmp_path)
    try:
        table, tokens = served.set_table("here", "here", spec="conquest:players=2")
        begin = time.monotonic()
        client = served.join(table, *tokens)
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
        [again] = [one for one in served.join(table, *tokens).table["glasses"] if one["running"]]
        used = 1000 * (time.monotonic() - begin)
        assert again["name"] == glass["name"]
        assert glass["left_ms"] - used - TOLERANCE <= again["left_ms"] <= glass["left_ms"] + TOLERANCE
    finally:
        served.stop()
