"""Symmetry: an optional part of a game, a way to turn the board that the rules do not notice."""

from __future__ import annotations

from abc import ABC, abstractmethod

from naadam.core.contract import StateRecord


class Symmetry(ABC):
    """The board turned or mirrored. The conformance suite holds games to it; programs that learn can use it."""

    @abstractmethod
    def state(self, state: StateRecord) -> StateRecord:
        """The state turned."""

    @abstractmethod
    def action(self, action: int) -> int:
        """The action turned."""
