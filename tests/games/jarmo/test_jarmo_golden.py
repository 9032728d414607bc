"""Jarmo's golden soldiers: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_jarmo.py` explains how to read a picture and a turn.
"""

from __future__ import annotations

import pytest
from drawn_jarmo import (
    BLUE,
    GOLDEN,
    GOLDEN_CAMPS,
    GOLDEN_JASYR,
    GOLDEN_LEGENDARY,
    GREEN_WINS,
    clause_against,
    destinations,
    drawn,
    ending,
    hands_of,
    play,
    points,
    read,
    stacks_of,
    turns,
)

# --- JA-50 to JA-59: golden soldiers ---


@pytest.mark.rule("JA-50")
def test_the_soldier_in_the_own_right_hand_corner_is_golden_and_a_guard() -> None:
    stacks, _ = read("""
        5  B* b b b b
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  g g g g G*
           a b c d e
    """)
    for game in (GOLDEN, GOLDEN_LEGENDARY, GOLDEN_JASYR, GOLDEN_CAMPS):
        assert stacks_of(game.start()) == stacks


@pytest.mark.rule("JA-51")
def test_a_golden_archer_is_never_promoted_again() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . b . . .
        3  . g* . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "g*"


@pytest.mark.rule("JA-51")
def test_a_golden_archer_that_is_captured_is_out_of_the_game_for_good() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . b . . .
        3  . g* . . .
        2  . . g G .
        1  g . . g .
           a b c d e
        """,
        BLUE,
        GOLDEN,
    ).state
    after = play(state, "b4-b3")
    assert stacks_of(after)["b3"] == "B"
    # Blue's guard on b3 is taken in turn. The guard enters later and has nothing to recover.
    later = play(after, "d2-d3", "b3-b4", "d3-e5")
    assert later.turn == BLUE
    assert stacks_of(later)["e5"] == "g"


@pytest.mark.rule("JA-51")
def test_a_golden_guard_that_enters_becomes_an_archer_for_good() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . . . . .
        3  . G* . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    found = {turn for turn in turns(state) if turn.startswith("b3-c5")}
    assert found == {f"b3-c5 recover={choice}" for choice in ("none", "kept", "b1", "c1", "e1")}
    assert stacks_of(play(state, "b3-c5 recover=none"))["c5"] == "g*"


TAKEN = """
        5  . b . . b
        4  . B* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
