"""BC-46 to BC-49: captures, moves, jumps and repetition with the heroes; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import pytest
from drawn_bagh_chal import (
    A_GOAT_CAME_FROM_C3_TO_C2,
    CLASSIC,
    CLASSIC_HEROES,
    DRAW,
    GOATS,
    GOATS_WIN,
    HEROES,
    ROOM_FOR_EVERYBODY,
    TIGERS,
    TIGERS_WIN,
    TWO_GOATS_ON_THE_BOARD,
    clause_against,
    count,
    destinations,
    ending,
    exchanges,
    moves,
    phase_one,
    phase_two,
    remembered,
)
from pictures import play

import naadam

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
    assert naadam.read_state(over.to_bytes()) == over
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
    assert clause_against(entered, "Kc3c2") == "BC-47"  # the last goat must be put down first
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
    assert moves(after) == {"Ba1a3"}  # over the goat on a2, next to the Buck
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
@pytest.mark.rule("BC-44")
def test_a_jump_over_a_protected_goat_is_not_written_as_a_capture() -> None:
    state = phase_two(A_JUMP_OVER_B3, TIGERS, game=HEROES).state
    with pytest.raises(naadam.NotationError, match=r"captures nothing, because the Buck protects that goat .* Bb4b2"):
        state.apply("Bxb4b2")
    assert state.apply("Bb4b2").record.captured == state.record.captured
    with pytest.raises(naadam.IllegalAction):  # nothing to jump over is refused by its clause
        state.apply("Bxa5c3")


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
    assert remembered(after) == ("-", "b4b2")
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
