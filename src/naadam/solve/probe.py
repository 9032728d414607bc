"""Probes of solved tables: the value of a position, in the same form for every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from naadam.core.errors import TableError
from naadam.core.game import Game
from naadam.core.state import Action, State


class Value(StrEnum):
    """For the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


OPPOSITE = {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}
SCORES = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}


class Entry(NamedTuple):
    """The value of a position, and the plies to the next conversion (a capture, or the end) if it is won or lost.

    A draw, and a table without distances, has no distance.
    """

    value: Value
    distance: int | None


@dataclass(frozen=True)
class Rated:
    """An action with its value for the seat that takes it."""

    action: Action
    value: Value
    distance: int | None
    order: tuple[int, ...] | None = None  # among actions of the same value, where the distance does not say it

    @property
    def rank(self) -> tuple[int, ...]:
        """The larger the better: a win soon, a draw, a loss late."""
        score = SCORES[self.value]
        return (score, -score * (self.distance or 0)) if self.order is None else (score, *self.order)


@dataclass(frozen=True)
class Probe:
    """All that a table says of a position: its value for the side to move, and that of every action."""

    value: Value
    distance: int | None
    moves: tuple[Rated, ...]

    @property
    def best(self) -> tuple[Action, ...]:
        """The actions that keep the value: the quickest to win, the slowest to lose, all that draw."""
        top = max((move.rank for move in self.moves), default=None)
        return tuple(move.action for move in self.moves if move.rank == top)


class Tablebase(ABC):
    """The exact values of a game of two players without chance."""

    game: Game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.spec}>"

    @abstractmethod
    def look_up(self, state: State) -> Entry:
        """The table's entry for a state that is not over; TableError if the table for it is missing."""

    @abstractmethod
    def converts(self, before: State, after: State) -> bool:
        """Whether the action between two states was a conversion."""

    def measures(self, state: State) -> bool:
        """Whether the table has distances for the actions of a state."""
        return True

    def is_kept(self, state: State) -> bool:
        """Whether the value of a state is in a file, so that many can be looked up."""
        return True

    def judge(self, state: State) -> Entry:
        """The value for the side to move; in a game that is over, for the one who would be next to move."""
        if state.game != self.game:
            raise TableError(f"the table of {self.game.spec} knows nothing of {state.game.spec}")
        if state.outcome is None:
            return self.look_up(state)
        if state.outcome.draw:
            return Entry(Value.DRAW, None)
        return Entry(Value.LOSS, 0)

    def probe(self, state: State) -> Probe:
        """The value of a state, and of all that can be done in it."""
        entry = self.judge(state)
        return Probe(*entry, tuple(self._rate(state, action) for action in state.actions()))

    def _rate(self, state: State, action: Action) -> Rated:
        after = state.apply(action)
        if after.outcome is not None:
            won = not after.outcome.draw and action.seat in after.outcome.winners
            value = Value.DRAW if after.outcome.draw else Value.WIN if won else Value.LOSS
            return Rated(action, value, None if value == Value.DRAW or not self.measures(state) else 1)
        entry = self.judge(after)
        value = entry.value if after.turn == action.seat else OPPOSITE[entry.value]
        if entry.distance is None or not self.measures(state):
            return Rated(action, value, None)
        return Rated(action, value, 1 if self.converts(state, after) else 1 + entry.distance)
