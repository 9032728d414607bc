"""Two simple bots, as yardsticks: one plays at random, one looks a single action ahead."""

from __future__ import annotations

import random

from naadam.bots.budget import Budget
from naadam.core.state import Action, State
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
        worths = dict.fromkeys(actions, 0.0)
        for _ in range(times if len(actions) > 1 else 0):
            seed = self._rng.getrandbits(60)
            state = view.complete(seed)
            for action in actions:
                worths[action] += worth(state.apply(int(action), view.seat).resolve(random.Random(seed)), view.seat)
        return max(actions, key=worths.__getitem__)


def worth(state: State, seat: int) -> float:
    """The value for a seat; a game that is over counts more than any guess."""
    outcome = state.outcome
    return state.value(seat) if outcome is None else 2.0 * outcome.value(seat)
