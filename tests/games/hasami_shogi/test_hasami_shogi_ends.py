"""How a game of Hasami Shogi ends: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_hasami_shogi.py` explains how to read a picture.
"""

from __future__ import annotations

import pytest
from drawn_hasami_shogi import (
    DRAW,
    FIVE,
    FOUR_AND_ONE,
    GREEN_WINS,
    RED,
    RED_WINS,
    drawn,
    ending,
    pieces_of,
    taken,
)
from pictures import play

import naadam

# --- HS-8: five in line ---


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
