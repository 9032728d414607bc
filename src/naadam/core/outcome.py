"""The end of a game as a value: who has won, with which scores, by which clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from naadam.core.texts import Texts


@dataclass(frozen=True)
class Outcome:
    """How a game ended. In a draw `winners` are all who share it."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    clause: str
    texts: Texts = field(repr=False, compare=False)
    wording: int = 0  # which of the sentences of a clause that can end a game in several ways

    @property
    def draw(self) -> bool:
        """Whether all seats share the result."""
        return len(self.winners) == len(self.scores)

    def value(self, seat: int) -> float:
        """How the game has ended for a seat: 1 won, 0 drawn, -1 lost."""
        return 0.0 if self.draw else 1.0 if seat in self.winners else -1.0

    def text(self, language: str = "en") -> str:
        """The reason for the end, in one sentence."""
        return self.texts.get("ends", f"{self.clause}.{self.wording}" if self.wording else self.clause, language)

    def __str__(self) -> str:
        return f"{self.text()} ({self.clause})"
