"""The clauses of Hasami Shogi, one after the other, each shown on drawn boards (written from the rules alone).

How to read a picture is told at the top of `drawn_hasami_shogi.py`: g and r are the samurai of green and red, G and R
their Shoguns, `.` is empty, and `x` an empty cell to which the piece named below the picture may go. Green moves first
and plays upward. A move is its two cells: `e2e5`.
"""

from __future__ import annotations

import pytest
from drawn_hasami_shogi import (
    FIVE,
    GREEN,
    RED,
    SHOGUNS,
    WAR,
    WAR_SHOGUNS,
    clause_against,
    destinations,
    drawn,
    ending,
    line,
    moves,
    pieces_of,
    read,
    taken,
)
from pictures import play

import naadam

GREEN_WINS, RED_WINS, DRAW = (GREEN,), (RED,), (GREEN, RED)
ALL = [FIVE, WAR, SHOGUNS, WAR_SHOGUNS]


# --- HS-1 and HS-2: the board, the set-up, the turns ---


@pytest.mark.rule("HS-1")
def test_each_player_has_18_samurai_on_the_two_nearest_rows() -> None:
    pieces, _ = read("""
        9  r r r r r r r r r
        8  r r r r r r r r r
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  g g g g g g g g g
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert pieces_of(FIVE.start()) == pieces
    assert FIVE.start() == FIVE.position(line(pieces))


@pytest.mark.rule("HS-2")
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.spec)
def test_green_moves_first_and_then_the_players_alternate(game: naadam.Game) -> None:
    state = game.start()
    turns = []
    green, red = (2, 8) if game.options["variant"] == "five" else (1, 9)  # the rows of the foremost pieces
    for move in (f"a{green}a3", f"b{red}b7", f"c{green}c3", f"d{red}d7"):
        turns.append(state.turn)
        state = state.apply(move)
    assert turns == [GREEN, RED, GREEN, RED]


@pytest.mark.rule("HS-2")
def test_nobody_moves_out_of_turn_or_the_other_players_pieces() -> None:
    start = FIVE.start()
    for state, seat, move in ((start, RED, "e8e7"), (start.apply("e2e3"), GREEN, "d2d3")):
        refusal = state.refusal(move, seat)
        assert refusal is not None
        assert refusal.clause == "HS-2"
        assert clause_against(state, move) in ("HS-2", "HS-3")  # by the player whose turn it is


@pytest.mark.rule("HS-2")
def test_a_turn_is_a_move_and_cannot_be_passed() -> None:
    start = FIVE.start()
    assert all(origin != target for origin, target in moves(start))
    for text in ("e2e2", "--", "pass", ""):
        with pytest.raises(naadam.NotationError):
            start.refusal(text)


# --- HS-3 and HS-4: how a samurai moves ---


@pytest.mark.rule("HS-3")
def test_a_samurai_slides_any_number_of_empty_cells_like_a_rook() -> None:
    drawing = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . x . . . .
        6  . . . . x . . . .
        5  x x x x g x x x x
        4  . . . . x . . . .
        3  . . . . x . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert destinations(drawing.state, "e5") == drawing.marked


@pytest.mark.rule("HS-3")
def test_a_slide_ends_before_a_piece() -> None:
    drawing = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . r . . . .
        6  . . . . x . . . .
        5  g . g x g x x r .
        4  . . . . x . . . .
        3  . . . . x . . . .
        2  . . . . g . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert destinations(drawing.state, "e5") == drawing.marked
    assert clause_against(drawing.state, "e5b5") in ("HS-3", "HS-4")  # over c5, which is not adjacent
    assert clause_against(drawing.state, "e5i5") in ("HS-3", "HS-4")
    assert clause_against(drawing.state, "e5h5") in ("HS-3", "HS-4")  # nothing is taken by moving onto it
    assert clause_against(drawing.state, "e5c5") in ("HS-3", "HS-4")


@pytest.mark.rule("HS-3")
def test_a_samurai_moves_along_rows_and_columns_only() -> None:
    state = FIVE.start().apply("e2e4").apply("a8a7")
    assert clause_against(state, "e4f5") == "HS-3"
    assert clause_against(state, "e4g6") == "HS-3"
    assert clause_against(state, "e4f6") == "HS-3"


@pytest.mark.rule("HS-3")
def test_an_empty_cell_has_nothing_to_move() -> None:
    assert clause_against(FIVE.start(), "e4e5") in ("HS-2", "HS-3")


@pytest.mark.rule("HS-4")
def test_a_samurai_jumps_over_one_adjacent_piece_of_either_colour() -> None:
    drawing = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . x . . . .
        6  . . . . r . . . .
        5  . . x g g r r . .
        4  . . . . g . . . .
        3  . . . . g . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    # Over f5 and over e4 it cannot go: the cell behind is taken.
    assert destinations(drawing.state, "e5") == drawing.marked
    assert clause_against(drawing.state, "e5h5") in ("HS-3", "HS-4")
    assert clause_against(drawing.state, "e5b5") in ("HS-3", "HS-4")  # a jump does not go on as a slide
    assert taken(drawing.state, "e5e7") == set()  # nor is the piece jumped captured


@pytest.mark.rule("HS-4")
def test_a_jump_starts_beside_the_piece_jumped() -> None:
    drawing = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  g x r . . . . . .
        4  x . . . . . . . .
        3  x . . . . . . . .
        2  . . . . . . . . .
        1  . g g g g g g g g
           a b c d e f g h i
    """)
    assert destinations(drawing.state, "a5") - {"a6", "a7"} == drawing.marked
    assert clause_against(drawing.state, "a5d5") in ("HS-3", "HS-4")


