"""A first real game of a long game: a short start, and the rules with the moment at which each begins to matter.

It is read from `first_game.toml` in the game's package. Nothing is scripted: the position is one of the game, which is
then played by all its rules.

| key | content |
|---|---|
| `spec`, `position`, `seat` | the game with its options, the position on one line, and the newcomer's seat |
| `minutes` | how long it takes a newcomer, about |
| `en`, `fr`, `it` | its subject, in a sentence or two |
| `[[rules]]` | a rule, in `en`, `fr` and `it`: |
| `clause` | its clause, which introduces it wherever a refusal or a story names it |
| `choice`, `move` | a regular expression: it matters as soon as such an action can be taken, or has been |
| `turn` | the newcomer's turn from which on it matters, counted from 1 |
| `picture` | the number of a picture of the guide that shows it |

Where several are given, all must hold. A choice that captures has ` x` after its notation. A rule without them is
introduced at the start, unless it has `told`: "refusal" or "story". Then it waits until such a one names its clause.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from naadam.core.errors import PackageError
from naadam.core.registry import load_shipped
from naadam.core.state import State
from naadam.core.teaching.guide import find_guide
from naadam.core.teaching.package_files import check_keys, read_file, reading
from naadam.core.texts import LANGUAGES

FILE = "first_game.toml"
KEYS = {"spec", "position", "seat", "minutes", "rules", *LANGUAGES}
Told = Literal["", "refusal", "story"]
RULE_KEYS = {"clause", "choice", "move", "turn", "told", "picture", *LANGUAGES}


@dataclass(frozen=True)
class Introduction:
    """A rule in a sentence, and the moment at which it begins to matter."""

    clause: str
    texts: Mapping[str, str]
    choice: str | None  # a pattern of actions that can be taken
    move: str | None  # a pattern of actions that have been taken
    turn: int | None  # of the newcomer
    told: Told  # the message that must name its clause first; "" if it does not wait for one
    picture: int | None  # of the guide, counted from 1

    def say(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


@dataclass(frozen=True)
class FirstGame:
    """Where a newcomer's first game begins."""

    start: State
    seat: int
    minutes: int
    texts: Mapping[str, str]
    rules: tuple[Introduction, ...]

    def say(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


def minutes_of_first_game(name: str) -> int | None:
    """How long the first game takes; None if there is none. The game is not loaded."""
    contents = read_file(name, FILE)
    return None if contents is None else int(contents["minutes"])


@functools.cache
def find_first_game(name: str) -> FirstGame | None:
    """The first game; None if the package has none, PackageError if the file is wrong."""
    contents = read_file(name, FILE)
    if contents is None:
        return None
    where = f"the first game of {name}"
    check_keys(where, contents, KEYS)
    with reading(where):
        start = load_shipped(contents["spec"]).position(contents["position"])
        rules = tuple(_read(name, entry) for entry in contents["rules"])
        return FirstGame(start, contents["seat"], contents["minutes"], _texts(contents), rules)


def _texts(entry: Mapping[str, Any]) -> dict[str, str]:
    return {language: entry[language] for language in LANGUAGES if language in entry or language == "en"}


def _read(name: str, entry: Mapping[str, Any]) -> Introduction:
    check_keys(f"a rule of the first game of {name}", entry, RULE_KEYS)
    choice, move, picture = entry.get("choice"), entry.get("move"), entry.get("picture")
    told = entry.get("told", "")
    if told not in get_args(Told):
        raise PackageError(f"told is refusal or story, not {told}, in {name}")
    guide = find_guide(name)
    if picture is not None and (guide is None or not 1 <= picture <= len(guide.pictures)):
        raise PackageError(f"the guide of {name} has no picture {picture}")
    try:
        for pattern in filter(None, (choice, move)):
            re.compile(pattern)
    except re.error as error:
        raise PackageError(f"{error} in {name}") from None
    return Introduction(entry["clause"], _texts(entry), choice, move, entry.get("turn"), told, picture)
