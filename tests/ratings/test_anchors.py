"""Anchors: the file has every measured game, rising levels, and level 2 at the same number."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

import naadam
from naadam.ratings import Anchors

DATA = tomllib.loads(resources.files("naadam.ratings").joinpath("anchors.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("spec", DATA)
def test_levels_rise_and_level_2_has_1000(spec: str) -> None:
    anchors = Anchors.of(spec)
    points = [anchors[f"level{number}"].points for number in range(1, 6)]
    assert points[1] == pytest.approx(1000)
    assert points[:4] == sorted(points[:4])
    assert points[4] > points[2]
    assert all(anchors[f"level{number}"].deviation < 120 for number in range(1, 6))


@pytest.mark.parametrize("spec", DATA)
def test_a_table_says_how_it_was_made(spec: str) -> None:
    game = naadam.load(spec)
    assert game.spec == spec
    assert DATA[spec]["rules"] == game.rules_version, "the rules have changed: play the league again"
    assert DATA[spec]["made"].startswith(f"naadam lab league {spec} ")
    assert DATA[spec]["games"] > 0


def test_a_variant_that_was_not_measured_has_the_anchors_of_its_game() -> None:
    assert Anchors.of("yut:mals=2") == Anchors.of("yut")
    assert "level3" in Anchors.of("yut")
    assert "level3" not in Anchors.of("chess")
    assert "anna" not in Anchors.of("yut")
