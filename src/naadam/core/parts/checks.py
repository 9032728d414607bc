"""Checks: the part of a game that knows which states are possible."""

from __future__ import annotations

from abc import ABC, abstractmethod

from naadam.core.contract import StateRecord


class Checks(ABC):
    """Looks at states of one game that come from outside: bytes, JSON, one-line positions."""

    @abstractmethod
    def check(self, state: StateRecord) -> None:
        """Raise PositionError, with the reason, if no game can have this state. Takes any bytes."""

    def settle(self, state: StateRecord) -> None:  # noqa: B027 (many games leave it out)
        """End a position that was written with a seat to act although the game is over in it. Not checked before."""
