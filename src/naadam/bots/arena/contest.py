"""Contests and their fixtures: openings are shared by groups of games, seats are rotated inside a group."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from naadam.bots.budget import Bot
from naadam.bots.by_name import named
from naadam.bots.searcher import Searcher
from naadam.bots.uni.external import ExternalEngine
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.registry import load


@dataclass(frozen=True)
class Entrant:
    """A bot under a name. `make` is called for every game, with a seed; workers must be able to import it."""

    name: str
    make: Callable[[Game, int], Bot]


@dataclass(frozen=True)
class Contest:
    """Bots that play a game against each other; the same contest with budgets by nodes has the same results."""

    spec: str
    bots: tuple[str | Entrant, ...]  # a text as `naadam.bots.named` reads it
    games: int = 200
    seed: int = 0
    opening: int = 4  # random actions at the beginning of a game
    time: float = 1.0  # times the seconds of every budget
    nodes: int | None = None  # so many nodes instead of the seconds of every budget

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise SpecError("an arena needs at least two bots")
        for name, least in (("games", 1), ("opening", 0), ("nodes", 1)):
            value = getattr(self, name)
            if (value is not None or name != "nodes") and (type(value) is not int or value < least):
                raise SpecError(f"{name} of an arena is a number from {least} up, not {value!r}")
        if not self.time > 0:
            raise SpecError(f"time of an arena is a factor above 0, not {self.time!r}")
        for index in range(len(self.bots)):
            self.make_bot(index, 0)  # a bot that cannot play is refused before the contest begins

    @property
    def game(self) -> Game:
        return load(self.spec)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, numbered where two are the same."""
        names = [bot if isinstance(bot, str) else bot.name for bot in self.bots]
        return tuple(
            name if names.count(name) == 1 else f"{name} #{names[: index + 1].count(name)}"
            for index, name in enumerate(names)
        )

    @property
    def by_the_clock(self) -> tuple[str, ...]:
        """The names of the bots that think by the clock: their games are not the same a second time."""
        made = [self.make_bot(index, 0) for index in range(len(self.bots))]
        return tuple(name for name, bot in zip(self.names, made, strict=True) if _by_the_clock(bot))

    def make_bot(self, index: int, seed: int) -> Bot:
        """A fresh bot, with the budget of this contest."""
        bot, game = self.bots[index], self.game
        made = named(bot, game, seed) if isinstance(bot, str) else bot.make(game, seed)
        if isinstance(made, Searcher):
            made.workspace(game)  # SpecError if it cannot play the game
            if made.budget.seconds is not None and self.nodes is not None:
                made.budget = replace(made.budget, seconds=None, nodes=self.nodes)
            elif made.budget.seconds is not None:
                made.budget = replace(made.budget, seconds=made.budget.seconds * self.time)
        return made


def _by_the_clock(bot: Bot) -> bool:
    if isinstance(bot, Searcher):
        return bot.budget.seconds is not None
    return isinstance(bot, ExternalEngine) or getattr(bot, "telling", None) is not None  # a model answers differently


@dataclass(frozen=True)
class Fixture:
    """One game to be played. Fixtures of a group have the same opening and luck, and the same bots in other seats."""

    number: int
    group: int
    seating: tuple[int, ...]  # the bot of every seat, by its number in the contest


def fixtures(contest: Contest) -> list[Fixture]:
    """All games of a contest, its number rounded up to whole groups.

    With more bots than seats the groups go round all combinations; with fewer, bots take several seats in turn.
    """
    seats = contest.game.seats
    combinations = list(itertools.combinations(range(len(contest.bots)), min(seats, len(contest.bots))))
    found: list[Fixture] = []
    for group in itertools.count():
        if len(found) >= contest.games:
            return found
        members = list(combinations[group % len(combinations)])
        if len(members) > 2:  # the neighbours of each bot
            random.Random(f"{contest.seed}/seating/{group}").shuffle(members)
        for turn in range(len(members)):
            seating = tuple(members[(seat + turn) % len(members)] for seat in range(seats))
            found.append(Fixture(len(found), group, seating))
    raise AssertionError
