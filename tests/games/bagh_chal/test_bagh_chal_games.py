"""Whole games of Bagh Chal, one for each way to end where it is short.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import pytest
from drawn_bagh_chal import BAGH_CHAL, CLASSIC, DRAW, GOATS_WIN, HEROES, TIGERS_WIN, count, ending
from pictures import play


@pytest.mark.rule("BC-10")
def test_a_game_in_which_every_goat_walks_into_the_tigers_jaws() -> None:
    over = play(
        BAGH_CHAL.start(),
        """
        Gb2 Bxa1c3
        Gc2 Bxc3c1
        Gb1 Bxc1a1
        Gd2 Bxe1c3
        Gc4 Bxc3c5
        """,
    )
    assert ending(over) == ("BC-10", TIGERS_WIN)
    assert over.position.startswith("B1B1B/5/5/5/B4 ")
    assert count(over, "captured") == 5
    assert count(over, "hand") == 15


@pytest.mark.rule("BC-11")
@pytest.mark.rule("BC-4")
def test_a_game_in_which_a_tiger_paces_to_and_fro_until_all_are_trapped() -> None:
    over = play(
        BAGH_CHAL.start(),
        """
        Ga2 Be5d5  Gb1 Bd5e5
        Gb2 Be5d5  Ga3 Bd5e5
        Gc1 Be5d5  Gc3 Bd5e5
        Gd1 Be5d5  Gd2 Bd5e5
        Ge2 Be5d5  Ge3 Bd5e5
        Ga4 Be5d5  Gb4 Bd5e5
        Gb5 Be5d5  Gc5 Bd5e5
        Gd4 Be5d5  Ge4 Bd5e5
        Gd5
        """,
    )
    assert ending(over) == ("BC-11", GOATS_WIN)
    assert over.position.startswith("BGGGB/GG1GG/G1G1G/GG1GG/BGGGB ")
    assert count(over, "hand") == 3


FILL_ALL_BUT_ONE_POINT = """
        Ga2 Be5d5  Ga3 Bd5e5
        Ga4 Be5d5  Gb1 Bd5e5
        Gb2 Be5d5  Gb3 Bd5e5
        Gb4 Be5d5  Gb5 Bd5e5
        Gc1 Be5d5  Gc2 Bd5e5
        Gc3 Be5d5  Gc4 Bd5e5
        Gc5 Be5d5  Gd1 Bd5e5
        Gd2 Be5d5  Gd3 Bd5e5
        Gd4 Be5d5  Ge2 Bd5e5
        Ge3 Be5d5  Ge4
"""
ROUND_AFTER_ROUND = "Bd5e5 Gd4d5 Be5d4 Gd5e5 Bd4d5 Ge5d4 "


@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-17")
def test_a_game_in_which_a_tiger_and_a_goat_chase_each_other_round_the_last_empty_point() -> None:
    state = play(BAGH_CHAL.start(), FILL_ALL_BUT_ONE_POINT)
    assert state.position.startswith("BGGB1/GGGGG/GGGGG/GGGGG/BGGGB ")
    # Nothing is remembered at first: the same picture with the same memory comes up after 2, 8 and 14 turns.
    state = play(state, 2 * ROUND_AFTER_ROUND + "Bd5e5")
    assert ending(state) is None
    assert ending(state.apply("Gd4d5")) == ("BC-12", DRAW)


@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-15")
def test_the_same_game_under_classic_rules_is_drawn_after_twelve_turns() -> None:
    state = play(CLASSIC.start(), FILL_ALL_BUT_ONE_POINT)
    over = play(state, 2 * ROUND_AFTER_ROUND)
    assert ending(over) == ("BC-12", DRAW)


@pytest.mark.rule("BC-45")
@pytest.mark.rule("BC-41")
@pytest.mark.rule("BC-42")
@pytest.mark.rule("BC-43")
def test_a_game_in_which_the_buck_enters_beside_a_tiger() -> None:
    over = play(
        HEROES.start(),
        """
        Gb2      Bxa1c3
        Gc4      Bxc3c5
        Gc1      Be1d1 --
        Kc1 Ga3  Bxd1b1
        """,
    )
    assert ending(over) == ("BC-45", TIGERS_WIN)
