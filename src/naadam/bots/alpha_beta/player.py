"""A player that thinks by alpha-beta: iterative deepening, with a window around the last score."""

from __future__ import annotations

import dataclasses

from naadam.bots.alpha_beta.memory import PROVEN
from naadam.bots.alpha_beta.workspace import MOST_DEPTH, Workspace, value_of
from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled, Searcher, check_number, check_room
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action, State
from naadam.core.view import View

SETTLED = 7  # turns without progress that are nothing to worry about
LOST = -0.9  # a value at which nothing is risked


class AlphaBeta(Searcher[Workspace]):
    """Iterative deepening within the budget, for games of two seats without chance and secrets.

    With `restless` it does not move to and fro for ever: where nothing has happened for a while it takes, or enters,
    even if that is worth less, by so much for every quiet turn.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        blur: float = 0.0,
        seed: int = 0,
        slots: int = 1 << 20,
        net: bool | str = False,
        restless: float = 0.0,
    ) -> None:
        super().__init__(budget, blur, seed, net)
        check_room("slots", slots)
        check_number("restless", restless)
        self._slots = slots
        self.restless = restless

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether this search can play a game."""
        return game.seats == 2 and game.sizes.outcomes == 0 and not game.hides

    def _make_workspace(self, game: Game) -> Workspace:
        if not self.plays(game):
            raise SpecError(f"alpha-beta plays games of two seats without chance and secrets, not {game.spec}")
        return Workspace(game, self._slots)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        if self.blur:
            return self._err(self.rate(view, budget, cancelled))
        if self.restless:
            return self._move_on(view, budget or self.budget, watch, cancelled)
        return self.think(view, budget, watch, cancelled).line[0]

    def _move_on(self, view: View, budget: Budget, watch: Watch, cancelled: Cancelled | None) -> Action:
        """The best action; after a quiet while one that play cannot undo, unless that is worth too little."""
        state, idle = view.complete(0), view.game.rulebook.idle
        quiet = idle(state.record) - SETTLED
        ahead = {action: state.apply(action) for action in view.actions()} if quiet > 0 else {}
        ahead = {action: after for action, after in ahead.items() if idle(after.record) == 0}
        if not ahead:
            return self.think(view, budget, watch, cancelled).line[0]
        thought = self.think(view, _part(budget, 2), watch, cancelled)
        if thought.wins_in is not None or thought.line[0] in ahead:
            return thought.line[0]
        part = _part(budget, 2 * len(ahead))
        worth = {action: self._worth(after, view.seat, part, cancelled) for action, after in ahead.items()}
        action = max(worth, key=worth.__getitem__)
        least = max(LOST, thought.value - self.restless * quiet)
        return action if worth[action] > least else thought.line[0]

    def _worth(self, state: State, seat: int, budget: Budget, cancelled: Cancelled | None) -> float:
        """The value of a state for a seat."""
        if state.turn is None:
            return state.value(seat)
        value = self.think(state.view(state.turn), budget, cancelled=cancelled).value
        return value if state.turn == seat else -value

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        budget = budget or self.budget
        workspace = self._ready_workspace(view.game)
        clock = Clock(budget, cancelled)
        workspace.clear(clock)
        workspace.lay_out(view.complete(0), view.seat, self._rng.getrandbits(60))
        with clock.set_aside():  # however little time there is, it looks at every action
            score = workspace.search_around(1, 0)
        thought = workspace.thought(1, clock)
        watch(thought)
        with clock:
            for depth in range(2, min(budget.depth or MOST_DEPTH, MOST_DEPTH) + 1):
                if clock.stopped or abs(score) > PROVEN:
                    break
                score = workspace.search_around(depth, score)
                if workspace.found is not None:
                    thought = workspace.thought(depth, clock)
                    watch(thought)
        return thought

    def rate(self, view: View, budget: Budget | None = None, cancelled: Cancelled | None = None) -> dict[Action, float]:
        """The value of every action, searched to the budget's depth: -1 to 1, and beyond where it is proven."""
        budget = budget or self.budget
        depth = min(budget.depth or 2, MOST_DEPTH)
        workspace = self._ready_workspace(view.game)
        state = view.complete(0)
        values = {}
        with Clock(budget, cancelled) as clock:
            workspace.clear(clock)
            for action in view.actions():
                after = state.apply(action)
                workspace.lay_out(after, view.seat)
                score = workspace.search(depth - 1)
                values[action] = value_of(score if after.turn in (None, view.seat) else -score)
        return values


def _part(budget: Budget, parts: int) -> Budget:
    """An equal part of a budget."""
    seconds, nodes = budget.seconds and budget.seconds / parts, budget.nodes and max(1, budget.nodes // parts)
    return dataclasses.replace(budget, seconds=seconds, nodes=nodes)
