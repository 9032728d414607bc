"""Clauses KH-70 to KH-75 of Khan: the score (written from the rules alone).

How to read pictures and actions is said at the top of `drawn_khan.py`.
"""

from __future__ import annotations

import pytest
from drawn_khan import (
    FIRST,
    SECOND,
    drawn,
    ending,
    play,
)
from khan_positions import FINAL

import naadam

# --- KH-70 to KH-75: the score ---


def final_scores(picture: str, last: str, **told: str) -> tuple[float, ...]:
    """The scores after the last conquest of a game for as many players as the picture names."""
    players = max(2, *(int(owner) for text in told.values() for owner in text.split()[1]))
    state = drawn(picture, players=players, step=FINAL, laid=told).state
    outcome = play(state, f"conquer {last}").outcome
    assert outcome is not None
    assert outcome.clause == "KH-65"
    return outcome.scores


APART = """
        g h i j k l
    7   a a a a . 1
    8   a . . . . 1
    9   . . . . . .
    10  . b b b . .
"""


@pytest.mark.rule("KH-70")
def test_the_values_of_own_shapes_are_added() -> None:
    """5 cells of 9 points, 3 of 4, 2 of 2, all apart: the largest territory has 5 cells and earns 10."""
    assert final_scores(APART, "I2 l7 r1", a="L5 1", b="I3 1") == (9 + 4 + 2 + 10, 0)


@pytest.mark.rule("KH-70")
def test_a_shared_value_is_divided_and_rounded_up() -> None:
    """9 for two is 5 each, 4 for three is 2 each."""
    assert final_scores(APART, "I2 l7 r1", a="L5 12", b="I3 123") == (5 + 2 + 2 + 10, 5 + 2 + 6, 2 + 3)


@pytest.mark.rule("KH-71")
def test_shapes_joined_by_edges_are_one_territory_shared_ones_in_full() -> None:
    """With the shared shape the first has 6 cells and 2; the second has 4, 3 and 2, for corners do not join."""
    picture = """
            g h i j k l m
        7   a a a b b b .
        8   . . . . . . 1
        9   c c c c . . 1
        10  . . . . d d .
    """
    scores = final_scores(picture, "I2 m8 r1", a="I3 1", b="I3 12", c="I4 2", d="I2 2")
    assert scores == (4 + 2 + 2 + 10, 2 + 7 + 2 + 6)


@pytest.mark.rule("KH-71")
def test_a_bridge_counts_with_its_river_and_joins_both_banks() -> None:
    """The first: 2 + 3 + 2 cells across the river; the second: six cells."""
    picture = """
            c d e f g h i j k l
        7   a b b b c c . . . .
        8   a . ~ . . . . d d d
        9   ~ ~ ~ . . . . e e e
        10  ~ . . . . . . . . .
        11  ~ 1 1 . . . . . . .
    """
    scores = final_scores(picture, "I2 d11 r0", a="I2 1", b="B3 1", c="I2 1", d="I3 2", e="I3 2")
    assert scores == (2 + 3 + 2 + 2 + 10, 4 + 4 + 6)


@pytest.mark.rule("KH-72")
def test_the_largest_territories_earn_10_6_and_3_one_bonus_each() -> None:
    picture = """
            g h i j k l
        7   a a a a . .
        8   . . . . . .
        9   b b b . c c
        10  . . . . . .
        11  1 1 . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I4 1", b="I3 2", c="I2 3")
    assert scores == (7 + 2 + 10, 4 + 6, 2 + 3)


@pytest.mark.rule("KH-72")
def test_a_fourth_player_and_one_without_a_shape_earn_no_bonus() -> None:
    picture = """
            g h i j k l m
        5   . . . . e e e
        6   . . . . e e .
        7   a a a a . . .
        8   . . . . . . .
        9   b b b . c c .
        10  . . . . . . .
        11  1 1 . . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I4 1", b="I3 2", c="I2 3", e="P5 4")
    assert scores == (7 + 2 + 6, 4 + 3, 2 + 0, 9 + 10)
    alone = "g h i j\n7 a a a .\n8 . . . .\n9 1 1 . ."
    assert final_scores(alone, "I2 g9 r0", a="I3 1") == (4 + 2 + 10, 0)


