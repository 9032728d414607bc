"""Yut's two posts and hurdles: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_yut.py` explains how to read a picture.
"""

from __future__ import annotations

import pytest
from drawn_yut import (
    HOME,
    HURDLES,
    TEAMS_TWO_POSTS,
    TWO_POSTS,
    YUT,
    alone,
    clause_against,
    destinations,
    drawn,
    horses_of,
    landing,
    moves,
    play,
    start,
    to_throw,
    wild_horse,
)

import naadam

COURSES_OF_C = {
    "rim": "11 12 13 14 15 16 17 18 19 20 1 2 3 4 5 6 7 8 9 10 home",
    "15>^": "15 E1 E2 X W2 W1 5 6 7 8 9 10 home",
    "20^": "20 N1 N2 X S2 S1 10 home",
    "5^": "5 W1 W2 X S2 S1 10 home",
    "X": "X S2 S1 10 home",
    "X>^": "X S2 S1 10 home",
    "X>-": "X W2 W1 5 6 7 8 9 10 home",
}


# --- YU-30 to YU-34: two posts ---


@pytest.mark.rule("YU-30")
@pytest.mark.parametrize("game", [TWO_POSTS, TEAMS_TWO_POSTS], ids=lambda game: game.spec)
def test_the_other_side_starts_from_and_finishes_at_station_10(game: naadam.Game) -> None:
    for throw in (1, 2, 3, 4, 5):
        state = alone(game, "12", throw, side=1)
        assert landing(state, f"+{throw}") == str(10 + throw)
    rim = COURSES_OF_C["rim"].split()
    for place, station in enumerate(rim[:-1]):
        state = alone(game, station, 3, side=1)
        assert landing(state, f"{station}-3") == rim[min(place + 3, 20)]


@pytest.mark.rule("YU-30")
def test_the_two_post_variant_is_for_two_or_four_players() -> None:
    with pytest.raises(naadam.SpecError):
        naadam.load("yut:players=3,posts=two")


@pytest.mark.rule("YU-31")
def test_the_first_short_cut_is_for_a_horse_that_entered_there_with_a_5() -> None:
    entered = play(start(TWO_POSTS), "T5 T2 +5")
    assert horses_of(entered, 0) == {"5": "a>"}
    assert {"5-2", "5^2"} <= moves(entered)
    walked = play(alone(TWO_POSTS, "4", 1), "4-1")
    assert horses_of(walked, 0) == {"5": "a"}
    state = alone(TWO_POSTS, "5", 2)
    assert moves(state) == {"5-2", "+2"}
    assert clause_against(state, "5^2") == "YU-31"
    other = alone(TWO_POSTS, "15", 2, side=1)
    assert clause_against(other, "15^2") == "YU-31"
    assert clause_against(alone(TWO_POSTS, "15>", 2, side=1), "15^2") is None
    # The other short cuts are open to all.
    for station in ("10", "15"):
        assert clause_against(alone(TWO_POSTS, station, 2), f"{station}^2") is None
    for station in ("20", "5"):
        assert clause_against(alone(TWO_POSTS, station, 2, side=1), f"{station}^2") is None
    assert clause_against(alone(YUT, "5", 2), "5^2") is None  # with one post there is no such bound


@pytest.mark.rule("YU-31")
def test_of_a_stack_the_horse_that_joined_last_decides() -> None:
    walked_last = play(alone(TWO_POSTS, "4,5>", 1), "4-1")
    assert horses_of(walked_last, 0) == {"5": "aa"}
    entered_last = play(alone(TWO_POSTS, "5", 5), "+5")
    assert horses_of(entered_last, 0) == {"5": "aa>"}


@pytest.mark.rule("YU-32")
def test_at_most_two_horses_are_stacked() -> None:
    state = alone(TWO_POSTS, "4,6*2", 2)
    assert moves(state) == {"6-2", "+2"}
    assert clause_against(state, "4-2") == "YU-32"
    assert landing(alone(TWO_POSTS, "4,6*2", 3), "4-3") == "7"  # passing is allowed
    assert clause_against(alone(TWO_POSTS, "4*2,6", 2), "4-2") == "YU-32"  # nor two onto one
    assert clause_against(alone(TWO_POSTS, "2*2", 2), "+2") == "YU-32"  # nor on entering
    assert horses_of(play(alone(TWO_POSTS, "4,6", 2), "4-2"), 0) == {"6": "aa"}


