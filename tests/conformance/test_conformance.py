"""Every game of the registry, in every combination of its options, and the toy games conform to the contract."""

from __future__ import annotations

import numba
import pytest

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.core.registry import variants
from naadam.testing import check_game

GAMES = [*naadam.game_names(), "caravan", "patrol"]


AT_FULL_SPEED = COMPILING and not numba.config.BOUNDSCHECK


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_conforms(name: str) -> None:
    games = list(variants(name, tried=True))
    if not AT_FULL_SPEED:  # the first and the last
        games = games[:: max(1, len(games) - 1)]
    for number, game in enumerate(games):
        thorough = AT_FULL_SPEED and number == 0
        check_game(game, seeds=range(1), samples=12 if thorough else 3)
    assert games


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
