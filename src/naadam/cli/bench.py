"""What `naadam bench` measures."""

from __future__ import annotations

import time

from naadam.core.game import Game

GAMES_AT_ONCE = 2000


def measure(game: Game, seconds: float) -> tuple[str, ...]:
    """A row: the game, moves and games a second with one thread, moves with two, microseconds of the face."""
    for _ in game.engine.warm():
        pass
    moves, games = random_play(game, seconds, threads=1)
    both, _ = random_play(game, seconds, threads=2)
    return game.spec, f"{moves:,.0f}", f"{games:,.0f}", f"{both:,.0f}", f"{face_cost(game) * 1e6:.1f}"


def random_play(game: Game, seconds: float, threads: int) -> tuple[float, float]:
    """Moves and games a second in random play of a batch."""
    moves = games = 0
    spent = 0.0
    while spent < seconds:
        batch = game.batch(GAMES_AT_ONCE * threads)
        begin = time.perf_counter()
        moves += batch.playout(games, threads)
        spent += time.perf_counter() - begin
        games += len(batch)
    return moves / spent, games / spent


def face_cost(game: Game, rounds: int = 2000) -> float:
    """Seconds that a move takes through `State.apply`."""
    start = game.start()
    while start.chance():
        start = start.apply(start.chance()[0][0])
    actions = start.actions()
    begin = time.perf_counter()
    for index in range(rounds):
        start.apply(actions[index % len(actions)])
    return (time.perf_counter() - begin) / rounds
