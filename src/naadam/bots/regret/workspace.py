"""The workspace of a player by regret: the considered actions of all seats, and the compiled matching bound to them."""

from __future__ import annotations

import numpy as np

from naadam.bots.budget import Clock, Thought
from naadam.bots.regret.lookahead import match_regrets, narrow
from naadam.bots.regret.matching import list_choices, make_choices
from naadam.bots.searcher import Kernel
from naadam.core.compiling import signed
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View


class Workspace:
    """Matches regrets from views of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._choices = make_choices(game)
        self._following = make_choices(game)  # of the turn after that, by the same luck and the same clock
        view = np.zeros(1, game.view_type)[0]
        self._list = Kernel(game, list_choices, self._choices, view, 0)
        self._match = Kernel(game, match_regrets, self._choices, self._following, view, 0, 0, 1)
        self._narrow = Kernel(game, narrow, self._choices, 0, 1)
        self.kernels = (self._list, self._match, self._narrow)

    def lay_out(self, view: View, clock: Clock, seed: int) -> None:
        """Put a view in the workspace."""
        self._choices = self._choices._replace(control=clock.control)
        self._choices.rng[0] = signed(seed)
        self._following = self._following._replace(control=clock.control, rng=self._choices.rng)
        self._view = view
        self._list(self._choices, view.record, view.seat)

    def match(self, answers: int, rounds: int) -> None:
        """Learn for some rounds, looking a turn further ahead with so many actions of each seat."""
        self._match(self._choices, self._following, self._view.record, self._view.seat, answers, rounds)

    def narrow(self, kept: int) -> None:
        """Go on with the best actions of each seat only."""
        self._narrow(self._choices, self._view.seat, kept)

    @property
    def alone(self) -> bool:
        """Whether the seat decides alone."""
        return int(np.count_nonzero(self._choices.counts)) == 1

    def rate(self) -> dict[Action, float]:
        """The mean result of each action; a game that is over counts for more than 1."""
        seat, choices = self._view.seat, self._choices
        count, rounds = int(choices.counts[seat]), int(choices.rounds[seat])
        actions: dict[int, Action] = {int(action): action for action in self._view.actions()}
        own = (actions[int(number)] for number in choices.listed[seat, :count])
        return {action: float(total) / max(1, rounds) for action, total in zip(own, choices.total[seat], strict=False)}

    def thought(self, clock: Clock) -> Thought:
        """The learned policy and values; actions that are hardly ever played are left out of the policy."""
        seat, choices = self._view.seat, self._choices
        values = self.rate()
        own = list(values)
        best = max(own, key=values.__getitem__)
        mixed: dict[Action, float] = {}
        if not self.alone:
            policy = choices.policy[seat, : len(own)]
            kept = {
                a: float(share) for a, share in zip(own, policy, strict=True) if share >= policy.max() / 4 and share
            }
            mixed = {action: share / sum(kept.values()) for action, share in kept.items()}
            best = max(mixed, key=mixed.__getitem__, default=best)
        values = {action: max(-1.0, min(1.0, value)) for action, value in values.items()}
        return Thought(
            values[best], [best], 0, clock.nodes, clock.seconds, values=values, mixed=mixed, expected=self._expected()
        )

    def _expected(self) -> dict[int, dict[int, float]]:
        """How often the others are expected to take each of their actions."""
        choices, found = self._choices, {}
        for seat in map(int, np.flatnonzero(choices.counts)):
            count = int(choices.counts[seat])
            policy, listed = choices.policy[seat, :count], choices.listed[seat, :count]
            if seat != self._view.seat and policy.sum() > 0:
                found[seat] = dict(zip(listed.tolist(), (policy / policy.sum()).tolist(), strict=True))
        return found
