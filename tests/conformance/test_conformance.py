"""Every game of the registry, in every combination of its options, and the toy game conform to the contract."""

from __future__ import annotations

import numba
import pytest

import naadam
from naadam.core.compiled import COMPILING
from naadam.core.registry import variants
from naadam.testing import check_game

GAMES = [*naadam.game_names(), "caravan"]


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_conforms(name: str) -> None:
    tried = 0
    at_full_speed = COMPILING and not numba.config.BOUNDSCHECK
    for game in variants(name):
        thorough = at_full_speed and not tried
        check_game(game, seeds=range(3 if thorough else 1), samples=12 if at_full_speed else 4)
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
