"""Every game of the registry, in every combination of its options, and the toy game conform to the contract."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.registry import variants
from naadam.testing import check_game

GAMES = [*naadam.game_names(), "caravan"]


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_conforms(name: str) -> None:
    tried = 0
    for game in variants(name):
        check_game(game, seeds=range(1 if tried else 3))
        tried += 1
    assert tried


def test_all_combinations_that_the_rules_allow_are_tried() -> None:
    specs = [game.spec for game in variants("bagh-chal")]
    assert specs == [
        "bagh-chal",
        "bagh-chal:heroes=true",
        "bagh-chal:rules=classic",
        "bagh-chal:rules=classic,heroes=true",
        "bagh-chal:board=pulijudam",
        "bagh-chal:board=pulijudam,rules=classic",
    ]
