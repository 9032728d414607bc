"""A player that plans whole turns: wider and wider beams, and a look at the answers of the others."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Iterator
from typing import TypeVar

from naadam.bots.budget import Budget, Clock, Thought, Watch, ignore
from naadam.bots.searcher import Cancelled, Searcher, check_number
from naadam.bots.turns.workspace import Plan, Workspace, on_turn_of
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.seats import CHANCE
from naadam.core.state import Action, State
from naadam.core.view import View

MOST_WIDTH = 1 << 10
REMEMBERED = 4096  # positions of turns that are still to be played
LEAST = 0.01  # seconds that a thought has in any case
SHARE = 0.8  # of the seconds of a turn that a thought may take; the rest is for answers that break its plan

Number = TypeVar("Number", int, float)
Here = tuple[Game, int, int]
"""A position as a player remembers it: the game, the seat, and the key."""


class Turns(Searcher[Workspace]):
    """Plans its turn as a whole and then follows the plan, as long as nothing intervenes.

    - `width`: the widest beam it tries, in positions per step; `narrow`: the first whose plans it looks at.
    - `plans`: how many of the best plans it looks at again, after the turns of the others; 0 for none.
    - `others`: the width of the beam by which it plans for the others.
    """

    moves = 10

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        width: int = 64,
        narrow: int = 1,
        plans: int = 8,
        others: int = 2,
        blur: float = 0.0,
        seed: int = 0,
        net: bool | str = False,
    ) -> None:
        super().__init__(budget, blur, seed, net)
        settings = (("width", width, 1), ("narrow", narrow, 1), ("plans", plans, 0), ("others", others, 1))
        for name, number, least in settings:
            check_number(name, number)
            if not isinstance(number, int) or not least <= number <= MOST_WIDTH:
                raise SpecError(f"{name} must be a whole number from {least} to {MOST_WIDTH}, not {number!r}")
        self.width, self.narrow, self.plans, self.others = width, min(narrow, width), plans, others
        self._planned: OrderedDict[Here, int] = OrderedDict()  # the action to be taken there
        self._left: OrderedDict[Here, float] = OrderedDict()  # seconds of the turn, where it has been thought about

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether this search can play a game."""
        return not game.hides

    def _make_workspace(self, game: Game) -> Workspace:
        if not self.plays(game):
            raise SpecError(f"a search by turns plays games without secrets, not {game.spec}")
        return Workspace(game, self.width, max(1, self.plans), self.others)

    def _choose(self, view: View, budget: Budget | None, watch: Watch, cancelled: Cancelled | None) -> Action:
        actions = {int(action): action for action in view.actions()}
        state, budget = view.complete(0), budget or self.budget
        here = (view.game, view.seat, state.key)
        left = budget.seconds and min(budget.seconds, self._left.get(here, budget.seconds))
        chosen = self._planned.get(here)
        if chosen not in actions:
            most = dataclasses.replace(budget, seconds=left and SHARE * left)
            plan, thought = self._search(view, state, most, watch, cancelled)
            left = left and max(LEAST, left - thought.seconds)
            for key, action in plan:
                _remember(self._planned, (view.game, view.seat, key), action)
            chosen = plan[0][1]
        if left:
            for key in _keys_in_turn(state.apply(chosen, view.seat), view.seat):
                _remember(self._left, (view.game, view.seat, key), left)
        return actions[chosen]

    def think(
        self, view: View, budget: Budget | None = None, watch: Watch = ignore, cancelled: Cancelled | None = None
    ) -> Thought:
        _, thought = self._search(view, view.complete(0), budget, watch, cancelled)
        return thought

    def _search(
        self, view: View, state: State, budget: Budget | None, watch: Watch, cancelled: Cancelled | None
    ) -> tuple[Plan, Thought]:
        """The plan to be played, and the thought behind it."""
        workspace = self._ready_workspace(view.game)
        clock = Clock(budget or self.budget, cancelled)
        workspace.lay_out(state, view.seat, clock, self._rng.getrandbits(60))
        width = self.narrow
        with clock:
            with (
                clock.set_aside()
            ):  # however few nodes there are, it has a plan; in too little time, a beginning of one
                workspace.plan(1)
                worth = workspace.worth(0) if clock.stopped else self._worth(workspace, 0)
                plans = {workspace.steps(0): worth}
            while True:
                self._try(workspace, width, plans, clock)
                thought = self._thought(view, state, plans, width, clock)
                watch(thought)
                if 2 * width > self.width or clock.stopped or not workspace.own_turn:
                    break
                width *= 2
        return (self._err(plans) if self.blur else max(plans, key=plans.__getitem__)), thought

    def _try(self, workspace: Workspace, width: int, plans: dict[Plan, float], clock: Clock) -> None:
        """Add the plans that a beam finds, each with its worth, until the clock stops."""
        for index in range(workspace.plan(width)):
            worth = self._worth(workspace, index)
            if clock.stopped:
                return
            plans[workspace.steps(index)] = worth

    def _worth(self, workspace: Workspace, index: int) -> float:
        """The worth of a plan, if it is wanted after the turns of the others."""
        return workspace.look_on(index, self.others) if self.plans else workspace.worth(index)

    def _thought(self, view: View, state: State, plans: dict[Plan, float], width: int, clock: Clock) -> Thought:
        """The result of the search so far; the depth of a thought is the width of its beam."""
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


def _remember(memory: OrderedDict[Here, Number], here: Here, number: Number) -> None:
    """Note something of a position, and forget the oldest notes."""
    memory[here] = number
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)


def _keys_in_turn(state: State, seat: int) -> Iterator[int]:
    """The keys of the positions in which a seat goes on with its turn, whatever those answer who are asked first."""
    if not state.waiting or CHANCE in state.waiting or on_turn_of(state.game, state) != seat:
        return
    if seat in state.waiting:
        yield state.key
        return
    other = state.waiting[0]
    for action in state.actions(other):
        yield from _keys_in_turn(state.apply(int(action), other), seat)
