"""The clauses of Bagh Chal, one after the other, each shown on drawn boards (written from the rules alone).

How to read a picture is told at the top of `drawn.py`: B tiger, A Alpha Tiger, G goat, K Buck, `.` empty, and `x`
for an empty point to which the piece named below the picture may go. How to read a move: `Gc3` puts a goat down,
`Gc3c4` moves one, `Ba1b1` moves a tiger, `Bxa1c3` is a capture, `Kc3` brings the Buck in on c3, `--` declines.
"""

from __future__ import annotations

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
    play,
    points_of,
    puts,
    read,
    remembered,
)

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


@pytest.mark.rule("BC-1")
def test_the_board_has_25_points_and_the_56_lines_drawn() -> None:
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
    rows = picture.split()
    drawn = set()
    for height, row in enumerate(rows):
        for width, sign in enumerate(row):
            if sign in "-|\\/":
                up_left = {"-": (0, -1), "|": (-1, 0), "\\": (-1, -1), "/": (-1, 1)}[sign]
                ends = [(height + sense * up_left[0], width + sense * up_left[1]) for sense in (1, -1)]
                drawn.add(frozenset("abcde"[column // 2] + "54321"[row // 2] for row, column in ends))
    assert "".join(rows).count("o") == 25
    assert len(drawn) == 56
    assert lines_walked(BAGH_CHAL) == drawn


@pytest.mark.rule("BC-1")
def test_diagonals_leave_from_every_point_whose_coordinates_add_up_to_an_even_number() -> None:
    def coordinates(point: str) -> tuple[int, int]:
        return "abcde".index(point[0]) + 1, int(point[1])

    lines = lines_walked(BAGH_CHAL)
    points = {point: coordinates(point) for point in points_of(BAGH_CHAL)}
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
    for move in "Gc3 Ba1b1 Gc4 Bb1a1 Gc2".split():
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
    assert clause_against(drawing.state, "Bxc2a4") == "BC-5"  # no diagonal leaves c2
    assert clause_against(drawing.state, "Bxc2b4") == "BC-5"  # not straight


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
    assert clause_against(drawing.state, "Bxa1d4") == "BC-5"  # nor are two goats jumped over at once


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
    # A goat round c3, c2, d2; a tiger round e5, d4, and c3 while the goat is away.
    state = play(state, "Gc3c2 Be5d4 Gc2d2 Ba5b4")
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
    # Empty are c3, a2 and b2.
    assert moves(state) == set("Gb3c3 Gc4c3 Gd3c3 Gc2c3 Gb4c3 Gd4c3 Gd2c3 Ga3a2 Gb3b2 Gc2b2 Gb1b2 Gc1b2 Ga3b2".split())


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
        5  . . . . .
        4  x . . . .
        3  B G G . .
        2  B B . . G
        1  B G G G G
           a b c d e
    """)
    # a1 has no empty point beside it, and no tiger is jumped over. a2 could jump over b2 if that were a goat. b2
    # walks to c2 or jumps to b4, a3 walks to a4 and b4. So four goats are missing, and a fifth behind b3, c3, a4.
    state = play(drawing.state, "Ga4 Bb2c2 Gb4 Bc2b2 Gc2 Bxa3a5")
    assert count(state, "captured") == 1  # a5 had been left open
    trap = phase_one(
        """
        5  G . G . .
        4  G G . x .
        3  B G G G .
        2  B B G G .
        1  B G G . .
           a b c d e
        """
    )
    assert ending(trap.state.apply("Gc4")) is None  # b2 can jump over c3 to d4, a3 over b4 to c5 cannot
    assert ending(trap.state.apply("Gd4")) is None  # b2 can jump over b3? b4 is taken; over c3? d4 is taken
