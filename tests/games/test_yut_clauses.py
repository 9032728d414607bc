"""The clauses of Yut, one after the other, each shown on drawn boards (written from the rules alone).

How to read a picture is told at the top of `drawn_yut.py`: a, b and c are the horses of the sides, `.` is empty, `#` a
hurdle, `W` the Wild Horse and `x` a station on which some move may end. The post is the corner at the upper right, and
the rim is run counter-clockwise, first to the left. How to read a move: `5-3` is the horse on station 5 going straight
on with a throw of 3, `5^3` the same turning into the cross, `+3` a new horse, `T3` a throw of 3.
"""

from __future__ import annotations

import random
from math import comb

import pytest
from drawn_yut import (
    HOME,
    HURDLES,
    STATIONS,
    TEAMS,
    TEAMS_TWO_POSTS,
    THREE,
    TWO_POSTS,
    WILD,
    WILD_TWO_POSTS,
    YUT,
    clause_against,
    destinations,
    drawn,
    ending,
    home_of,
    horses_of,
    landing,
    moves,
    play,
    start,
    to_throw,
    waiting,
    wild_horse,
)

import naadam

EMPTY = """
     .    .    .    .    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
"""

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
COURSES_OF_C = {
    "rim": "11 12 13 14 15 16 17 18 19 20 1 2 3 4 5 6 7 8 9 10 home",
    "15>^": "15 E1 E2 X W2 W1 5 6 7 8 9 10 home",
    "20^": "20 N1 N2 X S2 S1 10 home",
    "5^": "5 W1 W2 X S2 S1 10 home",
    "X": "X S2 S1 10 home",
    "X>^": "X S2 S1 10 home",
    "X>-": "X W2 W1 5 6 7 8 9 10 home",
}


def alone(game: naadam.Game, stack: str, throw: int, side: int = 0) -> naadam.State:
    """A state with one stack on the track, and one throw waiting."""
    sides = [f"{stack}/0" if number == side else "-/0" for number in range(2)]
    text = f"{' '.join(sides)} {side} {throw} {1 if throw < 4 else 3}"
    return game.position(f"{text} {'5.0' if game is WILD_TWO_POSTS else '-'}")


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


# --- YU-4 to YU-6: extra throws, and what throws are used for ---


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
    assert clause_against(begun, "7-2") == "YU-6"  # nobody is there


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


# --- YU-11 to YU-13: home, lost throws, the end ---


@pytest.mark.rule("YU-11")
def test_on_the_post_a_horse_is_still_on_the_track_and_can_be_caught() -> None:
    state = drawn(
        """
     .    .    .    .    .    .
     .    .              a    b
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "1",
    ).state
    state = play(state, "N1-1")
    assert horses_of(state, 0) == {"20": "a"}
    assert home_of(state) == (0, 0)
    state = play(state, "T1 19-1")
    assert horses_of(state, 0) == {}


@pytest.mark.rule("YU-11")
def test_from_the_post_any_throw_brings_a_horse_home_and_the_rest_is_lost() -> None:
    for throw in "12345":
        state = alone(YUT, "20", int(throw))
        assert landing(state, f"20-{throw}") == HOME
    state = alone(YUT, "18*3", 5)
    assert home_of(play(state, "18-5")) == (3, 0)


@pytest.mark.rule("YU-12")
def test_a_throw_must_be_used_if_some_horse_can_use_it() -> None:
    state = drawn(EMPTY, "2").state
    assert moves(state) == {"+2"}
    for text in ("pass", "--"):
        with pytest.raises(naadam.NotationError):
            state.refusal(text)


@pytest.mark.rule("YU-12")
def test_when_no_throw_can_be_used_all_are_lost_and_the_turn_ends() -> None:
    wild = drawn(
        """
     .    .    .    W    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        game=WILD,
    ).state
    lost = play(wild, "T2")
    assert to_throw(lost)
    assert play(lost, "T3").turn == 1  # it is the next player's turn
    # A 4 and a 2: the 2 cannot be used before the 4, and after it can.
    state = play(wild, "T4 T2")
    assert moves(state) == {"+4"}
    assert moves(play(state, "+4")) == {"4-2"}


