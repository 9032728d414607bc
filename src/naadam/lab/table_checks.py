"""Solved tables checked as work that splits: one job per sample of a layer. Every machine needs the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from naadam.core.game import Game
from naadam.core.registry import load
from naadam.games.bagh_chal.rules.state import CAPTURES_TO_WIN
from naadam.lab.work import Done, Work, make_title
from naadam.solve.bagh_chal.verification import MOVEMENT, Sample, check_sample, files_of, list_samples
from naadam.solve.table_files import read_header


def check_work(game: Game, phases: Sequence[str], samples: int, seed: int = 0) -> Work:
    """So many positions of each phase. The result of a job is the number of positions examined, the number of wrong
    ones, and the first of these."""
    items = [sample for phase in phases for sample in list_samples(game, phase, samples, seed)]
    tables = name_tables(game, phases)
    title = make_title("check", game, phases=list(phases), samples=samples, seed=seed, tables=tables)
    return Work(title, check_one, game.spec, items)


def name_tables(game: Game, phases: Sequence[str]) -> str:
    """A digest of the tables checked: other tables are another work."""
    found = hashlib.sha256()
    for phase in dict.fromkeys((MOVEMENT, *phases)):  # that of the movement is asked about the end of the placement
        for captured in range(CAPTURES_TO_WIN):
            for file in files_of(game, phase, captured):
                found.update(read_header(file)[0].checksum.encode())
    return found.hexdigest()


def check_one(spec: str, sample: Sample) -> Done:
    return Done(check_sample(load(spec), sample)._asdict())