@pytest.mark.rule("HS-4")
def test_a_jump_is_single() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  g r . r . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  . g g g g g g g g
           a b c d e f g h i
    """).state
    assert clause_against(state, "a5e5") in ("HS-3", "HS-4")
    after = state.apply("a5c5")
    assert after.turn == RED


@pytest.mark.rule("HS-4")
def test_a_jump_captures_others_but_not_the_piece_jumped() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . g . . . . . .
        5  . . r . . . . . .
        4  g r . r g . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    # From a4 over b4 to c4: d4 lies between c4 and e4, c5 between c4 and c6; beside b4 the cell a4 is empty now.
    assert taken(state, "a4c4") == {"d4", "c5"}


# --- HS-5: camps ---


@pytest.mark.rule("HS-5")
def test_the_enemy_camp_is_closed() -> None:
    drawing = drawn("""
        9  . . . . r . . . .
        8  r . . . . . r r r
        7  x x g x x x g . .
        6  . . x . . . . . .
        5  . . x . . . . . .
        4  . . x . . . . . .
        3  . . x . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert destinations(drawing.state, "c7") == drawing.marked
    assert clause_against(drawing.state, "c7c8") == "HS-5"
    assert clause_against(drawing.state, "c7c9") == "HS-5"
    assert clause_against(drawing.state, "g7g9") == "HS-5"  # a jump


@pytest.mark.rule("HS-5")
def test_a_piece_that_has_left_its_camp_does_not_enter_it_again() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . g . . . .
        3  . . g . . . . . .
        2  . . g . . . . . .
        1  g g . g . g g g g
           a b c d e f g h i
    """).state
    assert clause_against(state, "e4e3") is None
    assert clause_against(state, "e4e2") == "HS-5"
    assert clause_against(state, "e4e1") == "HS-5"
    assert clause_against(state, "c3c1") == "HS-5"  # a jump


@pytest.mark.rule("HS-5")
def test_inside_the_own_camp_pieces_move_before_leaving() -> None:
    drawing = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . x . . . . .
        6  . . . x . . . . .
        5  . . . x . . . . .
        4  . . . x . . . . .
        3  . . . x . . . . .
        2  g x x g g x . . .
        1  g g g x g g g g g
           a b c d e f g h i
    """)
    assert destinations(drawing.state, "d2") == drawing.marked
    after = play(drawing.state, "d2d1 a9a8")
    assert clause_against(after, "d1d2") is None  # back again: it has never left


@pytest.mark.rule("HS-5")
def test_a_piece_in_its_camp_is_the_other_end_of_a_capture() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  g . . . . . . . .
        4  . . . r . . . . .
        3  . . . r . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert taken(state, "a5d5") == {"d3", "d4"}


