"""A league: all bots of a game play each other, and are rated by all their games together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from naadam.bots.arena import Contest, Played
from naadam.bots.levels import LEVELS, settings_of
from naadam.bots.uni.registered import engines
from naadam.core.registry import load

MORE_THAN_LEVEL_4 = 4  # times its nodes, for bots that would think by the clock: level 5 does
NODES = 4000  # where level 4 counts none
RESAMPLED = 400  # times, for the intervals
ROUNDS = 60  # of the fit, at most
Matrix = npt.NDArray[np.float64]


def all_bots(spec: str) -> tuple[str, ...]:
    """Every bot that plays a game: the simple ones, the levels, and the registered engines."""
    found = [f"engine:{name}" for name, engine in engines().items() if engine.plays(load(spec).name)]
    return ("random", "greedy", *(f"level{number}" for number in LEVELS), *found)


def enough_nodes(spec: str) -> int:
    """Nodes in place of time with which level 5 of a game is as strong as it should be."""
    nodes = settings_of(load(spec))["4"].get("nodes")
    return NODES if nodes is None else MORE_THAN_LEVEL_4 * int(nodes)


def count_meetings(spec: str, bots: Sequence[str], gauntlet: bool = False) -> int:
    """How many combinations of bots there are to sit at one board, or of these with the first."""
    seats = min(load(spec).seats, len(bots))
    return math.comb(len(bots) - 1, seats - 1) if gauntlet else math.comb(len(bots), seats)


@dataclass(frozen=True)
class RatedBot:
    """A bot with its Elo, 0 in the mean of the league, and the 95 % interval of that."""

    bot: int
    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Meeting:
    """How one bot did against another: points, where a win is 1 and a draw a half, and games."""

    points: float
    games: int


def cross_table(contest: Contest, played: Sequence[Played]) -> list[list[Meeting]]:
    """How every bot did against every other."""
    points, games = _meetings(contest, played)
    rows = range(len(contest.bots))
    return [[Meeting(float(points[a, b]), int(games[a, b])) for b in rows] for a in rows]


def rate(contest: Contest, played: Sequence[Played], seed: int = 0) -> list[RatedBot]:
    """The bots by their Elo, the strongest first.

    It is the likeliest by the model of Bradley and Terry, with one draw more between any two that have met, so that no
    bot is infinitely strong. The intervals come from the same fit to resampled games, by whole groups, since the
    games of a group share their opening.
    """
    middle, resampled = _resample(contest, played, seed)
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    rated = [
        RatedBot(bot, name, float(middle[bot]), float(low[bot]), float(high[bot]))
        for bot, name in enumerate(contest.names)
    ]
    return sorted(rated, key=lambda one: -one.elo)


def rate_from(contest: Contest, played: Sequence[Played], name: str, seed: int = 0) -> list[RatedBot]:
    """The bots in their order, with Elo and interval as the difference from one of them."""
    middle, resampled = _resample(contest, played, seed)
    zero = contest.names.index(name)
    middle, resampled = middle - middle[zero], resampled - resampled[:, [zero]]
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    return [
        RatedBot(bot, name, float(middle[bot]), float(low[bot]), float(high[bot]))
        for bot, name in enumerate(contest.names)
    ]


def _resample(contest: Contest, played: Sequence[Played], seed: int) -> tuple[npt.NDArray[np.float64], Matrix]:
    """The Elo of each bot by these games, and by so many resamplings of their groups."""
    groups: dict[int, list[Played]] = {}
    for game in played:
        groups.setdefault(game.fixture.group, []).append(game)
    found = [_meetings(contest, groups[number]) for number in sorted(groups)]
    points, games = np.array([one for one, _ in found]), np.array([many for _, many in found])
    middle = fit(points.sum(0), games.sum(0))
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(found), np.full(len(found), 1 / len(found)), size=RESAMPLED)
    return middle, fit(np.tensordot(drawn, points, 1), np.tensordot(drawn, games, 1))


def _meetings(contest: Contest, played: Sequence[Played]) -> tuple[Matrix, Matrix]:
    """Points and games of each bot against each other. Where more than two sit, each pair of them has met."""
    count = len(contest.bots)
    points, games = np.zeros((count, count)), np.zeros((count, count))
    for game in played:
        seating = game.fixture.seating
        share = {bot: game.points_of(bot) / seating.count(bot) for bot in sorted(set(seating))}
        for one in share:
            for other in share:
                if one != other:
                    games[one, other] += 1
                    points[one, other] += 0.5 + 0.5 * float(np.sign(round(share[one] - share[other], 9)))
    return points, games


def fit(points: Matrix, games: Matrix) -> npt.NDArray[np.float64]:
    """The likeliest Elo of everybody, by Newton's method; 0 in the mean. Many leagues can be fitted together."""
    met = games > 0
    points, games = points + 0.5 * met, games + met
    count = points.shape[-1]
    strength = np.zeros((*points.shape[:-1], 1))  # as a natural logarithm
    hold = 1.0 + 1e-9 * np.eye(count)  # only differences matter: this keeps the mean where it is
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(np.swapaxes(strength, -1, -2) - strength))
        bend = games * expected * (1 - expected)
        slope = (points - games * expected).sum(-1, keepdims=True)
        step = np.linalg.solve(bend.sum(-1, keepdims=True) * np.eye(count) - bend + hold, slope)
        strength = strength + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    strength = strength[..., 0]
    return np.asarray((strength - strength.mean(-1, keepdims=True)) * (400 / math.log(10)))
