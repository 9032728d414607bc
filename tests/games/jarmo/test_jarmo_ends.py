"""How a game of Jarmo ends, and a match: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_jarmo.py` explains how to read a picture and a turn.
"""

from __future__ import annotations

import random

import pytest
from drawn_jarmo import (
    BLUE,
    BLUE_WINS,
    DRAW,
    ENTERING,
    GOLDEN_CAMPS,
    GOLDEN_JASYR,
    GOLDEN_LEGENDARY,
    GREEN,
    GREEN_WINS,
    JARMO,
    JASYR,
    LEGENDARY,
    THERE_AND_BACK,
    drawn,
    ending,
    play,
    points,
    turns,
)

import naadam

# --- JA-10 to JA-14: the end ---


@pytest.mark.rule("JA-10")
def test_the_game_ends_when_all_of_a_players_soldiers_are_in_the_enemy_camp() -> None:
    state = drawn("""
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  . . . . b
           a b c d e
    """).state
    assert ending(play(state, "b3-b4")) is None
    after = play(state, "b3-c5")
    # Green: two in the enemy camp, 4 points. Blue: one in the enemy camp and two others, 4 points.
    assert ending(after) == ("JA-10", GREEN_WINS)  # more soldiers in the enemy camp (JA-13)
    assert points(after) == (4, 4)


@pytest.mark.rule("JA-10")
def test_it_is_looked_at_for_both_players_after_each_turn() -> None:
    # Green takes blue's last soldier outside green's camp: all of blue's are inside now.
    state = drawn("""
        5  . . . . .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  b . b . g
           a b c d e
    """).state
    after = play(state, "b3-b4")
    assert ending(after) == ("JA-10", BLUE_WINS)
    assert points(after) == (2, 4)


@pytest.mark.rule("JA-10")
def test_soldiers_in_hand_do_not_count_nor_score() -> None:
    state = drawn(
        """
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  . . . . .
           a b c d e
    """,
        hand=(1, 2),
    ).state
    after = play(state, "b3-c5")
    assert ending(after) == ("JA-10", GREEN_WINS)
    assert points(after) == (4, 2)


@pytest.mark.rule("JA-11")
def test_who_captures_all_enemy_soldiers_wins() -> None:
    state = drawn("""
        5  . . . . .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
    """).state
    after = play(state, "b3-b4")
    assert ending(after) == ("JA-11", GREEN_WINS)
    assert points(after) == (1, 0)


@pytest.mark.rule("JA-11")
def test_an_enemy_with_a_soldier_in_hand_plays_on() -> None:
    state = drawn(
        """
        5  . . . . .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
    """,
        hand=(0, 1),
    ).state
    after = play(state, "b3-b4")
    assert ending(after) is None
    assert set(turns(after)) == {"put=a5", "put=b5", "put=c5", "put=d5", "put=e5"}


@pytest.mark.rule("JA-11")
def test_all_captured_comes_before_all_inside() -> None:
    # The capture on entering takes blue's last soldier and brings green's last one in.
    state = drawn("""
        5  b . g . .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
    """).state
    after = play(state, "b3-a5")
    assert ending(after) == ("JA-11", GREEN_WINS)
    assert points(after) == (4, 0)


