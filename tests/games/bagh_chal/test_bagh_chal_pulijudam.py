"""BC-30 to BC-33: Pulijudam; each clause is shown on drawn boards.

The docstring of `drawn_bagh_chal.py` explains how to read a picture and a move. The tests were written from the
rules alone.
"""

from __future__ import annotations

import itertools
import random

import pytest
from drawn_bagh_chal import (
    CLASSIC_PULIJUDAM,
    DRAW,
    GOATS,
    GOATS_WIN,
    PULIJUDAM,
    TIGERS,
    TIGERS_WIN,
    clause_against,
    destinations,
    ending,
    line,
    lines_walked,
    moves,
    phase_one,
    phase_two,
    puts,
    read,
)
from pictures import play

import naadam


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
@pytest.mark.parametrize("text", ["B/2B3/6/6/4 G 15 0", "B/2BB2/6/6/4 G 14 0"])
def test_other_numbers_of_tigers_or_goats_are_refused_by_the_clause_of_this_board(text: str) -> None:
    with pytest.raises(naadam.PositionError, match="BC-30"):
        PULIJUDAM.position(text)


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