@pytest.mark.rule("YU-32")
def test_a_throw_may_be_lost_by_this() -> None:
    # Two horses that came from 5 stand on E2 and would go to E1; one that came from 15 stands there and would go to E2.
    state = drawn(
        """
     .    .    .    .    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     aa>       .
     .    .              a    .
     .    .    .    .    .    .
        """,
        game=TWO_POSTS,
        home=(1, 0),
    ).state
    assert play(state, "T1 T1").turn == 1
    assert moves(play(state, "T2")) == {"E1-2", "E2-2"}


@pytest.mark.rule("YU-33")
@pytest.mark.parametrize("course", COURSES_OF_C)
def test_the_courses_of_the_other_side_are_turned_by_half_a_circle(course: str) -> None:
    stations = COURSES_OF_C[course].split()
    here, turns = stations[0], "^" if course.endswith("^") else "-"
    stack = f"{here}>" if ">" in course else here
    for throw in (1, 2, 3, 4, 5):
        state = alone(TWO_POSTS, stack, throw, side=1)
        assert landing(state, f"{here}{turns}{throw}") == stations[min(throw, len(stations) - 1)]


@pytest.mark.rule("YU-33")
def test_each_post_is_an_ordinary_intersection_for_the_other_side() -> None:
    assert moves(alone(TWO_POSTS, "20", 1, side=1)) == {"20-1", "20^1", "+1"}
    assert moves(alone(TWO_POSTS, "10", 1)) == {"10-1", "10^1", "+1"}
    assert landing(alone(TWO_POSTS, "10", 1, side=1), "10-1") == HOME


@pytest.mark.rule("YU-33")
def test_ways_of_the_other_side_matter_on_the_arm_of_5() -> None:
    for stack, course in (("W2>", "W1 5 6"), ("W1>", "5 6 7"), ("W2", "X S2 S1"), ("W1", "W2 X S2")):
        for throw, target in enumerate(course.split(), 1):
            assert landing(alone(TWO_POSTS, stack, throw, side=1), f"{stack[:2]}-{throw}") == target


@pytest.mark.rule("YU-34")
@pytest.mark.parametrize(
    ("move", "stack", "throw", "station"),
    [
        ("+1", "-", 1, "11"),
        ("19-1", "19", 1, "20"),
        ("9-1", "9", 1, "10"),
        ("20^2", "20", 2, "N2"),
        ("X-1", "X", 1, "S2"),
    ],
)
def test_horses_of_the_two_sides_meet_everywhere(move: str, stack: str, throw: int, station: str) -> None:
    state = TWO_POSTS.position(f"{station}/0 {stack}/0 1 {throw} 1 -")
    after = state.apply(move)
    assert horses_of(after, 0) == {}
    assert station in horses_of(after, 1)
    assert to_throw(after)
    assert play(after, "T1").turn == 1


# --- YU-50 to YU-55: hurdles ---


@pytest.mark.rule("YU-50")
def test_hurdles_stand_on_two_stations_of_the_players_choice() -> None:
    assert HURDLES.spec == naadam.load("yut:hurdles=true,hurdle_1=8,hurdle_2=18").spec
    assert landing(alone(HURDLES, "7", 1), "7-1") == "9"
    assert landing(alone(HURDLES, "17", 1), "17-1") == "19"
    other = naadam.load("yut:hurdles=true,hurdle_1=X,hurdle_2=20")
    assert landing(alone(other, "7", 1), "7-1") == "8"
    assert landing(alone(other, "19", 1), "19-1") == HOME
    for spec in (
        "yut:hurdles=true,hurdle_1=8,hurdle_2=8",
        "yut:hurdles=true,hurdle_1=21",
        "yut:hurdles=true,hurdle_1=Q1",
        "yut:hurdles=true,hurdle_1=10,wild_horse=true",
        "yut:hurdles=true,hurdle_2=5,wild_horse=true,posts=two",
    ):
        with pytest.raises(naadam.SpecError):
            naadam.load(spec)
    naadam.load("yut:hurdles=true,hurdle_1=10")  # without the Wild Horse


