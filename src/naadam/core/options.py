"""Typed options of a game, and the spec that names a game with its options.

A spec is `name` or `name:option=value,option=value`. A value with one of `,"=` or with an unprintable character is
written in double quotes, as in JSON.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from naadam.core.errors import SpecError
from naadam.core.spelling import nearest
from naadam.core.texts import CORE

Value = str | bool | int | float

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_PAIR = re.compile(r'\s*([a-z][a-z0-9_]*)\s*=\s*+("(?:[^"\\]|\\.)*"\s*+|[^,"]*+)(,|$)')


@dataclass(frozen=True)
class Option:
    """A named choice. `values` lists the choices; the subclasses may allow more.

    Conformance tries the values of `tried`, or all of them: an option that no rule reads need not be tried in full.
    """

    name: str
    default: Value
    values: tuple[Value, ...] = ()
    tried: tuple[Value, ...] = field(default=(), kw_only=True)

    def accept(self, value: object) -> Value:
        """The value itself, or SpecError; `True` is not 1, "1" is not 1."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise self.refuse(value)

    def read(self, text: str) -> Value:
        """The value that a text in a spec means."""
        for allowed in self.values:
            if text == unquote(write_value(allowed)):
                return allowed
        raise self.refuse(text)

    def allowed(self, language: str = "en") -> str:
        """The possible values, in words."""
        return f" {CORE.get('options', 'or', language)} ".join(write_value(value) for value in self.values)

    def refuse(self, value: object) -> SpecError:
        """The error for any other value."""
        shown = value if isinstance(value, str) else repr(value)
        near = nearest(shown, map(write_value, self.values))
        if near is not None and near != shown:
            return SpecError.of(CORE, "option-near", name=self.name, allowed=self.allowed, value=shown, near=near)
        return SpecError.of(CORE, "option", name=self.name, allowed=self.allowed, value=shown)


class Choice(Option):
    """One of several words."""


class Name(Option):
    """A name of letters and digits, such as that of a point of the board; the game says which it knows."""

    def accept(self, value: object) -> Value:
        if isinstance(value, str) and value.isascii() and value.isalnum():
            return value
        raise self.refuse(value)

    def read(self, text: str) -> Value:
        return self.accept(text)

    def allowed(self, language: str = "en") -> str:
        """The possible values, in words."""
        return CORE.get("options", "word", language)


class Named(Option):
    """One of several words, or another that the game's board file names."""

    def accept(self, value: object) -> Value:
        if isinstance(value, str) and _NAME.fullmatch(value):
            return value
        raise self.refuse(value)

    def read(self, text: str) -> Value:
        return self.accept(text)

    def allowed(self, language: str = "en") -> str:
        """The possible values, in words."""
        return CORE.get("options", "named", language, words=super().allowed(language))


@dataclass(frozen=True)
class Switch(Option):
    """True or false."""

    default: Value = False
    values: tuple[Value, ...] = (False, True)


@dataclass(frozen=True)
class Number(Option):
    """A whole number, or with a default that is a float any number, from `lowest` to `highest`."""

    lowest: float = 0
    highest: float = 0

    def accept(self, value: object) -> Value:
        wanted = (int, float) if isinstance(self.default, float) else (int,)
        if isinstance(value, bool) or not isinstance(value, wanted) or not self.lowest <= value <= self.highest:
            raise self.refuse(value)
        return type(self.default)(value)

    def read(self, text: str) -> Value:
        if not text.isascii() or "_" in text:  # Python would read these as numbers, too
            raise self.refuse(text)
        try:
            return self.accept(type(self.default)(text))
        except ValueError:
            raise self.refuse(text) from None

    def allowed(self, language: str = "en") -> str:
        """The possible values, in words."""
        return CORE.get("options", "number", language, lowest=str(self.lowest), highest=str(self.highest))


