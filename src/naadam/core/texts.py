"""The texts of a game in several languages, read from its `texts` folder: one TOML file per language."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from naadam.core.errors import LanguageError, NotationError, PackageError, PositionError
from naadam.drawing.blanks import fill_from

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}


@functools.cache
def _load(package: str, language: str) -> Mapping[str, Any] | None:
    return read_package_toml(package, "texts", f"{language}.toml")


def read_package_toml(package: str, *path: str) -> dict[str, Any] | None:
    """A TOML file of a game package, or None if there is none; PackageError names the file that cannot be read."""
    file = resources.files(package).joinpath(*path)
    if not file.is_file():
        return None
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PackageError(f"{package}/{'/'.join(path)} is not TOML: {error}") from None


class _InLanguage(dict[str, object]):
    """Parameters as strings of a language, each made only if the text names it."""

    def __init__(self, parameters: Mapping[str, object], language: str) -> None:
        super().__init__(parameters)
        self._language = language

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        return str(value(self._language) if callable(value) else value)


class Texts:
    """Texts of one package by section and key; a missing text is an error, never an empty line.

    English is enough: a language that the package does not have is read in English.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def sections(self, language: str) -> Mapping[str, Any]:
        """All texts in a language, by section and key."""
        if not isinstance(language, str) or language not in LANGUAGES:
            raise LanguageError(f"unknown language {language!r}; the languages are {', '.join(LANGUAGES)}")
        texts = _load(self.package, language) or _load(self.package, "en")
        if texts is None:
            raise PackageError(f"{self.package} has no texts/en.toml")
        return texts

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the package has."""
        return tuple(language for language in LANGUAGES if _load(self.package, language))

    def get(self, section: str, key: str, language: str = "en", **parameters: object) -> str:
        """A text, its blanks filled in; a parameter may be a function of the language, as a Word is."""
        text: Any = self.sections(language)
        try:
            for name in (*section.split("."), key):
                text = text[name]
        except (KeyError, TypeError):
            raise PackageError(f"{self._file(language)} has no {section}.{key}") from None
        try:
            return fill_from(str(text).strip(), _InLanguage(parameters, language))
        except KeyError as missing:
            given = ", ".join(parameters) or "none"
            problem = f"{section}.{key} names {{{missing.args[0]}}}; the values given here are {given}"
            raise PackageError(f"{self._file(language)}: {problem}") from None

    def _file(self, language: str) -> str:
        """The file that the texts in a language are read from, for errors."""
        return f"{self.package}/texts/{language if _load(self.package, language) else 'en'}.toml"

    def clause(self, clause: str, language: str = "en") -> str:
        """The text of a clause."""
        return self.get("clauses", clause, language)

    def impossible(self, key: str, **parameters: object) -> PositionError:
        """The reason why a position is impossible, by a key under [positions]."""
        return PositionError.of(self, key, **parameters)

    def expect(self, holds: object, key: str, **parameters: object) -> None:
        """PositionError by a key under [positions] if something does not hold."""
        if not holds:
            raise self.impossible(key, **parameters)

    def unreadable(self, key: str, **parameters: object) -> NotationError:
        """Why a text names no action, by a key under [errors]."""
        return NotationError.of(self, key, **parameters)


@dataclass(frozen=True)
class Word:
    """A text that others name, in their language."""

    texts: Texts = field(repr=False, compare=False)
    section: str
    key: str

    def __call__(self, language: str) -> str:
        return self.texts.get(self.section, self.key, language)


def lower_first(text: str) -> str:
    """The text with a small first letter, to continue a sentence."""
    return text[:1].lower() + text[1:]


CORE = Texts(__package__)  # the words that all games share