@pytest.mark.rule("YU-51")
def test_a_horse_that_lands_on_a_hurdle_jumps_one_station_beyond() -> None:
    drawing = drawn(
        """
     .    .    x    .    .    .
     a    .              .    .
     .        .     .         #
                 .
     #        .     .         .
     x    .              .    x
     .    .    .    a    .    .
        """,
        "3",
        game=HURDLES,
    )
    assert destinations(drawing.state) == {"3", "9", "16"}
    two = alone(HURDLES, "6*3", 2)
    assert horses_of(play(two, "6-2"), 0) == {"9": "aaa"}  # a stack jumps as one


@pytest.mark.rule("YU-51")
@pytest.mark.parametrize(
    ("home", "target"), [((0, 0), "9"), ((0, 1), "10"), ((0, 3), "12"), ((2, 1), "9"), ((2, 3), "10")]
)
def test_who_is_behind_jumps_further(home: tuple[int, int], target: str) -> None:
    state = HURDLES.position(f"7/{home[0]} -/{home[1]} 0 1 1 -")
    assert landing(state, "7-1") == target


@pytest.mark.rule("YU-51")
def test_with_three_players_the_rival_with_most_horses_home_counts() -> None:
    game = naadam.load("yut:players=3,hurdles=true")
    for home, target in (((0, 1, 2), "11"), ((0, 2, 1), "11"), ((1, 0, 2), "10"), ((2, 0, 2), "9")):
        state = game.position(f"7/{home[0]} -/{home[1]} -/{home[2]} 0 1 1 -")
        assert landing(state, "7-1") == target


@pytest.mark.rule("YU-52")
def test_where_it_lands_after_the_jump_it_stacks_and_catches() -> None:
    assert horses_of(play(alone(HURDLES, "7,9", 1), "7-1"), 0) == {"9": "aa"}
    caught = play(HURDLES.position("7/0 9*2/0 0 1 1 -"), "7-1")
    assert horses_of(caught, 1) == {}
    assert to_throw(caught)
    assert play(caught, "T1").turn == 0
    nobody_there = play(HURDLES.position("7/0 10/0 0 1 1 -"), "7-1")
    assert play(nobody_there, "T1").turn == 1


@pytest.mark.rule("YU-52")
def test_a_jump_onto_the_wild_horse_or_a_third_horse_is_illegal() -> None:
    wild = naadam.load("yut:hurdles=true,wild_horse=true")
    state = wild.position("7/0 -/0 0 1 1 9.0")
    assert moves(state) == {"+1"}
    assert clause_against(state, "7-1") in ("YU-42", "YU-52")
    two = naadam.load("yut:hurdles=true,posts=two")
    state = two.position("7,9*2/0 -/0 0 1 1 -")
    assert clause_against(state, "7-1") in ("YU-32", "YU-52")


@pytest.mark.rule("YU-52")
def test_a_second_hurdle_met_in_landing_is_jumped_in_the_same_way() -> None:
    game = naadam.load("yut:hurdles=true,hurdle_1=8,hurdle_2=9")
    assert landing(alone(game, "7", 1), "7-1") == "10"
    assert landing(game.position("7/0 -/1 0 1 1 -"), "7-1") == "10"  # over the second, by two
    further = naadam.load("yut:hurdles=true,hurdle_1=8,hurdle_2=10")
    assert landing(further.position("7/0 -/1 0 1 1 -"), "7-1") == "12"  # by two, and by two again


@pytest.mark.rule("YU-53")
def test_the_wild_horse_goes_over_hurdles() -> None:
    game = naadam.load("yut:hurdles=true,wild_horse=true")
    assert wild_horse(play(game.position("W1/0 -/0 0? - 0 9.0"), "T1 W1-1")) == "7.0"
    both = naadam.load("yut:hurdles=true,hurdle_1=8,hurdle_2=7,wild_horse=true")
    assert wild_horse(play(both.position("W1/0 6/0 0? - 0 9.0"), "T1 W1-1")) == "6.0"
    assert horses_of(play(both.position("W1/0 6/0 0? - 0 9.0"), "T1 W1-1"), 1) == {}
    last = naadam.load("yut:hurdles=true,hurdle_1=1,hurdle_2=20,wild_horse=true")
    assert wild_horse(play(last.position("W1/0 -/0 0? - 0 2.0"), "T1 W1-1")) == "19.0"


