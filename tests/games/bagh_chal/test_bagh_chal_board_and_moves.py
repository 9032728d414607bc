"""BC-1 to BC-7: the board, the set-up, the turns, and how goats and tigers move; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import random

import pytest
from drawn_bagh_chal import (
    BAGH_CHAL,
    GOATS,
    TIGERS,
    clause_against,
    count,
    destinations,
    line,
    lines_drawn,
    lines_walked,
    moves,
    phase_one,
    phase_two,
    points_of,
    puts,
    read,
)
from pictures import play

import naadam

# --- BC-1 to BC-4: the board, the set-up, the turns, Phase I ---


@pytest.mark.rule("BC-1")
def test_the_board_has_25_points_and_the_56_lines_drawn() -> None:
    assert len(lines_drawn()) == 56
    assert len(set().union(*lines_drawn())) == len(points_of(BAGH_CHAL)) == 25
    assert lines_walked(BAGH_CHAL) == lines_drawn()


@pytest.mark.rule("BC-1")
def test_diagonals_leave_from_every_point_whose_coordinates_add_up_to_an_even_number() -> None:
    lines = lines_drawn()  # the picture once more, by the words of the clause
    points = {point: ("abcde".index(point[0]) + 1, int(point[1])) for point in points_of(BAGH_CHAL)}
    for one, (column, row) in points.items():
        for other, (further, higher) in points.items():
            distance = (abs(column - further), abs(row - higher))
            joined = distance in ((0, 1), (1, 0)) or (distance == (1, 1) and (column + row) % 2 == 0)
            assert (frozenset((one, other)) in lines) == joined


@pytest.mark.rule("BC-2")
def test_a_tiger_starts_on_each_corner_and_the_goats_are_in_hand() -> None:
    pieces, _ = read(
        """
        5  B . . . B
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  B . . . B
           a b c d e
        """,
        BAGH_CHAL,
    )
    start = BAGH_CHAL.start()
    assert start == BAGH_CHAL.position(line(BAGH_CHAL, pieces, GOATS, hand=20, captured=0))
    assert count(start, "hand") == 20
    assert count(start, "captured") == 0


@pytest.mark.rule("BC-2")
@pytest.mark.parametrize("goats", [(19, 0), (20, 1), (21, 0), (14, 5)])
def test_a_position_that_does_not_account_for_twenty_goats_is_none(goats: tuple[int, int]) -> None:
    hand, captured = goats
    with pytest.raises(naadam.PositionError):
        BAGH_CHAL.position(f"B3B/5/5/5/B3B G {hand} {captured}")


@pytest.mark.rule("BC-2")
def test_roles_are_drawn_at_random() -> None:
    seatings = {BAGH_CHAL.match(random.Random(seed)).seating for seed in range(20)}
    assert seatings == {(0, 1), (1, 0)}


@pytest.mark.rule("BC-3")
def test_goats_move_first_and_then_the_players_alternate() -> None:
    state = BAGH_CHAL.start()
    turns = []
    for move in ("Gc3", "Ba1b1", "Gc4", "Bb1a1", "Gc2"):
        turns.append(state.turn)
        state = state.apply(move)
    assert turns == [GOATS, TIGERS, GOATS, TIGERS, GOATS]


@pytest.mark.rule("BC-3")
def test_nobody_moves_on_the_other_players_turn() -> None:
    start = BAGH_CHAL.start()
    assert clause_against(start, "Ba1b1") == "BC-3"
    assert clause_against(start.apply("Gc3"), "Gc4") == "BC-3"


@pytest.mark.rule("BC-3")
def test_a_turn_cannot_be_passed() -> None:
    start = BAGH_CHAL.start()
    assert clause_against(start, "--") == "BC-3"
    assert clause_against(start.apply("Gc3"), "--") == "BC-3"


@pytest.mark.rule("BC-4")
def test_a_goat_is_put_on_any_empty_point() -> None:
    drawing = phase_one("""
        5  B x x x B
        4  x x x x x
        3  x x G x x
        2  x x x x x
        1  B x x x B
           a b c d e
    """)
    assert puts(drawing.state) == drawing.marked
    assert len(moves(drawing.state)) == 20  # and there is nothing else to do


@pytest.mark.rule("BC-4")
def test_a_goat_is_not_put_on_an_occupied_point() -> None:
    state = BAGH_CHAL.start().apply("Gc3").apply("Ba1b1")
    assert clause_against(state, "Gc3") == "BC-4"  # a goat is there
    assert clause_against(state, "Gb1") == "BC-4"  # a tiger is there
    assert clause_against(state, "Ga1") is None  # the tiger has left


@pytest.mark.rule("BC-4")
def test_goats_on_the_board_do_not_move_while_any_is_in_hand() -> None:
    picture = """
        5  B G G G B
        4  G . G . G
        3  G G x G G
        2  G . . . G
        1  B G G G B
           a b c d e
    """
    last_in_hand = phase_one(picture, captured=4)
    assert count(last_in_hand.state, "hand") == 1
    assert clause_against(last_in_hand.state, "Gc4c3") == "BC-4"
    # Once it has been put down, and the tigers have answered, they do.
    state = play(last_in_hand.state, "Gb2 Ba5b4")
    assert destinations(state, "c4") >= last_in_hand.marked


# --- BC-5 and BC-6: the tigers ---


@pytest.mark.rule("BC-5")
def test_a_tiger_walks_in_eight_directions_from_a_point_with_diagonals() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . x x x .
        3  . x B x .
        2  . x x x .
        1  B . . . G
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "c3") == drawing.marked


@pytest.mark.rule("BC-5")
def test_a_tiger_walks_in_four_directions_from_a_point_without_diagonals() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . x . . .
        3  x B x . .
        2  . x . . .
        1  B . . . G
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "b3") == drawing.marked
    assert clause_against(drawing.state, "Bb3c4") == "BC-5"
    assert clause_against(drawing.state, "Bb3a2") == "BC-5"


@pytest.mark.rule("BC-5")
def test_a_tiger_walks_to_empty_points_only() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  B G . . .
        1  B x . . .
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert clause_against(drawing.state, "Ba1a2") == "BC-5"  # a tiger is there
    assert clause_against(drawing.state, "Ba1b2") == "BC-5"  # a goat is there


@pytest.mark.rule("BC-5")
def test_only_a_tiger_moves_on_the_tigers_turn() -> None:
    state = BAGH_CHAL.start().apply("Gc3")
    assert clause_against(state, "Bc3c4") == "BC-5"  # that is a goat
    assert clause_against(state, "Bb2b3") == "BC-5"  # b2 is empty


@pytest.mark.rule("BC-6")
def test_a_tiger_jumps_over_an_adjacent_goat_to_the_empty_point_behind() -> None:
    drawing = phase_one(
        """
        5  x B x . x
        4  . G G G .
        3  x G B G x
        2  . G G G .
        1  x B x B x
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "c3") == drawing.marked
    assert {f"Bxc3{point}" for point in drawing.marked} <= moves(drawing.state)


