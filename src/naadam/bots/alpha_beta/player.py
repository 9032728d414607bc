"""A player that thinks by alpha-beta: iterative deepening, with a window around the last score."""

from __future__ import annotations

from naadam.bots.alpha_beta.desk import MOST_DEPTH, Desk, value_of
from naadam.bots.alpha_beta.memory import PROVEN
from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled, Searcher, check_room
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action
from naadam.core.view import View


class AlphaBeta(Searcher[Desk]):
    """Looks ahead as far as the budget allows, in games of two seats without chance and secrets."""

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        blur: float = 0.0,
        seed: int = 0,
        slots: int = 1 << 20,
        net: bool | str = False,
    ) -> None:
        super().__init__(budget, blur, seed, net)
        check_room("slots", slots)
        self._slots = slots

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether this search can play a game."""
        return game.seats == 2 and game.sizes.outcomes == 0 and not game.hides

    def _make_desk(self, game: Game) -> Desk:
        if not self.plays(game):
            raise SpecError(f"alpha-beta plays games of two seats without chance and secrets, not {game.spec}")
        return Desk(game, self._slots)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        if self.blur:
            return self._err(self.rate(view, budget, cancelled))
        return self.think(view, budget, watch, cancelled).line[0]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        budget = budget or self.budget
        desk = self._ready_desk(view.game)
        clock = Clock(budget, cancelled)
        desk.clear(clock)
        desk.lay_out(view.complete(0), view.seat, self._rng.getrandbits(60))
        with clock.set_aside():  # however little time there is, it looks at every action
            score = desk.search_around(1, 0)
        thought = desk.tell(1, clock)
        watch(thought)
        with clock:
            for depth in range(2, min(budget.depth or MOST_DEPTH, MOST_DEPTH) + 1):
                if clock.stopped or abs(score) > PROVEN:
                    break
                score = desk.search_around(depth, score)
                if desk.found is not None:
                    thought = desk.tell(depth, clock)
                    watch(thought)
        return thought

    def rate(self, view: View, budget: Budget | None = None, cancelled: Cancelled | None = None) -> dict[Action, float]:
        """The value of every action, searched to the budget's depth: -1 to 1, and beyond where it is proven."""
        budget = budget or self.budget
        depth = min(budget.depth or 2, MOST_DEPTH)
        desk = self._ready_desk(view.game)
        state = view.complete(0)
        values = {}
        with Clock(budget, cancelled) as clock:
            desk.clear(clock)
            for action in view.actions():
                after = state.apply(action)
                desk.lay_out(after, view.seat)
                score = desk.search(depth - 1)
                values[action] = value_of(score if after.turn in (None, view.seat) else -score)
        return values
