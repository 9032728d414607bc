"""Levels 1 to 5 of a game's computer players.

A game's package may have a `levels.toml`: a table for each level, which names the search and its settings. A level
is weak by looking less far and by plausible mistakes (`blur`), never by blunders at random. Every level takes an
immediate win.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from naadam.bots.alpha_beta import AlphaBeta
from naadam.bots.searches import Search, make_search
from naadam.core.errors import PackageError, SpecError
from naadam.core.game import Game
from naadam.core.registry import load
from naadam.core.texts import read_package_toml

LEVELS = (1, 2, 3, 4, 5)
PERFECT = 6
"""Beyond the levels that every game has: by solved tables where there are any, elsewhere as level 5."""

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


def level(game: Game | str, number: int, seed: int = 0, tables: bool = True) -> Search:
    """The computer player of a level, 1 for beginners to 5, the strongest; or `PERFECT`, if the game can be solved.

    Without `tables` level 5 searches where it could look up the tables solved on this machine.
    """
    game = load(game) if isinstance(game, str) else game
    if not isinstance(game, Game):
        raise SpecError(f"level needs a game and then a number, as in level(game, 3), not {game!r}")
    if isinstance(number, bool) or number not in (*LEVELS, PERFECT):
        raise SpecError(f"a level must be 1 to 5, or {PERFECT} for perfect play of a solved game, not {number!r}")
    if number == PERFECT:
        player = make_search("perfect", _settings_of_perfect(game), seed)
    else:
        settings = dict(settings_of(game)[str(number)])
        search = settings.pop("search")
        player = make_search(search if tables else search.removeprefix("solved-"), settings, seed)
    player.made_for = game.name
    return player


def _settings_of_perfect(game: Game) -> Mapping[str, Any]:
    settings = dict(settings_of(game)[str(LEVELS[-1])])
    if settings.pop("search") != "solved-alpha-beta":
        raise SpecError(f"there is no level {PERFECT} in {game.name}: only a solved game can be played perfectly")
    return settings


def settings_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """The settings of each level of a game."""
    settings = _read_levels(game.rulebook.texts.package)
    if settings is None:
        return BY_DEPTH if AlphaBeta.plays(game) and hasattr(game.rulebook.rules, "value") else BY_GAMES
    if set(settings) != set(map(str, LEVELS)) or any("search" not in level for level in settings.values()):
        raise PackageError(f"the levels of {game.name} must be 1 to 5, each with its search")
    return settings


@functools.cache
def _read_levels(package: str) -> Mapping[str, Mapping[str, Any]] | None:
    """By package and not by game: clients choose variants freely, and the cache for each would grow without limit."""
    return read_package_toml(package, "levels.toml")