@pytest.mark.rule("BC-6")
def test_a_tiger_jumps_along_lines_only() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . x . .
        3  . G G G .
        2  x G B G x
        1  B G G G .
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "c2") == drawing.marked
    assert clause_against(drawing.state, "Bc2a4") == "BC-5"  # no diagonal leaves c2
    assert clause_against(drawing.state, "Bc2b4") == "BC-5"  # not straight


@pytest.mark.rule("BC-6")
def test_a_goat_on_the_rim_is_not_captured_from_the_inside() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  G x x . .
        2  G B x . .
        1  G G G . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "b2") == drawing.marked


@pytest.mark.rule("BC-6")
def test_a_goat_with_another_goat_behind_it_is_not_captured() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  x G . . .
        1  B x . . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert clause_against(drawing.state, "Bxa1c3") == "BC-6"
    assert clause_against(drawing.state, "Ba1d4") == "BC-5"  # a jump does not pass two goats


@pytest.mark.rule("BC-6")
def test_a_goat_with_a_tiger_behind_it_is_not_captured() -> None:
    drawing = phase_one(
        """
        5  B . . . .
        4  . . . . .
        3  . . B . .
        2  x G . . .
        1  B x . . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert clause_against(drawing.state, "Bxa1c3") == "BC-6"


@pytest.mark.rule("BC-6")
def test_a_tiger_jumps_neither_over_a_tiger_nor_over_an_empty_point() -> None:
    drawing = phase_one(
        """
        5  B . . . .
        4  . . . . .
        3  . . . . .
        2  x B G . .
        1  B x . . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert clause_against(drawing.state, "Ba1c3") == "BC-6"  # a tiger on b2
    assert clause_against(drawing.state, "Ba1a3") == "BC-6"  # a2 is empty


@pytest.mark.rule("BC-6")
def test_the_captured_goat_leaves_the_game_and_one_goat_a_move_is_captured() -> None:
    before = phase_one(
        """
        5  B . . . B
        4  . . G . .
        3  . . . . .
        2  . G . . .
        1  B . . . B
           a b c d e
        """,
        TIGERS,
    )
    # From c3 the tiger could go on over c4 to c5, but the turn is over.
    after = phase_one(
        """
        5  B . . . B
        4  . . G . .
        3  . . B . .
        2  . . . . .
        1  . . . . B
           a b c d e
        """,
        GOATS,
        captured=1,
    )
    assert before.state.apply("Bxa1c3") == after.state
    assert count(before.state, "hand") == count(after.state, "hand") == 18


@pytest.mark.rule("BC-6")
def test_capturing_is_never_compulsory() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . x . .
        2  x G . . .
        1  B x . . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert clause_against(drawing.state, "Ba1a2") is None
    assert clause_against(drawing.state, "Be5d5") is None


@pytest.mark.rule("BC-6")
def test_a_jump_over_a_goat_always_captures_it() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . x . .
        2  . G . . .
        1  B . . . B
           a b c d e
        """,
        TIGERS,
    )
    assert {move for move in moves(drawing.state) if move[-2:] in drawing.marked} == {"Bxa1c3"}


# --- BC-7: Phase II ---


@pytest.mark.rule("BC-7")
def test_in_phase_two_a_goat_moves_along_a_line_to_an_adjacent_empty_point() -> None:
    drawing = phase_two("""
        5  B G G G B
        4  G x G x G
        3  G G G G G
        2  G x x x G
        1  B G G G B
           a b c d e
    """)
    assert destinations(drawing.state, "c3") == drawing.marked
    assert destinations(drawing.state, "b3") == {"b4", "b2"}
    assert destinations(drawing.state, "a4") == {"b4"}
    assert clause_against(drawing.state, "Gb3c2") == "BC-7"  # no diagonal leaves b3
    assert clause_against(drawing.state, "Gc3c4") == "BC-7"  # a goat is there
    assert clause_against(drawing.state, "Ga1b2") == "BC-7"  # that is a tiger
    assert clause_against(drawing.state, "Gb4c3") == "BC-7"  # b4 is empty


@pytest.mark.rule("BC-7")
def test_in_phase_two_no_goat_is_put_down() -> None:
    drawing = phase_two("""
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
    """)
    assert puts(drawing.state) == set()
    assert clause_against(drawing.state, "Gb2") == "BC-7"


@pytest.mark.rule("BC-7")
def test_goats_never_jump_or_capture() -> None:
    drawing = phase_two("""
        5  B G G G B
        4  G . G G G
        3  G . B . G
        2  G G G G G
        1  . G G . B
           a b c d e
    """)
    assert clause_against(drawing.state, "Gd2b4") == "BC-7"  # over the tiger on c3
    assert clause_against(drawing.state, "Gd5d3") == "BC-7"  # over the goat on d4
    assert clause_against(drawing.state, "Gc1a1") == "BC-7"  # over the goat on b1
