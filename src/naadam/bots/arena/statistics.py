"""Statistics of results: confidence intervals, Elo, the sequential test. Plain numbers in, plain numbers out."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar, NamedTuple

from naadam.core.errors import SpecError

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)  # the mean scores that a pair of games of two seats can have
UNSEEN = 1e-3  # how often a score counts that has not come up: the test must not take it to be impossible


class Interval(NamedTuple):
    """From `low` to `high`."""

    low: float
    high: float


def interval(scores: Sequence[float], confidence: float = 0.95) -> Interval:
    """Wilson's interval of the mean of scores from 0 to 1.

    Without scores between 0 and 1 it is Wilson's own. Draws make it narrower: with true mean s, the variance of a
    score is s(1 - s) less the mean of x(1 - x) over the scores, which is 0 for wins and losses and 1/4 for a draw.
    """
    if not scores:
        return Interval(0.0, 1.0)
    count = len(scores)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    mean = math.fsum(scores) / count
    between = math.fsum(x * (1 - x) for x in scores) / (count + z * z)  # a little less: it is only estimated
    c = z * z / count  # (mean - s)² = c (s(1 - s) - between), solved for s
    middle = (mean + c / 2) / (1 + c)
    half = math.sqrt(max(0.0, middle * middle - (mean * mean + c * between) / (1 + c)))
    return Interval(max(0.0, round(middle - half, 12)), min(1.0, round(middle + half, 12)))  # 1 is 1


def expected_score(elo: float) -> float:
    """The mean score of a bot that is stronger by `elo`."""
    return 1 / (1 + math.pow(10, -elo / 400))


def elo(score: float) -> float:
    """The difference in Elo that a mean score stands for; infinite for 0 and 1."""
    if score in (0.0, 1.0):
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


class SequentialTest(ABC):
    """Wald's sequential test of two hypotheses about the mean score of a bot, H0 and H1.

    It looks at the mean scores of whole groups of games, for two bots the five of a pair (pentanomial), since the
    games of a group are not independent. The likelihood of a hypothesis is the greatest that any distribution of these
    scores with the expected mean can have. `alpha` is the chance to accept H1 if H0 is true, `beta` that to accept H0
    if H1 is true.
    """

    unit: ClassVar[str]
    alpha: float
    beta: float

    @property
    @abstractmethod
    def means(self) -> Interval:
        """The mean scores by H0 and H1."""

    @abstractmethod
    def name(self, hypothesis: float) -> str:
        """A hypothesis in words, given its number."""

    @property
    @abstractmethod
    def hypotheses(self) -> Interval:
        """The two numbers that are tested."""

    def check(self) -> None:
        """SpecError unless the test makes sense."""
        first, second = self.hypotheses
        if not first < second or not 0 < self.means.low < self.means.high < 1:
            kind = type(self).unit
            raise SpecError(f"a sequential test needs {kind}0 below {kind}1, not {first} and {second}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SpecError(f"error rates lie between 0 and 0.5, not {self.alpha} and {self.beta}")

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which the test ends, with H0 or with H1."""
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of how much likelier the scores are under H1 than under H0."""
        return log_likelihood_ratio(Counter(scores), *self.means)

    def decision(self, scores: Sequence[float]) -> str | None:
        """`H0`, `H1`, or None while nothing is decided."""
        ratio = self.ratio(scores)
        return "H1" if ratio >= self.bounds.high else "H0" if ratio <= self.bounds.low else None


@dataclass(frozen=True)
class Sprt(SequentialTest):
    """The sequential test of "stronger by elo0" (H0) against "stronger by elo1" (H1), for two bots; Elo is logistic."""

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05
    unit: ClassVar[str] = "elo"

    def __post_init__(self) -> None:
        self.check()

    @property
    def hypotheses(self) -> Interval:
        return Interval(self.elo0, self.elo1)

    @property
    def means(self) -> Interval:
        return Interval(expected_score(self.elo0), expected_score(self.elo1))

    def name(self, hypothesis: float) -> str:
        return f"{hypothesis:g} Elo"


@dataclass(frozen=True)
class ShareTest(SequentialTest):
    """The sequential test of "wins this share of games" for one bot among several, share0 (H0) against share1 (H1).

    An equal share of four seats is 0.25. A shared win counts as a part of one.
    """

    share0: float = 0.25
    share1: float = 0.35
    alpha: float = 0.05
    beta: float = 0.05
    unit: ClassVar[str] = "share"

    def __post_init__(self) -> None:
        self.check()

    @property
    def hypotheses(self) -> Interval:
        return Interval(self.share0, self.share1)

    @property
    def means(self) -> Interval:
        return self.hypotheses

    def name(self, hypothesis: float) -> str:
        return f"{hypothesis:.1%} of wins"


def log_likelihood_ratio(counts: Counter[float], mean0: float, mean1: float) -> float:
    """How much likelier, as a logarithm, counted scores are if their mean is mean1 than if it is mean0."""
    if not counts:
        return 0.0
    seen = {score: counts[score] or UNSEEN for score in sorted({*FIVE, *counts})}
    total = sum(seen.values())
    shares = {score: count / total for score, count in seen.items()}
    lift0, lift1 = _lift(shares, mean0), _lift(shares, mean1)
    return total * sum(
        share * math.log((1 + lift0 * (score - mean0)) / (1 + lift1 * (score - mean1)))
        for score, share in shares.items()
    )


def _lift(shares: dict[float, float], mean: float) -> float:
    """The Lagrange multiplier t of the likeliest distribution with a mean: it has share / (1 + t (score - mean))."""
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(200):  # the sum falls from +infinity to -infinity between these
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if sum(share * (score - mean) / (1 + middle * (score - mean)) for score, share in shares.items()) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
