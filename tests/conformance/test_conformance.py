"""Every game of the registry and the toy games conform to the contract, with all options or all pairs of values.

Of a game with very many variants only the first few are tried; `NAADAM_VARIANTS=all` tries enough for all pairs.
"""

from __future__ import annotations

import os

import numba
import pytest

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.core.registry import allowed, variants
from naadam.testing import check_game
from naadam.testing.cover import choose_pairwise, cover, pairs_of

TOYS = [] if numba.config.BOUNDSCHECK else ["caravan", "patrol"]  # uncompiled, their bounds are checked by NumPy
GAMES = [*naadam.game_names(), *TOYS]

AT_FULL_SPEED = COMPILING and not numba.config.BOUNDSCHECK
ALL_VARIANTS = os.environ.get("NAADAM_VARIANTS") == "all"
MANY, FEW = 12, 3


# Jasyr: the editor accepts guards in their own camp, where play never leads them.
@pytest.mark.filterwarnings("ignore:a piece guard-. can be set up on .* in jarmo.variant=jasyr:UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_every_variant_conforms(name: str) -> None:
    games = cover(name)
    many = len(games) > MANY and not ALL_VARIANTS
    if many:
        games = games[:FEW]
    if not AT_FULL_SPEED:  # the first, and the last where there are not so many
        games = games[:1] if many else games[:: max(1, len(games) - 1)]
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


def test_of_very_many_combinations_a_few_have_every_pair_of_values() -> None:
    listed = list(allowed("yuan"))
    chosen = choose_pairwise(listed, listed.__contains__)
    assert len(chosen) < len(listed) / 5
    assert set().union(*map(pairs_of, chosen)) == set().union(*map(pairs_of, listed))
    assert (chosen[0], chosen[1]) == (listed[0], listed[-1])


def test_what_is_not_possible_is_left_out_and_other_combinations_have_its_pairs() -> None:
    listed = list(allowed("yuan"))
    possible = [values for values in listed if values["players"] != 8 or values["wheel"] == "short"]
    chosen = choose_pairwise(listed, possible.__contains__)
    assert all(values in possible for values in chosen)
    assert set().union(*map(pairs_of, chosen)) == set().union(*map(pairs_of, possible))


def test_a_game_with_few_variants_is_tried_in_all_of_them() -> None:
    assert cover("bagh-chal") == list(variants("bagh-chal"))
