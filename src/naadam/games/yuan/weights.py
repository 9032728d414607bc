"""The weights by which computer players judge a position, from `weights.toml`."""

from __future__ import annotations

from importlib import resources

from naadam.core.parts.weights import WeightSchema
from naadam.games.yuan.rules import heuristics

ROWS = {
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


WEIGHT_SCHEMA = WeightSchema(heuristics.read_strengths, ROWS, resources.files(__package__) / "weights.toml")
