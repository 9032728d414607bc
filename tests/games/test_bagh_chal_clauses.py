"""The clauses of Bagh Chal, one after the other, each shown on drawn boards (written from the rules alone).

How to read a picture is told at the top of `drawn.py`: B tiger, A Alpha Tiger, G goat, K Buck, `.` empty, and `x`
for an empty point to which the piece named below the picture may go. How to read a move: `Gc3` puts a goat down,
`Gc3c4` moves one, `Ba1b1` moves a tiger, `Bxa1c3` is a capture, `Kc3` brings the Buck in on c3, `--` declines.
"""

from __future__ import annotations

import itertools
import random

import pytest
from drawn import (
    BAGH_CHAL,
    CLASSIC,
    CLASSIC_HEROES,
    CLASSIC_PULIJUDAM,
    GOATS,
    HEROES,
    PULIJUDAM,
    TIGERS,
    clause_against,
    count,
    destinations,
    ending,
    exchanges,
    line,
    moves,
    phase_one,
    phase_two,
    points_of,
    puts,
    read,
    remembered,
)
from pictures import play

import naadam

GOATS_WIN, TIGERS_WIN, DRAW = (GOATS,), (TIGERS,), (GOATS, TIGERS)


def lines_walked(game: naadam.Game) -> set[frozenset[str]]:
    """The pairs of points between which a tiger walks on a board that is empty but for the tigers."""
    points = points_of(game)
    tigers = 3 if game.options["board"] == "pulijudam" else 4
    hand = 14 if game.options["board"] == "pulijudam" else 19
    found = set()
    for source in points:
        for target in points:
            if source != target:
                others = [point for point in points if point not in (source, target)][: tigers - 1]
                pieces = dict.fromkeys([source, *others], "B")
                state = game.position(line(game, pieces, TIGERS, hand, 1))
                if state.refusal(f"B{source}{target}") is None:
                    found.add((source, target))
    assert found == {(target, source) for source, target in found}, "lines are walked in both directions"
    return {frozenset(pair) for pair in found}


# --- BC-1 to BC-4: the board, the set-up, the turns, Phase I ---


