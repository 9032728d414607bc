"""The results of a contest, added up: for each bot, in all and by seat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from naadam.bots.arena.contest import Contest
from naadam.bots.arena.games import Played
from naadam.bots.arena.statistics import Interval, interval


@dataclass(frozen=True)
class Tally:
    """Games of one bot. A game in which all share the win is a draw."""

    wins: int
    draws: int
    losses: int
    scores: tuple[float, ...]  # of each game, from 0 to 1

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def score(self) -> float:
        """The mean score; 0 if there are no games."""
        return math.fsum(self.scores) / max(1, len(self.scores))

    @property
    def interval(self) -> Interval:
        """Where the true mean lies, with 95 % confidence."""
        return interval(self.scores)


@dataclass(frozen=True)
class Standing:
    """How a bot did."""

    bot: int
    name: str
    all: Tally
    by_seat: tuple[Tally, ...]
    failures: int  # games lost by breaking down
    seconds: float  # per move, in the mean


def standings(contest: Contest, played: Sequence[Played]) -> list[Standing]:
    """One standing for each bot, in the order of the contest."""
    return [_standing(bot, name, contest.game.seats, played) for bot, name in enumerate(contest.names)]


def _standing(bot: int, name: str, seats: int, played: Sequence[Played]) -> Standing:
    def sits(game: Played, seat: int) -> bool:
        return game.fixture.seating[seat] == bot

    seconds = sum(game.seconds[seat] for game in played for seat in range(seats) if sits(game, seat))
    moves = sum(game.moves[seat] for game in played for seat in range(seats) if sits(game, seat))
    return Standing(
        bot,
        name,
        all=_tally(
            (game for game in played if bot in game.fixture.seating),
            lambda game: _won(game, bot),
            lambda game: game.points_of(bot),
        ),
        by_seat=tuple(_tally_seat(seat, [game for game in played if sits(game, seat)]) for seat in range(seats)),
        failures=sum(game.failed == bot for game in played),
        seconds=seconds / max(1, moves),
    )


def _won(game: Played, bot: int) -> bool:
    return any(game.fixture.seating[seat] == bot for seat in game.winners)


def _tally_seat(seat: int, games: Iterable[Played]) -> Tally:
    """The seat's own share, also where the bot has other seats in the same game."""
    return _tally(games, lambda game: seat in game.winners, lambda game: game.points[seat])


def _tally(games: Iterable[Played], won: Callable[[Played], bool], points: Callable[[Played], float]) -> Tally:
    games = list(games)
    draws = sum(len(game.winners) == len(game.points) for game in games)
    wins = sum(won(game) for game in games) - draws
    return Tally(wins, draws, len(games) - wins - draws, tuple(map(points, games)))


def group_scores(played: Sequence[Played]) -> list[float]:
    """The mean score of the first bot in each complete group, in which each bot has had every seat."""
    groups: dict[int, list[Played]] = {}
    for game in played:
        groups.setdefault(game.fixture.group, []).append(game)
    whole = (games for games in groups.values() if len(games) == len(set(games[0].fixture.seating)))
    return [math.fsum(game.points_of(0) for game in games) / len(games) for games in whole]
