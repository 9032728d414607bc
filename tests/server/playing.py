"""Players who play random games at all sorts of tables, and come back after a break of the connection."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError

from serving import Client, Served
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LONGEST_GAME = 40  # events, after which a player resigns

BROKEN = (OSError, HTTPException, ConnectionClosed, InvalidHandshake, TimeoutError)


class Left(Exception):
    """The player leaves the table for a new one."""


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
    """Plays all people of a table at random; after a break it sends its last message again and goes on.

    It considers each move for `pause` seconds on average. The computers of a table are of one of the `levels`.
    """

    def __init__(self, served: Served, sort: Sort, seed: int, pause: float = 0.0, levels: Sequence[int] = (1,)) -> None:
        super().__init__(daemon=True)
        self.served = served
        self.sort = sort
        self.rng = random.Random(seed)
        self.pause = pause
        self.levels = levels
        self.table = ""
        self.keys: list[str | None] = []
        self.of_table: dict[str, list[str | None]] = {}  # the keys with which each was played
        self.told: dict[str, list[Any]] = {}  # by table: all events that we received
        self.sent = 0
        self.pending: dict[str, Any] | None = None  # sent, and not yet answered
        self.chosen = 0.0  # when that was chosen
        self.answers: list[tuple[float, float]] = []  # when each message was answered, and after how many seconds
        self.waits_for = ""
        self.breaks = Counter[str]()  # of the connection, by the error and the message that was awaited
        self.done = threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        while not self.done.is_set():
            try:
                if not self.table:
                    kinds = [{"kind": kind, "level": self.rng.choice(self.levels)} for kind in self.sort.kinds]
                    wanted = {"spec": self.sort.spec, "players": kinds, "several": self.sort.several}
                    made = self.served.post("/api/tables", wanted)
                    self.begin(made["table"], made["keys"])
                client = self.served.join(self.table, *self.keys, after=len(self.told[self.table]))
                try:
                    self.learn(client.table)
                    self.play(client)
                finally:
                    self.served.leave(client)
            except HTTPError as refused:
                self.problem = refused
                return
            except Left:
                self.table = ""
            except BROKEN as broken:
                self.breaks[f"{type(broken).__name__}: {self.sort.spec} {self.waits_for}"] += 1
                time.sleep(0.02)  # it was killed: come back
            except BaseException as problem:
                self.problem = problem
                return

    def begin(self, table: str, keys: list[str | None]) -> None:
        self.keys = self.of_table[table] = keys
        self.told[table] = []
        self.table, self.pending = table, None

    def play(self, client: Client) -> None:
        while not self.done.is_set():
            table = client.table
            if table["next"] is not None:
                self.begin(table["next"], self.keys)
                return
            if self.pending is None:
                self.pending = self.choose(client)
                if self.pending is not None and self.pause:
                    self.done.wait(self.rng.uniform(0, 2 * self.pause))
                self.chosen = time.monotonic()
            if self.pending is None:  # a computer thinks, or was faster
                if client.table is table:
                    self.waits_for = "computer"
                    self.learn(client.next("table"))
                continue
            self.waits_for = self.pending["type"]
            client.send(**self.pending)
            while (message := client.next("table", "refused", "failed"))["type"] == "table":
                self.learn(message)
                if message["answers"] == self.pending["id"]:
                    break
            else:  # a computer was faster, and there may be another game by now
                assert message["type"] == "failed", message
                assert message["key"] in ("moved-on", "game-over"), message
                self.learn(client.next("table"))
            self.answers.append((time.monotonic(), time.monotonic() - self.chosen))
            self.pending = None

    def choose(self, client: Client) -> dict[str, Any] | None:
        self.sent += 1
        table = client.table
        name, seats = f"n{self.sent}", table["mine"]
        if table["end"] is not None:
            if self.rng.random() < 0.3:
                raise Left
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
            self.waits_for, name = "touched", f"t{self.sent}-{len(touched)}"
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


def count(player: Player) -> int:
    return sum(map(len, player.told.values()))