def lines_drawn() -> set[frozenset[str]]:
    """The lines of the Bagh Chal board, read from this picture."""
    picture = r"""
        o-o-o-o-o
        |\|/|\|/|
        o-o-o-o-o
        |/|\|/|\|
        o-o-o-o-o
        |\|/|\|/|
        o-o-o-o-o
        |/|\|/|\|
        o-o-o-o-o
    """
    found = set()
    for height, signs in enumerate(picture.split()):
        for width, sign in enumerate(signs):
            if sign != "o":
                down, across = {"-": (0, 1), "|": (1, 0), "\\": (1, 1), "/": (1, -1)}[sign]
                ends = ((height - down, width - across), (height + down, width + across))
                found.add(frozenset("abcde"[column // 2] + "54321"[row // 2] for row, column in ends))
    return found


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
    assert clause_against(state, "Bb2b3") == "BC-5"  # nobody is there


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
    assert clause_against(drawing.state, "Ba1d4") == "BC-5"  # nor are two goats jumped over at once


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
    assert clause_against(drawing.state, "Ba1a3") == "BC-6"  # nobody on a2


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
    assert clause_against(drawing.state, "Gb4c3") == "BC-7"  # nobody is there


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


# --- BC-8, BC-16 and BC-17: going back and forth ---

A_GOAT_CAME_FROM_C3_TO_C2 = """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G x G x G
        1  B G G G B
           a b c d e
"""


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


# --- BC-9 to BC-11: trapped tigers, and how a game is won ---


@pytest.mark.rule("BC-9")
def test_a_tiger_that_can_neither_walk_nor_jump_is_trapped_and_free_as_soon_as_it_can() -> None:
    trapped = phase_one(
        """
        5  B . . . .
        4  . . B . .
        3  G . G . .
        2  G G . . .
        1  B G G . B
           a b c d e
        """,
        TIGERS,
    )
    assert destinations(trapped.state, "a1") == set()
    assert ending(trapped.state) is None  # the others are not trapped
    free = phase_one(
        """
        5  B . . . G
        4  . . . . .
        3  G . x . .
        2  G G B . .
        1  B G G . B
           a b c d e
        """,
        TIGERS,
        captured=1,
    )
    assert play(trapped.state, "Bxc4c2 Ge5") == free.state
    assert destinations(free.state, "a1") == free.marked


@pytest.mark.rule("BC-11")
@pytest.mark.rule("BC-9")
def test_goats_win_in_phase_one_when_all_tigers_are_trapped() -> None:
    drawing = phase_one("""
        5  B G G x B
        4  G G . G G
        3  G . G . G
        2  G G . G G
        1  B G G G B
           a b c d e
    """)
    assert ending(drawing.state.apply("Gc4")) is None  # e5 can still walk to d5
    assert ending(drawing.state.apply("Gd5")) == ("BC-11", GOATS_WIN)


@pytest.mark.rule("BC-11")
@pytest.mark.rule("BC-9")
def test_a_tiger_that_can_only_capture_is_not_trapped() -> None:
    drawing = phase_one("""
        5  B G G G B
        4  G G . G G
        3  G . x . G
        2  G G . G G
        1  B G G G B
           a b c d e
    """)
    after = drawing.state.apply("Gc4")
    assert ending(after) is None
    assert moves(after) == {"Bxa1c3", "Bxa5c3", "Bxe1c3", "Bxe5c3"}
    assert ending(drawing.state.apply("Gc3")) == ("BC-11", GOATS_WIN)


@pytest.mark.rule("BC-11")
@pytest.mark.rule("BC-9")
def test_goats_win_in_phase_two_when_all_tigers_are_trapped() -> None:
    drawing = phase_two("""
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  G x G G G
        1  B G G G B
           a b c d e
    """)
    assert ending(drawing.state.apply("Gc2b2")) == ("BC-11", GOATS_WIN)
    assert ending(drawing.state.apply("Gb1b2")) is None  # a1 can walk to b1
    assert ending(drawing.state.apply("Gc3b2")) is None  # every tiger can jump to c3
    assert ending(drawing.state.apply("Ga3b2")) is None  # a1 and a5 can jump to a3


@pytest.mark.rule("BC-9")
@pytest.mark.rule("BC-11")
def test_a_tiger_that_can_only_step_straight_back_is_not_trapped() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G G G G
        3  G G . G G
        2  B G G G G
        1  x G G G B
           a b c d e
        """,
        GOATS,
        tigers_came="a1a2",
    )
    state = drawing.state.apply("Gd3c3")
    assert ending(state) is None
    assert destinations(state, "a2") == drawing.marked
    assert moves(state) == {"Ba2a1"}


@pytest.mark.rule("BC-11")
@pytest.mark.rule("BC-9")
def test_tigers_are_trapped_by_one_another_as_well() -> None:
    drawing = phase_one("""
        5  G . G . .
        4  G G . x .
        3  B G G . .
        2  B B G G .
        1  B G G . .
           a b c d e
    """)
    # a1 and a2 have tigers beside them, which are not jumped over; b2 can jump over c3 until d4 is taken.
    after = drawing.state.apply("Gc4")
    assert ending(after) is None
    assert moves(after) == {"Bxb2d4"}
    assert ending(drawing.state.apply("Gd4")) == ("BC-11", GOATS_WIN)


@pytest.mark.rule("BC-10")
def test_tigers_win_as_soon_as_five_goats_have_been_captured() -> None:
    picture = """
        5  B . . . B
        4  . . . . .
        3  . . x . .
        2  . G . . .
        1  B . . . B
           a b c d e
    """
    fifth = phase_one(picture, TIGERS, captured=4)
    assert ending(fifth.state.apply("Ba1a2")) is None
    assert ending(fifth.state.apply("Bxa1c3")) == ("BC-10", TIGERS_WIN)
    fourth = phase_one(picture, TIGERS, captured=3)
    assert ending(fourth.state.apply("Bxa1c3")) is None


@pytest.mark.rule("BC-10")
def test_tigers_win_in_phase_two_with_the_fifth_capture() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G . G . G
        3  G G x G G
        2  G G . G G
        1  B . G G B
           a b c d e
        """,
        TIGERS,
    )
    assert count(drawing.state, "captured") == 4
    assert ending(drawing.state.apply("Bxa1c3")) == ("BC-10", TIGERS_WIN)


@pytest.mark.rule("BC-10")
def test_nothing_is_played_after_the_end() -> None:
    over = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . x . .
        2  . G . . .
        1  B . . . B
           a b c d e
        """,
        TIGERS,
        captured=4,
    ).state.apply("Bxa1c3")
    assert clause_against(over, "Gb1") == "BC-10"
    assert clause_against(over, "Bc3c4") == "BC-10"


# --- BC-12: repetition ---

ROOM_FOR_EVERYBODY = """
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
"""


@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-15")
def test_the_classic_game_is_drawn_when_a_position_comes_up_for_the_third_time() -> None:
    back_and_forth = "Gc3c2 Be5d4 Gc2c3 Bd4e5 "
    state = phase_two(ROOM_FOR_EVERYBODY, game=CLASSIC).state  # for the first time
    state = play(state, back_and_forth)  # for the second
    assert ending(state) is None
    state = play(state, "Gc3c2 Be5d4 Gc2c3")
    assert ending(state) is None
    assert ending(state.apply("Bd4e5")) == ("BC-12", DRAW)  # for the third
    assert ending(state.apply("Ba1b2")) is None  # with another move the game goes on


@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-17")
def test_positions_are_the_same_only_with_the_same_memory_of_both_players() -> None:
    # Two goats and two tigers take turns, so nobody undoes a last step, and after 8 turns all are back.
    round_of_eight = "Gc3c2 Be5d4 Gc4b4 Ba1b2 Gc2c3 Bd4e5 Gb4c4 Bb2a1 "
    # Classic: the picture after 0, 8 and 16 turns is the same position.
    state = phase_two(ROOM_FOR_EVERYBODY, game=CLASSIC).state
    assert ending(play(state, 2 * round_of_eight)) == ("BC-12", DRAW)
    # With BC-8: at first nothing was remembered. Only after 2, 10 and 18 turns picture and memory are the same.
    state = play(phase_two(ROOM_FOR_EVERYBODY).state, 2 * round_of_eight)
    assert ending(state) is None
    state = play(state, "Gc3c2")
    assert ending(state) is None
    assert ending(play(state, "Be5d4")) == ("BC-12", DRAW)


@pytest.mark.rule("BC-12")
def test_positions_are_the_same_only_with_the_same_player_to_move() -> None:
    state = phase_two(
        """
        5  B G G . G
        4  G G G . G
        3  G G G G B
        2  G . G G G
        1  B . G G B
           a b c d e
        """,
        TIGERS,
        game=CLASSIC,
    ).state
    # A tiger goes round a1, b1, b2 while a goat goes to d5 and back: the picture is the same, the turn is not.
    tiger_round = "Ba1b1 Ge5d5 Bb1b2 Gd5e5 Bb2a1 "
    # A goat goes round e5, d5, d4 while a tiger goes to b1 and back.
    goat_round = "Ge5d5 Ba1b1 Gd5d4 Bb1a1 Gd4e5 "
    pictures = []
    for part in (tiger_round, goat_round, tiger_round):
        state = play(state, part)
        pictures.append((state.position.split()[0], state.turn))
        assert ending(state) is None  # the picture has come up 2, 3 and 4 times
    assert len(set(pictures)) == 2
    assert ending(play(state, goat_round)) == ("BC-12", DRAW)  # 5 times, 3 of them with the tigers to move


@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-16")
def test_the_position_after_the_last_goat_was_put_down_counts() -> None:
    state = phase_one(
        """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G . . . G
        1  B G G G B
           a b c d e
        """,
        captured=4,
        game=CLASSIC,
    ).state
    back_and_forth = "Be5d4 Gc3c2 Bd4e5 Gc2c3 "
    state = play(state, "Gc3 " + back_and_forth)
    assert ending(state) is None
    assert ending(play(state, back_and_forth)) == ("BC-12", DRAW)


# --- BC-13: goats without a move ---


@pytest.mark.rule("BC-13")
def test_goats_without_a_move_in_phase_two_lose() -> None:
    drawing = phase_two(
        """
        5  G G G G B
        4  G G G G G
        3  B G G G G
        2  . x G G G
        1  B . B G G
           a b c d e
        """,
        TIGERS,
    )
    assert ending(drawing.state.apply("Ba1b2")) == ("BC-13", TIGERS_WIN)  # the gap is behind the tigers
    assert ending(drawing.state.apply("Ba1b1")) is None  # goats can go to b2


@pytest.mark.rule("BC-13")
@pytest.mark.rule("BC-8")
def test_goats_that_can_only_step_straight_back_do_not_lose() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  G x G G G
        1  . B B G G
           a b c d e
        """,
        TIGERS,
        goats_came="a1a2",
    )
    state = drawing.state.apply("Bb1b2")  # a1 and b1 are empty, and only the goat on a2 is beside them
    assert ending(state) is None
    assert moves(state) == {"Ga2a1"}


# --- BC-14: a hundred turns each ---


@pytest.mark.rule("BC-14")
@pytest.mark.rule("BC-16")
def test_a_game_is_drawn_when_each_player_has_taken_a_hundred_turns_without_a_capture() -> None:
    state = phase_one(
        """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G . . . G
        1  B G G G B
           a b c d e
        """,
        captured=4,
    ).state.apply("Gc3")
    # Both go about without a capture and without ever coming back to a picture, the tigers first.
    seen: set[tuple[str, int | None]] = set()
    for turn in range(200):
        assert ending(state) is None
        assert count(state, "peace") == turn
        assert state.turn == (TIGERS if turn % 2 == 0 else GOATS)
        for action in state.actions():
            after = state.apply(action)
            picture = (after.position.split()[0], after.turn)
            if count(after, "captured") == 4 and picture not in seen and (after.outcome is None or turn == 199):
                break
        else:
            raise AssertionError("nowhere to go")
        seen.add(picture)
        state = after
    assert ending(state) == ("BC-14", DRAW)


@pytest.mark.rule("BC-14")
def test_the_turns_of_phase_one_do_not_count() -> None:
    state = play(BAGH_CHAL.start(), "Gc3 Ba1b1 Gc4 Bb1a1")
    assert count(state, "peace") == 0
    last = phase_one(
        """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G . . . G
        1  B G G G B
           a b c d e
        """,
        captured=4,
    ).state.apply("Gc3")
    assert count(last, "peace") == 0
    assert count(last.apply("Be5d4"), "peace") == 1


@pytest.mark.rule("BC-14")
def test_one_turn_less_is_no_draw() -> None:
    state = phase_two(ROOM_FOR_EVERYBODY, GOATS, quiet=198).state.apply("Gc3c2")
    assert ending(state) is None
    assert ending(state.apply("Be5d4")) == ("BC-14", DRAW)


@pytest.mark.rule("BC-14")
def test_a_capture_starts_the_count_again() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G . G G
        3  G G x G G
        2  G G . G G
        1  B G G G B
           a b c d e
        """,
        TIGERS,
        quiet=199,
    )
    after = drawing.state.apply("Bxa1c3")
    assert ending(after) is None
    assert count(after, "peace") == 0
    assert count(after.apply("Gb3b2"), "peace") == 1


@pytest.mark.rule("BC-14")
@pytest.mark.rule("BC-11")
def test_goats_may_win_on_the_last_turn() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  G x G G G
        1  B G G G B
           a b c d e
        """,
        GOATS,
        quiet=199,
    )
    assert ending(drawing.state.apply("Gc2b2")) == ("BC-11", GOATS_WIN)
    assert ending(drawing.state.apply("Gb1b2")) == ("BC-14", DRAW)


