"""Yut's track, throws, short cuts, stacks and catches: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_yut.py` explains how to read a picture.
"""

from __future__ import annotations

from math import comb

import pytest
from drawn_yut import (
    EMPTY,
    STATIONS,
    TEAMS,
    THREE,
    TWO_POSTS,
    YUT,
    alone,
    clause_against,
    destinations,
    drawn,
    home_of,
    horses_of,
    landing,
    moves,
    play,
    start,
    to_throw,
    waiting,
)

import naadam

# The courses of A's side and of C's: a horse that starts on the first station, and where each step more brings it.
COURSES = {
    "rim": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 home",
    "5^": "5 W1 W2 X E2 E1 15 16 17 18 19 20 home",
    "10^": "10 S1 S2 X N2 N1 20 home",
    "15^": "15 E1 E2 X N2 N1 20 home",
    "X": "X N2 N1 20 home",
    "X>^": "X N2 N1 20 home",
    "X>-": "X E2 E1 15 16 17 18 19 20 home",
}


# --- YU-1 to YU-3: the track, the horses, the throws ---


@pytest.mark.rule("YU-1")
def test_the_rim_is_run_from_station_to_station() -> None:
    rim = COURSES["rim"].split()
    assert len(STATIONS) == 29
    for place, station in enumerate(rim[:-1]):
        for throw in (1, 2, 3, 4, 5):
            state = alone(YUT, station, throw)
            assert landing(state, f"{station}-{throw}") == rim[min(place + throw, 20)]


@pytest.mark.rule("YU-1")
def test_every_station_can_be_stood_on() -> None:
    for station in STATIONS:
        assert moves(alone(YUT, station, 1))
    with pytest.raises(naadam.PositionError):
        alone(YUT, "21", 1)


@pytest.mark.rule("YU-2")
def test_two_players_have_four_horses_each_off_the_board() -> None:
    begun = start(YUT)
    assert horses_of(begun, 0) == horses_of(begun, 1) == {}
    assert home_of(begun) == (0, 0)
    four_out = drawn(
        """
     .    a    a    a    a    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "1",
    ).state
    assert "+1" not in moves(four_out)
    assert clause_against(four_out, "+1") in ("YU-2", "YU-6")  # a fifth there is not


@pytest.mark.rule("YU-2")
@pytest.mark.parametrize("game", [YUT, THREE, TEAMS, TWO_POSTS], ids=lambda game: game.spec)
def test_the_first_player_is_drawn_at_random(game: naadam.Game) -> None:
    state = game.start()
    players = game.options["players"]
    assert isinstance(players, int)
    outcomes = state.chance()
    assert [probability for _, probability in outcomes] == [pytest.approx(1 / players)] * players
    firsts = {play(state.apply(action), "T1").turn for action, _ in outcomes}
    assert firsts == set(range(players))


@pytest.mark.rule("YU-3")
def test_one_two_three_and_four_flat_sides_are_1_to_4_and_none_is_5() -> None:
    chances = {str(action): probability for action, probability in start(YUT).chance()}
    assert chances == {"T1": 4 / 16, "T2": 6 / 16, "T3": 4 / 16, "T4": 1 / 16, "T5": 1 / 16}


@pytest.mark.rule("YU-3")
@pytest.mark.parametrize("flat", [0.25, 0.6])
def test_another_probability_of_the_flat_side_is_an_option(flat: float) -> None:
    chances = {str(action): probability for action, probability in start(naadam.load("yut", flat=flat)).chance()}
    for up in range(5):
        assert chances[f"T{up or 5}"] == pytest.approx(comb(4, up) * flat**up * (1 - flat) ** (4 - up))


# --- YU-4 to YU-6: extra throws, and the use of throws ---


@pytest.mark.rule("YU-4")
def test_after_a_4_or_a_5_the_player_throws_once_more_before_moving() -> None:
    for throw in "123":
        state = play(start(YUT), f"T{throw}")
        assert state.turn == 0
    for throw in "45":
        state = play(start(YUT), f"T{throw}")
        assert to_throw(state)
        assert len(state.chance()) == 5
        state = play(state, "T2")
        assert state.turn == 0
        assert sorted(waiting(state)) == sorted(f"{throw}2")


@pytest.mark.rule("YU-5")
def test_a_turn_has_at_most_three_throws() -> None:
    state = play(start(YUT), "T4 T5 T4")
    assert state.turn == 0
    assert sorted(waiting(state)) == ["4", "4", "5"]
    assert moves(state) == {"+4", "+5"}


@pytest.mark.rule("YU-5")
def test_past_two_extra_throws_a_catch_gives_none() -> None:
    picture = """
     .    .    .    b    b    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
    """
    state = play(drawn(picture).state, "T4 T4 T1 +1")  # catches on station 1
    assert horses_of(state, 1) == {"2": "b"}
    assert state.turn == 0
    assert waiting(state) == "44"
    # With one extra throw so far, the first catch gives the second and the second none.
    state = play(drawn(picture).state, "T4 T2 +2")
    assert to_throw(state)
    state = play(state, "T1 +1")
    assert horses_of(state, 1) == {}
    assert state.turn == 0
    assert waiting(state) == "4"


@pytest.mark.rule("YU-5")
def test_a_4_thrown_for_a_catch_counts_among_the_two() -> None:
    state = drawn(
        """
     .    b    b    b    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
    ).state
    state = play(state, "T2 +2 T4")  # the catch gave one, the 4 gives another
    assert to_throw(state)
    state = play(state, "T4")  # that was the third throw
    assert state.turn == 0
    assert waiting(state) == "44"


