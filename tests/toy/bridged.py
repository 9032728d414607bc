"""The games that the bridges' tests play: those of the registry with every number of seats, or a few of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.registry import game_names, load, rulebook

ALL = os.environ.get("NAADAM_BRIDGES") == "all"
CYCLES = 200 if ALL else 4


def by_seats(name: str) -> Iterator[Game]:
    """A game with each number of seats that one changed option gives it, uncompiled: that is quicker to begin."""
    known = set()
    changes = [{}, *({option.name: value} for option in rulebook(name).declared for value in option.values)]
    for options in changes:
        try:
            game = load(name, **options)
        except NaadamError:
            continue
        if game.seats not in known:
            known.add(game.seats)
            yield game.uncompiled()


def played(names: tuple[str, ...] = game_names()) -> list[Game]:
    """Games for a test: of every game the first table, or in a long run all of them."""
    return [game for name in names for game in (list(by_seats(name)) if ALL else [next(by_seats(name))])]
