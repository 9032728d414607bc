"""BC-9 to BC-14: trapped tigers, and how a game is won, lost or drawn; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import pytest
from drawn_bagh_chal import (
    BAGH_CHAL,
    CLASSIC,
    DRAW,
    GOATS,
    GOATS_WIN,
    ROOM_FOR_EVERYBODY,
    TIGERS,
    TIGERS_WIN,
    clause_against,
    count,
    destinations,
    ending,
    moves,
    phase_one,
    phase_two,
)
from pictures import play

import naadam

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
    # The tigers on a1 and a2 have tigers as neighbours, which cannot be jumped over. The tiger on b2 can jump over c3
    # until a goat occupies d4.
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
    # Two goats and two tigers take turns, so no player undoes their last step. After 8 turns all pieces are back.
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
    state = drawing.state.apply("Bb1b2")  # a1 and b1 are empty; only the goat on a2 is adjacent to them
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
@pytest.mark.rule("BC-12")
def test_a_third_time_on_the_last_turn_is_named_before_the_hundred_turns() -> None:
    back_and_forth = "Gc3c2 Be5d4 Gc2c3 Bd4e5 "
    state = play(phase_two(ROOM_FOR_EVERYBODY, GOATS, quiet=192, game=CLASSIC).state, 2 * back_and_forth)
    assert count(state, "peace") == 200
    assert ending(state) == ("BC-12", DRAW)
    assert naadam.read_state(state.to_bytes()) == state
    assert CLASSIC.position(state.position).outcome == state.outcome


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