@pytest.mark.rule("YU-6")
def test_each_throw_moves_one_horse_or_brings_a_new_one_in() -> None:
    drawing = drawn(
        """
     .    .    x    .    .    .
     a    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     x    .              .    .
     .    .    a    .    .    x
        """,
        "3",
    )
    assert moves(drawing.state) == {"+3", "6-3", "12-3"}
    assert destinations(drawing.state) == drawing.marked


@pytest.mark.rule("YU-6")
def test_a_throw_of_n_enters_on_station_n() -> None:
    for throw in "12345":
        state = drawn(EMPTY, throw, thrown=3 if throw in "45" else 1).state
        assert landing(state, f"+{throw}") == throw


@pytest.mark.rule("YU-6")
def test_throws_are_used_in_any_order_on_the_same_or_different_horses() -> None:
    begun = play(start(YUT), "T5 T2")
    same = play(begun, "+5 5-2")
    assert horses_of(same, 0) == {"7": "a"}
    other_order = play(begun, "+2 2-5")
    assert horses_of(other_order, 0) == {"7": "a"}
    different = play(begun, "+2 +5")
    assert horses_of(different, 0) == {"2": "a", "5": "a"}
    assert clause_against(begun, "+3") == "YU-6"  # not a throw that waits
    assert clause_against(begun, "7-2") == "YU-6"  # station 7 is empty


@pytest.mark.rule("YU-6")
def test_a_horse_that_ends_a_throw_on_an_intersection_may_turn_with_the_next() -> None:
    state = play(start(YUT), "T5 T2 +5")
    assert {"5-2", "5^2"} <= moves(state)
    assert landing(state, "5^2") == "W2"
    # Used the other way round it passes 5 and goes straight on.
    state = play(start(YUT), "T5 T2 +2")
    assert moves(state) == {"2-5", "+5"}


# --- YU-7: short cuts ---


@pytest.mark.rule("YU-7")
@pytest.mark.parametrize("course", COURSES)
def test_short_cuts_lead_along_the_arms(course: str) -> None:
    stations = COURSES[course].split()
    here, turns = stations[0], "^" if course.endswith("^") else "-"
    stack = f"{here}>" if ">" in course else here
    for throw in (1, 2, 3, 4, 5):
        state = alone(YUT, stack, throw)
        assert landing(state, f"{here}{turns}{throw}") == stations[min(throw, len(stations) - 1)]