@pytest.mark.rule("HS-5")
def test_a_piece_in_its_camp_cannot_be_captured() -> None:
    # No enemy can stand in the camp, so that nothing encloses the pieces there: b4 moves to b3 beside a full column.
    state = drawn(
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . r . . . . . . .
        3  r . r . . . . . .
        2  g g g g . . . . .
        1  . g . g . . . . g
           a b c d e f g h i
        """,
        RED,
    ).state
    assert taken(state, "b4b3") == set()
    with pytest.raises(naadam.PositionError):
        FIVE.position(line(pieces_of(state) | {"a1": "r"}))


# --- HS-6 and HS-7: capture ---


@pytest.mark.rule("HS-6")
def test_enemies_enclosed_in_a_row_or_a_column_are_removed() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . g . . . .
        5  . . . . . . . . .
        4  g r r r . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    after = state.apply("e6e4")
    assert taken(state, "e6e4") == {"b4", "c4", "d4"}
    assert (
        pieces_of(after)
        == read("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  g . . . g . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)[0]
    )


@pytest.mark.rule("HS-6")
def test_a_move_captures_in_several_directions_at_once() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . g . . . . .
        6  . . . r . . . . .
        5  g r r . r g . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert taken(state, "d2d5") == {"b5", "c5", "d6", "e5"}


@pytest.mark.rule("HS-6")
def test_a_gap_the_edge_or_a_diagonal_encloses_nothing() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . g . . .
        6  . . . . r . . . .
        5  r r r . . r . g .
        4  . . . . r . . . .
        3  . . . . . g . . .
        2  . . . g . . . . .
        1  g g g . g g g g g
           a b c d e f g h i
    """).state
    # a5 to c5 stand against the edge; between f5 and h5 is a gap; e6 and e4 are on the diagonals of d5.
    assert taken(state, "d2d5") == set()


@pytest.mark.rule("HS-6")
def test_an_own_piece_among_them_ends_the_line() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . g r g r r . .
        4  . . . . . . . . .
        3  . . . . . . . g .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert taken(state, "h3h5") == {"f5", "g5"}  # not d5 behind e5, since the moved piece is no end of that line


@pytest.mark.rule("HS-6")
def test_the_second_player_captures_in_the_same_way() -> None:
    state = drawn(
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . r . .
        6  . . . . . . . . .
        5  . . . r g g . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        RED,
    ).state
    assert taken(state, "g7g5") == {"e5", "f5"}


@pytest.mark.rule("HS-7")
def test_moving_in_between_two_enemies_is_safe_until_one_moves_there_anew() -> None:
    state = drawn("""
        9  r r r r r r r r .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . r . r . . .
        4  . . . . . . . . .
        3  . . . . g . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    between = state.apply("e3e5")
    assert pieces_of(between)["e5"] == "g"
    assert pieces_of(between.apply("a9a8"))["e5"] == "g"  # a move elsewhere does not capture it
    left = play(between, "f5f6 a1a2")
    assert pieces_of(left)["e5"] == "g"
    assert taken(left, "f6f5") == {"e5"}


@pytest.mark.rule("HS-7")
def test_only_the_moved_piece_is_an_end() -> None:
    # The red piece on e5 leaves the row. What it stood between is not captured by those that stay.
    state = drawn(
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . r g . g r . . .
        4  . . . . r . . . .
        3  . . . g r g . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        RED,
    ).state
    # e4 moves to d4: e3 stays between d3 and f3, and c5, e5 between b5 and f5 are apart.
    assert taken(state, "e4d4") == set()
    assert taken(state.apply("a9a8"), "d3d4") == set()  # a green move that encloses nothing leaves e3 alone


# --- HS-8: five in line ---

FOUR_AND_ONE = {
    "a row": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . g g . g g . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        "d2d5",
    ),
    "a column": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . g . . .
        6  . . . . . g . . .
        5  g . . . . . . . .
        4  . . . . . g . . .
        3  . . . . . g . . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "a5f5",
    ),
    "a rising diagonal": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . g . .
        6  . . . . . g . . .
        5  g . . . . . . . .
        4  . . . g . . . . .
        3  . . g . . . . . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "a5e5",
    ),
    "a falling diagonal": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  g . . . . . . . .
        6  . g . . . . . . .
        5  . . g . . . . . .
        4  . . . g . . . . .
        3  . . . . . . g . .
        2  . . . . . . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        "g3e3",
    ),
    "six": (
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . g g . g g g . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . g . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        "d2d5",
    ),
}


@pytest.mark.rule("HS-8")
@pytest.mark.parametrize("name", FOUR_AND_ONE)
def test_five_in_an_unbroken_line_on_the_battlefield_win(name: str) -> None:
    picture, move = FOUR_AND_ONE[name]
    state = drawn(picture).state
    assert ending(state) is None
    assert ending(state.apply(move)) == ("HS-8", GREEN_WINS)


@pytest.mark.rule("HS-8")
def test_the_second_player_wins_with_five_too() -> None:
    state = drawn(
        """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . r . . . . . .
        6  . . . r . . . . .
        5  . . . . r . . . .
        4  . . . . . r . . .
        3  r . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        RED,
    ).state
    assert ending(state.apply("a3g3")) == ("HS-8", RED_WINS)


