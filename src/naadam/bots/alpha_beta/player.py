"""A player that thinks by alpha-beta: iterative deepening, with a window around the last score."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

from naadam.bots.alpha_beta.desk import MOST_DEPTH, Desk, value_of
from naadam.bots.alpha_beta.memory import PROVEN
from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View


class AlphaBeta:
    """Looks ahead as far as the budget allows.

    With `blur` it errs in a plausible way: it takes an action whose value is worse than the best one's by about that
    much, if there is one.
    """

    def __init__(self, budget: Budget | None = None, blur: float = 0.0, seed: int = 0, slots: int = 1 << 20) -> None:
        self.budget = Budget(seconds=1.0) if budget is None else budget
        self.blur = blur
        self._rng = random.Random(seed)
        self._slots = slots
        self._desks: dict[Game, Desk] = {}

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether this search can play a game: two seats, no chance, nothing hidden."""
        return game.seats == 2 and game.sizes.outcomes == 0 and not game.hides

    def is_ready(self, game: Game) -> bool:
        """Whether the search has been compiled for a game."""
        return self._desk(game).is_ready()

    def prepare(self, game: Game) -> Iterator[str]:
        """Compile the search for a game; give the name of each part before its turn."""
        return self._desk(game).prepare()

    def choose(
        self,
        view: View,
        budget: Budget | None = None,
        watch: Watch = ignore,
        cancelled: Callable[[], bool] | None = None,
    ) -> Action:
        """The action for the view's seat; `watch` is told what it thinks, `cancelled` asked whether to give up."""
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        if not self.blur:
            return self.think(view, budget, watch, cancelled).line[0]
        rated = self.rate(view, budget, cancelled)
        best = max(rated.values())
        weights = [math.exp(max(-50.0, (worth - best) / self.blur)) for worth in rated.values()]
        return self._rng.choices(list(rated), weights)[0]

    def think(
        self,
        view: View,
        budget: Budget | None = None,
        watch: Watch = ignore,
        cancelled: Callable[[], bool] | None = None,
    ) -> Thought:
        """The best line from a view and its value, deeper and deeper until the budget is used up."""
        budget = self.budget if budget is None else budget
        desk = self._desk(view.game)
        state = view.complete(0)
        with Clock(budget, cancelled) as clock:
            desk.clear(clock)
            desk.lay_out(state, view.seat, self._rng.getrandbits(60))
            thought = Thought(0.0, [self._rng.choice(view.actions())], 0, 0, 0.0)
            score = 0
            for depth in range(1, min(budget.depth or MOST_DEPTH, MOST_DEPTH) + 1):
                score = desk.search_around(depth, score)
                if desk.found is not None:
                    thought = desk.tell(depth, clock)
                    watch(thought)
                if clock.stopped or abs(score) > PROVEN:
                    break
        return thought

    def rate(
        self, view: View, budget: Budget | None = None, cancelled: Callable[[], bool] | None = None
    ) -> dict[Action, float]:
        """The value of every action, each searched to the budget's depth: -1 to 1, and beyond if it is proven."""
        budget = self.budget if budget is None else budget
        desk = self._desk(view.game)
        state = view.complete(0)
        values = {}
        with Clock(budget, cancelled) as clock:
            desk.clear(clock)
            for action in view.actions():
                after = state.apply(action)
                desk.lay_out(after, view.seat)
                score = desk.search((budget.depth or 2) - 1)
                values[action] = value_of(score if after.turn in (None, view.seat) else -score)
        return values

    def _desk(self, game: Game) -> Desk:
        if game not in self._desks:
            if not self.plays(game):
                raise SpecError(f"alpha-beta plays games of two seats without chance or secrets, not {game.spec}")
            self._desks[game] = Desk(game, self._slots)
        return self._desks[game]
