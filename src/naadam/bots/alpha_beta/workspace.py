"""The workspace of an alpha-beta player: its memory for one game, and the compiled search bound to it."""

from __future__ import annotations

import numpy as np

from naadam.bots.alpha_beta.memory import DEEPEST, PROVEN, SEAT, UNIT, WIN, make_memory, recall
from naadam.bots.alpha_beta.search import QUIET_DEPTH, follow_line, search
from naadam.bots.budget import Clock, Thought
from naadam.bots.searcher import Kernel
from naadam.core.game import Game
from naadam.core.state import Action, State

MOST_DEPTH = DEEPEST - QUIET_DEPTH - 2
WINDOW = UNIT // 20
LINE = 24  # actions shown of the best line


class Workspace:
    """Searches positions of one game, one at a time."""

    def __init__(self, game: Game, slots: int) -> None:
        self.game = game
        self._memory = make_memory(game, slots)
        self._line = np.zeros(LINE, np.int64)
        self._search = Kernel(game, search, self._memory, 0, 0, 0, 0, 0)
        self._recall = Kernel(game, recall, self._memory, 0)
        self._follow_line = Kernel(game, follow_line, self._memory, 0, 0, self._line)
        self.kernels = (self._search, self._recall, self._follow_line)

    def clear(self, clock: Clock) -> None:
        """Forget all that was searched before."""
        memory = self._memory._replace(control=clock.control)
        for table in (memory.keys, memory.history):
            table.fill(0)
        memory.killers.fill(-1)
        self._memory = memory

    def lay_out(self, state: State, seat: int, seed: int = 0) -> None:
        """Put a position in the workspace, with the positions before it; `seat` is asking."""
        memory = self._memory
        self.state = state
        self._seed = seed
        self._rows = len(state.trail)
        memory.states[0] = state.record
        memory.trail[: self._rows] = state.trail
        memory.ply[0, SEAT] = seat
        self._recall(memory, self._rows - 1)
        self._values: dict[int, float] = {}

    @property
    def found(self) -> int | None:
        """The best action that the last search has found, also one that was stopped."""
        action = int(self._memory.result[0])
        return None if action < 0 else action

    def search(self, depth: int, alpha: int = -WIN - 1, beta: int = WIN + 1) -> int:
        """The score for the seat to act; between alpha and beta it is exact."""
        return int(self._search(self._memory, max(0, self._rows - 1), depth, alpha, beta, self._seed))

    def search_around(self, depth: int, guess: int) -> int:
        """The exact score, sought first in a narrow window around a guess."""
        low, high = guess - WINDOW, guess + WINDOW
        while True:
            score = self.search(depth, low, high)
            if self._memory.control[0] or low < score < high:
                return score
            low, high = (-WIN - 1 if score <= low else low), (WIN + 1 if score >= high else high)

    def thought(self, depth: int, clock: Clock) -> Thought:
        """The result of the last search."""
        memory = self._memory
        for number, score in memory.tried[: memory.result[2]].tolist():
            self._values[number] = guess_of(score)
        rows = max(0, self._rows - 1)
        count = self._follow_line(memory, rows, min(LINE, max(depth, 1)), self._line)
        line: list[Action] = []
        state = self.state
        for number in self._line[:count]:
            assert state.turn is not None
            line.append(Action(int(number), state.turn, state))
            state = state.apply(int(number))
        score = int(memory.result[1])
        wins_in = None if abs(score) <= PROVEN else WIN - score if score > 0 else -WIN - score
        assert self.state.turn is not None
        values = {Action(number, self.state.turn, self.state): value for number, value in self._values.items()}
        return Thought(guess_of(score), line, depth, clock.nodes, clock.seconds, wins_in is not None, wins_in, values)


def guess_of(score: int) -> float:
    """A score as a value from -1 to 1, where proven ones have the ends."""
    return min(1.0, max(-1.0, score / UNIT))


def value_of(score: int) -> float:
    """A score as a value: beyond 1 and -1 where it is proven, further for an earlier end."""
    if abs(score) <= PROVEN:
        return score / UNIT
    return 2.0 - (WIN - score) / 1000 if score > 0 else (WIN + score) / 1000 - 2.0
