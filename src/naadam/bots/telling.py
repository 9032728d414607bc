"""The history of a game as one seat saw it, for players that read it: sealed acts are named when they open."""

from __future__ import annotations

from dataclasses import dataclass

from naadam.core.history import History
from naadam.core.state import State


@dataclass(frozen=True)
class Told:
    """An action as a seat saw it: the player, the notation and the words; no notation while it is sealed."""

    seat: int
    action: str | None
    words: str


class Telling:
    """Collects the history that a seat is shown; add each action together with the state before it."""

    def __init__(self, witness: int, language: str = "en") -> None:
        self.witness = witness
        self.language = language
        self.told: list[Told] = []
        self._sealed: list[Told] = []

    @classmethod
    def of(cls, history: History, witness: int, language: str = "en") -> Telling:
        """The history of a game so far."""
        telling = cls(witness, language)
        for before, (number, seat) in zip(history.states, history.steps, strict=False):
            telling.add(before, number, seat)
        return telling

    def add(self, before: State, number: int, seat: int) -> None:
        """An action of a seat, or of chance, in the state before it."""
        text = before.game.notation.format(before.record, seat, number)
        act = Told(seat, text, before.say(number, self.language, seat))
        shown = before.discloses(number, self.witness, seat)
        self.told.append(act if shown else Told(seat, None, ""))
        if not shown:
            self._sealed.append(act)
        if before.opens(number, seat):
            self.told += self._sealed
            self._sealed.clear()
