"""The weights by which computer players judge a position, from `weights.toml`."""

from __future__ import annotations

import tomllib
from importlib import resources

import numpy as np
import numpy.typing as npt

from naadam.games.khan.rules import heuristics

PHASES = ("turns", "final")
PLACES = {
    "bonus": heuristics.BONUS,
    "groups": heuristics.GROUPS,
    "ruler": heuristics.RULER,
    "room": heuristics.ROOM,
    "joint": heuristics.JOINT,
    "home": heuristics.HOME,
    "joker": heuristics.JOKER,
    "special": heuristics.LEFT,
    "active": heuristics.PROTECTED,
    "tempo": heuristics.TEMPO,
    "first": heuristics.FIRST,
    "second": heuristics.SECOND,
    "largest": heuristics.LARGEST,
}


def read_weights() -> npt.NDArray[np.float64]:
    """[phase, weight], the weights numbered as in rules/heuristics.py."""
    text = resources.files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    weights = np.zeros((len(PHASES), heuristics.WEIGHTS))
    for row, phase in zip(weights, PHASES, strict=True):
        for name, place in PLACES.items():
            numbers = np.ravel(tables[phase][name])
            row[place : place + len(numbers)] = numbers
    return weights