@pytest.mark.rule("YU-12")
def test_no_order_that_uses_more_throws_is_demanded() -> None:
    # The last horse, on 4, and throws of 4 and 1. With the 1 first both are used: 5, and then into the cross. With the
    # 4 first the 1 would lead onto the Wild Horse and is lost.
    state = drawn(
        """
     .    a    .    .    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     W    .              .    .
     .    .    .    .    .    .
        """,
        game=WILD,
        home=(3, 0),
    ).state
    state = play(state, "T4 T1")
    assert moves(state) == {"4-1", "4-4"}
    assert moves(play(state, "4-1")) == {"5^4"}
    assert play(state, "4-4 T1").turn == 1


@pytest.mark.rule("YU-13")
@pytest.mark.parametrize("game", [YUT, TEAMS, THREE], ids=lambda game: game.spec)
def test_the_first_to_bring_the_last_horse_home_wins_at_once(game: naadam.Game) -> None:
    picture = """
     .    .    .    .    .    a
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
    """
    home = {YUT: (3, 3), TEAMS: (3, 3), THREE: (2, 2, 2)}[game]
    state = play(drawn(picture, game=game, home=home).state, "T4 T1 20-1")  # the 4 lapses
    assert ending(state) == ("YU-13", (0, 2) if game is TEAMS else (0,))
    last_but_one = play(drawn(picture, game=game, home=tuple(count - 1 for count in home)).state, "T1 20-1")
    assert ending(last_but_one) is None


# --- YU-14 to YU-16: ways, order, notation ---


@pytest.mark.rule("YU-14")
@pytest.mark.parametrize(
    ("stack", "course"),
    [
        ("E2>", "E2 E1 15 16 17 18"),
        ("E1>", "E1 15 16 17 18 19"),
        ("E2", "E2 X N2 N1 20 home"),
        ("E1", "E1 E2 X N2 N1 20"),
        ("W1", "W1 W2 X E2 E1 15"),
        ("W2", "W2 X E2 E1 15 16"),
        ("S1", "S1 S2 X N2 N1 20"),
        ("S2", "S2 X N2 N1 20 home"),
        ("N2", "N2 N1 20 home home home"),
        ("N1", "N1 20 home home home home"),
    ],
)
def test_inside_the_cross_the_way_a_horse_came_decides(stack: str, course: str) -> None:
    stations = course.split()
    for throw in (1, 2, 3, 4, 5):
        assert landing(alone(YUT, stack, throw), f"{stations[0]}-{throw}") == stations[throw]


@pytest.mark.rule("YU-14")
def test_a_horse_keeps_its_way_from_move_to_move() -> None:
    from_5 = play(alone(YUT, "5", 4), "5^4")
    assert horses_of(from_5, 0) == {"E2": "a>"}
    from_15 = play(alone(YUT, "15", 2), "15^2")
    assert horses_of(from_15, 0) == {"E2": "a"}
    assert horses_of(play(alone(YUT, "5", 3), "5^3"), 0) == {"X": "a>"}
    assert horses_of(play(alone(YUT, "10", 3), "10^3"), 0) == {"X": "a"}
    assert horses_of(play(alone(YUT, "15", 3), "15^3"), 0) == {"X": "a"}


@pytest.mark.rule("YU-14")
def test_a_stack_goes_on_as_those_that_joined_it_last() -> None:
    joined = """
     {}    .    .    .    .    .
     .    .              .    .
     .        .     .         .
                 {}
     .        .     .         .
     .    .              .    .
     {}   .    .    .    .    .
    """
    from_5 = drawn(joined.format("a", "aa", "."), "3").state
    assert horses_of(play(from_5, "5^3"), 0) == {"X": "aaa>"}
    from_10 = drawn(joined.format(".", "aa>", "a"), "3").state
    assert horses_of(play(from_10, "10^3"), 0) == {"X": "aaa"}


@pytest.mark.rule("YU-15")
def test_all_throws_of_the_beginning_come_before_the_first_move() -> None:
    state = start(YUT)
    assert to_throw(state)
    state = play(state, "T5")
    assert to_throw(state)
    state = play(state, "T1")
    assert not to_throw(state)
    state = play(state, "+1 1-5")
    assert to_throw(state)  # no throw waits any more: the next player throws
    assert play(state, "T1").turn == 1


