"""Solved tables checked as work that splits: one job per sample of a layer. Every machine needs the tables."""

from __future__ import annotations

from naadam.core.game import Game
from naadam.core.registry import load
from naadam.lab.work import Done, Work, make_title
from naadam.solve.bagh_chal.checking import Sample, check_sample, list_samples


def check_work(game: Game, phase: str, samples: int, seed: int = 0) -> Work:
    """What came of a job is how many positions it has looked at, how many are wrong, and the first of these."""
    title = make_title("check", game, phase=phase, samples=samples, seed=seed)
    return Work(title, check_one, game.spec, list_samples(game, phase, samples, seed))


def check_one(spec: str, sample: Sample) -> Done:
    return Done(check_sample(load(spec), sample)._asdict())