@pytest.mark.rule("HS-8")
def test_pieces_in_the_camp_do_not_count_in_a_line() -> None:
    # e2 to e6 are five, but e2 is in the camp; likewise a2 to e6 on the diagonal.
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . g
        5  . . . g g . . . .
        4  . . g . g . . . .
        3  . g . . g . . . .
        2  g . . . g . . . .
        1  . g g g . g g g .
           a b c d e f g h i
    """).state
    after = state.apply("i6e6")
    assert ending(after) is None
    assert pieces_of(after)["e6"] == "g"
    # One more on the battlefield makes five.
    assert ending(play(after, "a9a8 g1g7 a8a7 g7e7")) == ("HS-8", GREEN_WINS)


@pytest.mark.rule("HS-8")
def test_a_line_with_an_enemy_or_a_gap_in_it_is_broken() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . g g . r g g g .
        4  . . . . . . . . .
        3  . g g . g g . . .
        2  . . . . . . . . g
        1  g g g g g g g . .
           a b c d e f g h i
    """).state
    assert ending(state.apply("i2i3")) is None
    enclosed = state.apply("d1d5")  # takes e5: a gap is left
    assert pieces_of(enclosed).keys() >= {"b5", "c5", "d5", "f5", "g5", "h5"}
    assert "e5" not in pieces_of(enclosed)
    assert ending(enclosed) is None


# --- HS-9 to HS-12: other ends ---


