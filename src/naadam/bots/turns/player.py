"""A player that plans whole turns: wider and wider beams, and a look at what the others would do then."""

from __future__ import annotations

from collections import OrderedDict

from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled, Searcher, check_number
from naadam.bots.turns.desk import Desk, Plan
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import Action, State
from naadam.core.view import View

MOST_WIDTH = 1 << 10
REMEMBERED = 4096  # steps of plans that are still to be played


class Turns(Searcher[Desk]):
    """Plans its turn as a whole and then plays on what it has planned, as long as nothing comes between.

    - `width`: the widest beam it tries, in positions per step.
    - `plans`: how many of the best plans it looks at again, after the turns of the others; 0 for none.
    - `others`: the width of the beam by which it plans for the others.
    """

    moves = 10

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        width: int = 64,
        plans: int = 8,
        others: int = 2,
        blur: float = 0.0,
        seed: int = 0,
    ) -> None:
        super().__init__(budget, blur, seed)
        for name, number, least in (("width", width, 1), ("plans", plans, 0), ("others", others, 1)):
            check_number(name, number)
            if not isinstance(number, int) or not least <= number <= MOST_WIDTH:
                raise SpecError(f"{name} must be a whole number from {least} to {MOST_WIDTH}, not {number!r}")
        self.width, self.plans, self.others = width, plans, others
        self._planned: OrderedDict[tuple[Game, int, int], int] = OrderedDict()  # by game, seat and position: the action

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether this search can play a game."""
        return not game.hides

    def _make_desk(self, game: Game) -> Desk:
        if not self.plays(game):
            raise SpecError(f"a search by turns plays games without secrets, not {game.spec}")
        return Desk(game, self.width, max(1, self.plans), self.others)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        actions = {int(action): action for action in view.actions()}
        state = view.complete(0)
        planned = self._planned.get((view.game, view.seat, state.key))
        if planned in actions:
            return actions[planned]
        plan, _ = self._search(view, state, budget, watch, cancelled)
        for key, action in plan:
            self._planned[view.game, view.seat, key] = action
        while len(self._planned) > REMEMBERED:
            self._planned.popitem(last=False)
        return actions[plan[0][1]]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        _, thought = self._search(view, view.complete(0), budget, watch, cancelled)
        return thought

    def _search(
        self, view: View, state: State, budget: Budget | None, watch: Watch, cancelled: Cancelled | None
    ) -> tuple[Plan, Thought]:
        """The plan to be played, and what was thought."""
        desk = self._ready_desk(view.game)
        clock = Clock(budget or self.budget, cancelled)
        desk.lay_out(state, view.seat, clock, self._rng.getrandbits(60))
        plans: dict[Plan, float] = {}
        width = 1
        with clock.set_aside():  # however little time there is, it has a plan
            self._try(desk, width, plans, clock)
        thought = self._tell(view, state, plans, width, clock)
        watch(thought)
        with clock:
            while 2 * width <= self.width and not clock.stopped and desk.own_turn:
                width *= 2
                self._try(desk, width, plans, clock)
                thought = self._tell(view, state, plans, width, clock)
                watch(thought)
        return (self._err(plans) if self.blur else max(plans, key=plans.__getitem__)), thought

    def _try(self, desk: Desk, width: int, plans: dict[Plan, float], clock: Clock) -> None:
        """Add the plans that a beam finds, each with its worth, as far as the clock allows."""
        for index in range(desk.plan(width)):
            worth = desk.look_on(index, self.others) if self.plans else desk.worth(index)
            if clock.stopped:
                return
            plans[desk.steps(index)] = worth

    def _tell(self, view: View, state: State, plans: dict[Plan, float], width: int, clock: Clock) -> Thought:
        """What the search has found so far; the depth of a thought is the width of its beam."""
        best = max(plans, key=plans.__getitem__)
        line: list[Action] = []
        values: dict[Action, float] = {}
        for plan, worth in plans.items():
            first = Action(plan[0][1], view.seat, state)
            values[first] = max(min(1.0, worth), values.get(first, -1.0))
        for _, number in best:
            if state.turn != view.seat:
                break
            line.append(Action(number, view.seat, state))
            state = state.apply(number, view.seat)
        value = max(-1.0, min(1.0, plans[best]))
        return Thought(value, line, width, clock.nodes, clock.seconds, values=values)
