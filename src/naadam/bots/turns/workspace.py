"""The workspace of a player by turns: its beams for one game, and the compiled search bound to them."""

from __future__ import annotations

import numpy as np

from naadam.bots.budget import Clock
from naadam.bots.searcher import Kernel
from naadam.bots.turns.beam import LAST, NODE, STEP, list_answers, look_on, make_beam, plan_turn
from naadam.core.compiling import plain, signed
from naadam.core.game import Game
from naadam.core.state import State

Plan = tuple[tuple[int, int], ...]
"""The rest of a turn: by step the key of the position, and the action to be taken there."""


class Workspace:
    """Plans turns of one game, one at a time."""

    def __init__(self, game: Game, width: int, plans: int, others: int) -> None:
        self.game = game
        self._beam = make_beam(game, width, plans)
        self._others = make_beam(game, others, 1)
        state = np.zeros(1, game.state_type)[0]
        self._plan_turn = Kernel(game, plan_turn, self._beam, state, 0, 1)
        self._list_answers = Kernel(game, list_answers, self._beam, state, 0)
        self._look_on = Kernel(game, look_on, self._others, state, 0, 1)
        self.kernels = (self._plan_turn, self._list_answers, self._look_on)

    def lay_out(self, state: State, seat: int, clock: Clock, seed: int) -> None:
        """Put a position in the workspace; `seat` is asking."""
        self._beam = self._beam._replace(control=clock.control)
        self._others = self._others._replace(control=clock.control)
        self._beam.rng[0] = self._others.rng[0] = signed(seed)
        self._state, self._seat = state, seat
        self.own_turn = on_turn_of(self.game, state) == seat
        self._looked_on: dict[int, float] = {}  # by the key of the position after a plan

    def plan(self, width: int) -> int:
        """Look for plans with a beam of some width; return how many there are, the best first."""
        if self.own_turn:
            self._plan_turn(self._beam, self._state.record, self._seat, width)
        else:
            self._list_answers(self._beam, self._state.record, self._seat)
        return int(self._beam.used[0])

    def steps(self, index: int) -> Plan:
        """A plan by its place in the order."""
        beam = self._beam
        action, node, step = (int(beam.plans[index, column]) for column in (LAST, NODE, STEP))
        steps = [(int(beam.keys[step, node]), action)]
        while step > 0:
            action, node = int(beam.actions[step, node]), int(beam.parents[step, node])
            step -= 1
            steps.append((int(beam.keys[step, node]), action))
        return tuple(reversed(steps))

    def worth(self, index: int) -> float:
        """The worth of a plan at the end of the turn."""
        return float(self._beam.worth[index])

    def look_on(self, index: int, width: int) -> float:
        """The worth of a plan after the others have had their turns, each planned with a beam of some width."""
        found = int(self._beam.end_keys[index])
        if found not in self._looked_on:
            end = self._beam.ends[index]
            self._looked_on[found] = float(self._look_on(self._others, end, self._seat, width))
        return self._looked_on[found]


def on_turn_of(game: Game, state: State) -> int:
    """The seat whose turn it is."""
    hook = getattr(game.rulebook.rules, "on_turn", None)
    if hook is None:
        assert state.turn is not None
        return state.turn
    return int(plain(hook)(game.rulebook.tables, state.record))
