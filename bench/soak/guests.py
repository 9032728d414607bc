"""Guests of a soak: players who also ask for hints and analyses, and who chat."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playing import Player
from serving import Client

SHARE_OF_HINTS = 0.05  # of the moves
SHARE_OF_LINES = 0.05
SHARE_OF_ANALYSES = 0.3  # of the ends of games


class Guest(Player):
    """Plays as its base does, and asks for more; `asked` counts the answers by their kind."""

    asked: Counter[str]

    def run(self) -> None:
        self.asked = Counter()
        super().run()

    def choose(self, client: Client) -> dict[str, Any] | None:
        table = client.table
        seat = next((seat for seat in table["waiting"] if seat in table["mine"]), None)
        if table["end"] is not None:
            if self.rng.random() < SHARE_OF_ANALYSES:
                self.read_analysis(client)
        elif seat is not None:
            if self.rng.random() < SHARE_OF_HINTS:
                self.ask(client, "hinted", type="hint", seat=seat)
            if self.rng.random() < SHARE_OF_LINES:
                self.ask(client, "talked", type="talk", seat=seat, text=f"Line {self.sent}")
        return super().choose(client) if client.table is table else None

    def ask(self, client: Client, answer: str, **message: object) -> None:
        """Send a message, and wait for its answer, learning the moves of others in between."""
        self.sent += 1
        self.waits_for, name = answer, f"q{self.sent}"
        client.send(id=name, **message)
        while (found := client.next(answer, "failed", "table")).get("id") != name:
            if found["type"] == "table":
                self.learn(found)
        self.asked[found.get("key", answer)] += 1

    def read_analysis(self, client: Client) -> None:
        """Ask for the analysis of the game that has ended, and read all of it."""
        self.sent += 1
        self.waits_for = "analysed"
        client.send(type="analyse", id=f"q{self.sent}")
        while (found := client.next("analysed", "failed", "table"))["type"] != "failed":
            if found["type"] == "table":
                self.learn(found)
            elif found["done"]:
                self.asked["analysed"] += 1
                return
        self.asked[found["key"]] += 1
