"""The errors of Naadam: every one is a NaadamError, and its text is one clear sentence.

Whatever a page may have to show is worded in the texts, by key: `RecordError.of(CORE, "header-missing", name="Game")`.

NaadamError
  SpecError            an unknown game, option or value
  BoardError           a board file that is wrong; knows the file and the key
  NotationError        a text or a number that names no action of the game
  SeatError            a seat that does not exist
  PositionError        a position, bytes or JSON that no game can have
  RecordError          a record that cannot be read or replayed
  TableError           a solved table that is missing, damaged or of another version
  LanguageError        a language without texts
  IllegalAction        an action that a clause forbids; carries the refusal
  PackageError         a game package that breaks the contract
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from pathlib import Path

    from naadam.core.refusals import Refusal
    from naadam.core.texts import Texts


class NaadamError(Exception):
    """Anything that Naadam refuses, in one sentence."""

    section: ClassVar[str] = "errors"  # of the texts, where its sentences stand
    words: tuple[Texts, str, dict[str, object]] | None = None

    @classmethod
    def of(cls, texts: Texts, key: str, /, **parameters: object) -> Self:
        """An error whose sentence is in the texts; a parameter may be a function of the language, as `text` is."""
        error = cls(texts.get(cls.section, key, "en", **parameters))
        error.words = (texts, key, parameters)
        return error

    def text(self, language: str = "en") -> str:
        """The sentence in a language, or in English where there are no words for it."""
        if self.words is None:
            return str(self)
        texts, key, parameters = self.words
        return texts.get(self.section, key, language, **parameters)


class SpecError(NaadamError):
    """An unknown game, option or value."""


class BoardError(NaadamError):
    """A board file that is wrong; `file` and `key` say where."""

    def __init__(self, file: str | Path, key: str, problem: str) -> None:
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file = str(file)
        self.key = key
        self.problem = problem

    def __reduce__(self) -> tuple[type[BoardError], tuple[str, str, str]]:
        return BoardError, (self.file, self.key, self.problem)


class NotationError(NaadamError):
    """A text or a number that names no action of the game."""


class SeatError(NaadamError):
    """A seat that does not exist, or that must be named and was not."""


class PositionError(NaadamError):
    """A position, bytes or JSON that no game can have."""

    section = "positions"


class RecordError(NaadamError):
    """A record that cannot be read or replayed."""


class TableError(NaadamError):
    """A solved table that is missing, damaged or of another version."""


class LanguageError(NaadamError):
    """A language without texts."""


class PackageError(NaadamError):
    """A game package that breaks the contract."""


class IllegalAction(NaadamError):
    """An action that a clause forbids; `refusal` says which and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def text(self, language: str = "en") -> str:
        return self.refusal.text(language)

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Refusal]]:
        return IllegalAction, (self.refusal,)
