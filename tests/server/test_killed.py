"""The server killed at random moments under play: no acknowledged move is lost, none is played twice."""

from __future__ import annotations

import os
import random
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

from serving import Client, Served
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import naadam

KILLS = int(os.environ.get("NAADAM_KILLS", "8"))
TABLES = 3


class Player(threading.Thread):
    """Plays both sides of a table at random; after a break it sends its last message again and goes on."""

    def __init__(self, served: Served, seed: int) -> None:
        super().__init__(daemon=True)
        self.served = served
        self.rng = random.Random(seed)
        self.match, self.tokens = served.set_table("here", "here")
        self.acknowledged: list[str] = []  # actions that the server has told us of, in order
        self.total = 0
        self.sent = 0
        self.pending: dict[str, Any] | None = None  # sent, and not yet answered
        self.done = threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        while not self.done.is_set():
            try:
                client = self.served.join(self.match, *self.tokens, after=len(self.acknowledged))
                self.learn(client.table)
                self.play(client)
            except (OSError, HTTPException, ConnectionClosed, InvalidHandshake, TimeoutError):
                time.sleep(0.02)  # it was killed: come back
            except BaseException as problem:
                self.problem = problem
                return

    def play(self, client: Client) -> None:
        while not self.done.is_set() and client.table["end"] is None:
            if self.pending is None:
                seat = client.table["waiting"][0]
                action = self.rng.choice(client.table["choices"][str(seat)])["action"]
                self.sent += 1
                self.pending = {"seat": seat, "action": action, "id": f"n{self.sent}", "at": client.table["seq"]}
            message = client.play(**self.pending)
            assert message["type"] == "table", message
            self.pending = None
            self.learn(message)
        if client.table["end"] is not None:
            client.close()
            self.pending = None
            self.match, self.tokens = self.served.set_table("here", "here")
            self.acknowledged = []

    def learn(self, table: dict[str, object]) -> None:
        for event in table["events"]:  # type: ignore[attr-defined]
            assert event["seq"] == len(self.acknowledged) + 1, "events come once, in order, without a gap"
            self.acknowledged.append(event["said"]["action"])
            self.total += 1


def test_no_acknowledged_move_is_lost_and_none_is_played_twice(tmp_path: Path) -> None:
    served = Served(tmp_path)
    players = [Player(served, seed) for seed in range(TABLES)]
    for player in players:
        player.start()
    rng = random.Random(7)
    moves = 0
    for _ in range(KILLS):
        time.sleep(rng.uniform(0.05, 0.6))
        served.kill()
        before = [(player.match, list(player.acknowledged)) for player in players]
        served.start()
        for match, acknowledged in before:
            steps = [step.text for step in naadam.Record.read(served.get(f"/api/matches/{match}/record")).steps]
            assert steps[: len(acknowledged)] == acknowledged
            moves += len(acknowledged)
    time.sleep(0.5)
    for player in players:
        player.done.set()
        player.join(20)
        assert player.problem is None, player.problem
        assert player.total > 0
        record = naadam.Record.read(served.get(f"/api/matches/{player.match}/record"))
        record.replay()  # every move in it is legal, so none was played twice
    served.stop()
    assert moves > 0
