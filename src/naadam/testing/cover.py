"""A few variants of a game instead of all: every two values of options that go together are tried together."""

from __future__ import annotations

from itertools import combinations

from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.options import Value, choose, write_spec
from naadam.core.registry import allowed, load, rulebook

MOST_VARIANTS = 12  # a game with more of them is tried by pairs

Pair = tuple[tuple[str, Value], tuple[str, Value]]


def cover(name: str) -> list[Game]:
    """The game in every combination of options to try that the rules allow; by pairs of values if those are many."""
    listed = list(allowed(name, tried=True))
    if len(listed) > MOST_VARIANTS:
        listed = choose_pairwise(listed)
    games = []
    for values in listed:
        try:
            games.append(load(write_spec(name, choose(rulebook(name).declared, {}, values))))
        except SpecError:  # the board forbids it
            continue
    return games


def choose_pairwise(listed: list[dict[str, Value]]) -> list[dict[str, Value]]:
    """Of these combinations a few that have every pair of values among them; the first and the last are always taken.

    One after the other, that is taken which has most pairs that none before it has.
    """
    left = set().union(*map(pairs_of, listed))
    chosen: list[dict[str, Value]] = []
    waiting = [listed[0], listed[-1]]
    while left:
        best = waiting.pop(0) if waiting else max(listed, key=lambda values: len(left & pairs_of(values)))
        chosen.append(best)
        left -= pairs_of(best)
    return chosen


def pairs_of(values: dict[str, Value]) -> set[Pair]:
    return set(combinations(values.items(), 2))