@pytest.mark.rule("BC-14")
@pytest.mark.rule("BC-10")
def test_tigers_may_win_on_the_last_turn_with_a_capture() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G . G . G
        3  G G x G G
        2  G G . G G
        1  B . G G B
           a b c d e
        """,
        TIGERS,
        quiet=199,
    )
    assert ending(drawing.state.apply("Bxa1c3")) == ("BC-10", TIGERS_WIN)
    assert ending(drawing.state.apply("Ba1b1")) == ("BC-14", DRAW)


@pytest.mark.rule("BC-14")
@pytest.mark.rule("BC-13")
def test_tigers_may_win_on_the_last_turn_by_leaving_the_goats_no_move() -> None:
    drawing = phase_two(
        """
        5  G G G G B
        4  G G G G G
        3  B G G G G
        2  . x G G G
        1  B . B G G
           a b c d e
        """,
        TIGERS,
        quiet=199,
    )
    assert ending(drawing.state.apply("Ba1b2")) == ("BC-13", TIGERS_WIN)
    assert ending(drawing.state.apply("Ba1b1")) == ("BC-14", DRAW)


# --- BC-20: the match ---


def outcome_for(winners: tuple[int, ...]) -> naadam.Outcome:
    """The outcome of a game that goats win, tigers win, or nobody wins."""
    trap = """
        5  B G G G B
        4  G G G G G
        3  G G G G G
        2  G x G G G
        1  B G G G B
           a b c d e
    """
    if winners == GOATS_WIN:
        outcome = phase_two(trap).state.apply("Gc2b2").outcome
    elif winners == DRAW:
        outcome = phase_two(trap, quiet=199).state.apply("Gb1b2").outcome
    else:
        fifth = "5 B . . . B \n 4 . . . . . \n 3 . . . . . \n 2 . G . . . \n 1 B . . . B"
        outcome = phase_one(fifth, TIGERS, captured=4).state.apply("Bxa1c3").outcome
    assert outcome is not None
    assert outcome.winners == winners
    return outcome


def match_of(results: str, seed: int = 1) -> tuple[naadam.Match, tuple[int, int]]:
    """A match in which the player who begins with the goats wins (+), loses (-) or draws (=) each game.

    Given with that player and the opponent.
    """
    rng = random.Random(seed)
    match = BAGH_CHAL.match(rng)
    assert match.seating is not None
    player = match.seating[GOATS]
    for result in results:
        assert match.outcome is None
        assert match.seating is not None
        seat = match.seating.index(player)
        winners = {"+": (seat,), "-": (1 - seat,), "=": DRAW}[result]
        match = match.after(outcome_for(winners), rng)
    return match, (player, 1 - player)


@pytest.mark.rule("BC-20")
def test_each_player_has_each_role_once_in_the_first_two_games() -> None:
    for seed in range(8):
        for result in "+-=":
            match, (player, opponent) = match_of(result, seed)
            assert match.outcome is None
            assert match.seating == (opponent, player)  # the player who had the goats has the tigers


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize(("results", "winner"), [("++", 0), ("--", 1)])
def test_a_player_who_wins_both_games_wins_the_match(results: str, winner: int) -> None:
    match, players = match_of(results)
    assert match.outcome is not None
    assert match.outcome.winners == (players[winner],)
    assert match.outcome.clause == "BC-20"
    assert not match.outcome.draw
    assert match.seating is None
    assert len(match.played) == 2


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize("results", ["+-", "-+", "+=", "=+", "-=", "=-", "=="])
def test_otherwise_roles_are_drawn_again_for_a_third_game(results: str) -> None:
    seatings = set()
    for seed in range(20):
        match, (player, _) = match_of(results, seed)
        assert match.outcome is None
        assert match.seating is not None
        seatings.add(match.seating.index(player))
    assert seatings == {GOATS, TIGERS}


@pytest.mark.rule("BC-20")
@pytest.mark.parametrize(
    ("results", "winners"),
    [
        ("+-+", (0,)),
        ("+--", (1,)),
        ("-++", (0,)),
        ("+=+", (0,)),
        ("+==", (0,)),  # one win against none
        ("=+=", (0,)),
        ("=-=", (1,)),
        ("==+", (0,)),
        ("==-", (1,)),
        ("+=-", (0, 1)),  # one win each
        ("=-+", (0, 1)),
        ("+-=", (0, 1)),
        ("===", (0, 1)),  # the case that the rules name
    ],
)
def test_after_three_games_the_player_with_more_wins_takes_the_match(results: str, winners: tuple[int, ...]) -> None:
    match, players = match_of(results)
    assert match.outcome is not None
    assert match.outcome.winners == tuple(sorted(players[winner] for winner in winners))
    assert match.outcome.draw == (len(winners) == 2)
    assert match.outcome.clause == "BC-20"
    assert len(match.played) == 3
    with pytest.raises(naadam.RecordError):
        match.after(outcome_for(DRAW), random.Random(1))


# --- BC-30 to BC-33: Pulijudam ---


@pytest.mark.rule("BC-30")
def test_the_board_of_pulijudam_has_23_points_and_38_lines() -> None:
    straight_lines = """
        b1 b2 b3 b4 b5 b6
        c1 c2 c3 c4 c5 c6
        d1 d2 d3 d4 d5 d6
        e1 e2 e3 e4
        b1 c1 d1
        b6 c6 d6
        a1 b2 c2 d2 e1
        a1 b3 c3 d3 e2
        a1 b4 c4 d4 e3
        a1 b5 c5 d5 e4
    """
    drawn = set()
    for points in map(str.split, straight_lines.split("\n")):
        drawn |= {frozenset(pair) for pair in itertools.pairwise(points)}
    assert len(drawn) == 38
    assert len(set().union(*drawn)) == 23
    assert lines_walked(PULIJUDAM) == drawn


@pytest.mark.rule("BC-30")
@pytest.mark.rule("BC-31")
def test_three_tigers_start_on_the_apex_and_the_two_inner_points_below_it() -> None:
    pieces, empty = read(
        """
        a               B
        b   x    x   B     B   x    x
        c   x   x   x       x   x   x
        d   x  x   x         x   x  x
        e     x    x         x    x
        """,
        PULIJUDAM,
    )
    start = PULIJUDAM.start()
    assert start == PULIJUDAM.position(line(PULIJUDAM, pieces, GOATS, hand=15, captured=0))
    assert puts(start) == empty
    assert len(empty) == 20


@pytest.mark.rule("BC-30")
def test_a_tiger_on_the_apex_jumps_down_each_of_the_four_lines() -> None:
    drawing = phase_one(
        """
        a               B
        b   .    G   G     G   G    .
        c   .   x   x       x   x   .
        d   .  .   .         .   .  .
        e     B    .         .    B
        """,
        TIGERS,
        game=PULIJUDAM,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert {"Bxa1c2", "Bxa1c3", "Bxa1c4", "Bxa1c5"} <= moves(drawing.state)


@pytest.mark.rule("BC-30")
def test_no_tiger_jumps_over_the_apex() -> None:
    drawing = phase_one(
        """
        a               G
        b   x    G   B     G   x    .
        c   .   .   G       .   .   .
        d   .  .   x         .   .  .
        e     B    .         .    B
        """,
        TIGERS,
        game=PULIJUDAM,
    )
    assert destinations(drawing.state, "b3") == drawing.marked
    assert clause_against(drawing.state, "Bb3c2") == "BC-5"  # nor does it walk where there is no line


@pytest.mark.rule("BC-30")
def test_no_tiger_jumps_round_a_corner() -> None:
    drawing = phase_one(
        """
        a               .
        b   G    .   .     .   .    .
        c   B   G   x       .   .   .
        d   G  .   .         .   .  .
        e     B    .         .    B
        """,
        TIGERS,
        game=PULIJUDAM,
    )
    assert destinations(drawing.state, "c1") == drawing.marked
    assert clause_against(drawing.state, "Bc1d2") == "BC-5"  # over d1
    assert clause_against(drawing.state, "Bc1b2") == "BC-5"  # over b1


@pytest.mark.rule("BC-30")
def test_the_sides_and_the_lines_from_the_apex_are_straight_to_their_ends() -> None:
    drawing = phase_one(
        """
        a               .
        b   B    .   .     .   .    .
        c   G   B   .       .   .   .
        d   x  G   .         .   .  .
        e     x    .         .    B
        """,
        TIGERS,
        game=PULIJUDAM,
    )
    assert {"Bxb1d1", "Bxc2e1"} <= moves(drawing.state)
    assert {move[-2:] for move in moves(drawing.state) if move.startswith("Bx")} == drawing.marked


PULIJUDAM_TRAP = """
        a               B
        b   G    G   B     B   G    G
        c   .   G   G       G   G   .
        d   .  .   G         x   .  .
        e     .    .         .    .
