"""Yut's Wild Horse: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_yut.py` explains how to read a picture.
"""

from __future__ import annotations

import random

import pytest
from drawn_yut import (
    HOME,
    WILD,
    WILD_TWO_POSTS,
    YUT,
    clause_against,
    ending,
    horses_of,
    landing,
    moves,
    play,
    start,
    wild_horse,
)

import naadam

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
