"""Ratings of several bots from the games they played, by openskill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from naadam.bots.arena.contest import Contest
from naadam.bots.arena.games import Played
from naadam.core.errors import NaadamError
from naadam.core.seats import MOST_SEATS


@dataclass(frozen=True)
class Rating:
    """A strength with its uncertainty (a standard deviation). A new bot has 25 with 25/3."""

    name: str
    strength: float
    uncertainty: float


def ratings(contest: Contest, played: Sequence[Played]) -> list[Rating]:
    """The ratings of all bots after these games, in the order of the contest (Bradley-Terry model)."""
    try:
        from openskill.models import BradleyTerryPart
    except ModuleNotFoundError:
        raise NaadamError("ratings need openskill: pip install 'naadam[arena]'") from None
    model = BradleyTerryPart(window_size=MOST_SEATS)  # every pair of a game, because tied bots would differ otherwise
    rated = [model.rating(name=name) for name in contest.names]
    for game in sorted(played, key=lambda game: game.fixture.number):
        bots = sorted(set(game.fixture.seating))
        points = [game.points_of(bot) / game.fixture.seating.count(bot) for bot in bots]
        new = model.rate([[rated[bot]] for bot in bots], scores=points)
        for bot, (rating,) in zip(bots, new, strict=True):
            rated[bot] = rating
    return [Rating(name, one.mu, one.sigma) for name, one in zip(contest.names, rated, strict=True)]
