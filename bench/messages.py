"""Cost of a move on the server, without network and disk: in every game, and in a game with a long past.

python -m bench.messages: microseconds of the processor for deciding a move, folding it in, and showing it to both.
"""

from __future__ import annotations

import random
import sys
import time

import naadam
from naadam.server.payloads.table import Known, known_to, moved_for
from naadam.server.protocol import messages
from naadam.server.table.events import StoredEvent
from naadam.server.table.players import Player
from naadam.server.table.table import Table

MOVES = 200  # that are measured together
ROUNDS = 5  # of which the quickest counts
LONG = 2_000  # events before the moves of a long game
MOST = 1.5  # times that a move of a long game may cost


class Game:
    """A table whose players move at random, and their views."""

    def __init__(self, spec: str, seed: int) -> None:
        game = naadam.load(spec)
        self.rng = random.Random(seed)
        self.table = Table("table", game, tuple(Player("here") for _ in range(game.seats)), f"seed {seed}")
        self.table.take_all(self.table.chance_due())
        self.known: list[Known] = []
        self.meet()

    def meet(self) -> None:
        self.known = [known_to(self.table, (seat,)) for seat in range(self.table.game.seats)]

    def play(self) -> int:
        """Move once, and give the bytes that are sent."""
        table = self.table
        seat = table.to_act[0]
        action = table.held[1] if table.held else str(self.rng.choice(table.state.actions(seat)))
        table.take_all(table.decide(messages.Play("m", table.seq, seat, action)))
        sent = 0
        for reader, known in enumerate(self.known):
            sent += len(moved_for(table, (reader,), "en", known))
            self.known[reader] = known_to(table, (reader,))
        return sent

    def wait(self, events: int) -> None:
        """Let something happen that changes nothing, until there are so many events: draws are offered and declined."""
        while self.table.seq < events:
            self.table.take(StoredEvent(self.table.seq + 1, "ask", {"seat": 0, "what": "draw"}))
            self.table.take(StoredEvent(self.table.seq + 1, "declined", {"seat": 1}))
        self.meet()


def measure(spec: str, events: int = 0) -> tuple[float, float]:
    """Microseconds and bytes of a move, of games that have seen so many events before the first."""
    best, size = float("inf"), 0.0
    for seed in range(ROUNDS):
        game, used, sent = Game(spec, seed), 0.0, 0
        game.wait(events)
        for number in range(MOVES):
            if game.table.over or number % 40 == 39:
                game = Game(spec, seed + number)
                game.wait(events)
            begin = time.process_time()
            sent += game.play()
            used += time.process_time() - begin
        if used / MOVES < best:
            best, size = used / MOVES, sent / MOVES
    return 1e6 * best, size


def main() -> int:
    print(f"{'':16}{'µs per move':>12}{'bytes':>8}")
    for name in naadam.game_names():
        game = naadam.load(name)
        spec = f"{name}:players=2" if "players" in game.options else name
        used, size = measure(spec)
        print(f"{name:16}{used:12.0f}{size:8.0f}", flush=True)
    short, long = (measure("bagh-chal", events)[0] for events in (0, LONG))
    print(f"a move of Bagh Chal after {LONG} events, times one of a new game: {long / short:.2f}")
    return 0 if long <= MOST * short else 1


if __name__ == "__main__":
    sys.exit(main())