@pytest.mark.rule("YU-7")
def test_from_5_a_horse_turns_towards_the_centre_or_stays_on_the_rim() -> None:
    drawing = drawn(
        """
     a    .    x    .    .    .
     .    .              .    .
     .        .     .         .
                 x
     x        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "3",
    )
    assert destinations(drawing.state) == drawing.marked


@pytest.mark.rule("YU-7")
def test_who_is_not_on_an_intersection_does_not_turn_and_a_choice_has_to_be_open() -> None:
    for station in ("4", "6", "W1", "S2", "E1", "N1", "20"):
        state = alone(YUT, station, 2)
        assert {move for move in moves(state) if move[0] != "+"} == {f"{station}-2"}
        assert clause_against(state, f"{station}^2") == "YU-7"
    assert {move for move in moves(alone(YUT, "X", 2)) if move[0] != "+"} in ({"X-2"}, {"X^2"})
    assert {move for move in moves(alone(YUT, "X>", 2)) if move[0] != "+"} == {"X-2", "X^2"}


@pytest.mark.rule("YU-7")
def test_a_horse_that_passes_an_intersection_goes_straight_on() -> None:
    assert landing(alone(YUT, "4", 3), "4-3") == "7"
    assert landing(alone(YUT, "8", 3), "8-3") == "11"
    assert landing(alone(YUT, "14", 3), "14-3") == "17"
    assert landing(alone(YUT, "W2", 3), "W2-3") == "E1"  # over the centre, having come from 5
    assert landing(alone(YUT, "S2", 3), "S2-3") == "N1"


# --- YU-8 to YU-10: stacks and catches ---


@pytest.mark.rule("YU-8")
def test_a_horse_that_lands_on_an_own_one_is_stacked_and_they_move_as_one() -> None:
    state = drawn(
        """
     .    .    .    .    a    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "1",
    ).state
    state = play(state, "+1")
    assert horses_of(state, 0) == {"1": "aa"}
    state = play(state, "T3 +3 T1 1-1")
    assert horses_of(state, 0) == {"2": "aa"}


@pytest.mark.rule("YU-8")
def test_up_to_four_are_stacked() -> None:
    state = drawn(
        """
     .    .    .    .    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    aa   aa   .
        """,
        "1",
    ).state
    state = play(state, "13-1 T1 +1 T2 14-2")
    assert horses_of(state, 0) == {"16": "aaaa"}


@pytest.mark.rule("YU-9")
def test_a_horse_that_lands_on_rivals_catches_them() -> None:
    state = drawn(
        """
     .    .    .    .    .    .
     a    .              .    .
     .        .     .         .
                 .
     bbb      .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "2",
    ).state
    after = play(state, "6-2")
    assert horses_of(after, 0) == {"8": "a"}
    assert horses_of(after, 1) == {}  # back off the board
    later = play(after, "T1 8-1 T1")
    assert later.turn == 1
    assert moves(later) == {"+1"}  # they must start again


@pytest.mark.rule("YU-9")
def test_passing_a_rival_does_nothing() -> None:
    state = drawn(
        """
     .    .    .    .    .    .
     a    .              .    .
     b        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "2",
    ).state
    assert horses_of(play(state, "6-2"), 1) == {"7": "b"}


@pytest.mark.rule("YU-10")
def test_a_catch_gives_one_extra_throw_at_once() -> None:
    state = drawn(
        """
     .    .    .    .    bb   .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "41",
    ).state
    after = play(state, "+1")  # with the 4 still waiting
    assert to_throw(after)
    after = play(after, "T3")
    assert after.turn == 0
    assert sorted(waiting(after)) == ["3", "4"]  # one throw for the whole stack


@pytest.mark.rule("YU-10")
def test_a_4_thrown_for_a_catch_gives_another() -> None:
    state = drawn(
        """
     .    .    .    .    b    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "1",
    ).state
    assert to_throw(play(state, "+1 T4"))
    assert play(state, "+1 T4 T2").turn == 0
