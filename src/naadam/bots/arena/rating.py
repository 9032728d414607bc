"""Ratings of several bots from the games they played, by openskill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from naadam.bots.arena.contest import Contest
from naadam.bots.arena.games import Played
from naadam.ratings.model import Rating as Skill
from naadam.ratings.model import rate


@dataclass(frozen=True)
class Rating:
    """A strength with its uncertainty (a standard deviation). A new bot has 25 with 25/3."""

    name: str
    strength: float
    uncertainty: float


def ratings(contest: Contest, played: Sequence[Played]) -> list[Rating]:
    """The ratings of all bots after these games, in the order of the contest (Bradley-Terry model)."""
    rated = [Skill() for _ in contest.names]
    for game in sorted(played, key=lambda game: game.fixture.number):
        bots = sorted(set(game.fixture.seating))
        points = [round(game.points_of(bot) / game.fixture.seating.count(bot), 9) for bot in bots]
        places = [1 + sum(other > own for other in points) for own in points]
        for bot, (rating,) in zip(bots, rate([[rated[bot]] for bot in bots], places), strict=True):
            rated[bot] = rating
    return [Rating(name, one.mu, one.sigma) for name, one in zip(contest.names, rated, strict=True)]
