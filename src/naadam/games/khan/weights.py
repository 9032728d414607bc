"""The weights by which computer players judge a position, from `weights.toml`: a column for each half of the game."""

from __future__ import annotations

from importlib import resources

from naadam.core.parts.weights import WeightSchema
from naadam.games.khan.rules import heuristics

STANDINGS = ("one", "two", "three", "most", "tied", "fewer")
ROWS = {
    "bonus": heuristics.BONUS,
    "ruler": heuristics.RULER,
    "room": heuristics.ROOM,
    "joint": heuristics.JOINT,
    "home": heuristics.HOME,
    "joker": heuristics.JOKER,
    "morale": heuristics.LEFT,
    "protection": heuristics.LEFT + 1,
    "support": heuristics.LEFT + 2,
    "exploration": heuristics.LEFT + 3,
    "protected": heuristics.PROTECTED,
    "supported": heuristics.SUPPORTED,
    "explored": heuristics.EXPLORED,
    "tempo": heuristics.TEMPO,
    "first": heuristics.FIRST,
    "second": heuristics.SECOND,
    "largest": heuristics.LARGEST,
} | {
    f"{standing}_{size + 1}": heuristics.GROUPS + heuristics.SIZES * number + size
    for number, standing in enumerate(STANDINGS)
    for size in range(heuristics.SIZES)
}


WEIGHT_SCHEMA = WeightSchema(heuristics.read_strengths, ROWS, resources.files(__package__) / "weights.toml")
