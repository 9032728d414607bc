"""Two simple bots, as yardsticks: one plays at random, one looks a single action ahead."""

from __future__ import annotations

import math
import random
import time

import numpy as np

from naadam.bots.budget import Budget
from naadam.core.state import Action, State
from naadam.core.view import View, check_chooser

COMPLETIONS = 8  # of the hidden facts, looked at for each action


class RandomBot:
    """Every legal action is as likely as any other."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """One of the legal actions at random."""
        check_chooser(view)
        return self._rng.choice(view.actions())


class GreedyBot:
    """Takes the action after which the game's own value is best, in the mean over the hidden facts.

    In simultaneous decisions, each of the others takes a plausible action, and the position that follows is judged. If
    its time is over before it has looked at all actions, it takes the best of those it has looked at.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """The action with the best value after it."""
        check_chooser(view)
        actions = {int(action): action for action in view.actions()}
        if len(actions) == 1:
            return next(iter(actions.values()))
        times = COMPLETIONS if view.game.hides or view.game.sizes.outcomes else 1
        until = math.inf if budget is None or budget.seconds is None else time.monotonic() + budget.seconds
        numbers: list[int] = []
        worths: dict[int, float] = {}
        for _ in range(times):
            seed = self._rng.getrandbits(60)
            state = unsealed(view.complete(seed), view.seat)
            if not numbers:
                numbers = list(actions) if len(state.waiting) == 1 else plausible_actions(state, view.seat, self._rng)
                self._rng.shuffle(numbers)
            for other in state.waiting:
                if other != view.seat:
                    state = state.apply(self._rng.choice(plausible_actions(state, other, self._rng)), other)
            for number in numbers:
                after = state.apply(number, view.seat).resolve(random.Random(seed))
                worths[number] = worths.get(number, 0.0) + worth(after, view.seat)
                if time.monotonic() >= until:
                    return actions[max(worths, key=worths.__getitem__)]
        return actions[max(worths, key=worths.__getitem__)]


def unsealed(state: State, seat: int) -> State:
    """The same state, in which the other seats that have sealed an action decide again."""
    record = state.record.copy()
    state.game.bound.unseal(record, seat)
    return State(state.game, record.tobytes(), state.trail)


def plausible_actions(state: State, seat: int, rng: random.Random) -> list[int]:
    """The actions of a seat that are worth a thought."""
    numbers = np.array(state.numbers(seat), np.int64)
    luck = np.array([rng.getrandbits(60)], np.int64)
    count = state.game.bound.plausible(state.record, seat, luck, numbers, len(numbers))
    kept: list[int] = numbers[:count].tolist()
    return kept


def worth(state: State, seat: int) -> float:
    """The value for a seat; a game that is over counts more than any guess."""
    outcome = state.outcome
    return state.value(seat) if outcome is None else 2.0 * outcome.value(seat)
