"""BC-8, BC-16 and BC-17: going back and forth; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import pytest
from drawn_bagh_chal import (
    A_GOAT_CAME_FROM_C3_TO_C2,
    BAGH_CHAL,
    CLASSIC,
    GOATS,
    TIGERS,
    clause_against,
    count,
    destinations,
    moves,
    phase_one,
    phase_two,
    remembered,
)
from pictures import play


@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-17")
def test_a_goat_does_not_step_straight_back() -> None:
    drawing = phase_two(A_GOAT_CAME_FROM_C3_TO_C2, GOATS, goats_came="c3c2")
    assert destinations(drawing.state, "c2") == drawing.marked
    assert clause_against(drawing.state, "Gc2c3") == "BC-8"


@pytest.mark.rule("BC-8")
def test_another_goat_may_go_to_the_point_left() -> None:
    drawing = phase_two(A_GOAT_CAME_FROM_C3_TO_C2, GOATS, goats_came="c3c2")
    assert clause_against(drawing.state, "Gb3c3") is None
    assert clause_against(drawing.state, "Gc4c3") is None


@pytest.mark.rule("BC-15")
@pytest.mark.rule("BC-8")
def test_in_the_classic_game_a_goat_may_step_straight_back() -> None:
    drawing = phase_two(A_GOAT_CAME_FROM_C3_TO_C2, GOATS, game=CLASSIC)
    assert destinations(drawing.state, "c2") == drawing.marked | {"c3"}
    by_play = phase_two(
        """
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
        """,
        game=CLASSIC,
    ).state
    assert clause_against(play(by_play, "Gc3c2 Be5d4"), "Gc2c3") is None
    assert clause_against(play(by_play, "Gc3c2 Be5d4 Gc2c3"), "Bd4e5") is None


@pytest.mark.rule("BC-8")
def test_a_tiger_does_not_step_straight_back() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G x G . G
        3  G G x G G
        2  G B x G G
        1  . G G G B
           a b c d e
        """,
        TIGERS,
        tigers_came="a1b2",
    )
    assert destinations(drawing.state, "b2") == drawing.marked  # b4 with a capture
    assert clause_against(drawing.state, "Bb2a1") == "BC-8"


@pytest.mark.rule("BC-8")
def test_only_the_last_step_of_the_same_player_counts() -> None:
    state = phase_two("""
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
    """).state
    state = play(state, "Gc3c2 Be5d4")
    assert clause_against(state, "Gc2c3") == "BC-8"  # the tigers' turn in between changes nothing
    state = play(state, "Gc4b4")
    assert clause_against(state, "Bd4e5") == "BC-8"
    state = play(state, "Ba1b2")
    assert clause_against(state, "Gb4c4") == "BC-8"
    assert clause_against(state, "Gc2c3") is None  # one turn of the goats later
    assert clause_against(state.apply("Gc2c3"), "Bd4e5") is None  # and of the tigers


@pytest.mark.rule("BC-8")
def test_coming_back_by_another_way_is_no_going_back() -> None:
    state = phase_two("""
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
    """).state
    state = play(state, "Gc3c2 Be5d4 Gc2d2 Ba5b4")  # a goat goes round c3, c2, d2
    assert clause_against(state, "Gd2c3") is None
    assert clause_against(state, "Gd2c2") == "BC-8"


@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-17")
def test_goats_step_straight_back_if_it_is_their_only_move() -> None:
    drawing = phase_two(
        """
        5  G G G G B
        4  G G G G G
        3  G G G G G
        2  G B G G G
        1  x B G G B
           a b c d e
        """,
        GOATS,
        goats_came="a1a2",
    )
    assert destinations(drawing.state, "a2") == drawing.marked
    assert moves(drawing.state) == {"Ga2a1"}