@pytest.mark.rule("HS-9")
def test_the_fourteenth_capture_wins() -> None:
    state = drawn("""
        9  r . r . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . r . . . .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . r
        2  . . g . g . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert ending(state) is None  # 13 have been captured
    assert ending(state.apply("e2e3")) is None
    assert taken(state, "c2c5") == {"b5"}
    assert ending(state.apply("c2c5")) == ("HS-9", GREEN_WINS)


@pytest.mark.rule("HS-9")
def test_thirteen_captures_are_not_enough() -> None:
    state = drawn("""
        9  r . r . . . . r .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . r . . . .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . r
        2  . . g . g . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert ending(state.apply("c2c5")) is None


SHUT_IN = """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  g g . . . . . . .
        5  g g g . . . . . .
        4  r r g g . . . . .
        3  r r r g . . . . .
        2  . . . . g . . . .
        1  g g g g . g g g g
           a b c d e f g h i
"""


@pytest.mark.rule("HS-10")
def test_a_player_without_a_move_loses() -> None:
    state = drawn(SHUT_IN).state
    assert ending(state.apply("e2f2")) is None  # c3 can still jump to e3
    assert ending(state.apply("e2e3")) == ("HS-10", GREEN_WINS)


@pytest.mark.rule("HS-10")
def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    once = play(FIVE.start(), "e2e3 e8e7")
    twice = play(once, "e3e4 e7e6 e4e3 e6e7")
    assert ending(twice) is None
    assert ending(play(twice, "e3d3 e7d7 d3e3")) is None
    assert ending(play(twice, "e3d3 e7d7 d3e3 d7e7")) == ("HS-10", DRAW)


@pytest.mark.rule("HS-10")
def test_with_another_player_to_move_it_is_another_position() -> None:
    board = play(FIVE.start(), "e2e3 e8e7")  # green to move
    second = play(board, "e3e4 e7d7 e4e5 d7e7 e5e3")  # three moves of green's piece for two of red's
    assert pieces_of(second) == pieces_of(board)
    assert second.turn == RED
    third = play(second, "e7f7 e3f3 f7e7 f3e3")
    assert pieces_of(third) == pieces_of(board)
    assert ending(third) is None  # once with green to move, twice with red
    fourth = play(third, "e7c7 e3c3 c7e7 c3e3")
    assert ending(fourth) == ("HS-10", DRAW)  # and now three times with red


@pytest.mark.rule("HS-10")
def test_a_position_before_a_capture_can_still_not_come_back() -> None:
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . r .
        6  . . . . . . . . .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . . g . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    state = play(state, "d3d4 h7h6 d4d3 h6h7 d3c3 h7h6 c3c5")  # takes b5
    assert ending(play(state, "h6h7 c5c3 h7h6 c3d3 h6h7 d3d4 h7h6")) is None


QUIET = """
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . r .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . . g . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
"""


@pytest.mark.rule("HS-11")
def test_after_100_turns_by_each_player_without_a_capture_the_game_is_drawn() -> None:
    assert ending(drawn(QUIET, quiet=198).state.apply("d3d4")) is None
    assert ending(drawn(QUIET, quiet=199).state.apply("d3d4")) == ("HS-11", DRAW)
    assert ending(play(drawn(QUIET, quiet=198).state, "d3d4 h6h5")) == ("HS-11", DRAW)


@pytest.mark.rule("HS-11")
def test_a_capture_starts_the_count_again() -> None:
    captured = play(drawn(QUIET, quiet=197).state, "d3c3 h6h5 c3c5")
    assert "b5" not in pieces_of(captured)
    assert ending(captured) is None
    assert ending(play(captured, "h5h6 c5c4")) is None


@pytest.mark.rule("HS-12")
def test_captures_come_first_then_the_line_then_the_number_of_captures() -> None:
    # The move takes the fourteenth piece and makes five in line: the line is looked at first.
    state = drawn("""
        9  r . r . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . r . . . .
        5  g r . g g g g . .
        4  . . . . . . . . .
        3  . . . . . . . . r
        2  . . g . g . . . .
        1  g g g g g g g . .
           a b c d e f g h i
    """).state
    assert taken(state, "c2c5") == {"b5"}
    assert ending(state.apply("c2c5")) == ("HS-8", GREEN_WINS)


@pytest.mark.rule("HS-12")
def test_a_win_comes_before_a_draw() -> None:
    picture, move = FOUR_AND_ONE["a row"]
    assert ending(drawn(picture, quiet=199).state.apply(move)) == ("HS-8", GREEN_WINS)
    assert ending(drawn(SHUT_IN, quiet=199).state.apply("e2e3")) == ("HS-10", GREEN_WINS)
    assert ending(drawn(SHUT_IN, quiet=199).state.apply("e2f2")) == ("HS-11", DRAW)


@pytest.mark.rule("HS-12")
def test_a_third_occurrence_on_the_last_turn_is_named_before_the_hundred_turns() -> None:
    back_and_forth = "d3d4 h6h5 d4d3 h5h6 "
    state = play(drawn(QUIET, quiet=192).state, 2 * back_and_forth)
    assert ending(state) == ("HS-10", DRAW)
    assert naadam.read_state(state.to_bytes()) == state
    assert state.game.position(state.position).outcome == state.outcome


# --- HS-20 to HS-24: the war game ---


@pytest.mark.rule("HS-20")
def test_war_each_player_has_nine_samurai_on_the_nearest_row() -> None:
    pieces, _ = read("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert pieces_of(WAR.start()) == pieces
    assert len(moves(WAR.start())) == 63  # nine pieces, seven cells each


@pytest.mark.rule("HS-20")
def test_war_camps_may_be_entered_and_entered_again() -> None:
    drawing = drawn(
        """
        9  r r . x . r r r r
        8  . . . x . . . . .
        7  . . . x . . . . .
        6  . . . x . . . . .
        5  x x x g x x x x x
        4  . . . x . . . . .
        3  . . . x . . . . .
        2  . . . x . . . . .
        1  g g g x g g g g g
           a b c d e f g h i
        """,
        game=WAR,
    )
    assert destinations(drawing.state, "d5") == drawing.marked


@pytest.mark.rule("HS-21")
def test_war_moves_jumps_and_captures_are_the_same() -> None:
    drawing = drawn(
        """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . x . . . .
        6  . . . . r . . . .
        5  . . x g g x r . .
        4  . . . . x . . . .
        3  . . . . x . . . .
        2  . . . . r . . . .
        1  . . . . . . . . .
           a b c d e f g h i
        """,
        game=WAR,
    )
    assert destinations(drawing.state, "e5") == drawing.marked
    assert clause_against(drawing.state, "e5f6") in ("HS-3", "HS-21")
    state = drawn(
        """
        9  . . . . . . . . .
        8  . . r . . . . . .
        7  . . . . . . . . .
        6  . . g . . . . . .
        5  . . r . . . . . .
        4  g r . r r g . . .
        3  . . . . . . . . .
        2  . . . . . . . . r
        1  . . . . . . . . r
           a b c d e f g h i
        """,
        game=WAR,
    ).state
    assert taken(state, "a4c4") == {"c5", "d4", "e4"}


CORNERS = {
    "a1": ("b1", "a4", "a2"),
    "i1": ("h1", "i4", "i2"),
    "a9": ("b9", "a6", "a8"),
    "i9": ("h9", "i6", "i8"),
}


@pytest.mark.rule("HS-22")
@pytest.mark.parametrize("corner", CORNERS)
def test_war_a_piece_in_a_corner_is_captured_by_pieces_on_both_neighbours(corner: str) -> None:
    beside, origin, target = CORNERS[corner]
    pieces = {corner: "r", "e5": "r", "d3": "r", beside: "g", origin: "g"}
    assert taken(WAR.position(line(pieces)), origin + target) == {corner}
    # And with the other neighbour moved last.
    pieces = {corner: "r", "e5": "r", "d3": "r", target: "g", beside[0] + "5": "g"}
    assert taken(WAR.position(line(pieces)), f"{beside[0]}5{beside}") == {corner}


@pytest.mark.rule("HS-22")
def test_war_one_neighbour_is_not_enough_nor_is_one_of_each_colour() -> None:
    state = drawn(
        """
        9  r . . . . . . . r
        8  . . . . . . . . g
        7  . . . . . . . . .
        6  g . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . g . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  . . . . r . . . .
           a b c d e f g h i
        """,
        game=WAR,
    ).state
    assert taken(state, "a6a8") == set()
    state = drawn(
        """
        9  r r . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  g . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . g . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  . . . . r . . . .
           a b c d e f g h i
        """,
        game=WAR,
    ).state
    assert taken(state, "a6a8") == set()


@pytest.mark.rule("HS-22")
def test_war_a_piece_that_moves_into_the_corner_is_safe_until_a_neighbour_moves_there_anew() -> None:
    state = drawn(
        """
        9  . g . . . . . . .
        8  g . . . . . . . .
        7  r . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . g . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  . . . . r . r . .
           a b c d e f g h i
        """,
        RED,
        WAR,
    ).state
    state = state.apply("a7a9")  # a jump over a8
    assert pieces_of(state)["a9"] == "r"
    assert taken(state, "f5f4") == set()  # a move elsewhere
    assert taken(play(state, "b9c9 e1e2"), "c9b9") == {"a9"}


@pytest.mark.rule("HS-22")
def test_war_only_the_piece_in_the_corner_is_taken_together_with_captures_in_line() -> None:
    state = drawn(
        """
        9  r g . . . . . . .
        8  . r r g . . . . .
        7  r . . . . . . . .
        6  g . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . . . . . . . . .
        1  . . . . r . r . .
           a b c d e f g h i
        """,
        game=WAR,
    ).state
    # a6 jumps over a7 to a8: the corner a9, and b8, c8 between a8 and d8. The piece jumped, a7, stays.
    assert taken(state, "a6a8") == {"a9", "b8", "c8"}


@pytest.mark.rule("HS-22")
def test_in_the_game_of_five_there_is_no_capture_in_the_corner() -> None:
    # Nobody could stand on both sides of a corner there; corners of the battlefield are no corners of the board.
    state = drawn("""
        9  r r r r r r r r r
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . g . . . . .
        3  r g . . . . . . .
        2  . . . . . . . . .
        1  g g g g g g g g g
           a b c d e f g h i
    """).state
    assert taken(state, "d4a4") == set()


@pytest.mark.rule("HS-23")
def test_war_a_line_of_five_does_not_win() -> None:
    picture, move = FOUR_AND_ONE["a row"]
    picture = picture.replace("1  g g g g g g g g g", "1  . . . . . . . . .")
    assert ending(drawn(picture, game=WAR).state.apply(move)) is None


@pytest.mark.rule("HS-23")
def test_war_a_player_with_a_single_piece_left_has_lost() -> None:
    picture = """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . r .
        6  . . . . . . . . .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . g . . . . . .
        2  . . . . . . . . .
        1  . . . . . . . . .
           a b c d e f g h i
    """
    assert ending(drawn(picture, game=WAR).state.apply("c3c4")) is None
    assert ending(drawn(picture, game=WAR).state.apply("c3c5")) == ("HS-23", GREEN_WINS)
    three = picture.replace("1  .", "1  r")
    assert ending(drawn(three, game=WAR).state.apply("c3c5")) is None


@pytest.mark.rule("HS-23")
def test_war_all_enemy_pieces_may_be_captured_at_once() -> None:
    state = drawn(
        """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  g r r . . . . . .
        4  . . . . . . . . .
        3  . . . g . . . . .
        2  . . . . . . . . .
        1  . . . . . . . . .
           a b c d e f g h i
        """,
        game=WAR,
    ).state
    assert ending(state.apply("d3d5")) == ("HS-23", GREEN_WINS)


@pytest.mark.rule("HS-24")
def test_war_draws_and_want_of_moves_are_the_same() -> None:
    once = WAR.start()
    twice = play(once, "e1e2 e9e8 e2e1 e8e9")
    assert ending(twice) is None
    assert ending(play(twice, "e1e3 e9e7 e3e1 e7e9")) == ("HS-10", DRAW)
    quiet = """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  g g . . . . . . .
        2  g g . . g . . . .
        1  r r g . . g . . .
           a b c d e f g h i
    """
    assert ending(drawn(quiet, game=WAR, quiet=199).state.apply("e2e3")) == ("HS-11", DRAW)
    assert ending(drawn(quiet, game=WAR, quiet=199).state.apply("f1d1")) == ("HS-10", GREEN_WINS)


# --- HS-30 to HS-32: Shoguns ---


@pytest.mark.rule("HS-30")
def test_the_shogun_stands_in_the_middle_of_the_front_row() -> None:
    pieces, _ = read("""
        9  r r r r r r r r r
        8  r r r r R r r r r
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  g g g g G g g g g
        1  g g g g g g g g g
           a b c d e f g h i
    """)
    assert pieces_of(SHOGUNS.start()) == pieces
    war = pieces_of(WAR_SHOGUNS.start())
    assert {cell: piece for cell, piece in war.items() if piece in "GR"} == {"e1": "G", "e9": "R"}
    assert len(war) == 18


@pytest.mark.rule("HS-31")
def test_a_shogun_slides_and_jumps_diagonally_too() -> None:
    drawing = drawn(
        """
        9  . . . . x . . . x
        8  . . . . x . . x .
        7  . . x . x . x . .
        6  . . . r x x . . .
        5  x x x x G g x . .
        4  . . . x r x . . .
        3  . . x . x . r . .
        2  . x . . . . . . .
        1  x . . . . . . . .
           a b c d e f g h i
        """,
        game=WAR_SHOGUNS,
    )
    # d6 is jumped diagonally to c7; g3 is not adjacent, so that the slide ends on f4.
    assert destinations(drawing.state, "e5") == drawing.marked


@pytest.mark.rule("HS-31")
def test_a_diagonal_jump_goes_over_exactly_one_adjacent_piece() -> None:
    state = drawn(
        """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . g . . . g . .
        6  . . . r . . . . .
        5  . . . . G . . . .
        4  . . . g . . . . .
        3  . . . . . . r . .
        2  . . . . . . . . .
        1  . . . . . . . . .
           a b c d e f g h i
        """,
        game=WAR_SHOGUNS,
    ).state
    refused = ("HS-3", "HS-4", "HS-31")
    assert clause_against(state, "e5c7") in refused  # the cell behind d6 is taken
    assert clause_against(state, "e5b8") in refused
    assert clause_against(state, "e5h8") in refused  # g7 is not adjacent
    assert clause_against(state, "e5c3") is None  # over d4
    assert clause_against(state, "e5b2") in refused  # a jump does not go on as a slide
    assert clause_against(state, "e5f7") in refused


@pytest.mark.rule("HS-31")
def test_samurai_do_not_move_diagonally_beside_a_shogun() -> None:
    assert clause_against(play(SHOGUNS.start(), "d2d4 a8a7"), "d4e5") in ("HS-3", "HS-31")


@pytest.mark.rule("HS-31")
def test_a_shogun_captures_along_rows_and_columns_only() -> None:
    state = drawn(
        """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . g . .
        6  . . . . . r . . .
        5  . . g r . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  . G . . . . . . .
        1  . r . . . . . . .
           a b c d e f g h i
        """,
        game=WAR_SHOGUNS,
    ).state
    assert taken(state, "b2e5") == {"d5"}  # f6, between e5 and g7 on the diagonal, stays


@pytest.mark.rule("HS-32")
def test_camps_are_closed_to_shoguns_diagonally_too() -> None:
    drawing = drawn(
        """
        9  r r r r r r r r .
        8  . . . . . . . . .
        7  . . . . x x x . .
        6  x x x x x G x x x
        5  . . . . x x x . .
        4  . . . x . x . x .
        3  . . x . . x . . x
        2  . . . . . . . . .
        1  g g g g g . g g .
           a b c d e f g h i
        """,
        game=SHOGUNS,
    )
    assert destinations(drawing.state, "f6") == drawing.marked
    assert clause_against(drawing.state, "f6h8") in ("HS-5", "HS-32")
    assert clause_against(drawing.state, "f6d8") in ("HS-5", "HS-32")
    assert clause_against(drawing.state, "f6b2") in ("HS-5", "HS-32")  # its own camp, which it has left


@pytest.mark.rule("HS-32")
def test_a_shogun_moves_diagonally_inside_its_camp_before_leaving() -> None:
    state = drawn(
        """
        9  r r r r r r r r r
        8  . . . . R . . . .
        7  . . . . . . . . .
        6  . . . . . . . . .
        5  . . . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . .
        2  g g g g G . . . .
        1  g g g g g . g g g
           a b c d e f g h i
        """,
        game=SHOGUNS,
    ).state
    assert clause_against(state, "e2f1") is None
    assert clause_against(play(state, "e2f1 e8e7"), "f1e2") is None


@pytest.mark.rule("HS-32")
def test_a_shogun_counts_in_a_line_of_five() -> None:
    picture, move = FOUR_AND_ONE["a row"]
    state = drawn(picture.replace("2  . . . g", "2  . . . G"), game=SHOGUNS).state
    assert ending(state.apply(move)) == ("HS-8", GREEN_WINS)


@pytest.mark.rule("HS-32")
def test_a_shogun_is_captured_and_counted_like_any_other() -> None:
    state = drawn(
        """
        9  r . r . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . . .
        6  . . . . r . . . .
        5  g R . . . . . . .
        4  . . . . . . . . .
        3  . . . . . . . . r
        2  . . g . G . . . .
        1  g g g g g g g g g
           a b c d e f g h i
        """,
        game=SHOGUNS,
    ).state
    assert taken(state, "c2c5") == {"b5"}
    assert ending(state.apply("c2c5")) == ("HS-9", GREEN_WINS)


@pytest.mark.rule("HS-32")
def test_war_a_single_shogun_left_has_lost() -> None:
    state = drawn(
        """
        9  . . . . . . . . .
        8  . . . . . . . . .
        7  . . . . . . . R .
        6  . . . . . . . . .
        5  g r . . . . . . .
        4  . . . . . . . . .
        3  . . g . . . . . .
        2  . . . . . . . . .
        1  . . . . . . . . .
           a b c d e f g h i
        """,
        game=WAR_SHOGUNS,
    ).state
    assert ending(state.apply("c3c5")) == ("HS-23", GREEN_WINS)