class BoardFile(Option):
    """One of the game's own boards, or the path of a TOML file."""

    def accept(self, value: object) -> Value:
        if isinstance(value, str) and (value in self.values or value.endswith(".toml")):
            return value
        raise self.refuse(value)

    def read(self, text: str) -> Value:
        return self.accept(text)

    def allowed(self, language: str = "en") -> str:
        """The possible values, in words."""
        return CORE.get("options", "board", language, boards=super().allowed(language))


class Options(Mapping[str, Value]):
    """The chosen value of every option of a game; `declared` has the possible values."""

    def __init__(self, declared: tuple[Option, ...], chosen: Mapping[str, Value]) -> None:
        self.declared = declared
        self._values = {option.name: chosen.get(option.name, option.default) for option in declared}

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Options({self._values})"

    def board_file(self) -> str | None:
        """The path of the user's own board file, if one is chosen."""
        for option in self.declared:
            value = self[option.name]
            if isinstance(option, BoardFile) and value not in option.values:
                return str(value)
        return None

    def changed(self) -> dict[str, Value]:
        """The values that are not the default ones."""
        return {option.name: self[option.name] for option in self.declared if self[option.name] != option.default}


def choose(declared: tuple[Option, ...], texts: Mapping[str, str], values: Mapping[str, object]) -> Options:
    """Options from the texts of a spec and from Python values; SpecError names the error."""
    known = {option.name: option for option in declared}
    for name in (*texts, *values):
        if name not in known:
            near = nearest(name, known)
            if near is not None:
                raise SpecError.of(CORE, "option-unknown-near", name=name, near=near, known=", ".join(known))
            raise SpecError.of(CORE, "option-unknown", name=name, known=", ".join(known) or "-")
        if name in texts and name in values:
            raise SpecError.of(CORE, "option-twice", name=name)
    chosen = {name: known[name].read(text) for name, text in texts.items()}
    chosen |= {name: known[name].accept(value) for name, value in values.items()}
    return Options(declared, chosen)


def comes_first(option: Option) -> bool:
    """Whether it is asked before all others, which then fit: the board, and how many play."""
    return isinstance(option, BoardFile) or option.name == "players"


def combinations(declared: tuple[Option, ...], tried: bool = False) -> Iterator[dict[str, Value]]:
    """Every combination of the listed values, or of those to try (a number without a list stays at its default)."""
    listed = ((option.tried if tried else ()) or option.values or (option.default,) for option in declared)
    for values in itertools.product(*listed):
        yield dict(zip((option.name for option in declared), values, strict=True))


def read_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name of the game and the texts of the options."""
    if not isinstance(spec, str):
        raise SpecError.of(CORE, "spec", spec=repr(spec))
    name, colon, rest = spec.partition(":")
    if not _NAME.fullmatch(name):
        raise SpecError.of(CORE, "spec-name", spec=repr(spec))
    texts: dict[str, str] = {}
    if colon and not rest.strip():
        raise SpecError.of(CORE, "spec-colon", spec=repr(spec))
    end = 0
    while end < len(rest):
        pair = _PAIR.match(rest, end)
        if pair is None or (pair[3] and pair.end() == len(rest)):
            raise SpecError.of(CORE, "spec-pair", pair=repr(rest[end:]), spec=repr(spec))
        option, value = pair[1], pair[2].strip()
        if option in texts:
            raise SpecError.of(CORE, "option-twice", name=option)
        texts[option] = unquote(value)
        end = pair.end()
    return name, texts


def unquote(value: str) -> str:
    """A value of a spec without its double quotes."""
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value))
    except ValueError:
        raise SpecError.of(CORE, "spec-quotes", value=value) from None


def write_value(value: Any) -> str:
    """A value as a spec writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    plain = text.isprintable() and text == text.strip() and not any(mark in text for mark in ',"=')
    return text if plain else json.dumps(text)


def write_spec(name: str, options: Options) -> str:
    """The shortest spec of a game with these options."""
    changed = ",".join(f"{option}={write_value(value)}" for option, value in options.changed().items())
    return f"{name}:{changed}" if changed else name