@pytest.mark.rule("KH-73")
def test_a_tie_is_broken_by_the_next_territories() -> None:
    """3 and 2 cells against 3 and, by the last conquest, 2 and 2: the third decides, and a missing one is 0."""
    picture = """
            g h i j k l m
        7   a a a . b b b
        8   . . . . . . .
        9   c c . d d . .
        10  . . . . . . .
        11  1 1 . . . . .
    """
    scores = final_scores(picture, "I2 g11 r0", a="I3 1", b="I3 2", c="I2 1", d="I2 2")
    assert scores == (4 + 2 + 2 + 10, 4 + 2 + 6)


@pytest.mark.rule("KH-74")
def test_players_equal_in_all_territories_all_get_the_bonus_and_the_next_goes_on() -> None:
    """(3,2), (3,2), (3) and (2): 10, 10, 6 and 3, as in the second printed example."""
    picture = """
            g h i j k l m
        6   . . . . . . .
        7   a a a . b b b
        8   . . . . . . .
        9   1 1 . d d . .
        10  . . . . . . .
        11  e e e . f f .
    """
    scores = final_scores(picture, "I2 g9 r0", a="I3 1", b="I3 2", d="I2 2", e="I3 3", f="I2 4")
    assert scores == (4 + 2 + 10, 4 + 2 + 10, 4 + 6, 2 + 3)


@pytest.mark.rule("KH-74")
def test_two_may_share_the_second_bonus() -> None:
    """(4,2), (3,2), (3,2) and (3): 10, twice 6, and the tie that is broken gives the last 3."""
    picture = """
            g h i j k l m n
        6   a a a a . . . .
        7   . . . . . b b b
        8   c c c . . . . .
        9   . . . . d d d .
        10  e e . . . . . .
        11  . . . 1 1 . f f
    """
    scores = final_scores(picture, "I2 j11 r0", a="I4 1", b="I3 2", c="I3 3", d="I3 4", e="I2 3", f="I2 2")
    assert scores == (7 + 2 + 10, 4 + 2 + 6, 4 + 2 + 6, 4 + 3)


def ended(picture: str, last: str, **told: str) -> naadam.State:
    return play(drawn(picture, step=FINAL, laid=told).state, f"conquer {last}")


@pytest.mark.rule("KH-75")
def test_most_points_win() -> None:
    state = ended("g h i j k\n7 a a a a .\n8 . . . . .\n9 1 1 . . .", "I2 g9 r0", a="I4 2")
    assert state.outcome is not None
    assert state.outcome.scores == (2 + 6, 7 + 10)
    assert ending(state) == ("KH-65", (SECOND,))


@pytest.mark.rule("KH-75")
def test_a_tie_goes_to_the_larger_largest_territory() -> None:
    """3 cells with 4 + 10 points against four times 2 cells with 8 + 6."""
    picture = """
            g h i j k l m
        7   a a . b b . .
        8   . . . . . . .
        9   c c . d d . .
        10  . . . . . . .
        11  1 1 1 . . . .
    """
    state = ended(picture, "I3 g11 r0", a="I2 2", b="I2 2", c="I2 2", d="I2 2")
    assert state.outcome is not None
    assert state.outcome.scores == (14, 14)
    assert ending(state) == ("KH-65", (FIRST,))


@pytest.mark.rule("KH-75")
def test_a_tie_in_that_too_is_a_shared_win() -> None:
    state = ended("g h i j k\n7 a a . . .\n8 . . . . .\n9 1 1 . . .", "I2 g9 r0", a="I2 2")
    assert state.outcome is not None
    assert state.outcome.scores == (12, 12)
    assert ending(state) == ("KH-65", (FIRST, SECOND))
