"""Yut's way home, its end, and more than two players: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_yut.py` explains how to read a picture.
"""

from __future__ import annotations

import random

import pytest
from drawn_yut import (
    EMPTY,
    HOME,
    HURDLES,
    TEAMS,
    THREE,
    TWO_POSTS,
    WILD,
    YUT,
    alone,
    drawn,
    ending,
    home_of,
    horses_of,
    landing,
    moves,
    play,
    start,
    to_throw,
    wild_horse,
)

import naadam

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
    assert to_throw(state)  # no throw is left, so the next player throws
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


def test_seats_are_called_by_the_colour_of_their_horses() -> None:
    names = {players: naadam.load(f"yut:players={players}") for players in (2, 3, 4)}
    said = {n: [game.seat_name(seat) for seat in range(n)] for n, game in names.items()}
    assert said == {
        2: ["Orange", "Blue"],
        3: ["Orange", "Blue", "Green"],
        4: ["Orange 1", "Blue 1", "Orange 2", "Blue 2"],
    }
    start = names[4].start()
    assert [start.say(action, seat=naadam.CHANCE) for action in start.actions(naadam.CHANCE)] == [
        f"{name} goes first" for name in said[4]
    ]
