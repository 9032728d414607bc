"""Two simple bots, as yardsticks: one plays at random, one looks a single action ahead."""

from __future__ import annotations

import random

from naadam.bots.budget import Budget
from naadam.core.state import Action
from naadam.core.view import View

COMPLETIONS = 8  # of what is hidden, looked at for each action


class RandomBot:
    """Every legal action is as likely as any other."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self._rng.choice(view.actions())


class GreedyBot:
    """Takes the action after which the game's own value is best, in the mean over what it cannot know."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        actions = list(view.actions())
        self._rng.shuffle(actions)
        times = COMPLETIONS if view.game.hides or view.game.sizes.outcomes else 1
        seeds = [self._rng.getrandbits(60) for _ in range(times)]
        return max(actions, key=lambda action: sum(self._worth(view, action, seed) for seed in seeds))

    def _worth(self, view: View, action: Action, seed: int) -> float:
        state = view.complete(seed).apply(int(action), view.seat)
        outcome = state.resolve(random.Random(seed)).outcome
        if outcome is None:
            return state.resolve(random.Random(seed)).value(view.seat)
        return 0.0 if len(outcome.winners) == view.game.seats else 2.0 if view.seat in outcome.winners else -2.0
