"""Self-play: a bot plays all seats, and its values of every position are kept for programs that learn."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from naadam.bots.arena import Contest
from naadam.bots.arena.games import MOST_PLIES, open_game, play_chance
from naadam.bots.budget import Thought
from naadam.bots.searcher import Searcher
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.seats import CHANCE
from naadam.core.state import Action
from naadam.core.view import View
from naadam.lab.contests import prepare
from naadam.lab.work import Done, Work, make_title

NODES = 1000  # of a search that would think by the clock


@dataclass(frozen=True)
class SelfPlay:
    """Games of a search against itself. With `warmth` an action is drawn by its share of the policy to the power of
    1 / warmth; without, the best is taken.
    """

    spec: str
    bot: str = "level5"
    games: int = 100
    seed: int = 0
    opening: int = 4  # random actions at the beginning of a game, of which nothing is kept
    nodes: int | None = NODES  # in place of the bot's seconds; None leaves it the clock
    warmth: float = 0.0

    def __post_init__(self) -> None:
        if isinstance(self.warmth, bool) or not 0 <= self.warmth < math.inf:
            raise SpecError(f"warmth is a number from 0 up, not {self.warmth!r}")
        if not isinstance(self.contest.make_bot(0, 0), Searcher):
            raise SpecError(f"self-play needs a bot that searches, and {self.bot} does not")

    @cached_property
    def contest(self) -> Contest:
        """The same as a contest, which knows how bots are made and games begun."""
        return Contest(self.spec, (self.bot, self.bot), self.games, self.seed, self.opening, nodes=self.nodes)

    @property
    def game(self) -> Game:
        return self.contest.game

    def prepare(self) -> Iterator[str]:
        """Compile the rules and the bot; report each part before it begins."""
        return prepare(self.contest)

    @property
    def work(self) -> Work:
        """One job per game."""
        title = make_title(
            "selfplay",
            self.game,
            bot=self.bot,
            seed=self.seed,
            opening=self.opening,
            nodes=self.nodes,
            warmth=self.warmth,
        )
        return Work(title, play_itself, self, range(self.games))


def play_itself(selfplay: SelfPlay, number: int) -> Done:
    """A job: one game. Its steps are [action, seat]; its thoughts [step, value, [[action, share], ...]]."""
    seed = f"{selfplay.seed}/{number}"
    rng = random.Random(f"{seed}/luck")
    history = open_game(selfplay.game, selfplay.opening, f"{seed}/opening")
    bots = [selfplay.contest.make_bot(0, rng.getrandbits(60)) for _ in range(selfplay.game.seats)]
    thoughts: list[list[Any]] = []
    while (turn := history.state.turn) is not None and len(history.steps) < MOST_PLIES:
        if turn == CHANCE:
            play_chance(history, rng)
            continue
        bot = bots[turn]
        assert isinstance(bot, Searcher)
        value, shares = consider(bot, history.state.view(turn))
        thoughts.append([len(history.steps), value, [[int(action), share] for action, share in shares.items()]])
        history.play(_draw(shares, selfplay.warmth, rng), turn)
    return Done({"steps": [list(step) for step in history.steps], "thoughts": thoughts, **_end(history)})


def consider(bot: Searcher[Any], view: View) -> tuple[float | None, dict[Action, float]]:
    """The thought of a search: the value for its seat, None where there is no choice, and the share of each action."""
    actions = view.actions()
    if len(actions) == 1:
        return None, {actions[0]: 1.0}
    thought: Thought = bot.think(view)
    if thought.mixed:
        return thought.value, dict(thought.mixed)
    if thought.tries and not thought.proven:
        total = sum(thought.tries.values())
        return thought.value, {action: count / total for action, count in thought.tries.items()}
    return thought.value, {thought.line[0]: 1.0}


def _draw(shares: dict[Action, float], warmth: float, rng: random.Random) -> Action:
    if not warmth:
        return max(shares, key=shares.__getitem__)
    return rng.choices(list(shares), [share ** (1 / warmth) for share in shares.values()])[0]


def _end(history: History) -> dict[str, Any]:
    """How a game ended: for each seat 1 won, -1 lost, between them a shared result; a game without end is a draw."""
    outcome, seats = history.state.outcome, range(history.state.game.seats)
    if outcome is None:
        return {"results": [0.0 for _ in seats], "clause": ""}
    return {"results": [outcome.value(seat) for seat in seats], "clause": outcome.clause}
