"""The seat that an assistant holds: everything its tools can do there, in words."""

from __future__ import annotations

from abc import ABC, abstractmethod

from naadam.core.errors import NaadamError, NotationError, SeatError
from naadam.core.game import Game
from naadam.core.state import State

LONGEST_WAIT = 45.0  # seconds; assistants give up a tool that takes longer than a minute
YOUR_TURN = "It is your turn."
NOT_YOUR_TURN = "It is not your turn yet. Call wait."
OVER = "The game is over."


class HeldSeat(ABC):
    """A seat at a table, wherever the table is."""

    game: Game
    seat: int

    @abstractmethod
    def look(self) -> str:
        """The position as this seat knows it, the events so far, and whose turn it is."""

    @abstractmethod
    def play(self, move: str) -> str:
        """Take an action; the answer has the events after it, or the clause that forbids the action."""

    @abstractmethod
    def why(self, move: str) -> str:
        """The ruling on an action, which is not taken."""

    @abstractmethod
    def wait(self, seconds: float) -> str:
        """Wait until this seat is to act or the game is over; the answer is the same as that of `look`."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""


def rule_on(state: State, seat: int, move: str, language: str) -> str:
    """The ruling on an action in words: legal with its effect, or illegal with clause, reason and text of the rule."""
    try:
        _, number = state.resolve_action(move, seat)
        refusal = state.refusal(number, seat)
        if refusal is None:
            return f"{move} is legal: {state.say(number, language, seat)}"
    except (NotationError, SeatError) as error:
        return f"{move!r} cannot be read as an action: {error.text(language)}"
    return say_refusal(move, refusal.clause, refusal.text(language), refusal.rule(language))


def say_refusal(move: str, clause: str, reason: str, rule: str) -> str:
    """A refusal with the clause, the reason in this position, and the text of the rule."""
    return f"{move} is illegal by {clause}: {reason}\n{clause}: {rule}"


class NoSeat(NaadamError):
    """A tool was called before the assistant sat down."""
