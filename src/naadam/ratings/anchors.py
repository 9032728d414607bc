"""Anchors: the fixed ratings of the computer levels of each game, read from `anchors.toml`."""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from naadam.ratings.model import QUANTILE, Rating

FILE = "anchors.toml"
ANCHORED = 2  # the level that has the same rating in every game,
POINTS_OF_ANCHORED = 1000.0  # namely this


@dataclass(frozen=True)
class Anchors:
    """The ratings of the levels of one game, by the name of the player: `level1` to `level5`."""

    levels: Mapping[str, Rating]

    @classmethod
    def of(cls, spec: str) -> Anchors:
        """The anchors of a variant if it was measured, else those of its game; none for an unmeasured game."""
        known = _read()
        return known.get(spec) or known.get(spec.partition(":")[0]) or cls({})

    def __contains__(self, player: str) -> bool:
        return player in self.levels

    def __getitem__(self, player: str) -> Rating:
        return self.levels[player]


@functools.cache
def _read() -> Mapping[str, Anchors]:
    text = resources.files("naadam.ratings").joinpath(FILE).read_text(encoding="utf-8")
    return {spec: read_anchors(data) for spec, data in tomllib.loads(text).items()}


def read_anchors(data: Mapping[str, Any]) -> Anchors:
    """The anchors from a table of the file, which has points and a 95 % interval for each level.

    The interval of the anchored level counts in all others, since a league measures differences.
    """
    levels = {}
    for name, (points, low, high) in data["levels"].items():
        levels[name] = Rating.of_points(points, (high - low) / (2 * QUANTILE))
    assert math.isclose(levels[f"level{ANCHORED}"].points, POINTS_OF_ANCHORED)
    return Anchors(levels)
