"""A game between computer players of one level, the same each time for the same seed."""

from __future__ import annotations

import random

from naadam.bots.levels import level
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.records import Record
from naadam.core.seats import CHANCE

STRONG = 4  # the strongest level that thinks by nodes and not by the clock, so that a game can be repeated
LONGEST = 5_000  # steps; a game that the rules do not end before is given up


def play_example(game: Game, seed: int, number: int = STRONG, start: str | None = None) -> Record:
    """Play a game of a level against itself, from the start or from a position."""
    rng = random.Random(f"{game.name}/{seed}")
    bots = [level(game, number, rng.getrandbits(60), tables=False) for _ in range(game.seats)]
    first = game.start() if start is None else game.position(start)
    history = History(first, ("naadam",) * game.seats, seed=f"example-{seed}")
    while (seat := history.state.turn) is not None and len(history.steps) < LONGEST:
        if seat == CHANCE:
            history.play_chance()
        else:
            history.play(bots[seat].choose(history.state.view(seat)), seat)
    return history.record()
