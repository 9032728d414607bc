"""Bots by name, as they are asked for on a command line."""

from __future__ import annotations

import importlib

from naadam.bots.budget import Bot
from naadam.bots.levels import LEVELS, level
from naadam.bots.searches import SEARCHES, make_search
from naadam.bots.simple import GreedyBot, RandomBot
from naadam.bots.uni.registered import external
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.spelling import suggest

MAKERS = {"llm": "naadam.llm.seat:make_seat"}
"""Functions of packages above this one, imported when their bots are asked for, as games are."""


def named(text: str, game: Game, seed: int = 0) -> Bot:
    """The bot that a text names: `level3`, `random`, `greedy`, a search as in `uct:nodes=1000,cutoff=0`, a program that
    speaks uni, as `engine:NAME` if it is registered, else `engine:COMMAND LINE`, or a language model, as
    `llm:URL#MODEL`.
    """
    if not isinstance(text, str) or not isinstance(game, Game):
        raise SpecError(f"named needs a bot's name and then a game, as in named('uct', game), not {text!r}, {game!r}")
    name, _, rest = text.partition(":")
    if name in MAKERS and rest:
        module, _, function = MAKERS[name].partition(":")
        made: Bot = getattr(importlib.import_module(module), function)(rest, game, seed)
        return made
    if name == "engine" and rest:
        return external(rest, seed)
    if name in ("random", "greedy") and not rest:
        return RandomBot(seed) if name == "random" else GreedyBot(seed)
    if name in SEARCHES:
        return make_search(name, {key: _number(value) for key, value in _pairs(rest)}, seed)
    if name.startswith("level") and name[5:].isdecimal() and len(name) == 6 and not rest:
        return level(game, int(name[5:]), seed)
    searches = ", ".join(SEARCHES)
    near = suggest(name, (*SEARCHES, "random", "greedy", *(f"level{number}" for number in LEVELS)))
    raise SpecError(
        f"unknown bot {text!r}{near}; bots are level1 to level5, random, greedy, {searches} with settings, "
        "engine:NAME, or llm:URL#MODEL"
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = [part.partition("=") for part in text.split(",")] if text else []
    for key, sign, value in pairs:
        if not (key and sign and value):
            raise SpecError(f"a setting must be name=value, not {key + sign + value!r}")
    return [(key.strip(), value.strip()) for key, _, value in pairs]


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
