"""Speed of the searches on one core, as ratios measured in one run.

`python bench/search.py [--seconds S] [--rounds N]`, or `make bench`. UCT with full random playouts on Bagh Chal
(`rules=classic`) is measured in alternation with OpenSpiel's MCTSBot, in C++, on nine men's morris, the nearest game
that OpenSpiel has; the best of the rounds is taken. OpenSpiel does not count the plies of its playouts. They are taken
to be its simulations times the mean length of a simulated game, sampled: down its tree by the visits of the children,
then on at random.
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
SIMULATIONS = 5000  # of OpenSpiel at a time
SAMPLES = 300  # of its simulated games
POSITIONS = 8  # for alpha-beta


def uct_speed(game: Game, seconds: float, seed: int) -> tuple[float, float]:
    """Simulations and plies a second, from the start."""
    start = game.start()
    player = Uct(exploration=EXPLORATION, room=1 << 20)
    desk, view = player.desk(game), start.view(0)
    with Clock(Budget(seconds=seconds)) as clock:
        desk.lay_out(view, clock, player.plan(view), seed, reuse=False)
        begin = time.perf_counter()
        while not clock.stopped:
            desk.simulate(1000)
        spent = time.perf_counter() - begin
    return clock.nodes / spent, clock.plies / spent


def rival_speed(seconds: float, seed: int) -> tuple[float, Any, Any]:
    """Simulations a second of OpenSpiel's bot from the start, its game, and the last tree."""
    import pyspiel

    game = pyspiel.load_game(RIVAL)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, 1000, False, seed, False)
    state = game.new_initial_state()
    simulations, spent, tree = 0, 0.0, None
    while spent < seconds:
        begin = time.perf_counter()
        tree = bot.mcts_search(state)
        spent += time.perf_counter() - begin
        simulations += SIMULATIONS
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


def alpha_beta_speed(game: Game, seconds: float) -> float:
    """Nodes a second, over some positions."""
    player = AlphaBeta(slots=1 << 20)
    nodes, spent = 0, 0.0
    for state in positions(game):
        assert state.turn is not None
        thought = player.think(state.view(state.turn), Budget(seconds=seconds / POSITIONS))
        if not thought.proven:  # a search that is over at once measures nothing
            nodes += thought.nodes
            spent += thought.seconds
    return nodes / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each round of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    settings = parser.parse_args()
    console = Console()
    game = naadam.load(SPEC)
    with console.status("compiling"):
        uct_speed(game, 0.1, 0)
        alpha_beta_speed(game, 0.1)
    ours, theirs, nodes, lengths = [], [], [], []
    for number in range(settings.rounds):
        with console.status(f"round {number + 1} of {settings.rounds}"):
            ours.append(uct_speed(game, settings.seconds, number))
            simulations, rival, tree = rival_speed(settings.seconds, number)
            theirs.append(simulations)
            nodes.append(alpha_beta_speed(game, settings.seconds))
            lengths.append(rival_plies(rival, tree))
    simulations, plies = max(ours)
    rival_simulations, length = max(theirs), statistics.fmean(lengths)

    table = Table("measured, on one core", "value", "aim", box=None)
    table.add_row("UCT on Bagh Chal", f"{simulations:,.0f} simulations/s, {plies:,.0f} plies/s")
    rate = f"{rival_simulations:,.0f} simulations/s, {rival_simulations * length:,.0f} plies/s ({length:.0f} a game)"
    table.add_row("OpenSpiel on nine men's morris", rate)
    table.add_row("plies, times OpenSpiel's", f"{plies / (rival_simulations * length):.1f}", "3 or more")
    table.add_row("simulations, times OpenSpiel's", f"{simulations / rival_simulations:.1f}", "8 or more")
    table.add_row("alpha-beta", f"{max(nodes):,.0f} nodes/s", "3,000,000 or more")
    console.print(table)


if __name__ == "__main__":
    main()