"""


@pytest.mark.rule("BC-32")
@pytest.mark.rule("BC-30")
def test_goats_win_pulijudam_when_all_three_tigers_are_trapped() -> None:
    drawing = phase_one(PULIJUDAM_TRAP, game=PULIJUDAM)
    after = drawing.state.apply("Gd5")
    assert ending(after) is None
    assert moves(after) == {"Bxb4d4"}  # the only way out
    assert ending(drawing.state.apply("Gd4")) == ("BC-11", GOATS_WIN)


@pytest.mark.rule("BC-32")
def test_tigers_win_pulijudam_at_five_captures() -> None:
    picture = """
        a               B
        b   .    G   B     B   .    .
        c   .   x   .       .   .   .
        d   .  .   .         .   .  .
        e     .    .         .    .
    """
    fifth = phase_one(picture, TIGERS, captured=4, game=PULIJUDAM)
    assert ending(fifth.state.apply("Bxa1c2")) == ("BC-10", TIGERS_WIN)
    fourth = phase_one(picture, TIGERS, captured=3, game=PULIJUDAM)
    assert ending(fourth.state.apply("Bxa1c2")) is None


PULIJUDAM_PHASE_TWO = """
        a               B
        b   .    .   B     B   .    .
        c   .   G   G       G   G   G
        d   G  G   G         G   G  G
        e     G    .         .    .
"""


@pytest.mark.rule("BC-33")
@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-15")
def test_going_back_and_forth_is_barred_in_pulijudam_but_not_in_its_classic_game() -> None:
    ludos = phase_two(PULIJUDAM_PHASE_TWO, GOATS, goats_came="e2e1", game=PULIJUDAM).state
    assert clause_against(ludos, "Ge1e2") == "BC-8"
    assert clause_against(ludos, "Gd3e2") is None
    classic = phase_two(PULIJUDAM_PHASE_TWO, GOATS, game=CLASSIC_PULIJUDAM).state
    assert clause_against(play(classic, "Ge1e2 Bb3b2"), "Ge2e1") is None


@pytest.mark.rule("BC-33")
@pytest.mark.rule("BC-12")
@pytest.mark.rule("BC-14")
def test_pulijudam_has_the_draws_of_bagh_chal() -> None:
    classic = phase_two(PULIJUDAM_PHASE_TWO, game=CLASSIC_PULIJUDAM).state
    assert ending(play(classic, 2 * "Ge1e2 Bb3b2 Ge2e1 Bb2b3 ")) == ("BC-12", DRAW)
    last_turn = phase_two(PULIJUDAM_PHASE_TWO, quiet=199, game=PULIJUDAM).state
    assert ending(play(last_turn, "Ge1e2")) == ("BC-14", DRAW)


@pytest.mark.rule("BC-33")
@pytest.mark.rule("BC-20")
def test_a_match_of_pulijudam_changes_roles() -> None:
    rng = random.Random(1)
    match = PULIJUDAM.match(rng)
    outcome = phase_one(PULIJUDAM_TRAP, game=PULIJUDAM).state.apply("Gd4").outcome
    assert outcome is not None
    assert match.seating is not None
    assert match.after(outcome, rng).seating == match.seating[::-1]


@pytest.mark.rule("BC-33")
def test_heroes_of_asia_is_not_played_on_the_board_of_pulijudam() -> None:
    with pytest.raises(naadam.SpecError, match="BC-33"):
        naadam.load("bagh-chal:board=pulijudam,heroes=true")


# --- BC-40 to BC-49: Heroes of Asia ---


@pytest.mark.rule("BC-40")
def test_the_alpha_tiger_starts_on_a1_and_the_buck_beside_the_board() -> None:
    pieces, _ = read(
        """
        5  B . . . B
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  A . . . B
           a b c d e
        """,
        HEROES,
    )
    assert HEROES.start() == HEROES.position(line(HEROES, pieces, GOATS, hand=20, captured=0))


@pytest.mark.rule("BC-40")
@pytest.mark.rule("BC-43")
def test_a_position_has_one_alpha_tiger_and_no_buck_before_its_time() -> None:
    with pytest.raises(naadam.PositionError):
        BAGH_CHAL.position("B3B/5/5/5/A3B G 20 0")  # not without the option
    with pytest.raises(naadam.PositionError):
        HEROES.position("B3B/5/5/5/B3B G 20 0")  # nobody is the Alpha
    with pytest.raises(naadam.PositionError):
        HEROES.position("A3B/5/5/5/A3B G 20 0")
    with pytest.raises(naadam.PositionError):
        HEROES.position("B3B/5/2K2/5/A3B G 18 1")  # one goat captured
    HEROES.position("B3B/5/2K2/5/A3B G 17 2")


@pytest.mark.rule("BC-40")
def test_without_the_option_there_is_no_buck_and_no_extra_move() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  . . . . .
        1  B . . . B
           a b c d e
        """,
        captured=2,
    )
    assert exchanges(drawing.state) == set()
    assert clause_against(drawing.state, "Kc3") == "BC-40"
    assert play(drawing.state, "Gc4 Be5d5").turn == GOATS


