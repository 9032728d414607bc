"""Solved tables checked as work that splits: one job per sample of a layer. Every machine needs the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from naadam.core.game import Game
from naadam.core.registry import load
from naadam.lab.work import Done, Work, make_title
from naadam.solve.bagh_chal import verification as bagh_chal
from naadam.solve.checks import Sample
from naadam.solve.jarmo import verification as jarmo
from naadam.solve.table_files import read_header

BY_NAME = {"bagh-chal": bagh_chal, "jarmo": jarmo}


def list_phases(game: Game) -> tuple[str, ...]:
    """The phases of a game of which there are tables."""
    phases: tuple[str, ...] = BY_NAME[game.name].list_phases(game)
    return phases


def check_work(game: Game, phases: Sequence[str], samples: int, seed: int = 0) -> Work:
    """So many positions of each phase. The result of a job is the number of positions examined, the number of wrong
    ones, and the first of these."""
    of_game = BY_NAME[game.name]
    items: list[Sample] = [sample for phase in phases for sample in of_game.list_samples(game, phase, samples, seed)]
    found = hashlib.sha256()  # other tables are another work
    for file in of_game.list_tables(game, phases):
        found.update(read_header(file)[0].checksum.encode())
    title = make_title("check", game, phases=list(phases), samples=samples, seed=seed, tables=found.hexdigest())
    return Work(title, check_one, game.spec, items)


def check_one(spec: str, sample: Sample) -> Done:
    game = load(spec)
    return Done(BY_NAME[game.name].check_sample(game, sample)._asdict())
