"""The history of a game as each seat saw it, for the prompts of that seat."""

from __future__ import annotations

from dataclasses import dataclass

from naadam.core.state import State


@dataclass(frozen=True)
class Told:
    """An action as one seat saw it: who took it, its notation, and its words; no notation while it is sealed."""

    seat: int
    action: str | None
    words: str


class Telling:
    """Collects what every seat of a game is shown; feed it each action together with the state before it."""

    def __init__(self, seats: int, language: str = "en") -> None:
        self.language = language
        self.told: list[list[Told]] = [[] for _ in range(seats)]
        self._sealed: list[tuple[int, Told]] = []  # witness and act

    def add(self, before: State, number: int, seat: int) -> None:
        """An action of a seat, or of chance, in the state before it."""
        text = before.game.notation.format(before.record, seat, number)
        act = Told(seat, text, before.say(number, self.language, seat))
        for witness, told in enumerate(self.told):
            if before.discloses(number, witness, seat):
                told.append(act)
            else:
                told.append(Told(seat, None, ""))
                self._sealed.append((witness, act))
        if before.opens(number, seat):
            for witness, earlier in self._sealed:
                self.told[witness].append(earlier)
            self._sealed.clear()