BESIDE_THE_ALPHA = """
        5  B . . . B
        4  . . . . .
        3  . . x . .
        2  x G . . .
        1  A x . . B
           a b c d e
"""


@pytest.mark.rule("BC-41")
def test_when_another_tiger_has_moved_the_alpha_tiger_may_walk_or_capture_at_once() -> None:
    drawing = phase_one(BESIDE_THE_ALPHA, TIGERS, game=HEROES)
    extra = drawing.state.apply("Be5d5")
    assert extra.turn == TIGERS
    assert destinations(extra, "a1") == drawing.marked
    assert moves(extra) == {"Ba1a2", "Ba1b1", "Bxa1c3", "--"}
    assert clause_against(extra, "Gc3") == "BC-3"


@pytest.mark.rule("BC-41")
def test_the_extra_move_is_the_alpha_tigers_alone() -> None:
    extra = phase_one(BESIDE_THE_ALPHA, TIGERS, game=HEROES).state.apply("Be5d5")
    assert clause_against(extra, "Bd5d4") == "BC-41"  # the tiger that has just moved
    assert clause_against(extra, "Be1d1") == "BC-41"  # and any other


@pytest.mark.rule("BC-41")
def test_there_is_one_extra_move_and_then_the_goats_are_to_move() -> None:
    extra = phase_one(BESIDE_THE_ALPHA, TIGERS, game=HEROES).state.apply("Be5d5")
    assert extra.apply("Ba1a2").turn == GOATS
    assert extra.apply("Bxa1c3").turn == GOATS
    after = phase_one(
        """
        5  B . . B .
        4  . . . . .
        3  . . . . .
        2  A G . . .
        1  . . . . B
           a b c d e
        """,
        game=HEROES,
    )
    assert extra.apply("Ba1a2") == after.state


@pytest.mark.rule("BC-41")
def test_the_extra_move_may_be_declined() -> None:
    state = phase_one(BESIDE_THE_ALPHA, TIGERS, game=HEROES).state
    after = phase_one(
        """
        5  B . . B .
        4  . . . . .
        3  . . . . .
        2  . G . . .
        1  A . . . B
           a b c d e
        """,
        game=HEROES,
    )
    assert play(state, "Be5d5 --") == after.state
    assert clause_against(state, "--") == "BC-41"  # there is nothing to decline before a tiger has moved
    assert clause_against(after.state, "--") == "BC-41"  # nor for the goats


@pytest.mark.rule("BC-41")
def test_there_is_no_extra_move_when_the_alpha_tiger_itself_made_the_turns_move() -> None:
    state = phase_one(BESIDE_THE_ALPHA, TIGERS, game=HEROES).state
    assert state.apply("Ba1a2").turn == GOATS
    assert state.apply("Bxa1c3").turn == GOATS


@pytest.mark.rule("BC-41")
@pytest.mark.rule("BC-16")
def test_there_is_an_extra_move_in_phase_one_only() -> None:
    picture = """
        5  B G G G B
        4  G . G . G
        3  G G . G G
        2  G . . . G
        1  A G G G B
           a b c d e
    """
    one_in_hand = phase_one(picture, TIGERS, captured=4, game=HEROES).state
    extra = one_in_hand.apply("Be5d4")
    assert extra.turn == TIGERS
    # The last goat is put down: the tigers' answer belongs to Phase II.
    state = play(extra, "-- Gc3")
    assert play(state, "Ba5b4").turn == GOATS


@pytest.mark.rule("BC-42")
def test_the_extra_move_is_lost_when_the_buck_enters_the_board() -> None:
    drawing = phase_one(
        """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  . . . . .
        1  A . . . B
           a b c d e
        """,
        captured=2,
        game=HEROES,
    )
    without = play(drawing.state, "Gc4 Be5d5")
    assert without.turn == TIGERS
    with_buck = play(drawing.state, "Kc3 Gc4 Be5d5")
    assert with_buck.turn == GOATS
    assert play(with_buck, "Gc5 Bd5e5").turn == GOATS  # for good


TWO_GOATS_ON_THE_BOARD = """
        5  B . . . B
        4  . . . . .
        3  . . G . .
        2  . . . G .
        1  A . . . B
           a b c d e
"""


@pytest.mark.rule("BC-43")
def test_the_buck_may_replace_any_goat_once_two_goats_have_been_captured() -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state
    assert exchanges(state) == {"c3", "d2"}
    assert clause_against(state, "Gc4") is None  # it is not compulsory
    assert clause_against(state, "Kc4") == "BC-43"  # nobody is there
    assert clause_against(state, "Ka1") == "BC-43"  # that is a tiger


@pytest.mark.rule("BC-43")
@pytest.mark.parametrize("captured", [0, 1])
def test_the_buck_does_not_enter_before_two_goats_have_been_captured(captured: int) -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=captured, game=HEROES).state
    assert exchanges(state) == set()
    assert clause_against(state, "Kc3") == "BC-43"


