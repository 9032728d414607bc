"""The registry: finds game packages by name, those of Naadam and those of others.

A package of `naadam.games` is found by its folder; another by an entry point of the group `naadam.games`
that names it. Either has a `RULEBOOK`, and is imported when it is first asked for.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
from importlib import resources
from typing import TYPE_CHECKING, Any

from naadam.core.errors import PackageError, SpecError
from naadam.core.options import Value, choose, combinations, read_spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from naadam.core.contract import Rulebook
    from naadam.core.game import Game

GROUP = "naadam.games"


@functools.cache
def packages() -> dict[str, str]:
    """The module of every game by its name, in alphabetical order."""
    found = {}
    for folder in resources.files(GROUP).iterdir():
        if folder.is_dir() and (folder / "__init__.py").is_file():
            found[folder.name.replace("_", "-")] = f"{GROUP}.{folder.name}"
    for entry in importlib.metadata.entry_points(group=GROUP):
        if entry.name in found and found[entry.name] != entry.module:
            raise PackageError(f"two packages provide {entry.name}: {found[entry.name]} and {entry.module}")
        found[entry.name] = entry.module
    return dict(sorted(found.items()))


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packages())


@functools.cache
def rulebook(name: str) -> type[Rulebook]:
    """The rulebook class of a game; SpecError if there is no such game."""
    if name not in packages():
        raise SpecError(f"there is no game {name!r}; there is {', '.join(packages())}")
    module = importlib.import_module(packages()[name])
    book: Any = getattr(module, "RULEBOOK", None)
    if book is None or book.name != name:
        raise PackageError(f"{packages()[name]} has no RULEBOOK named {name!r}")
    return book  # type: ignore[no-any-return]


def load(spec: str, /, **options: Value) -> Game:
    """The game that a spec names: `load("bagh-chal:board=pulijudam")` or `load("bagh-chal", board="pulijudam")`."""
    from naadam.core.game import Game

    name, texts = read_spec(spec)
    book = rulebook(name)
    return Game(book(choose(book.declared, texts, options)))


def variants(name: str) -> Iterator[Game]:
    """A game in every combination of its options that the rules allow."""
    from naadam.core.game import Game

    book = rulebook(name)
    for values in combinations(book.declared):
        try:
            yield Game(book(choose(book.declared, {}, values)))
        except SpecError:
            continue
