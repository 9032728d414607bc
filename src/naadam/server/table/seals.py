"""Seals: commitments of seats to hidden actions, which others can check when the actions are opened.

A seal is the SHA-256 of `nonce:seat:notation`. The nonce is derived from a secret key of the table, so a
seal reveals nothing about the action. When the action is opened the nonce is shown, and every client can recompute the
seal.
"""

from __future__ import annotations

import hashlib

from naadam.core.seats import CHANCE
from naadam.core.state import State


class Seals:
    """Which acts of a table are sealed, and which have been opened, by the numbers of their events."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.sealed: dict[int, int] = {}  # the seats of the acts that are sealed now
        self.made: set[int] = set()  # all acts that were sealed, also those that were taken back
        self.opened: dict[int, int] = {}  # the numbers of the events that have opened them

    def take(self, before: State, seat: int, action: int, seq: int) -> None:
        """A seat, or chance, acts."""
        if seat == CHANCE or not before.game.hides:
            return
        if before.opens(action, seat):
            self.opened |= dict.fromkeys(self.sealed, seq)
            self.sealed.clear()
        elif not all(before.discloses(action, other, seat) for other in range(before.game.seats)):
            self.sealed[seq] = seat
            self.made.add(seq)

    def drop(self, seq: int) -> None:
        """An act is taken back: if it was sealed it stays so for ever."""
        self.sealed.pop(seq, None)

    def opened_between(self, after: int, until: int) -> list[int]:
        """The events up to `after` that were opened later, by an event up to `until`."""
        return [seq for seq, opening in self.opened.items() if seq <= after < opening <= until]

    def nonce(self, seq: int) -> str:
        return hashlib.sha256(f"{self._key}:seal:{seq}".encode()).hexdigest()[:32]

    def digest(self, seq: int, seat: int, notation: str) -> str:
        return hashlib.sha256(f"{self.nonce(seq)}:{seat}:{notation}".encode()).hexdigest()
