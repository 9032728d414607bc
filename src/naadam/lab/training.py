"""An evaluation learned from self-play, step by step: games, weights, their cost, and the test that they must pass.

All is done by the hand-made evaluation and against it, whatever net a game comes with: so the same command makes the
same net again.
"""

from __future__ import annotations

import hashlib
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from naadam.bots.arena import Contest, Played, Sprt, group_scores
from naadam.bots.arena.games import open_game
from naadam.bots.levels import settings_of
from naadam.bots.searcher import Searcher
from naadam.bots.searches import BUDGET
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.parts.net import Net, Weights, write_net
from naadam.core.registry import load
from naadam.core.view import View
from naadam.lab.fitting import Fit, as_positions, fit
from naadam.lab.selfplay import SelfPlay
from naadam.lab.tables import make_table
from naadam.lab.work import Done

TEST = Sprt(0.0, 40.0)
SAMPLES, ROUNDS = 12, 5  # positions searched to measure the cost of a net, and how often


@dataclass(frozen=True)
class Training:
    """How an evaluation of a game is learned and tested; the same again has the same net."""

    spec: str
    games: int = 2000  # of self-play
    nodes: int = 400  # per move of these
    opening: int = 8  # random actions before these
    seed: int = 0

    def __post_init__(self) -> None:
        if self.game.rulebook.net is None:
            raise SpecError(f"the rules of {self.game.spec} do not say how positions are read for a net")

    @property
    def game(self) -> Game:
        return load(self.spec)

    @property
    def net(self) -> Net:
        net = self.game.rulebook.net
        assert net is not None
        return net

    @cached_property
    def selfplay(self) -> SelfPlay:
        return SelfPlay(self.spec, strongest(self.game, self.nodes), self.games, self.seed, self.opening)

    def learn(self, played: Sequence[Done]) -> tuple[Fit, int]:
        """The weights that games teach, and the number of positions."""
        table = make_table(self.selfplay, played, only_states=True)
        positions = as_positions(self.net, self.game, table)
        return fit(self.net, positions), len(positions.leads)

    @property
    def command(self) -> str:
        """The settings that make the same net again."""
        settings = ((name, getattr(self, name)) for name in ("games", "nodes", "opening", "seed"))
        return f"naadam lab train {self.game.spec} " + " ".join(f"--{name} {value}" for name, value in settings)

    def store(self, folder: Path, weights: Weights, positions: int) -> Path:
        """Write weights into a file that is named after them."""
        title = {"game": self.game.spec, "command": self.command, "positions": positions}
        file = folder / f"net-{hashlib.sha256(weights.tobytes()).hexdigest()[:12]}.npz"
        write_net(file, weights, title)
        return file

    def cost(self, file: Path, nodes: int) -> float:
        """The relative cost of a node with a net, 1 at least; measured once and kept, for a run that is resumed."""
        kept = file.with_suffix(".cost")
        if not kept.exists():
            measured = measure_cost(self, self.contest(file, nodes, 1.0, 2))
            kept.write_text(f"{max(1.0, measured):.2f}\n", encoding="utf-8")
        return float(kept.read_text(encoding="utf-8"))

    def contest(self, file: Path, nodes: int, cost: float, games: int) -> Contest:
        """The net against the hand-made evaluation in equal time."""
        bots = strongest(self.game, nodes, str(file), cost), strongest(self.game, nodes)
        return Contest(self.spec, bots, games, self.seed + 1, self.opening)


def strongest(game: Game, nodes: int, net: str = "", cost: float = 1.0) -> str:
    """The search of level 5 with nodes in place of its time, and by a net: then fewer, as a node costs more."""
    settings = dict(settings_of(game)["5"])
    search = settings.pop("search")
    kept = {key: value for key, value in settings.items() if key not in (*BUDGET, "net", "blur")}
    if search == "alpha-beta":
        kept["slots"] = 1 << max(10, (2 * nodes).bit_length())
    if net:
        kept["net"] = net
    wanted = {"nodes": max(1, round(nodes / cost)), **kept}
    return f"{search}:" + ",".join(f"{key}={value}" for key, value in wanted.items())


def has_won(played: Sequence[Played]) -> bool:
    """Whether the sequential test says that the first bot of a contest is the stronger one."""
    return TEST.decision(group_scores(played)) == "H1"


def measure_cost(training: Training, contest: Contest) -> float:
    """How much longer the first bot of a contest takes for a node, in time of the processor.

    The two take turns, and the median counts: so other work of the machine matters little.
    """
    searchers: list[Searcher[Any]] = []
    for index in range(2):
        bot = contest.make_bot(index, 0)
        assert isinstance(bot, Searcher)
        searchers.append(bot)
    views = [_sample(training, number) for number in range(SAMPLES)]
    ratios = []
    for _ in range(ROUNDS):
        costs = []
        for bot in searchers:
            bot.think(views[0])  # so that the first look at the clock finds memory and code ready
            begin = time.thread_time()
            nodes = sum(bot.think(view).nodes for view in views)
            costs.append((time.thread_time() - begin) / nodes)
        ratios.append(costs[0] / costs[1])
    return statistics.median(ratios)


def _sample(training: Training, number: int) -> View:
    """A position at which a seat is to act, in the number'th game of chance."""
    opening = training.opening + 2 * number
    state = open_game(training.game, opening, f"{training.seed}/cost/{number}").state
    assert state.turn is not None
    return state.view(state.turn)
