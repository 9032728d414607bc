"""The registry: finds game packages by name, those of Naadam and those of others.

A package of `naadam.games` is found by its folder; another by an entry point of the group `naadam.games` that names it.
Either has a `RULEBOOK`, and is imported when it is first asked for; so is the code that makes games and reads states,
which needs NumPy and Numba: the registry itself is quick to import.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import itertools
from importlib import resources
from typing import TYPE_CHECKING, Any

from naadam.core.errors import PackageError, SpecError
from naadam.core.extras import check_python
from naadam.core.options import Options, Value, choose, combinations, read_spec
from naadam.core.spelling import nearest
from naadam.core.texts import CORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from naadam.core.game import Game
    from naadam.core.parts.rulebook import Rulebook
    from naadam.core.state import State

GROUP = "naadam.games"


@functools.cache
def packages() -> dict[str, tuple[str, ...]]:
    """The module of every game by its name, in alphabetical order; several where packages claim the same name."""
    found = {}
    for folder in resources.files(GROUP).iterdir():
        if folder.is_dir() and (folder / "__init__.py").is_file():
            found[folder.name.replace("_", "-")] = (f"{GROUP}.{folder.name}",)
    for entry in importlib.metadata.entry_points(group=GROUP):
        known = found.get(entry.name, ())
        found[entry.name] = known if entry.module in known else (*known, entry.module)
    return dict(sorted(found.items()))


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packages())


def is_shipped(name: str) -> bool:
    """Whether a game comes with Naadam, and with no package of others."""
    return packages().get(name) == (f"{GROUP}.{name.replace('-', '_')}",)


@functools.cache
def rulebook(name: str) -> type[Rulebook]:
    """The rulebook class of a game; SpecError if there is no such game."""
    check_python()
    if name not in packages():
        known = ", ".join(packages())
        near = nearest(name, packages())
        if near is not None:
            raise SpecError.of(CORE, "game-near", name=repr(name), near=near, known=known)
        raise SpecError.of(CORE, "game-unknown", name=repr(name), known=known)
    package, *others = packages()[name]
    if others:
        raise PackageError(f"two packages provide {name}: {' and '.join((package, *others))}")
    book: Any = getattr(importlib.import_module(package), "RULEBOOK", None)
    if book is None or book.name != name:
        raise PackageError(f"{package} has no RULEBOOK named {name!r}")
    return book  # type: ignore[no-any-return]


def load(spec: str, /, **options: Value) -> Game:
    """The game that a spec names: `load("bagh-chal:board=pulijudam")` or `load("bagh-chal", board="pulijudam")`.

    Games are values: the same spec gives the same object, unless its board file has changed.
    """
    name, texts = _read(spec)
    return _load(name, choose(rulebook(name).declared, texts, options))


def load_shipped(spec: str) -> Game:
    """The game that a spec from elsewhere names; SpecError if it would read a board file of this machine."""
    name, texts = _read(spec)
    options = choose(rulebook(name).declared, texts, {})
    if options.board_file() is not None:
        raise SpecError.of(CORE, "spec-file", spec=repr(spec))
    return _load(name, options)


def load_again(spec: str, board_hash: str, version: int) -> Game:
    """The game of a pickle; PositionError if board or rules are others now."""
    game = load(spec)
    game.expect(spec, board_hash, str(version))
    return game


def read_state(data: bytes | str) -> State:
    """The state that `State.to_bytes` or `State.to_json` wrote, of the game that it names.

    PositionError if it is not a position, SpecError if the game is unknown, or if its board is a file: load that game
    first.
    """
    from naadam.core.serialization import find_spec

    game = load_shipped(find_spec(data))
    return game.from_json(data) if isinstance(data, str) else game.from_bytes(data)


def _read(spec: str) -> tuple[str, dict[str, str]]:
    """The parts of a spec; a name that only looks like that of a game is refused with the game's own."""
    name = spec.partition(":")[0] if isinstance(spec, str) else ""
    if isinstance(spec, str) and name not in packages() and (not name or nearest(name, packages())):
        rulebook(name)
    return read_spec(spec)


def _load(name: str, options: Options) -> Game:
    from naadam.core.game import Game

    known = _loaded.get((name, options))
    if known is None or options.board_file() is not None:
        game = Game(rulebook(name)(options))
        if len(_loaded) >= MOST_LOADED:
            _loaded.clear()
        if known is None or known != game:
            _loaded[name, options] = known = game
    return known


MOST_LOADED = 512  # more than any game has variants
_loaded: dict[tuple[str, Options], Game] = {}


def allowed(name: str, tried: bool = False) -> Iterator[dict[str, Value]]:
    """Every combination of the options of a game that its rules allow, or those to try (`Option.tried`).

    Combinations that only the board forbids are among them.
    """
    book = rulebook(name)
    return (values for values in combinations(book.declared, tried) if book.allows(values))


def clash(name: str, values: Mapping[str, Value]) -> SpecError | None:
    """Why options do not go together; a board is loaded only where it might forbid more than the rules."""
    book = rulebook(name)
    problem = book.clash(values)
    if problem is not None or book.clashes_known:
        return problem
    try:
        _load(name, choose(book.declared, {}, values))
    except SpecError as error:
        return error
    return None


def give_way(name: str, values: Mapping[str, Value], kept: str) -> dict[str, Value]:
    """Options that go together, `kept` as it is: as few others as can be go back to their defaults. SpecError if they
    cannot."""
    others = [option for option in rulebook(name).declared if option.name != kept]
    for count in range(len(others) + 1):
        for changed in itertools.combinations(others, count):
            found = {**values, **{option.name: option.default for option in changed}}
            problem = clash(name, found)
            if problem is None:
                return found
            if not kept:
                raise problem
    assert problem is not None
    raise problem


def variants(name: str) -> Iterator[Game]:
    """A game in every combination of its options that the rules allow."""
    for values in allowed(name):
        try:
            yield _load(name, choose(rulebook(name).declared, {}, values))
        except SpecError:
            continue
