"""Levels 1 to 5 of a game's computer players, and bots by name.

A game's package may have a `levels.toml`: a table for each level, which names the search and its settings. A level
is weak by looking less far and by plausible mistakes (`blur`), never by blunders at random.
"""

from __future__ import annotations

import functools
import inspect
import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.budget import Bot, Budget
from naadam.bots.searcher import Kernel
from naadam.bots.simple import GreedyBot, RandomBot
from naadam.bots.solved import SolvedUct
from naadam.bots.uct import Uct
from naadam.bots.uni.registered import external
from naadam.core.errors import PackageError, SpecError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.warming import Part

LEVELS = (1, 2, 3, 4, 5)
SEARCHES: dict[str, Callable[..., AlphaBeta | Uct]] = {"alpha-beta": AlphaBeta, "uct": Uct, "solved-uct": SolvedUct}
BUDGET = ("seconds", "nodes", "depth")

BY_DEPTH: dict[str, dict[str, Any]] = {
    "1": {"search": "alpha-beta", "depth": 1, "blur": 0.2},
    "2": {"search": "alpha-beta", "depth": 2, "blur": 0.08},
    "3": {"search": "alpha-beta", "depth": 4, "blur": 0.02},
    "4": {"search": "alpha-beta", "depth": 6},
    "5": {"search": "alpha-beta", "seconds": 1.0},
}
BY_GAMES: dict[str, dict[str, Any]] = {
    "1": {"search": "uct", "nodes": 50, "blur": 0.1},
    "2": {"search": "uct", "nodes": 250, "blur": 0.03},
    "3": {"search": "uct", "nodes": 1200},
    "4": {"search": "uct", "nodes": 6000},
    "5": {"search": "uct", "seconds": 1.0},
}


def level(game: Game | str, number: int, seed: int = 0) -> AlphaBeta | Uct:
    """The computer player of a level, 1 for beginners to 5, the strongest."""
    game = load(game) if isinstance(game, str) else game
    if number not in LEVELS or isinstance(number, bool):
        raise SpecError(f"levels are 1 to 5, not {number!r}")
    settings = dict(settings_of(game)[str(number)])
    return make_search(settings.pop("search"), settings, seed)


@functools.cache
def settings_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """The settings of each level of a game."""
    file = resources.files(game.rulebook.rules.__name__.removesuffix(".rules")) / "levels.toml"
    if not file.is_file():
        return BY_DEPTH if AlphaBeta.plays(game) and hasattr(game.rulebook.rules, "value") else BY_GAMES
    settings = tomllib.loads(file.read_text(encoding="utf-8"))
    if set(settings) != set(map(str, LEVELS)) or any("search" not in level for level in settings.values()):
        raise PackageError(f"the levels of {game.name} are not 1 to 5, each with its search")
    return settings


def kernels_of(game: Game) -> list[Kernel]:
    """All compiled code that the levels of a game need."""
    found = {kernel.name: kernel for number in LEVELS for kernel in level(game, number).desk(game).kernels}
    return list(found.values())


def is_ready(game: Game) -> bool:
    """Whether every level of a game has been compiled on this machine."""
    return all(kernel.is_ready() for kernel in kernels_of(game))


def parts(game: Game) -> list[Part]:
    """What is to be compiled for the levels of a game (see core/warming.py)."""
    return [(kernel.name, functools.partial(getattr, kernel, "bound")) for kernel in kernels_of(game)]


def make_search(name: str, settings: Mapping[str, Any], seed: int = 0) -> AlphaBeta | Uct:
    """A search with settings, those of its budget among them."""
    make = SEARCHES[name]
    known = (*BUDGET, *(key for key in inspect.signature(make).parameters if key not in ("budget", "seed")))
    for key in settings:
        if key not in known:
            raise SpecError(f"{name} has no setting {key!r}; it has {', '.join(known)}")
    budget = {key: value for key, value in settings.items() if key in BUDGET}
    others = {key: value for key, value in settings.items() if key not in BUDGET}
    return make(Budget(**budget) if budget else None, seed=seed, **others)


def named(text: str, game: Game, seed: int = 0) -> Bot:
    """The bot that a text names: `level3`, `random`, `greedy`, a search as in `uct:nodes=1000,cutoff=0`,
    or a program that speaks uni, as `engine:NAME` if it is registered, else `engine:COMMAND LINE`.
    """
    name, _, rest = text.partition(":")
    if name == "engine" and rest:
        return external(rest, seed)
    if name in ("random", "greedy") and not rest:
        return RandomBot(seed) if name == "random" else GreedyBot(seed)
    if name in SEARCHES:
        return make_search(name, {key: _number(value) for key, value in _pairs(rest)}, seed)
    if name.startswith("level") and name[5:].isdecimal() and len(name) == 6 and not rest:
        return level(game, int(name[5:]), seed)
    searches = ", ".join(SEARCHES)
    raise SpecError(
        f"{text!r} names no bot: level1 to level5, random, greedy, {searches} with settings, engine: with a name"
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = [part.partition("=") for part in text.split(",")] if text else []
    for key, sign, value in pairs:
        if not (key and sign and value):
            raise SpecError(f"a setting is written name=value, not {key + sign + value!r}")
    return [(key.strip(), value.strip()) for key, _, value in pairs]


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