"""


@pytest.mark.rule("JA-52")
def test_a_captured_golden_guard_stays_as_a_hostage_under_the_soldier_that_took_it() -> None:
    after = play(drawn(TAKEN, game=GOLDEN).state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert hands_of(after) == (0, 0)
    assert destinations(after, "b4") == set()  # a hostage cannot move
    assert clause_against(after, "b4-c4") == "JA-52"


@pytest.mark.rule("JA-52")
def test_a_hostage_does_not_score() -> None:
    state = drawn(
        """
        5  . g . . b
        4  . G/b* . . .
        3  . g . . .
        2  . . . . b
        1  . . . . .
           a b c d e
        """,
        BLUE,
        GOLDEN,
        quiet=199,
    ).state
    after = play(state, "e2-d4")
    assert ending(after) == ("JA-14", GREEN_WINS)
    assert points(after) == (4, 2)


@pytest.mark.rule("JA-53")
def test_a_hostage_is_rescued_by_who_captures_the_soldier_on_top() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* b . .
        3  . . . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        BLUE,
        GOLDEN,
    ).state
    after = play(state, "c4-b4")
    assert stacks_of(after)["b4"] == "B/b*"  # captured normally, outside green's camp: a guard now
    later = play(after, "d1-b2")
    assert destinations(later, "b4") == {"b3", "c4", "d3", "d5"}
    left = play(later, "b4-c4", "a1-b3")
    assert stacks_of(left)["b4"] == "b*"
    assert "b4-b3" in turns(left)  # it may move once the other has left


@pytest.mark.rule("JA-53")
def test_if_the_rescuer_is_captured_in_place_the_golden_soldier_is_a_hostage_again() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B/b* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert destinations(after, "b4") == set()


@pytest.mark.rule("JA-54")
def test_when_the_enemy_on_top_leaves_the_hostage_is_free_again() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* . . .
        3  . . . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b4-b3")
    assert stacks_of(after)["b3"] == "G"
    assert stacks_of(after)["b4"] == "b*"
    assert destinations(after, "b4") == {"b3", "c4", "d3", "d5"}


@pytest.mark.rule("JA-55")
def test_of_a_stack_only_the_top_soldier_counts_for_moving_and_blocking() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* b . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert clause_against(state, "b3-b4") == "JA-3"  # an own soldier is on top
    assert clause_against(state, "b4-c4") is None
    assert clause_against(play(state, "a1-c2"), "c4-b4") is None  # for blue it is an enemy, with an own one below


@pytest.mark.rule("JA-56")
def test_a_golden_guard_captured_on_top_of_a_stack_stays_in_it() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B*/g* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*/g*"  # green's golden one is rescued, blue's a hostage
    later = play(after, "b5-a3", "b4-b3")
    assert stacks_of(later)["b4"] == "b*/g*"  # blue's is free, green's a hostage under it
    assert "b4-c4" in turns(later)
    free = play(later, "b4-c4")
    assert stacks_of(free)["b4"] == "g*"


@pytest.mark.rule("JA-56")
def test_a_golden_archer_captured_on_top_of_a_stack_is_out() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . b*/g* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "G/g*"


@pytest.mark.rule("JA-57")
def test_a_player_with_nothing_but_a_hostage_has_lost_all_soldiers() -> None:
    picture = """
        5  . . . . .
        4  . B* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
    """
    for game in (GOLDEN, GOLDEN_LEGENDARY, GOLDEN_JASYR):
        clause, winners = ending(play(drawn(picture, game=game).state, "b3-b4")) or ("", ())
        assert clause in ("JA-11", "JA-33")
        assert winners == GREEN_WINS


@pytest.mark.rule("JA-57")
def test_a_hostage_outside_does_not_keep_the_others_from_being_all_inside() -> None:
    picture = """
        5  . g . . b
        4  . B/g* . . .
        3  . g . . .
        2  . . . . .
        1  b . . . .
           a b c d e
    """
    after = play(drawn(picture, game=GOLDEN).state, "b3-c5")
    assert ending(after) == ("JA-10", GREEN_WINS)
    assert points(after) == (4, 4)
    assert ending(play(drawn(picture, game=GOLDEN_LEGENDARY).state, "b3-c5")) == ("JA-30", GREEN_WINS)


@pytest.mark.rule("JA-57")
def test_a_rescued_soldier_counts_and_scores_on_its_point() -> None:
    state = drawn(
        """
        5  . g . . b
        4  . G/g* . . .
        3  . g . . .
        2  . . . . .
        1  b . . . .
           a b c d e
        """,
        game=GOLDEN,
        quiet=199,
    ).state
    after = play(state, "b3-b2")
    assert ending(after) == ("JA-14", GREEN_WINS)
    assert points(after) == (5, 3)  # 2 inside, three outside; blue 2 and 1


@pytest.mark.rule("JA-57")
def test_a_hostage_is_not_recovered() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B/g* . . .
        3  . . . . .
        2  . . . G .
        1  g g g . .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "d2-d3", "b5-a3", "d3-e5")
    assert after.turn == BLUE  # all five are on the board: nothing to recover


@pytest.mark.rule("JA-58")
def test_a_golden_guard_taken_in_its_own_camp_can_be_rescued_in_the_main_game_only() -> None:
    picture = """
        5  B* . . . b
        4  . . b . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
    """
    after = play(drawn(picture, game=GOLDEN).state, "b3-a5")
    assert stacks_of(after)["a5"] == "g/b*"
    rescued = play(after, "c4-a5")
    assert stacks_of(rescued)["a5"] == "B/b*"
    assert clause_against(play(rescued, "a1-c2"), "a5-c4") is None  # in its own camp it moves
    for game, clause in ((GOLDEN_LEGENDARY, "JA-31"), (GOLDEN_JASYR, "JA-42")):
        after = play(drawn(picture, game=game).state, "b3-a5")
        assert stacks_of(after)["a5"] == "g/b*"
        assert clause_against(after, "c4-a5") == clause


@pytest.mark.rule("JA-59")
def test_jasyr_a_captured_golden_guard_becomes_a_hostage() -> None:
    after = play(drawn(TAKEN, game=GOLDEN_JASYR).state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert hands_of(after) == (0, 0)
    assert all(not turn.startswith("put") for turn in turns(after))