@pytest.mark.rule("YU-15")
def test_after_a_catch_its_throw_comes_before_the_next_move_and_then_the_wild_horse() -> None:
    state = drawn(
        """
     .    .    .    .    b    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    W
        """,
        game=WILD,
    ).state
    state = play(state, "T1 +1")
    assert wild_horse(state) == "15.0"
    state = play(state, "T2")
    assert wild_horse(state) == "15.0"
    assert wild_horse(play(state, "1-2")) == "14.0"


@pytest.mark.rule("YU-16")
@pytest.mark.parametrize("game", [YUT, THREE, TWO_POSTS, WILD, HURDLES], ids=lambda game: game.spec)
def test_a_move_tells_the_throw_the_horse_and_whether_it_turns(game: naadam.Game) -> None:
    rng = random.Random(16)
    state = game.start()
    while state.outcome is None:
        actions = list(state.actions())
        texts = [str(action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [state.resolve_action(text, None)[1] for text in texts] == [int(action) for action in actions]
        state = state.apply(rng.choice(actions))


# --- YU-20 and YU-21: three and four players ---


@pytest.mark.rule("YU-20")
def test_three_players_have_three_horses_each_and_all_others_are_rivals() -> None:
    state = drawn(
        """
     .    .    .    .    b    .
     c    .              .    .
     .        .     .         .
                 .
     a        a     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        game=THREE,
    ).state
    state = play(state, "T1 +1")
    assert horses_of(state, 1) == {}
    assert to_throw(state)
    state = play(state, "T2 1-2")
    state = play(state, "T2")
    assert state.turn == 1
    state = play(state, "+2 T2")
    assert state.turn == 2
    state = play(state, "6-2")
    assert horses_of(state, 0) == {"S2": "a", "3": "a"}
    assert play(state, "T1").turn == 2  # a catch: still the same player
    three_out = drawn(
        """
     .    a    a    a    .    .
     .    .              .    .
     .        .     .         .
                 .
     .        .     .         .
     .    .              .    .
     .    .    .    .    .    .
        """,
        "1",
        game=THREE,
    ).state
    assert "+1" not in moves(three_out)


@pytest.mark.rule("YU-20")
def test_three_players_take_turns_in_the_order_of_their_seats() -> None:
    state = start(THREE, first=1)
    seats = []
    for step in ("1", "2", "3", "3"):
        state = play(state, f"T{step}")
        assert state.turn is not None
        seats.append(state.turn)
        state = state.apply(f"+{step}")
    assert seats == [1, 2, 0, 1]


@pytest.mark.rule("YU-21")
def test_four_players_are_two_teams_that_share_horses_and_result() -> None:
    state = start(TEAMS)
    seats = []
    for step in ("1", "2", "3", "1"):
        state = play(state, f"T{step}")
        assert state.turn is not None
        seats.append(state.turn)
        state = state.apply(f"+{step}")
    assert seats == [0, 1, 2, 3]
    # 1 and 3 are the first team's horses; the fourth seat has caught the one on 1.
    assert horses_of(state, 0) == {"3": "a"}
    assert horses_of(state, 1) == {"2": "b", "1": "b"}
    assert play(state, "T2").turn == 3  # a throw for the catch
    partner = drawn(
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
        game=TEAMS,
        seat=2,
    ).state
    assert horses_of(play(partner, "+1"), 0) == {"1": "aa"}  # stacked on the partner's


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


# --- YU-40 to YU-46: the Wild Horse ---


@pytest.mark.rule("YU-40")
def test_the_wild_horse_starts_opposite_the_post() -> None:
    assert wild_horse(WILD.start()) == "10.0"
    assert wild_horse(naadam.load("yut:players=3,wild_horse=true").start()) == "10.0"
    assert wild_horse(WILD_TWO_POSTS.start()) == "5.0"
    assert wild_horse(YUT.start()) == "-"


def finished(game: naadam.Game, winner: int) -> naadam.Outcome:
    """The end of a game that a side has won."""
    stacks = ["20/3" if side == winner else "-/0" for side in range(2)]
    if winner == 1:
        stacks[1] = "10/3"
    wild = "15" if game.options["second_game"] else "5"
    state = play(game.position(f"{' '.join(stacks)} {winner}? - 0 {wild}.0"), f"T1 {(20, 10)[winner]}-1")
    assert state.outcome is not None
    assert state.outcome.winners == (winner,)
    return state.outcome


@pytest.mark.rule("YU-40")
@pytest.mark.parametrize("began", [0, 1])
def test_with_two_posts_two_games_are_played_with_it_on_b_and_on_d(began: int) -> None:
    rng = random.Random(40)
    match = WILD_TWO_POSTS.match(rng)
    seating = match.seating
    first = match.next_game(WILD_TWO_POSTS)
    assert wild_horse(first.start()) == "5.0"
    match = match.after(finished(first, 0), rng, began)
    assert match.outcome is None
    assert match.seating == seating  # the sides keep their posts
    second = match.next_game(WILD_TWO_POSTS)
    assert wild_horse(second.start()) == "15.0"
    assert play(second.start(), "T1").turn == 1 - began  # the other side begins
    assert match.after(finished(second, 0), rng, 1 - began).outcome is not None


@pytest.mark.rule("YU-40")
@pytest.mark.parametrize(("winners", "result"), [((0, 0), (0,)), ((1, 1), (1,)), ((0, 1), (0, 1)), ((1, 0), (0, 1))])
def test_more_games_won_win_the_match(winners: tuple[int, int], result: tuple[int, ...]) -> None:
    rng = random.Random(41)
    match = WILD_TWO_POSTS.match(rng)
    for winner in winners:
        assert match.seating is not None
        seat = match.seating.index(winner)
        match = match.after(finished(match.next_game(WILD_TWO_POSTS), seat), rng, 0)
    assert match.outcome is not None
    assert match.outcome.winners == result
    assert match.outcome.clause == "YU-40"


@pytest.mark.rule("YU-41")
def test_it_moves_one_station_clockwise_at_the_end_of_each_turn() -> None:
    state = start(WILD)
    seen = [wild_horse(state)]
    for step in ("T1 +1", "T3 +3", "T4 T1 +4 4-1", "T3 3-3"):
        state = play(state, step)
        seen.append(wild_horse(state))
    assert seen == ["10.0", "9.0", "8.0", "7.0", "6.0"]


@pytest.mark.rule("YU-41")
def test_from_station_1_it_goes_to_20_and_never_into_the_cross() -> None:
    state = WILD.position("7/0 12/0 0? - 0 1.0")
    assert wild_horse(play(state, "T2 7-2")) == "20.0"
    for station in range(2, 21):
        state = WILD.position(f"W1/0 -/0 0? - 0 {station}.0")
        assert wild_horse(play(state, "T1 W1-1")).split(".")[0] == str(station - 1)


@pytest.mark.rule("YU-41")
def test_it_moves_after_a_turn_whose_throws_were_lost_too() -> None:
    state = WILD.position("-/0 -/0 0? - 0 2.0")
    assert wild_horse(play(state, "T2")) == "1.0"


@pytest.mark.rule("YU-42")
def test_a_horse_may_not_land_on_it_but_may_pass_it() -> None:
    state = WILD.position("7/0 -/0 0 2 1 9.0")
    assert moves(state) == {"+2"}
    assert clause_against(state, "7-2") == "YU-42"
    assert landing(WILD.position("7/0 -/0 0 3 1 9.0"), "7-3") == "10"
    assert clause_against(WILD.position("7/0 -/0 0 2 1 2.0"), "+2") == "YU-42"  # entering included
    assert landing(WILD.position("19/0 -/0 0 2 1 20.0"), "19-2") == HOME  # also home over the post
    assert clause_against(WILD.position("19/0 -/0 0 1 1 20.0"), "19-1") == "YU-42"


@pytest.mark.rule("YU-42")
def test_a_throw_that_could_do_nothing_else_is_lost_but_not_others() -> None:
    state = play(WILD.position("-/0 -/0 0? - 0 3.0"), "T4 T3")
    assert moves(state) == {"+4"}
    state = play(state, "+4")
    assert moves(state) == {"4-3"}
    # With one horse only, which would land on it with the 3 in either order:
    state = play(WILD.position("6/3 -/0 0? - 0 9.0"), "T4 T3")
    assert moves(state) == {"6-4"}


@pytest.mark.rule("YU-43")
def test_horses_on_which_it_lands_go_back_off_the_board_and_nobody_throws_for_it() -> None:
    state = WILD.position("12,9*2/0 3/0 0? - 0 10.0")
    after = play(state, "T1 12-1")
    assert wild_horse(after) == "9.0"
    assert horses_of(after, 0) == {"13": "a"}
    assert play(after, "T1").turn == 1
    rival = play(WILD.position("12/0 9/0 0? - 0 10.0"), "T1 12-1")
    assert horses_of(rival, 1) == {}
    assert play(rival, "T1").turn == 1
    on_post = play(WILD.position("20/0 3/0 1? - 0 1.0"), "T1 3-1")
    assert horses_of(on_post, 0) == {}
    just_landed = play(WILD.position("7/0 -/0 0? - 0 10.0"), "T2 7-2")
    assert horses_of(just_landed, 0) == {}


def ends_by_standing(stacks: str, throw: str, move: str) -> tuple[str, tuple[int, ...]] | None:
    """How the game ends if the first player makes one more turn before the Wild Horse comes back again."""
    state = play(WILD.position(f"{stacks} 0? - 0 11.1"), f"T{throw}")
    return ending(state.apply(move))


@pytest.mark.rule("YU-44")
def test_standing_at_the_end_horses_home_then_on_the_track_then_stations_to_run() -> None:
    assert ends_by_standing("20,W1/1 W2*3/1", "1", "20-1") == ("YU-44", (0,))  # 2 home to 1
    assert ends_by_standing("W1/1 N1*2/2", "1", "W1-1") == ("YU-44", (1,))
    assert ends_by_standing("W1/1 N1*2/1", "1", "+1") == ("YU-44", (1,))  # two each: 10 and 19 to 1 and 1
    assert ends_by_standing("W1/1 S1,12/1", "1", "W1-1") == ("YU-44", (1,))  # one to two on the track
    assert ends_by_standing("W1/1 6/1", "1", "W1-1") == ("YU-44", (0,))  # 9 to 14
    assert ends_by_standing("S1/1 17/1", "1", "S1-1") == ("YU-44", (1,))  # 4 to 3
    assert ends_by_standing("S1/1 16/1", "1", "S1-1") == ("YU-44", (0, 1))  # 4 to 4


@pytest.mark.rule("YU-44")
def test_the_side_whose_hindmost_horse_is_behind_loses_whatever_the_others_have() -> None:
    assert ends_by_standing("13,18/1 16*2/1", "1", "13-1") == ("YU-44", (1,))  # 6 and 2 to 4 and 4
    assert ends_by_standing("12,20/1 14,15/1", "1", "12-1") == ("YU-44", (1,))  # 7 and 0 to 6 and 5
    assert ends_by_standing("14,18/1 S1,X/1", "1", "14-1") == ("YU-44", (0,))  # 5 and 2 to 5 and 3: the next ones
    assert ends_by_standing("14,16,19/1 S1,S2*2/1", "1", "14-1") == ("YU-44", (0,))  # 5, 4 and 1 to 5, 4 and 4
    assert ends_by_standing("14,18/1 S1,N2/1", "1", "14-1") == ("YU-44", (0, 1))  # 5 and 2 to 5 and 2


@pytest.mark.rule("YU-44")
def test_of_three_players_those_who_are_behind_are_left_out_one_after_the_other() -> None:
    game = naadam.load("yut:players=3,wild_horse=true")

    def winners(second: str, third: str) -> tuple[int, ...]:
        state = play(game.position(f"14,18/1 {second}/1 {third}/1 0? - 0 11.1"), "T1 14-1")
        assert state.outcome is not None
        return state.outcome.winners

    assert winners("S1,X", "12,20") == (0,)  # 5 and 2 to 5 and 3 to 8 and 0
    assert winners("S1,N1", "12,20") == (1,)  # 5 and 1
    assert winners("S1,17", "16*2") == (2,)  # 4 and 4
    assert winners("13*2", "S1,N2") == (0, 2)  # 5 and 2


@pytest.mark.rule("YU-44")
def test_the_first_return_does_not_end_the_game() -> None:
    state = play(WILD.position("W1/0 -/0 0? - 0 11.0"), "T1 W1-1")
    assert ending(state) is None
    assert wild_horse(state) == "10.1"


@pytest.mark.rule("YU-44")
def test_a_whole_game_has_forty_turns_at_most() -> None:
    rng = random.Random(44)
    state = start(WILD)
    turns = 0
    while state.outcome is None:
        before = wild_horse(state)
        state = state.apply(rng.choice(list(state.actions())))
        turns += wild_horse(state) != before
    assert turns <= 40
    assert state.outcome.clause in ("YU-13", "YU-44")
    assert state.outcome.clause == "YU-13" or turns == 40


@pytest.mark.rule("YU-44")
def test_with_three_players_equal_ones_share_the_game() -> None:
    game = naadam.load("yut:players=3,wild_horse=true")
    state = play(game.position("S1/1 16/1 W1/1 0? - 0 11.1"), "T1 S1-1")
    assert ending(state) == ("YU-44", (0, 1))


@pytest.mark.rule("YU-45")
@pytest.mark.parametrize(
    ("stack", "run"),  # 10 cannot be looked at here: the Wild Horse ends the game there
    [
        ("5", 11),
        ("15", 5),
        ("X", 3),
        ("X>", 3),
        ("20", 0),
        ("1", 19),
        ("4", 16),
        ("W1", 10),
        ("W2", 9),
        ("E2>", 7),
        ("E1>", 6),
        ("E1", 5),
        ("E2", 4),
        ("S1", 5),
        ("N1", 1),
        ("14", 6),
    ],
)
def test_stations_still_to_run(stack: str, run: int) -> None:
    # The first player's horse ends the game on a rim station from which the stations to the post are easily counted.
    compared = 0
    for target in (20, 19, 18, 17, 16, 14, 13, 12, 9, 8, 7, 6, 4, 3, 2):
        origin, throw = (10, 2) if target == 12 else (target - 1, 1)
        if stack in (str(origin), str(target)) or abs(20 - target - run) > 3:
            continue
        winners = (0, 1) if 20 - target == run else (0,) if 20 - target < run else (1,)
        assert ends_by_standing(f"{origin}/0 {stack}/0", str(throw), f"{origin}-{throw}") == ("YU-44", winners)
        compared += 1
    assert compared >= 2


@pytest.mark.rule("YU-45")
def test_with_two_posts_the_first_short_cut_counts_for_who_may_take_it() -> None:
    def winners(stacks: str, seat: int, move: str) -> tuple[int, ...]:
        state = play(WILD_TWO_POSTS.position(f"{stacks} {seat}? - 0 6.1"), f"T1 {move}")
        assert state.outcome is not None
        assert state.outcome.clause == "YU-44"
        return state.outcome.winners

    # Of C's horse on 15, which may turn if it entered there with a 5: 11 stations, otherwise 15.
    assert winners("8/0 15>/0", 0, "8-1") == (0, 1)  # A's horse comes to 9: 11 stations
    assert winners("7/0 15>/0", 0, "7-1") == (1,)
    assert winners("9/0 15>/0", 0, "9-1") == (0,)
    assert winners("7/0 15/0", 0, "7-1") == (0,)  # 12 to 15
    assert winners("3/0 15/0", 0, "3-1") == (1,)  # 16 to 15
    # Of A's horse on 10: 6 stations. C's horse comes to 4, from which it runs 6, or to 3.
    assert winners("10/0 3/0", 1, "3-1") == (0, 1)
    assert winners("10/0 2/0", 1, "2-1") == (0,)


@pytest.mark.rule("YU-46")
def test_bringing_the_last_horse_home_ends_the_game_before_the_wild_horse_moves() -> None:
    state = play(WILD.position("20/3 9/3 0? - 0 11.1"), "T1 20-1")
    assert ending(state) == ("YU-13", (0,))
    assert wild_horse(state) == "11.1"


@pytest.mark.rule("YU-46")
def test_horses_it_lands_on_go_back_before_the_standing_is_looked_at() -> None:
    # Both have one home; the second player's horse on 10 is thrown off before the count.
    assert ends_by_standing("W1/1 10/1", "1", "W1-1") == ("YU-44", (0,))


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
