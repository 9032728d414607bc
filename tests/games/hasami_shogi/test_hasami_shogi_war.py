"""Hasami Shogi's war game and its Shoguns: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_hasami_shogi.py` explains how to read a picture.
"""

from __future__ import annotations

import pytest
from drawn_hasami_shogi import (
    DRAW,
    FOUR_AND_ONE,
    GREEN_WINS,
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
    # No piece can be on both sides of a corner there, and corners of the battlefield do not count as board corners.
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