@pytest.mark.rule("BC-43")
@pytest.mark.rule("BC-47")
def test_the_goat_leaves_the_game_and_the_turns_move_is_still_to_be_made() -> None:
    before = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state
    entered = before.apply("Kc3")
    assert entered.turn == GOATS
    assert count(entered, "captured") == 2  # not counted as captured
    assert count(entered, "hand") == count(before, "hand") == 16  # nor back in hand
    after = phase_one(
        """
        5  B . . . B
        4  . . G . .
        3  . . K . .
        2  . . . G .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert entered.apply("Gc4") == after.state
    assert clause_against(entered, "Be5d5") == "BC-3"
    assert "--" not in moves(entered)


@pytest.mark.rule("BC-43")
def test_the_buck_enters_once_in_the_game() -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state.apply("Kc3")
    assert exchanges(state) == set()
    assert clause_against(state, "Kd2") == "BC-43"  # in the same turn
    state = play(state, "Gc4 Be5d5")
    assert exchanges(state) == set()
    assert clause_against(state, "Kd2") == "BC-43"  # in a later one


@pytest.mark.rule("BC-43")
def test_the_buck_enters_at_the_start_of_a_turn_of_the_goats() -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state
    state = state.apply("Gc4")  # the move is made, and the turn over
    assert clause_against(state, "Kc3") == "BC-3"
    assert exchanges(play(state, "Be5d5 --")) == {"c3", "d2", "c4"}


@pytest.mark.rule("BC-43")
@pytest.mark.rule("BC-10")
def test_the_exchange_does_not_bring_the_fifth_capture() -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=4, game=HEROES).state.apply("Kc3")
    assert ending(state) is None
    assert ending(state.apply("Gc4")) is None


@pytest.mark.rule("BC-44")
def test_a_goat_joined_to_the_buck_is_jumped_over_without_being_captured() -> None:
    before = phase_one(
        """
        5  x x x . B
        4  x B x . .
        3  x G K . .
        2  . x . G .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert destinations(before.state, "b4") == before.marked
    assert not any(move.startswith("Bx") for move in moves(before.state))
    after = phase_one(
        """
        5  . . . . B
        4  . . . . .
        3  . G K . .
        2  . B . G .
        1  A . . . B
           a b c d e
        """,
        captured=2,
        game=HEROES,
    )
    assert before.state.apply("Bb4b2") == after.state


@pytest.mark.rule("BC-44")
def test_the_alpha_tiger_captures_goats_joined_to_the_buck_and_its_jump_always_captures() -> None:
    before = phase_one(
        """
        5  . . . . B
        4  . A . . .
        3  . G K . .
        2  . x . G .
        1  B . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert {move for move in moves(before.state) if move[-2:] in before.marked and "b4" in move} == {"Bxb4b2"}
    after = phase_one(
        """
        5  . . . . B
        4  . . . . .
        3  . . K . .
        2  . A . G .
        1  B . . . B
           a b c d e
        """,
        captured=3,
        game=HEROES,
    )
    assert before.state.apply("Bxb4b2") == after.state


@pytest.mark.rule("BC-44")
def test_a_goat_diagonally_beside_the_buck_is_protected_only_where_a_line_joins_them() -> None:
    # No diagonals leave b3 and c2: the goat is captured.
    unjoined = phase_one(
        """
        5  . . . . B
        4  . B . . .
        3  . G . . .
        2  . x K . .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert "Bxb4b2" in moves(unjoined.state)
    assert "Bb4b2" not in moves(unjoined.state)
    # One joins b2 and c3: the goat is jumped over.
    joined = phase_one(
        """
        5  . . . . B
        4  . . . . .
        3  . B K . .
        2  . G . . .
        1  A x . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert "Bb3b1" in moves(joined.state)
    assert "Bxb3b1" not in moves(joined.state)


@pytest.mark.rule("BC-44")
@pytest.mark.rule("BC-1")
def test_on_the_whole_board_the_buck_protects_exactly_the_goats_joined_to_it() -> None:
    points, lines = points_of(HEROES), lines_drawn()
    tried = 0
    for goat, source in itertools.product(points, points):
        # The point straight behind the goat, if there is one.
        column, row = (2 * ord(over) - ord(start) for over, start in zip(goat, source, strict=True))
        target = chr(column) + chr(row)
        if frozenset((source, goat)) in lines and frozenset((goat, target)) in lines:
            for buck in set(points) - {source, goat, target}:
                free = [point for point in points if point not in (source, goat, target, buck)]
                pieces = {source: "B", goat: "G", buck: "K", free[0]: "A", free[1]: "B", free[2]: "B"}
                state = HEROES.position(line(HEROES, pieces, TIGERS, hand=16, captured=2))
                jump = "B" if frozenset((goat, buck)) in lines else "Bx"
                assert {move for move in moves(state) if move[-4:] == source + target} == {jump + source + target}
                tried += 1
    assert tried == 80 * 22  # 60 jumps along rows and columns, 20 along diagonals


@pytest.mark.rule("BC-44")
def test_a_goat_away_from_the_buck_is_captured_as_ever() -> None:
    drawing = phase_one(
        """
        5  . B . . B
        4  . G . . .
        3  . x . . .
        2  . . K . .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    after = drawing.state.apply("Bxb5b3")
    assert count(after, "captured") == 3


@pytest.mark.rule("BC-44")
@pytest.mark.rule("BC-6")
def test_a_jump_without_capture_needs_an_empty_point_behind_as_well() -> None:
    drawing = phase_one(
        """
        5  . . . . B
        4  . B . . .
        3  . G K . .
        2  . G . G .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert clause_against(drawing.state, "Bb4b2") == "BC-6"


@pytest.mark.rule("BC-44")
@pytest.mark.rule("BC-7")
def test_the_buck_moves_like_a_goat() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G x G x G
        3  G G K G G
        2  G x x x G
        1  A G G G B
           a b c d e
        """,
        game=HEROES,
    )
    assert destinations(drawing.state, "c3") == drawing.marked
    assert clause_against(drawing.state, "Kc3c4") == "BC-7"  # a goat is there
    assert clause_against(drawing.state, "Kc3c1") == "BC-7"  # too far
    moved = play(drawing.state, "Kc3c2 Be5d4")
    assert destinations(moved, "c2") == {"b2", "d2"}  # four lines leave c2; c1 is taken, c3 barred by BC-8
    assert clause_against(moved, "Kc2c3") == "BC-8"
    assert clause_against(moved, "Kc2a2") == "BC-7"


@pytest.mark.rule("BC-44")
@pytest.mark.rule("BC-7")
def test_the_buck_never_jumps() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G . K . G
        3  G G G G G
        2  G . . . G
        1  A G G G B
           a b c d e
        """,
        game=HEROES,
    )
    assert clause_against(drawing.state, "Kc4c2") == "BC-7"  # over the goat on c3


@pytest.mark.rule("BC-45")
@pytest.mark.rule("BC-44")
@pytest.mark.parametrize("captured", [2, 4])
@pytest.mark.parametrize(("on_b4", "on_a1"), [("B", "A"), ("A", "B")])
def test_any_tiger_captures_the_buck_and_the_goats_lose_at_once(on_b4: str, on_a1: str, captured: int) -> None:
    # Goats beside the Buck do not protect it, nor does it protect itself.
    drawing = phase_one(
        f"""
        5  . . . . B
        4  . {on_b4} G . .
        3  . G K . .
        2  . . . x .
        1  {on_a1} . . . B
           a b c d e
        """,
        TIGERS,
        captured=captured,
        game=HEROES,
    )
    assert "Bxb4d2" in moves(drawing.state)
    over = drawing.state.apply("Bxb4d2")
    assert ending(over) == ("BC-45", TIGERS_WIN)
    assert clause_against(over, "Ga2") == "BC-45"


@pytest.mark.rule("BC-45")
@pytest.mark.rule("BC-6")
def test_the_buck_with_a_piece_behind_it_is_not_captured() -> None:
    drawing = phase_one(
        """
        5  . . . . B
        4  . B G . .
        3  . G K . .
        2  . . . G .
        1  A . . . B
           a b c d e
        """,
        TIGERS,
        captured=2,
        game=HEROES,
    )
    assert clause_against(drawing.state, "Bxb4d2") == "BC-6"


TWO_GOATS_TO_TAKE = """
        5  B . . . B
        4  . . . . G
        3  . . x . x
        2  . G . . .
        1  A . . . B
           a b c d e
"""


@pytest.mark.rule("BC-46")
@pytest.mark.rule("BC-41")
def test_each_of_the_two_moves_may_capture() -> None:
    state = phase_one(TWO_GOATS_TO_TAKE, TIGERS, game=HEROES).state
    first = state.apply("Bxe5e3")
    assert count(first, "captured") == 1
    assert first.turn == TIGERS
    second = first.apply("Bxa1c3")
    assert count(second, "captured") == 2
    assert second.turn == GOATS


@pytest.mark.rule("BC-46")
@pytest.mark.rule("BC-10")
def test_a_fifth_capture_by_the_first_move_ends_the_game() -> None:
    state = phase_one(TWO_GOATS_TO_TAKE, TIGERS, captured=4, game=HEROES).state
    over = state.apply("Bxe5e3")
    assert ending(over) == ("BC-10", TIGERS_WIN)
    assert count(over, "captured") == 5
    assert clause_against(over, "Bxa1c3") == "BC-10"


@pytest.mark.rule("BC-46")
@pytest.mark.rule("BC-10")
def test_a_fifth_capture_by_the_extra_move_ends_the_game() -> None:
    state = phase_one(TWO_GOATS_TO_TAKE, TIGERS, captured=3, game=HEROES).state
    extra = state.apply("Bxe5e3")
    assert ending(extra) is None
    over = extra.apply("Bxa1c3")
    assert ending(over) == ("BC-10", TIGERS_WIN)
    assert naadam.State.from_bytes(over.to_bytes()) == over
    assert ending(extra.apply("--")) is None


@pytest.mark.rule("BC-46")
def test_if_the_alpha_tiger_cannot_move_the_turn_ends() -> None:
    drawing = phase_one(
        """
        5  B . . . .
        4  . . B . .
        3  G . G . .
        2  G G . . .
        1  A G G . B
           a b c d e
        """,
        TIGERS,
        game=HEROES,
    )
    assert drawing.state.apply("Bc4d4").turn == GOATS
    # But a capture on c3 frees it.
    freed = drawing.state.apply("Bxc4c2")
    assert freed.turn == TIGERS
    assert moves(freed) == {"Bxa1c3", "--"}


@pytest.mark.rule("BC-47")
def test_in_phase_one_the_buck_does_not_move() -> None:
    drawing = phase_one(
        """
        5  B x x x B
        4  x x x x x
        3  x x K x x
        2  x x x G x
        1  A x x x B
           a b c d e
        """,
        captured=2,
        game=HEROES,
    )
    assert clause_against(drawing.state, "Kc3c4") == "BC-47"
    assert moves(drawing.state) == {f"G{point}" for point in drawing.marked}
    # On the turn of its entry as well: a goat is put down as usual.
    entered = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state.apply("Kc3")
    assert clause_against(entered, "Kc3c4") == "BC-47"
    assert moves(entered) == {f"G{point}" for point in drawing.marked}


@pytest.mark.rule("BC-47")
@pytest.mark.rule("BC-16")
def test_the_buck_moves_from_the_first_turn_of_phase_two() -> None:
    drawing = phase_one(
        """
        5  B G G G B
        4  G x G . G
        3  G G G G G
        2  G x . x G
        1  A . G G B
           a b c d e
        """,
        captured=4,
        game=HEROES,
    )
    assert count(drawing.state, "hand") == 1
    entered = drawing.state.apply("Kc3")
    assert clause_against(entered, "Kc3c2") == "BC-47"  # the last goat is to be put down
    state = play(entered, "Gc2 Be5d4")
    assert destinations(state, "c3") == drawing.marked


@pytest.mark.rule("BC-47")
@pytest.mark.rule("BC-43")
def test_in_phase_two_the_buck_may_move_on_the_turn_of_its_entry() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G x G x G
        3  G G G G G
        2  G x x x G
        1  A G G G B
           a b c d e
        """,
        game=HEROES,
    )
    assert len(exchanges(drawing.state)) == 16
    entered = drawing.state.apply("Kc3")
    assert entered.turn == GOATS
    assert destinations(entered, "c3") == drawing.marked
    assert entered.apply("Kc3c2").turn == TIGERS
    assert entered.apply("Gc4b4").turn == TIGERS  # or a goat moves


@pytest.mark.rule("BC-47")
@pytest.mark.rule("BC-13")
def test_goats_without_a_move_lose_though_the_buck_could_still_enter() -> None:
    drawing = phase_two(
        """
        5  G G G G B
        4  G G G G G
        3  B G G G G
        2  . x G G G
        1  A . B G G
           a b c d e
        """,
        TIGERS,
        game=HEROES,
    )
    assert count(drawing.state, "captured") == 2
    assert ending(drawing.state.apply("Ba1b2")) == ("BC-13", TIGERS_WIN)


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-9")
@pytest.mark.rule("BC-11")
def test_a_tiger_that_can_only_jump_without_capturing_is_not_trapped() -> None:
    drawing = phase_one(
        """
        5  . G G B A
        4  . . . G G
        3  x . G G G
        2  G K . G G
        1  B G G G B
           a b c d e
        """,
        captured=2,
        game=HEROES,
    )
    after = drawing.state.apply("Ga4")
    assert ending(after) is None
    assert moves(after) == {"Ba1a3"}  # over the goat on a2, beside the Buck
    assert ending(drawing.state.apply("Ga3")) == ("BC-11", GOATS_WIN)


A_JUMP_OVER_B3 = """
        5  B G G G B
        4  G B G G G
        3  G G K G G
        2  G x . G G
        1  . G G G A
           a b c d e
"""


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-8")
def test_jumping_straight_back_without_capturing_is_barred() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G . G G G
        3  G G K G G
        2  G B x G G
        1  x G G G A
           a b c d e
        """,
        TIGERS,
        tigers_came="b4b2",
        game=HEROES,
    )
    assert destinations(drawing.state, "b2") == drawing.marked
    assert clause_against(drawing.state, "Bb2b4") == "BC-8"
    by_play = play(phase_two(A_JUMP_OVER_B3, TIGERS, game=HEROES).state, "Bb4b2 Gb1a1")
    assert clause_against(by_play, "Bb2b4") == "BC-8"
    classic = play(phase_two(A_JUMP_OVER_B3, TIGERS, game=CLASSIC_HEROES).state, "Bb4b2 Gb1a1")
    assert clause_against(classic, "Bb2b4") is None


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-8")
def test_jumping_straight_back_without_capturing_is_allowed_as_the_only_move() -> None:
    drawing = phase_two(
        """
        5  G G G B A
        4  G G . G G
        3  x G G G G
        2  G K . G G
        1  B G G G B
           a b c d e
        """,
        TIGERS,
        tigers_came="a3a1",
        game=HEROES,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert moves(drawing.state) == {"Ba1a3"}


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-8")
def test_a_jump_without_capture_is_another_move_that_bars_going_back() -> None:
    drawing = phase_two(
        """
        5  . G G B A
        4  G G G G B
        3  . G G G G
        2  G K G G G
        1  B G x G G
           a b c d e
        """,
        TIGERS,
        tigers_came="a3a1",
        game=HEROES,
    )
    assert destinations(drawing.state, "a1") == drawing.marked
    assert moves(drawing.state) == {"Ba1c1"}
    assert clause_against(drawing.state, "Ba1a3") == "BC-8"


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-8")
@pytest.mark.rule("BC-44")
def test_jumping_straight_back_is_allowed_if_it_captures_by_now() -> None:
    state = play(phase_two(A_JUMP_OVER_B3, TIGERS, game=HEROES).state, "Bb4b2 Kc3c2")  # b3 has lost its protection
    assert "Bxb2b4" in moves(state)
    after = state.apply("Bxb2b4")
    assert count(after, "captured") == 3
    assert remembered(after) == ("c3c2", "-")


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-17")
@pytest.mark.rule("BC-43")
def test_jumping_straight_back_is_allowed_if_the_jump_before_was_a_capture() -> None:
    state = phase_two(
        """
        5  B G G G B
        4  G B G G G
        3  G G G G G
        2  G x . G G
        1  . G G G A
           a b c d e
        """,
        TIGERS,
        game=HEROES,
    ).state
    # b3 is captured; the Buck enters on c3 and another goat fills the gap, protected by now.
    state = play(state, "Bxb4b2 Kc3 Ga3b3")
    assert "Bxb2b4" not in moves(state)
    assert "Bb2b4" in moves(state)


@pytest.mark.rule("BC-48")
@pytest.mark.rule("BC-14")
@pytest.mark.rule("BC-10")
def test_a_jump_without_capture_counts_neither_for_the_win_nor_against_the_draw() -> None:
    state = phase_two(A_JUMP_OVER_B3, TIGERS, quiet=50, game=HEROES).state
    after = state.apply("Bb4b2")
    assert count(after, "captured") == 2
    assert count(after, "peace") == 51
    last = phase_two(A_JUMP_OVER_B3, TIGERS, quiet=199, game=HEROES).state
    assert ending(last.apply("Bb4b2")) == ("BC-14", DRAW)
    four_captured = phase_two(
        """
        5  B G G . B
        4  G B G . G
        3  G G K G G
        2  G x . G G
        1  . G G G A
           a b c d e
        """,
        TIGERS,
        game=HEROES,
    ).state
    assert count(four_captured, "captured") == 4
    assert ending(four_captured.apply("Bb4b2")) is None


@pytest.mark.rule("BC-49")
@pytest.mark.rule("BC-8")
def test_a_goats_way_back_stays_barred_if_the_buck_has_taken_its_place() -> None:
    drawing = phase_two(A_GOAT_CAME_FROM_C3_TO_C2.replace("1  B", "1  A"), goats_came="c3c2", game=HEROES)
    entered = drawing.state.apply("Kc2")
    assert destinations(entered, "c2") == drawing.marked
    assert clause_against(entered, "Kc2c3") == "BC-8"
    # An exchange elsewhere does not lift the bar either.
    assert clause_against(drawing.state.apply("Kb3"), "Gc2c3") == "BC-8"


@pytest.mark.rule("BC-49")
@pytest.mark.rule("BC-47")
@pytest.mark.rule("BC-8")
def test_the_exchange_is_no_other_move_so_the_only_move_may_still_go_straight_back() -> None:
    drawing = phase_two(
        """
        5  B G G G B
        4  G G G G G
        3  B G G G G
        2  . A G G G
        1  . x G G G
           a b c d e
        """,
        GOATS,
        goats_came="b1c1",
        game=HEROES,
    )
    assert destinations(drawing.state, "c1") == drawing.marked
    assert len(exchanges(drawing.state)) == 18
    assert moves(drawing.state) == {"Gc1b1"} | {f"K{point}" for point in exchanges(drawing.state)}
    assert moves(drawing.state.apply("Ke4")) == {"Gc1b1"}
    assert moves(drawing.state.apply("Kc1")) == {"Kc1b1"}


@pytest.mark.rule("BC-49")
@pytest.mark.rule("BC-12")
def test_repetition_tells_the_alpha_tiger_from_the_others() -> None:
    picture = """
        5  B G G . G
        4  G G G . G
        3  G G G G B
        2  G . G G G
        1  {tiger} B G G G
           a b c d e
    """
    # Two tigers change places in six turns, while a goat goes round e5, d5, d4. After twelve all are back.
    change = "Ba1b2 Ge5d5 Bb1a1 Gd5d4 Bb2b1 Gd4e5 "
    plain = phase_two(picture.format(tiger="B"), TIGERS, game=CLASSIC).state
    assert ending(play(plain, 2 * change)) == ("BC-12", DRAW)
    heroes = phase_two(picture.format(tiger="A"), TIGERS, game=CLASSIC_HEROES).state
    assert ending(play(heroes, 3 * change)) is None
    assert ending(play(heroes, 4 * change)) == ("BC-12", DRAW)


@pytest.mark.rule("BC-49")
@pytest.mark.rule("BC-12")
def test_repetition_tells_the_buck_from_the_goats() -> None:
    picture = """
        5  B G G G {goat}
        4  G G G . G
        3  G G G G {tiger}
        2  G . G G G
        1  B . G G B
           a b c d e
    """
    # The pieces on d5 and e5 change places in six turns, while a tiger goes round a1, b1, b2 (letters left out).
    change = "e5d4 a1b1 d5e5 b1b2 d4d5 b2a1 "
    plain = phase_two(picture.format(goat="G", tiger="B"), game=CLASSIC).state
    assert ending(play(plain, 2 * change)) == ("BC-12", DRAW)
    heroes = phase_two(picture.format(goat="K", tiger="A"), game=CLASSIC_HEROES).state
    assert ending(play(heroes, 3 * change)) is None
    assert ending(play(heroes, 4 * change)) == ("BC-12", DRAW)


@pytest.mark.rule("BC-49")
@pytest.mark.rule("BC-14")
def test_the_exchange_is_no_capture_for_the_hundred_turns() -> None:
    drawing = phase_two(ROOM_FOR_EVERYBODY.replace("1  B", "1  A"), quiet=199, game=HEROES)
    entered = drawing.state.apply("Kc3")
    assert count(entered, "peace") == 199  # nor is it a turn
    assert ending(entered) is None
    assert ending(entered.apply("Kc3c2")) == ("BC-14", DRAW)
    assert ending(entered.apply("Gc4b4")) == ("BC-14", DRAW)


# --- whole games, one for each way to end where it is short ---


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
