"""A few variants of a game instead of all: every two values of options that go together are tried together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.options import Value, choose, write_spec
from naadam.core.registry import allowed, load, rulebook

MOST_VARIANTS = 12  # a game with more of them is tried by pairs

Pair = tuple[tuple[str, Value], tuple[str, Value]]


def cover(name: str) -> list[Game]:
    """The game in every combination of options to try that the rules allow; by pairs of values if those are many."""
    games: list[Game] = []

    def is_possible(values: dict[str, Value]) -> bool:
        try:
            games.append(load(write_spec(name, choose(rulebook(name).declared, {}, values))))
        except SpecError:  # for a reason that takes the board to see
            return False
        return True

    listed = list(allowed(name, tried=True))
    if len(listed) > MOST_VARIANTS:
        choose_pairwise(listed, is_possible)
    else:
        for values in listed:
            is_possible(values)
    return games


def choose_pairwise(
    listed: list[dict[str, Value]], is_possible: Callable[[dict[str, Value]], bool]
) -> list[dict[str, Value]]:
    """Of these combinations a few that have every pair of values that possible ones have; the first and the last first.

    One after the other, that is taken which has most pairs that none before it has.
    """
    rest, had = list(listed), set[Pair]()
    chosen: list[dict[str, Value]] = []
    waiting = [listed[0], listed[-1]]
    while left := set().union(*map(pairs_of, rest)) - had:
        best = waiting.pop(0) if waiting else max(rest, key=lambda values: len(left & pairs_of(values)))
        rest.remove(best)
        if is_possible(best):
            chosen.append(best)
            had |= pairs_of(best)
    return chosen


def pairs_of(values: dict[str, Value]) -> set[Pair]:
    return set(combinations(values.items(), 2))
