"""Speed of the searches on one core, as ratios measured in one run.

`python bench/search.py [--seconds S] [--rounds N]`, or `make bench`. UCT with full random playouts on Bagh Chal
(`rules=classic`) is measured in alternation with OpenSpiel's MCTSBot, in C++, on nine men's morris, the nearest game
that OpenSpiel has: searches from the start of as many simulations, of several numbers, since ours is slower in a larger
tree. The best of the rounds is taken. Seconds are those of the processor, so that other work on the
machine does less harm. OpenSpiel does not count the plies of its playouts: they are taken to be its simulations times
the mean length of a simulated game, sampled down its tree by the visits of the children, then on at random.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import naadam
from naadam.bots import AlphaBeta, Budget, Uct
from naadam.bots.budget import Clock
from naadam.core.game import Game
from naadam.core.state import State

SPEC = "bagh-chal:rules=classic"
RIVAL = "nine_mens_morris"
EXPLORATION = 1.4
SEARCHES = (2_000, 10_000, 100_000)  # simulations of a search, of either
SAMPLES = 300  # of its simulated games
POSITIONS = 8  # for alpha-beta,
NODES = 500_000  # and the nodes of each search


def uct_speed(game: Game, size: int, seconds: float, seed: int) -> tuple[float, float]:
    """Simulations and plies per second of searches from the start."""
    player = Uct(exploration=EXPLORATION, room=1 << size.bit_length())
    workspace, view = player.workspace(game), game.start().view(0)
    simulations, plies, spent = 0, 0, 0.0
    while spent < seconds:
        with Clock(Budget()) as clock:
            begin = time.process_time()
            workspace.lay_out(view, clock, player.plan(view), seed + simulations, reuse=False)
            workspace.simulate(size)
            spent += time.process_time() - begin
        simulations += clock.nodes
        plies += clock.plies
    return simulations / spent, plies / spent


def rival_speed(size: int, seconds: float, seed: int) -> tuple[float, Any, Any]:
    """Simulations per second of OpenSpiel's bot from the start, its game, and the last tree."""
    import pyspiel

    game = pyspiel.load_game(RIVAL)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, size, 4000, False, seed, False)
    state = game.new_initial_state()
    simulations, spent, tree = 0, 0.0, None
    while spent < seconds:
        begin = time.process_time()
        tree = bot.mcts_search(state)
        spent += time.process_time() - begin
        simulations += size
    return simulations / spent, game, tree


def rival_plies(game: Any, tree: Any) -> float:
    """The mean length of its simulated games, of a sample."""
    rng = random.Random(0)
    lengths = []
    for _ in range(SAMPLES):
        state, node, length = game.new_initial_state(), tree, 0
        while node.children and node.explore_count > 1 and not state.is_terminal():
            node = rng.choices(node.children, [child.explore_count for child in node.children])[0]
            state.apply_action(node.action)
            length += 1
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            length += 1
        lengths.append(length)
    return statistics.fmean(lengths)


def positions(game: Game) -> list[State]:
    """Positions from the opening to the end, by random play."""
    found = []
    for number in range(POSITIONS):
        rng, state = random.Random(number), game.start()
        for _ in range(6 * number):
            after = state.apply(rng.choice(state.actions()))
            state = state if after.outcome else after
        found.append(state)
    return found


def alpha_beta_speed(game: Game, budget: int) -> float:
    """Nodes per second, over some positions."""
    player = AlphaBeta()
    nodes, spent = 0, 0.0
    for state in positions(game):
        assert state.turn is not None
        begin = time.process_time()
        thought = player.think(state.view(state.turn), Budget(nodes=budget))
        if not thought.proven:  # a search that ends immediately measures nothing
            nodes += thought.nodes
            spent += time.process_time() - begin
    return nodes / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each round of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    settings = parser.parse_args()
    console = Console()
    game = naadam.load(SPEC)
    with console.status("compiling"):
        uct_speed(game, SEARCHES[0], 0.1, 0)
        alpha_beta_speed(game, 1000)
    table = Table("measured, on one core", "Bagh Chal", "OpenSpiel", "times", "aim", box=None)
    for size in SEARCHES:
        ours, theirs, lengths = [], [], []
        for number in range(settings.rounds):
            with console.status(f"{size} simulations, round {number + 1} of {settings.rounds}"):
                ours.append(uct_speed(game, size, settings.seconds, number))
                simulations, rival, tree = rival_speed(size, settings.seconds, number)
                theirs.append(simulations)
                lengths.append(rival_plies(rival, tree))
        (simulations, plies), rival_simulations = max(ours), max(theirs)
        rival_plies_per_second = rival_simulations * statistics.fmean(lengths)
        for what, mine, other, aim in (
            ("simulations/s", simulations, rival_simulations, "8 or more"),
            ("plies/s", plies, rival_plies_per_second, "3 or more"),
        ):
            table.add_row(
                f"UCT, {what} in searches of {size:,}", f"{mine:,.0f}", f"{other:,.0f}", f"{mine / other:.1f}", aim
            )
    with console.status("alpha-beta"):
        nodes = max(alpha_beta_speed(game, NODES) for _ in range(settings.rounds))
    table.add_row("alpha-beta, nodes/s", f"{nodes:,.0f}", "", "", "3,000,000 or more")
    console.print(table)


if __name__ == "__main__":
    main()
