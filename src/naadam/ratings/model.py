"""The rating model: Bradley-Terry over all pairs of teams of a game, by openskill."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from naadam.core.extras import need
from naadam.core.seats import MOST_SEATS

MEAN = 25.0
SIGMA = MEAN / 3  # of a player of unknown strength
POINTS = 40.0  # of the shown scale per unit of strength
MIDDLE = 1500.0  # points of strength 25
BETA = 400 / math.log(10) / POINTS / math.sqrt(2)
"""The luck of one game, chosen so that 400 points between two known strengths are odds of 10 to 1, as with Elo."""
QUANTILE = 1.96  # of a 95 % interval
CERTAIN, PROVISIONAL = 75.0, 110.0  # points of one standard deviation


@dataclass(frozen=True)
class Rating:
    """A strength with its uncertainty, a standard deviation."""

    mu: float = MEAN
    sigma: float = SIGMA

    @classmethod
    def of_points(cls, points: float, deviation: float) -> Rating:
        return cls(MEAN + (points - MIDDLE) / POINTS, deviation / POINTS)

    @property
    def points(self) -> float:
        return MIDDLE + POINTS * (self.mu - MEAN)

    @property
    def deviation(self) -> float:
        """The standard deviation in points."""
        return POINTS * self.sigma

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval in points."""
        return self.points - QUANTILE * self.deviation, self.points + QUANTILE * self.deviation

    @property
    def provisional(self) -> bool:
        """Whether the rating is shown with a question mark, because too few games support it."""
        return self.deviation > PROVISIONAL

    @property
    def certain(self) -> bool:
        """Whether enough games support the rating for a list of the best."""
        return self.deviation < CERTAIN


def _full_step(*_: object) -> float:
    """The share of what a game tells that lowers the uncertainty.

    With all of it 96 to 98 of 100 intervals of 95 % contain the true strength after 5 to 80 games of two; with the
    library's own share 99 of 100 do, and ratings settle later.
    """
    return 1.0


@functools.cache
def _model() -> Any:
    """The model. Every pair of a game counts, because tied players would otherwise depend on their order."""
    models = need("openskill.models", "a rating", "server")
    return models.BradleyTerryPart(beta=BETA, window_size=MOST_SEATS, gamma=_full_step)


def rate(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """The ratings of all players after a game; teams with the same place have drawn, and a lower place is better."""
    model = _model()
    before = [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    after = model.rate(before, ranks=[float(place) for place in places])
    return [[Rating(one.mu, one.sigma) for one in team] for team in after]
