"""Hasami Shogi's board, moves, camps and captures: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_hasami_shogi.py` explains how to read a picture.
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
    line,
    moves,
    pieces_of,
    read,
    taken,
)
from pictures import play

import naadam

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
    # The piece goes from a4 over b4 to c4. It encloses d4 with e4 and c5 with c6, but not b4, because a4 is empty now.
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
    # No enemy can stand in the camp, so the pieces there cannot be enclosed: b4 moves to b3, next to a full column.
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
    # The moved red piece is not an end of a row that encloses green pieces, and pieces that stay capture nothing.
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