@pytest.mark.rule("YU-54")
@pytest.mark.parametrize(
    ("hurdle", "stack", "move", "target"),
    [
        ("5", "4", "4-1", "6"),  # straight on at the intersection it stands on
        ("4", "3", "3-1", "5"),
        ("10", "9", "9-1", "11"),
        ("X", "W2", "W2-1", "E2"),
        ("X", "S2", "S2-1", "N2"),
        ("X", "E2", "E2-1", "N2"),
        ("15", "E1>", "E1-1", "16"),
        ("E1", "E2>", "E2-1", "15"),
        ("E1", "15", "15^1", "E2"),
        ("20", "19", "19-1", "home"),
        ("20", "N1", "N1-1", "home"),
    ],
)
def test_a_jump_goes_on_as_a_horse_that_passes(hurdle: str, stack: str, move: str, target: str) -> None:
    game = naadam.load(f"yut:hurdles=true,hurdle_1={hurdle},hurdle_2=13")
    assert landing(alone(game, stack, 1), move) == target


@pytest.mark.rule("YU-54")
@pytest.mark.parametrize(
    ("hurdle", "stack", "move", "target"),
    [
        ("X", "E2", "E2-1", "W2"),  # from 15, straight on
        ("X", "N2", "N2-1", "S2"),
        ("X", "W2", "W2-1", "S2"),
        ("20", "19", "19-1", "1"),  # the other side's post is no end for it
        ("10", "9", "9-1", "home"),
    ],
)
def test_the_jump_of_the_other_side_goes_on_along_its_own_courses(
    hurdle: str, stack: str, move: str, target: str
) -> None:
    game = naadam.load(f"yut:posts=two,hurdles=true,hurdle_1={hurdle},hurdle_2=13")
    assert landing(alone(game, stack, 1, side=1), move) == target


@pytest.mark.rule("YU-54")
def test_a_horse_that_the_jump_leaves_on_an_intersection_may_turn_there_next() -> None:
    game = naadam.load("yut:hurdles=true,hurdle_1=9,hurdle_2=4")
    state = play(alone(game, "8", 1), "8-1 T3 +3 T2")
    assert horses_of(state, 0) == {"10": "a"}
    assert {"10-2", "10^2"} <= moves(state)
    entered = play(start(game), "T4 T1 +4")
    assert horses_of(entered, 0) == {"5": "a"}
    assert {"5-1", "5^1"} <= moves(entered)


@pytest.mark.rule("YU-55")
def test_passing_a_hurdle_does_nothing_and_nobody_stands_on_one() -> None:
    assert landing(alone(HURDLES, "7", 2), "7-2") == "9"
    with pytest.raises(naadam.PositionError):
        alone(HURDLES, "8", 1)


@pytest.mark.rule("YU-55")
def test_a_hurdle_on_an_intersection_closes_its_short_cut() -> None:
    game = naadam.load("yut:hurdles=true,hurdle_1=5,hurdle_2=13")
    state = play(start(game), "T5 T2 +5")
    assert horses_of(state, 0) == {"6": "a"}
    assert moves(state) == {"6-2", "+2"}


@pytest.mark.rule("YU-55")
def test_a_jump_onto_the_first_short_cut_is_no_throw_of_5() -> None:
    game = naadam.load("yut:posts=two,hurdles=true,hurdle_1=4,hurdle_2=14")
    state = play(start(game), "T4 T2 +4")
    assert horses_of(state, 0) == {"5": "a"}
    assert clause_against(state, "5^2") == "YU-31"
    other = play(start(game, first=1), "T4 T2 +4")
    assert horses_of(other, 1) == {"15": "b"}
    assert clause_against(other, "15^2") == "YU-31"
