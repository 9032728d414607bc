"""Weights of a net fitted to games: logistic regression on results, on top of the rules' evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.core.parts.net import LARGEST, UNIT, Net, Weights

HELD_OUT = 5  # of so many games one is not learned from: it says when to stop
BINS = 50
RESULT = 0.3  # the share of a game's result in the target; the rest is the value of the search
STEP, MEAN, SQUARE = 0.02, 0.9, 0.999  # Adam (Kingma and Ba 2015), with all positions at each step
SHRINK = 2.0  # the evidence that a weight must have, in positions
LOOKS_EVERY, PATIENCE, MOST_STEPS = 10, 5, 1500

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Positions:
    """Positions of games, a row each, for the seat that was to act or for the one that the rules have chosen."""

    games: Ints
    leads: Floats  # the rules' evaluation by hand
    entries: Ints  # [row, lookup] of the net
    values: Floats  # the value by a search, -1 to 1
    results: Floats  # -1 to 1


@dataclass(frozen=True)
class Fit:
    """Weights, and the mean log loss by which results of games that were not learned from were foreseen."""

    weights: Weights
    before: float  # by the hand-made evaluation
    after: float
    steps: int


def fit(net: Net, positions: Positions) -> Fit:
    """The same positions give the same weights."""
    held = positions.games % HELD_OUT == 0
    won = (1 + positions.results) / 2
    thought = (1 + calibrate(positions.values, positions.results, ~held)) / 2
    target = RESULT * won + (1 - RESULT) * thought
    scale = fit_scale(positions.leads[~held], target[~held])
    known, numbers = np.unique(positions.entries, return_inverse=True)
    numbers = numbers.reshape(positions.entries.shape)
    parts = net.parts(known)
    leads = scale * positions.leads
    weights = np.zeros(net.weights + 1)
    mean, square = weights, weights
    best, best_loss, since = weights.copy(), np.inf, 0
    learned = np.flatnonzero(~held)
    mine, count = numbers[learned], len(learned)
    step = 0
    for step in range(1, MOST_STEPS + 1):
        entries = weights[parts].sum(axis=1)
        error = chance(leads[learned] + entries[mine].sum(axis=1)) - target[learned]
        by_entry = add_up(mine, error, len(known))
        slope = add_up(parts, by_entry, net.weights + 1)
        slope = (slope + SHRINK * weights) / count
        slope[-1] = 0.0  # a part without a weight
        mean = MEAN * mean + (1 - MEAN) * slope
        square = SQUARE * square + (1 - SQUARE) * slope * slope
        size = np.sqrt(square / (1 - SQUARE**step)) + 1e-9
        weights = weights - STEP * mean / (1 - MEAN**step) / size
        if step % LOOKS_EVERY == 0:
            entries = weights[parts].sum(axis=1)
            loss = log_loss(leads[held] + entries[numbers[held]].sum(axis=1), target[held])
            if loss < best_loss:
                best, best_loss, since = weights.copy(), loss, 0
            else:
                since += 1
            if since == PATIENCE:
                break
    rounded = np.clip(np.rint(best[:-1] / scale / UNIT), -LARGEST, LARGEST).astype(np.int16)
    entries = np.append(rounded, 0)[parts].sum(axis=1) * UNIT * scale
    after = log_loss(leads[held] + entries[numbers[held]].sum(axis=1), won[held])
    return Fit(rounded, log_loss(leads[held], won[held]), after, step)


def calibrate(values: Floats, results: Floats, learned: npt.NDArray[np.bool_]) -> Floats:
    """The meaning of a search's values: the mean result of positions with about this value."""
    size, sign = np.abs(values), np.sign(values)
    ends = np.quantile(size[learned], np.linspace(0, 1, BINS + 1)[1:-1])
    bins = np.searchsorted(ends, size)
    counts = np.bincount(bins[learned], minlength=BINS)
    sums = np.bincount(bins[learned], (sign * results)[learned], BINS)
    found: Floats = sign * (sums / np.maximum(1, counts))[bins]
    return found


def fit_scale(leads: Floats, target: Floats) -> float:
    """The factor by which leads foresee best: a logistic regression of one number, by bisection of its slope."""
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        if ((chance(middle * leads) - target) * leads).sum() < 0:
            low = middle
        else:
            high = middle
    return max(high, 1e-6)


def add_up(numbers: Ints, amounts: Floats, count: int) -> Floats:
    """To each of `count` numbers the amounts of all rows in which it stands."""
    return np.asarray(np.bincount(numbers.reshape(-1), np.repeat(amounts, numbers.shape[1]), count), np.float64)


def chance(logit: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-np.clip(logit, -60, 60)))
    return found


def log_loss(logit: Floats, target: Floats) -> float:
    return float(np.mean(np.logaddexp(0, logit) - target * logit))


def as_positions(net: Net, game: Any, table: dict[str, npt.NDArray[Any]]) -> Positions:
    """The positions of a table of self-play in which there was a choice."""
    chosen = ~np.isnan(table["value"])
    states = table["state"][chosen].reshape(-1).view(game.state_type)
    deciding = table["seat"][chosen].astype(np.int64)
    seats = 0 * deciding if net.absolute else deciding.copy()
    leads, entries = np.zeros(len(states)), np.zeros((len(states), net.lookups), np.int64)
    game.bound.bind(net.read, states, seats, leads, entries)(states, seats, leads, entries)
    sign = np.where(seats == deciding, 1.0, -1.0)
    values, results = (sign * table[name][chosen] for name in ("value", "result"))
    return Positions(table["game"][chosen].astype(np.int64), leads, entries, values, results)
