"""Take-backs and questions that a seat may still cause, so that no player can fill the log of a table.

Between people at different screens every seat has an allowance, which each completed decision fills up again, and a
share of the log. Nothing of this is stored: it is a fold over the events.
"""

from __future__ import annotations

from naadam.server.protocol.errors import UserError
from naadam.server.protocol.kinds import Question

STEPS_PER_TURN = 40  # that a seat may take back before anyone completes another decision
QUESTIONS_PER_TURN = 2  # of each kind, by one seat
SHARE = 4  # one part in so many of a log is there for take-backs and requests


class TakeBacks:
    """Counts of the steps undone and the questions asked by each seat."""

    def __init__(self, seats: int) -> None:
        self.wasted = [0] * seats  # events that led nowhere, by the seat that caused them
        self._most = 0  # decisions completed at one time: never less, so nothing is refilled by doing it again
        self._steps = [0] * seats
        self._asked: dict[tuple[int, Question], int] = {}

    def complete(self, decisions: int) -> None:
        """So many decisions have been completed on the way to the present state."""
        if decisions > self._most:
            self._most = decisions
            self._steps = [0] * len(self._steps)
            self._asked.clear()

    def take_back(self, seat: int, steps: int) -> None:
        """A seat has taken back so many steps."""
        self._steps[seat] += steps
        self.wasted[seat] += steps + 1

    def ask(self, seat: int, question: Question) -> None:
        self._asked[seat, question] = self._asked.get((seat, question), 0) + 1
        self.wasted[seat] += 2  # with the answer

    def agree(self, seat: int, question: Question) -> None:
        """All others have said yes to a seat's request: it does not count as asked in vain."""
        self._asked[seat, question] -= 1

    def check_take_back(self, seat: int, most_events: int) -> None:
        """Raise UserError if a seat has no take-back left."""
        if self._steps[seat] >= STEPS_PER_TURN:
            raise UserError("no-more-undo", most=STEPS_PER_TURN)
        if self.wasted[seat] >= most_events // (SHARE * len(self.wasted)):
            raise UserError("no-undo-at-all")

    def check_question(self, seat: int, question: Question) -> None:
        """Raise UserError if a seat has asked this often enough since the last completed decision."""
        if self._asked.get((seat, question), 0) >= QUESTIONS_PER_TURN:
            raise UserError("asked-twice")

    def filler(self, most_events: int) -> int | None:
        """The seat that has filled more of a log than all seats together may, if there is one."""
        most = max(range(len(self.wasted)), key=self.wasted.__getitem__)
        return most if self.wasted[most] > most_events // SHARE else None