@pytest.mark.rule("JA-12")
def test_the_game_ends_when_both_have_moved_back_and_forth_twice() -> None:
    state = play(JARMO.start(), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert ending(state) is None
    after = play(state, "c4-e5")
    assert ending(after) == ("JA-12", DRAW)
    assert points(after) == (5, 5)


@pytest.mark.rule("JA-12")
def test_a_turn_with_another_soldier_breaks_the_row() -> None:
    # Green has gone there and back twice; blue with two different soldiers.
    state = play(JARMO.start(), *THERE_AND_BACK, "a1-c2", "b5-a3", "c2-a1", "a3-b5")
    assert ending(state) is None
    state = play(state, "a1-c2", "b5-a3", "c2-a1")
    assert ending(state) is None
    assert ending(play(state, "a3-b5")) == ("JA-12", DRAW)


@pytest.mark.rule("JA-12")
def test_the_row_may_begin_with_either_player_and_in_the_middle_of_a_game() -> None:
    state = play(JARMO.start(), "d1-b2", "d5-e3", "a1-c2", "e5-c4", "c2-a1", "c4-e5", "a1-c2", "e5-c4", "c2-a1")
    assert ending(state) is None
    assert ending(play(state, "c4-e5")) == ("JA-12", DRAW)
    blue_first = play(JARMO.start(), "d1-b2", "e5-c4", "a1-c2", "c4-e5", "c2-a1", "e5-c4", "a1-c2", "c4-e5")
    assert ending(blue_first) is None
    assert ending(play(blue_first, "c2-a1")) == ("JA-12", DRAW)


@pytest.mark.rule("JA-12")
def test_a_round_trip_over_three_points_is_no_back_and_forth() -> None:
    around = ("a1-c2", "e5-c4", "c2-b2", "c4-e5", "b2-b3", "e5-c4", "b3-a1", "c4-e5")
    assert ending(play(JARMO.start(), *around, *around)) is None


@pytest.mark.rule("JA-13")
@pytest.mark.parametrize(
    ("camp", "scores", "winners"),
    [
        (". . . b", (4, 3), GREEN_WINS),  # more points
        (". b . b", (4, 5), BLUE_WINS),
        (". b . .", (4, 3), GREEN_WINS),
    ],
)
def test_more_points_win(camp: str, scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    state = drawn(f"""
        5  g . . . .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  . {camp}
           a b c d e
    """).state
    after = play(state, "b3-c5")
    assert ending(after) == ("JA-10", winners)
    assert points(after) == scores


@pytest.mark.rule("JA-13")
def test_with_equal_points_more_soldiers_in_the_enemy_camp_win_and_else_it_is_a_draw() -> None:
    more_inside = drawn("""
        5  g b . b b
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  . . . . .
           a b c d e
    """).state
    assert ending(play(more_inside, "b3-c5")) == ("JA-10", GREEN_WINS)
    assert points(play(more_inside, "b3-c5")) == (4, 4)
    # Green's last soldier enters and takes blue's last one outside: one is inside on either side.
    equal = drawn("""
        5  b . . . .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  . b . . .
           a b c d e
    """).state
    assert ending(play(equal, "b3-a5")) == ("JA-10", DRAW)
    assert points(play(equal, "b3-a5")) == (2, 2)


QUIET = """
        5  b . . b .
        4  . . . . .
        3  . . . . .
        2  . g . . .
        1  . g . g .
           a b c d e
"""


@pytest.mark.rule("JA-14")
def test_after_100_turns_by_each_player_without_progress_the_game_is_scored() -> None:
    assert ending(play(drawn(QUIET, quiet=198).state, "b2-b3")) is None
    after = play(drawn(QUIET, quiet=199).state, "b2-b3")
    assert ending(after) == ("JA-14", GREEN_WINS)
    assert points(after) == (3, 2)


@pytest.mark.rule("JA-14")
@pytest.mark.parametrize("game", [LEGENDARY, JASYR], ids=lambda game: game.spec)
def test_in_legendary_and_jasyr_it_is_then_a_draw(game: naadam.Game) -> None:
    assert ending(play(drawn(QUIET, game=game, quiet=199).state, "b2-b3")) == ("JA-14", DRAW)


@pytest.mark.rule("JA-14")
def test_a_capture_an_arrival_a_deployment_start_the_count_again() -> None:
    picture = """
        5  b . . b .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . g . g .
           a b c d e
    """
    for turn in ("b3-b4", "b3-c5", "put=a1"):
        after = play(drawn(picture, quiet=199, hand=(1, 0)).state, turn)
        assert ending(after) is None
        assert ending(play(after, "d5-e3")) is None
    assert ending(play(drawn(picture, quiet=199, hand=(1, 0)).state, "b3-b2")) == ("JA-14", DRAW)  # 3 points each


@pytest.mark.rule("JA-15")
def test_a_player_whose_last_soldier_enters_as_a_guard_plays_on_by_deploying_at_once() -> None:
    state = drawn("""
        5  b . . b .
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  . . . . .
           a b c d e
    """).state
    assert ending(play(state, "b3-c5 recover=c1")) is None
    for choice in ("kept", "none"):
        after = play(state, f"b3-c5 recover={choice}")
        assert points(after) == (2, 2)
        assert ending(after) == ("JA-10", GREEN_WINS)  # it has more soldiers inside


@pytest.mark.rule("JA-15")
def test_an_end_by_position_comes_before_one_by_count() -> None:
    state = drawn(
        """
        5  b . . b .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  . b . . .
           a b c d e
    """,
        quiet=199,
    ).state
    assert ending(play(state, "b3-c5")) == ("JA-10", BLUE_WINS)  # JA-14 has no say: an arrival, too


@pytest.mark.rule("JA-16")
@pytest.mark.parametrize("game", [JARMO, GOLDEN_CAMPS, GOLDEN_LEGENDARY, GOLDEN_JASYR], ids=lambda game: game.spec)
def test_a_turn_tells_all_that_is_decided(game: naadam.Game) -> None:
    # Along a random game, turns with the same notation are the same, and notation is read back.
    rng = random.Random(7)
    state = game.start()
    while state.outcome is None:
        texts = [str(action) for action in state.actions()]
        assert len(set(texts)) == len(texts)
        assert [int(state.actions()[number]) for number in range(len(texts))] == [
            state.resolve_action(text, None)[1] for text in texts
        ]
        state = state.apply(rng.choice(texts))


# --- JA-20: the match ---


def finished(game: naadam.Game, winner: int) -> naadam.Outcome:
    """The end of a game: the winner captures the last enemy and has 4 points in the main game, the loser 0."""
    green = """
        5  g . b . .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
    """
    blue = """
        5  . . . . .
        4  . . . . .
        3  . b . . .
        2  . . . . .
        1  g . b . .
           a b c d e
    """
    if winner == GREEN:
        state = play(drawn(green, game=game).state, "b3-c5")
    else:
        state = play(drawn(blue, BLUE, game).state, "b3-a1")
    assert state.outcome is not None
    assert state.outcome.winners == (winner,)
    return state.outcome


@pytest.mark.rule("JA-20")
@pytest.mark.parametrize("games", [2, 4, 6])
def test_a_match_has_two_four_or_six_games_with_sides_changed_after_each(games: int) -> None:
    rng = random.Random(20)
    match = JARMO.match(rng, games)
    seatings = []
    while match.outcome is None:
        seatings.append(match.seating)
        match = match.after(finished(JARMO, GREEN), rng)
    assert len(seatings) == games
    assert seatings == [seatings[0], seatings[1]] * (games // 2)
    assert {seatings[0], seatings[1]} == {(0, 1), (1, 0)}
    assert match.outcome.clause == "JA-20"
    assert match.outcome.winners == (0, 1)  # each has won as often, with as many points
    for wrong in (0, 1, 3, 5, 8):
        with pytest.raises(naadam.SpecError):
            JARMO.match(rng, wrong)


@pytest.mark.rule("JA-20")
def test_the_points_of_all_games_are_added() -> None:
    rng = random.Random(21)
    match = JARMO.match(rng, 2)
    first = match.seating
    assert first is not None
    match = match.after(finished(JARMO, GREEN), rng)  # 4 points to 0
    narrow = play(drawn(ENTERING.replace("G", "g").replace("1  g . g", "1  . . .")).state, "b3-c5")
    assert narrow.outcome is not None
    assert points(narrow) == (2, 2)  # more inside: green wins this one too, who is the other player
    match = match.after(narrow.outcome, rng)
    assert match.outcome is not None
    assert match.outcome.winners == (first[GREEN],)
    assert sorted(match.outcome.scores) == [2, 6]


@pytest.mark.rule("JA-20")
@pytest.mark.parametrize("game", [LEGENDARY, JASYR], ids=lambda game: game.spec)
def test_in_legendary_and_jasyr_games_won_are_counted(game: naadam.Game) -> None:
    rng = random.Random(22)
    match = game.match(rng, 2)
    for _ in range(2):
        assert match.seating is not None
        match = match.after(finished(game, match.seating.index(1)), rng)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