@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-17")
def test_tigers_step_straight_back_if_it_is_their_only_move() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  B G G G G
        1  x G G G B
           a b c d e
        """,
        TIGERS,
        tigers_came="a1a2",
    )
    assert destinations(drawing.state, "a2") == drawing.marked
    assert moves(drawing.state) == {"Ba2a1"}


@pytest.mark.rule("BC-17")
@pytest.mark.rule("BC-8")
def test_captures_count_as_other_moves_so_tigers_may_be_left_with_captures_only() -> None:
    drawing = phase_two(
        """
        5  B G G G G
        4  G G G G G
        3  G G B G G
        2  B G G G G
        1  x G G G B
           a b c d e
        """,
        TIGERS,
        tigers_came="a1a2",
    )
    assert destinations(drawing.state, "c3") == drawing.marked
    assert moves(drawing.state) == {"Bxc3a1"}
    assert clause_against(drawing.state, "Ba2a1") == "BC-8"


@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-17")
def test_a_capture_straight_back_is_allowed() -> None:
    state = phase_two(
        """
        5  B G G G B
        4  G G . G G
        3  G G . G G
        2  G G . G G
        1  B G G G B
           a b c d e
        """,
        TIGERS,
    ).state
    state = play(state, "Bxa1c3 Gb3b2")  # a goat steps into the gap
    assert clause_against(state, "Bxc3a1") is None


@pytest.mark.rule("BC-17")
def test_after_a_capture_nothing_is_remembered_of_the_tigers() -> None:
    state = phase_two(
        """
        5  B G G G B
        4  G G . G G
        3  G G . G G
        2  G . . G G
        1  B G G G B
           a b c d e
        """,
        TIGERS,
    ).state
    state = play(state, "Ba1b2 Gb4c4")
    assert remembered(state) == ("b4c4", "a1b2")
    assert clause_against(state, "Bb2a1") == "BC-8"
    state = play(state, "Bxe5c3")  # another tiger captures d4
    assert remembered(state) == ("b4c4", "-")
    state = play(state, "Ge4e5")
    assert clause_against(state, "Bb2a1") is None


A_WAY_TO_A2_WITH_ONE_GOAT_IN_HAND = """
        5  B G G G B
        4  G G . G G
        3  G G . G G
        2  . . G G G
        1  B G G G B
           a b c d e
"""


@pytest.mark.rule("BC-16")
def test_nothing_is_barred_on_the_tigers_first_turn_of_phase_two() -> None:
    state = phase_one(A_WAY_TO_A2_WITH_ONE_GOAT_IN_HAND, TIGERS, captured=2).state
    assert count(state, "hand") == 1
    state = play(state, "Ba1a2 Gc4")  # the tiger's last step of Phase I, then the last goat
    assert remembered(state) == ("-", "-")
    assert clause_against(state, "Ba2a1") is None


@pytest.mark.rule("BC-16")
def test_the_answer_to_the_last_goat_is_the_tigers_first_turn_of_phase_two() -> None:
    state = phase_one(A_WAY_TO_A2_WITH_ONE_GOAT_IN_HAND, TIGERS, captured=2).state
    state = play(state, "Ba1a2 Gc4 Ba2a1 Gb3b2")
    assert clause_against(state, "Ba1a2") == "BC-8"


@pytest.mark.rule("BC-16")
def test_nothing_is_barred_on_the_goats_first_turn_of_phase_two() -> None:
    state = phase_one(A_WAY_TO_A2_WITH_ONE_GOAT_IN_HAND, TIGERS, captured=2).state
    state = play(state, "Ba1a2 Gc4 Ba2a1")
    to_a2 = {"Ga3a2"}
    to_b2 = {f"G{point}b2" for point in ("a3", "b3", "c2", "b1", "c1")}
    to_c3 = {f"G{point}c3" for point in ("b4", "c4", "d4", "b3", "d3", "c2", "d2")}
    assert moves(state) == to_a2 | to_b2 | to_c3


@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-16")
def test_in_phase_one_a_tiger_may_go_back_and_forth() -> None:
    state = play(BAGH_CHAL.start(), "Gc3 Ba1a2 Gd3")
    assert clause_against(state, "Ba2a1") is None
