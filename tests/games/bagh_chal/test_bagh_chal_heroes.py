"""BC-40 to BC-45: the Alpha Tiger and the Buck; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import itertools

import pytest
from drawn_bagh_chal import (
    BAGH_CHAL,
    GOATS,
    HEROES,
    TIGERS,
    TIGERS_WIN,
    TWO_GOATS_ON_THE_BOARD,
    clause_against,
    count,
    destinations,
    ending,
    exchanges,
    line,
    lines_drawn,
    moves,
    phase_one,
    phase_two,
    points_of,
    read,
)
from pictures import play

import naadam


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
        HEROES.position("B3B/5/5/5/B3B G 20 0")  # no tiger is the Alpha
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


@pytest.mark.rule("BC-43")
def test_the_buck_may_replace_any_goat_once_two_goats_have_been_captured() -> None:
    state = phase_one(TWO_GOATS_ON_THE_BOARD, captured=2, game=HEROES).state
    assert exchanges(state) == {"c3", "d2"}
    assert clause_against(state, "Gc4") is None  # it is not compulsory
    assert clause_against(state, "Kc4") == "BC-43"  # c4 is empty
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
@pytest.mark.parametrize("move", ["Kb4b2", "Kc4b4", "Ka5b4", "Ke2d2"])
def test_a_buck_that_is_not_where_the_move_says_is_refused_like_a_tiger(move: str) -> None:
    """From an empty point, from two goats that could make the move themselves, and from a tiger."""
    state = phase_two(
        """
        5  B G G G B
        4  G . G . G
        3  G G K G G
        2  G . . . G
        1  A G G G B
           a b c d e
        """,
        game=HEROES,
    ).state
    refusal = state.refusal(move)
    assert refusal is not None
    assert (refusal.clause, refusal.text()) == ("BC-44", f"The Buck is not on {move[1:3]}.")
    assert refusal.text("fr") == f"Le Bouc n’est pas en {move[1:3]}."
    assert refusal.text("it") == f"Il Caprone non è in {move[1:3]}."
    with pytest.raises(naadam.IllegalAction) as caught:
        state.apply(move)
    assert caught.value.refusal == refusal
    tigers = play(state, "Ge2d2")
    assert clause_against(tigers, move) == "BC-3"


@pytest.mark.rule("BC-40")
@pytest.mark.rule("BC-44")
def test_a_move_of_the_buck_is_refused_before_it_enters_and_where_there_is_none() -> None:
    entering = phase_two(
        """
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  A G G G B
           a b c d e
        """,
        game=HEROES,
    ).state
    assert clause_against(entering, "Kc3c2") == "BC-44"
    plain = phase_two("""
        5  B G G G B
        4  G . G . G
        3  G G G G G
        2  G . . . G
        1  B G G G B
           a b c d e
        """).state
    assert clause_against(plain, "Kc3c2") == "BC-40"


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
    # Goats next to the Buck do not protect it, nor does it protect itself.
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
    assert count(over, "captured") == captured  # the Buck is not a goat
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
