"""The rule of a match, an optional part of a game: how several games make one contest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from naadam.core.contract import StateRecord
from naadam.core.options import Value
from naadam.core.seats import CHANCE


class GameResult(NamedTuple):
    """A game of a match: who sat where, and each *player's* result."""

    seating: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    began: int | None = None  # the seat that began, if known


class MatchRule(ABC):
    """How several games make a match: players change seats, and a sum of results decides."""

    clause: str
    by_points: bool = False  # whether the points of all games are added, not the games won
    lengths: tuple[int, ...] = ()  # how many games players may agree on, if they may

    @abstractmethod
    def seatings(self, played: Sequence[GameResult]) -> Sequence[tuple[int, ...]]:
        """The possible seatings of the next game (who sits on seat 0, 1, ...), drawn by lot if several; or none."""

    def options(self, played: Sequence[GameResult]) -> Mapping[str, Value]:
        """The options of the next game that the match decides, if any."""
        return {}

    @abstractmethod
    def winners(self, played: Sequence[GameResult]) -> tuple[int, ...]:
        """The players who have won a match that is over; all who share it in a drawn one."""

    def lasting(self, games: int) -> MatchRule:
        """The same rule for a match of so many games, one of `lengths`."""
        return self

    def began(self, states: Iterable[StateRecord]) -> int | None:
        """The seat that began a game with these states."""
        seats = ~(1 << CHANCE)
        acting = (int(state.waiting) & seats for state in states)
        first = next((mask for mask in acting if mask), 0)
        return (first & -first).bit_length() - 1 if first else None
