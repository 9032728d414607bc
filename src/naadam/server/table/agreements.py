"""Agreements: questions between the people at a table, and those that all have agreed to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from naadam.server.protocol.kinds import Question


@dataclass(frozen=True)
class Agreements:
    """One question at a time: settled when all other people have said yes, gone when one says no or plays on."""

    asked: Question | None = None
    asking: int | None = None  # the seat that asks it
    agreed: frozenset[int] = frozenset()  # the seats that have said yes to it
    settled: frozenset[Question] = frozenset()  # the questions that all have agreed to

    def missing(self, people: Iterable[int]) -> tuple[int, ...]:
        """The people who must still say yes to a request."""
        if self.asked is None:
            return ()
        return tuple(seat for seat in people if seat != self.asking and seat not in self.agreed)

    def ask(self, question: Question, seat: int) -> Agreements:
        return replace(self, asked=question, asking=seat)

    def agree(self, seats: frozenset[int]) -> Agreements:
        return replace(self, agreed=self.agreed | seats)

    def settle(self, question: Question) -> Agreements:
        return replace(self.lapse(), settled=self.settled | {question})

    def lapse(self) -> Agreements:
        """Return the agreements without the open question."""
        return self if self.asked is None else replace(self, asked=None, asking=None, agreed=frozenset())
