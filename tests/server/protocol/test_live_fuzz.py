"""Malformed messages over real sockets: each is answered or ends its connection, and others play on.

NAADAM_FUZZ says how many.
"""

from __future__ import annotations

import json
import os
import random
import threading
import time
from pathlib import Path

from serving import Client, Served
from test_messages import damage
from websockets.exceptions import ConnectionClosed

MESSAGES = int(os.environ.get("NAADAM_FUZZ", "2000"))
SENDERS = 4
AT_ONCE = 55  # below the burst limit of a connection, so that most messages are answered instead of refused


class Nuisance(threading.Thread):
    """Sends damaged messages, on a new connection whenever the server has had enough of the old one."""

    def __init__(self, served: Served, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.served = served
        self.table = table
        self.rng = random.Random(seed)
        self.sent = self.answered = self.closed = 0
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while self.sent < MESSAGES // SENDERS:
                self.bother(Client(self.served, self.table))
        except BaseException as problem:
            self.problem = problem

    def bother(self, client: Client) -> None:
        """Send a volley, then a ping: the pong comes after the answers to all that was sent before."""
        try:
            if self.rng.random() < 0.5:
                client.send(type="hello")
            for _ in range(AT_ONCE):
                client.socket.send(self.message())
                self.sent += 1
            client.send(type="ping")
            while True:
                message = client.receive(30)
                if message["type"] == "pong" or message.get("key") == "no-hello":
                    return
                self.answered += message["type"] in ("failed", "table", "seen", "refused")
        except ConnectionClosed:
            self.closed += 1
        finally:
            client.close()

    def message(self) -> str | bytes:
        kind = self.rng.randrange(200)
        if kind == 0:
            return "x" * 9000
        if kind == 1:
            return self.rng.randbytes(30)
        if kind < 10:
            return "".join(chr(self.rng.randrange(1, 0xD7FF)) for _ in range(self.rng.randrange(50)))
        if kind < 15:
            return "[" * self.rng.randrange(4000)
        return damage(self.rng)


def test_others_play_on_while_thousands_of_messages_are_malformed(tmp_path: Path) -> None:
    served = Served(tmp_path)
    table, (first, second) = served.set_table("here", "invited")
    goats, tigers = served.join(table, first), served.join(table, second)
    nuisances = [Nuisance(served, table, seed) for seed in range(SENDERS)]
    for nuisance in nuisances:
        nuisance.start()
    rng = random.Random(1)
    players, moves, slowest = {0: goats, 1: tigers}, 0, 0.0
    while any(nuisance.is_alive() for nuisance in nuisances) or moves < 10:
        if goats.table["end"] is not None:
            break
        (seat,) = goats.table["waiting"]
        player = players[seat]
        begin = time.monotonic()
        told = player.play(seat, rng.choice(player.table["choices"][str(seat)])["action"])
        slowest = max(slowest, time.monotonic() - begin)
        assert told["type"] == "table", told
        moves += 1
        assert players[1 - seat].next("table")["seq"] == told["seq"] == moves, "nobody else has moved"
        time.sleep(0.02)
    for nuisance in nuisances:
        nuisance.join(120)
        assert nuisance.problem is None, nuisance.problem
        assert not nuisance.is_alive()
    assert sum(nuisance.sent for nuisance in nuisances) >= MESSAGES
    assert sum(nuisance.answered for nuisance in nuisances) > MESSAGES // 3
    assert sum(nuisance.closed for nuisance in nuisances) > 0
    assert moves >= 10
    assert slowest < 10
    steps = [event["said"]["action"] for event in served.join(table).table["events"]]
    assert len(steps) == moves
    assert json.dumps(served.get("/api/health"))
    served.stop()
