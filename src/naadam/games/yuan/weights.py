"""The weights by which computer players judge a position, from `weights.toml`."""

from __future__ import annotations

import tomllib
from importlib import resources

import numpy as np
import numpy.typing as npt

from naadam.games.yuan.rules import heuristics

PLACES = {
    "temple": heuristics.TEMPLE,
    "three_short": heuristics.THREE_SHORT,
    "two_short": heuristics.TWO_SHORT,
    "one_short": heuristics.ONE_SHORT,
    "enough": heuristics.ENOUGH,
    "safe": heuristics.SAFE,
    "one_short_next": heuristics.ONE_SHORT_NEXT,
    "enough_next": heuristics.ENOUGH_NEXT,
    "stroke": heuristics.STROKE,
    "province": heuristics.PROVINCE,
    "rice_unit": heuristics.RICE_UNIT,
    "forest_unit": heuristics.FOREST_UNIT,
    "mine_unit": heuristics.MINE_UNIT,
    "first_rice": heuristics.FIRST_RICE,
    "first_forest": heuristics.FIRST_FOREST,
    "first_mine": heuristics.FIRST_MINE,
    "city": heuristics.CITY,
    "wood": heuristics.WOOD,
    "stone": heuristics.STONE,
    "shrine": heuristics.SHRINE,
    "army": heuristics.ARMY,
    "chao": heuristics.CHAO,
    "purse": heuristics.PURSE,
    "builder": heuristics.BUILDER,
    "room": heuristics.ROOM,
    "hill": heuristics.HILL,
    "risk": heuristics.RISK,
    "city_risk": heuristics.CITY_RISK,
    "temple_risk": heuristics.TEMPLE_RISK,
    "blow": heuristics.BLOW,
    "spoils": heuristics.SPOILS,
}


def read_weights() -> npt.NDArray[np.float64]:
    """The weights, numbered as in rules/heuristics.py."""
    text = resources.files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    weights = np.zeros((heuristics.WEIGHTS, 2))
    for name, place in PLACES.items():
        weights[place] = table[name]
    return weights
