"""A simple opponent for any game: it plays each of its actions out at random and takes what did best.

It thinks from a view only; what is hidden from it is completed at random, anew for every playout.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

from naadam.core.state import Action, State
from naadam.core.view import View

PLAYOUTS_AT_ONCE = 64


class MonteCarlo:
    """Chooses by random playouts, more of them for the actions that look better (UCB1)."""

    needs = ("playouts", "all_scores")  # the kernels that it cannot do without

    def __init__(self, seconds: float = 0.5, playouts: int | None = None, seed: int = 0) -> None:
        self.seconds = seconds
        self.playouts = playouts  # a fixed number instead of a time, for the same choice every time
        self._rng = random.Random(seed)

    def choose(self, view: View, progress: Callable[[float], None] = lambda _done: None) -> Action:
        """The action for the view's seat; `progress` is told from time to time how much of the budget is used."""
        actions = view.actions()
        totals = [0.0] * len(actions)
        counts = [0] * len(actions)
        begin = time.monotonic()
        done = 0.0
        while len(actions) > 1 and done < 1:
            index = self._most_promising(totals, counts)
            totals[index] += self._play_out(view, actions[index])
            counts[index] += PLAYOUTS_AT_ONCE
            if self.playouts is None:
                done = (time.monotonic() - begin) / self.seconds
            else:
                done = sum(counts) / self.playouts
            progress(min(done, 1.0))
        means = [total / count if count else -math.inf for total, count in zip(totals, counts, strict=True)]
        return actions[means.index(max(means))] if any(counts) else actions[0]

    def _most_promising(self, totals: list[float], counts: list[int]) -> int:
        if 0 in counts:
            return counts.index(0)
        everything = math.log(sum(counts))

        def bound(index: int) -> float:
            return totals[index] / counts[index] + math.sqrt(2 * everything / counts[index])

        return max(range(len(counts)), key=bound)

    def _play_out(self, view: View, action: Action) -> float:
        """The sum of the seat's results, each -1, 0 or 1, over some playouts after the action."""
        state: State = view.complete(self._rng.getrandbits(60)).apply(int(action), view.seat)
        batch = view.game.batch(PLAYOUTS_AT_ONCE, state)
        batch.playout(self._rng.getrandbits(60))
        rivals = batch.scores
        own = rivals[:, view.seat].copy()
        rivals[:, view.seat] = -math.inf
        best_rival = rivals.max(axis=1)
        return float(((own > best_rival).astype(float) - (own < best_rival)).sum())
