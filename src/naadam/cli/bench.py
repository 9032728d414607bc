"""Measurements of `naadam bench`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from naadam.bots import AlphaBeta, Budget, Uct
from naadam.bots.budget import Clock
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.view import View

GAMES_AT_ONCE = 2000
POSITIONS = 6  # that the searches are tried on
DEPTH = 5
SIMULATIONS = 500


def measure(game: Game, seconds: float) -> tuple[str, ...]:
    """A row: the game, moves and games per second with one thread, moves with two, microseconds per `State.apply`."""
    for _ in game.bound.warm():
        pass
    moves, games = random_play(game, seconds)
    both, _ = random_play(game, seconds, threads=2)
    return game.spec, f"{moves:,.0f}", f"{games:,.0f}", f"{both:,.0f}", f"{face_cost(game) * 1e6:.1f}"


def random_play(game: Game, seconds: float, threads: int = 1, at_once: int = GAMES_AT_ONCE) -> tuple[float, float]:
    """Moves and games per second in random play of a batch, counting chance as moves."""
    moves = games = 0
    spent = 0.0
    while spent < seconds:
        batch = game.batch(at_once * threads)
        begin = time.perf_counter()
        moves += batch.playout(games, threads)
        spent += time.perf_counter() - begin
        games += len(batch)
    return moves / spent, games / spent


def face_cost(game: Game, rounds: int = 2000) -> float:
    """Seconds per move through `State.apply`."""
    start = game.start()
    while start.chance():
        start = start.apply(start.chance()[0][0])
    actions = start.actions()
    begin = time.perf_counter()
    for index in range(rounds):
        start.apply(actions[index % len(actions)])
    return (time.perf_counter() - begin) / rounds


def fingerprints(game: Game) -> Iterator[tuple[str, int]]:
    """For each search that plays the game, the nodes of fixed searches: equal numbers, unchanged search."""
    views = [view for number in range(POSITIONS) for view in _views(game, number)]
    if AlphaBeta.plays(game):
        player = AlphaBeta(Budget(depth=DEPTH))
        yield "alpha-beta", sum(player.think(view).nodes for view in views)
    yield "uct", sum(simulated(view) for view in views)


def simulated(view: View) -> int:
    """Nodes and edges of the tree of a fixed number of simulations, and their plies."""
    player = Uct(Budget(nodes=SIMULATIONS))
    workspace = player.workspace(view.game)
    with Clock(player.budget) as clock:
        workspace.lay_out(view, clock, player.plan(view), 0, reuse=False)
        workspace.simulate(SIMULATIONS)
    return workspace.size + clock.plies


def _views(game: Game, number: int) -> Iterator[View]:
    """The view of the seat to act after some random moves, more of them for higher numbers."""
    rng = random.Random(number)
    state = game.start().resolve(rng)
    for _ in range(5 * number):
        after = state.apply(rng.choice(state.actions())).resolve(rng)
        state = state if after.turn is None else after
    if state.turn is not None and state.turn != CHANCE:
        yield state.view(state.turn)
