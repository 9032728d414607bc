"""Weights of a game's own evaluation, fitted to self-play from nothing: the weights of a round play the next one.

The first round is played without any weights, so nothing depends on those that a game comes with: the same command
makes the same weights again.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from naadam.bots.arena import Contest
from naadam.core.errors import NaadamError, SpecError
from naadam.core.game import Game
from naadam.core.parts.weights import DIGITS, WeightSchema
from naadam.core.registry import load
from naadam.lab.fitting import HELD_OUT
from naadam.lab.selfplay import SelfPlay
from naadam.lab.tables import make_table
from naadam.lab.training import strongest
from naadam.lab.work import Done

SHRINK = 10.0  # the evidence that a weight must have, in positions
MOST_STEPS, SMALL_ENOUGH = 50, 1e-6  # of Newton's method

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evidence:
    """Positions of one variant of a game: the features of each seat, and how it shared in the win."""

    games: npt.NDArray[np.int64]  # [row]
    features: Floats  # [row, seat, weight]
    shares: Floats  # [row, seat]
    fixed: Floats | float = 0.0  # [row, seat]: strength that no weight changes


@dataclass(frozen=True)
class Tuned:
    """Weights, and the mean log loss by which results of games that were not learned from were foreseen."""

    weights: Floats
    before: float  # by the weights that the game comes with
    after: float
    positions: int


@dataclass(frozen=True)
class Tuning:
    """How weights are fitted and tested; the same again has the same weights. All variants have the same weights."""

    specs: tuple[str, ...]
    games: int = 1000  # of each variant in a round
    nodes: int = 1000  # per move of these
    rounds: int = 3
    opening: int = 0  # random actions before these
    seed: int = 0

    def __post_init__(self) -> None:
        if len({load(spec).name for spec in self.specs}) != 1:
            raise SpecError("weights are fitted to variants of one game")
        assert self.weight_schema

    @property
    def game(self) -> Game:
        return load(self.specs[0])

    @property
    def weight_schema(self) -> WeightSchema:
        return self.game.weight_schema

    @property
    def nothing(self) -> Floats:
        """The weights of the first round."""
        return np.zeros_like(self.weight_schema.load(self.weight_schema.shipped))

    def store(self, folder: Path, weights: Floats) -> Path:
        """Write weights into a file that is named after them."""
        text = self.weight_schema.write(weights)
        file = folder / f"weights-{hashlib.sha256(text.encode()).hexdigest()[:12]}.toml"
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise NaadamError(f"{file} cannot be written: {error.strerror}") from None
        return file

    def selfplay(self, spec: str, number: int, file: Path) -> SelfPlay:
        """The games of a round, by the weights of a file."""
        bot = strongest(load(spec), self.nodes, str(file))
        return SelfPlay(spec, bot, self.games, self.seed + number, self.opening)

    def learn(self, played: Sequence[tuple[SelfPlay, Sequence[Done]]]) -> Tuned:
        """The weights that games teach."""
        evidence = [read_evidence(selfplay, games) for selfplay, games in played]
        learned = fit_weights([select(part, part.games % HELD_OUT != 0) for part in evidence])
        weights = np.round(learned, DIGITS).reshape(self.nothing.shape)
        held = [select(part, part.games % HELD_OUT == 0) for part in evidence]
        before = mean_loss(held, self.weight_schema.load(self.weight_schema.shipped).reshape(-1))
        return Tuned(weights, before, mean_loss(held, weights.reshape(-1)), sum(len(one.games) for one in evidence))

    def contest(self, file: Path, nodes: int, games: int) -> Contest:
        """The weights of a file against those that the game comes with, in the first variant."""
        bots = strongest(self.game, nodes, str(file)), strongest(self.game, nodes)
        return Contest(self.specs[0], bots, games, self.seed + self.rounds, self.opening)


def read_evidence(selfplay: SelfPlay, played: Sequence[Done]) -> Evidence:
    """The positions of games in which there was a choice."""
    table = make_table(selfplay, played, only_states=True)
    chosen = ~np.isnan(table["value"])
    games = table["game"][chosen].astype(np.int64)
    states = table["state"][chosen].reshape(-1).view(selfplay.game.state_type)
    won = np.array([[1.0 + result for result in done.result["results"]] for done in played])
    shares = won / won.sum(axis=1, keepdims=True)
    fixed = read_strengths(selfplay.game, states, 0.0 * selfplay.game.rulebook.tables.weights)
    return Evidence(games, read_features(selfplay.game, states), shares[games], fixed)


def read_strengths(game: Game, states: npt.NDArray[Any], weights: Floats) -> Floats:
    """The strength of each seat of each state, by these weights."""
    strengths = np.zeros((len(states), game.seats))
    game.weighed(weights).bound.bind(game.weight_schema.read, states, strengths)(states, strengths)
    return strengths


def read_features(game: Game, states: npt.NDArray[Any]) -> Floats:
    """The assets of each seat of each state: the strength that one weight alone adds, for all weights in order."""
    shape = game.rulebook.tables.weights.shape
    fixed = read_strengths(game, states, np.zeros(shape))
    alone = np.eye(math.prod(shape)).reshape(-1, *shape)
    return np.stack([read_strengths(game, states, weights) - fixed for weights in alone], axis=2)


def select(part: Evidence, rows: npt.NDArray[np.bool_]) -> Evidence:
    fixed = part.fixed if isinstance(part.fixed, float) else part.fixed[rows]
    return Evidence(part.games[rows], part.features[rows], part.shares[rows], fixed)


def chances(features: Floats, weights: Floats, fixed: Floats | float = 0.0) -> Floats:
    """The chance of each seat to win."""
    strengths = features @ weights + fixed
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


def fit_weights(evidence: Sequence[Evidence]) -> Floats:
    """Logistic regression among all seats, by Newton's method."""
    size = evidence[0].features.shape[2]
    weights = np.zeros(size)
    for _ in range(MOST_STEPS):
        slope, bend = SHRINK * weights, SHRINK * np.eye(size)
        for part in evidence:
            likely = chances(part.features, weights, part.fixed)
            slope = slope + np.einsum("rs,rsw->w", likely - part.shares, part.features)
            mean = np.einsum("rs,rsw->rw", likely, part.features)
            each = (np.sqrt(likely)[:, :, None] * part.features).reshape(-1, size)
            bend = bend + each.T @ each - mean.T @ mean
        move = np.linalg.solve(bend, slope)
        weights = weights - move
        if np.abs(move).max() < SMALL_ENOUGH:
            break
    return weights


def mean_loss(evidence: Sequence[Evidence], weights: Floats) -> float:
    """The mean log loss of results, for all seats together."""
    losses = [-(one.shares * np.log(chances(one.features, weights, one.fixed) + 1e-12)).sum(axis=1) for one in evidence]
    return float(np.concatenate(losses).mean())
