"""Intervals, Elo and the sequential test, against values worked out by hand or published."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

import naadam
from naadam.bots.arena.statistics import FIVE, ShareTest, Sprt, elo, expected_score, interval, log_likelihood_ratio


def test_without_draws_it_is_wilsons_interval() -> None:
    assert interval([1.0] * 8 + [0.0] * 2) == pytest.approx((0.4902, 0.9433), abs=5e-5)  # tables of Wilson's interval
    assert interval([1.0] * 10) == pytest.approx((1 / (1 + 3.841459 / 10), 1.0))
    assert interval([0.0] * 10) == pytest.approx((0.0, 1 - 1 / (1 + 3.841459 / 10)))
    assert interval([]) == (0.0, 1.0)
    for count in range(1, 60):
        assert interval([1.0] * count).high == 1.0
        assert interval([0.0] * count).low == 0.0


def test_draws_make_it_narrower_but_never_empty() -> None:
    def width(scores: list[float]) -> float:
        low, high = interval(scores)
        return high - low

    assert width([0.5] * 10) < width([1.0, 0.5, 0.0, 0.5, 0.5] * 2) < width([1.0, 0.0] * 5)
    assert interval([0.5] * 10) == pytest.approx((0.3612, 0.6388), abs=5e-5)
    # by hand: c = 0.384146, between = 2.5 / 13.841459; s² - s + (0.25 + c between) / (1 + c) = 0


@pytest.mark.parametrize(("win", "draw"), [(0.5, 0.0), (0.2, 0.6), (0.8, 0.1)])
def test_the_true_mean_is_in_the_interval_as_often_as_promised(win: float, draw: float) -> None:
    rng = random.Random(1)
    inside = 0
    for _ in range(2000):
        scores = rng.choices((1.0, 0.5, 0.0), (win, draw, 1 - win - draw), k=60)
        low, high = interval(scores)
        inside += low <= win + draw / 2 <= high
    assert 0.935 <= inside / 2000 <= 0.985


def test_elo_and_expected_score_are_inverse() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo(0.75) == pytest.approx(190.85, abs=5e-3)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
    for difference in (-250.0, -1.0, 33.0, 600.0):
        assert elo(expected_score(difference)) == pytest.approx(difference)


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "ratio"),
    [
        ((59, 754, 2467, 865, 75), -0.5, 1.5, 2.95),  # Stockfish, pull requests 2951,
        ((33, 1185, 8378, 1302, 50), 0.25, 1.75, 2.95),
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),  # 2971,
        ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
        ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),  # and 3209
    ],
)
def test_the_ratio_is_what_fishtest_published(pairs: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    counts = Counter(dict(zip(FIVE, pairs, strict=True)))
    found = log_likelihood_ratio(counts, expected_score(elo0), expected_score(elo1))
    assert found == pytest.approx(ratio, abs=0.0051)
    back = Counter({1 - score: count for score, count in counts.items()})
    assert log_likelihood_ratio(back, expected_score(-elo0), expected_score(-elo1)) == pytest.approx(found)


def test_the_bounds_are_walds() -> None:
    assert Sprt().bounds == pytest.approx((-2.9444, 2.9444), abs=5e-5)
    assert Sprt(alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_nothing_but_wins_is_decided_after_23_pairs() -> None:
    # each pair is likelier by log(0.5715 / 0.5) = 0.1336, and 2.9444 / 0.1336 = 22.04
    test = Sprt(0, 50)
    assert test.decision([1.0] * 22) is None
    assert test.decision([1.0] * 23) == "H1"
    assert test.decision([0.0] * 20) == "H0"
    assert test.decision([]) is None
    assert test.ratio([]) == 0.0


def test_it_errs_as_rarely_as_promised() -> None:
    rng = random.Random(2)
    test = Sprt(0, 100)
    for truth, right in ((0.0, "H0"), (100.0, "H1")):
        wrong = 0
        for _ in range(150):
            scores: list[float] = []
            while (decision := test.decision(scores)) is None:
                wins = sum(rng.random() < expected_score(truth) for _ in range(2))
                scores.append(wins / 2)
            wrong += decision != right
        assert wrong / 150 < 0.1


@pytest.mark.parametrize("values", [(5, 5), (50, 0), (0, 50, 0.0), (0, 50, 0.05, 0.6)])
def test_a_senseless_test_is_refused(values: tuple[float, ...]) -> None:
    with pytest.raises(naadam.SpecError):
        Sprt(*values)


@pytest.mark.parametrize(("seats", "share0", "share1"), [(4, 0.25, 0.35), (4, 0.35, 0.45), (8, 0.125, 0.18)])
def test_a_test_of_shares_errs_as_rarely_as_promised(seats: int, share0: float, share1: float) -> None:
    """Games of a group of so many seats, won with a probability that depends on the seat."""
    rng = random.Random(3)
    test = ShareTest(share0, share1)
    for truth, right in ((share0, "H0"), (share1, "H1")):
        wrong, groups = 0, 0
        for _ in range(120):
            scores: list[float] = []
            while (decision := test.decision(scores)) is None:
                wins = sum(rng.random() < truth * (0.5 + seat / (seats - 1)) for seat in range(seats))
                scores.append(wins / seats)
            wrong += decision != right
            groups += len(scores)
        assert wrong / 120 < 0.1
        assert groups / 120 < 100, "it decides after some hundreds of games"


@pytest.mark.parametrize("values", [(0.35, 0.25), (0.25, 0.25), (0.0, 0.3), (0.5, 1.0), (0.25, 0.35, 0.5)])
def test_a_senseless_test_of_shares_is_refused(values: tuple[float, ...]) -> None:
    with pytest.raises(naadam.SpecError):
        ShareTest(*values)
