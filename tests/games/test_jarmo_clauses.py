"""The clauses of Jarmo, one after the other, each shown on drawn boards (written from the rules alone).

How to read a picture and a turn is told at the top of `drawn_jarmo.py`: g and b are archers, G and B guards, a star
makes a soldier golden, `.` is empty, and `x` a point to which the soldier named below the picture may go. Green plays
upward.
"""

from __future__ import annotations

import itertools
import random
import re
from importlib import resources
from pathlib import Path

import pytest
from drawn_jarmo import (
    BLUE,
    CAMPS,
    CAMPS_JASYR,
    CAMPS_LEGENDARY,
    GOLDEN,
    GOLDEN_CAMPS,
    GOLDEN_JASYR,
    GOLDEN_LEGENDARY,
    GREEN,
    JARMO,
    JASYR,
    LEGENDARY,
    POINTS,
    clause_against,
    destinations,
    drawn,
    ending,
    hands_of,
    line,
    markers_of,
    play,
    read,
    stacks_of,
    turns,
)

import naadam

GREEN_WINS, BLUE_WINS, DRAW = (GREEN,), (BLUE,), (GREEN, BLUE)

LINES = {
    "a1": "b3 c2",
    "b1": "a3 d2",
    "c1": "a2 d3 e2",
    "d1": "b2 c3",
    "e1": "c2 d3",
    "a2": "c1 c3",
    "b2": "b3 c2 c4 d1",
    "c2": "a1 b2 d2 e1 e3",
    "d2": "b1 b3 c2 d3",
    "e2": "c1 d4",
    "a3": "b1 b5",
    "b3": "a1 a5 b2 b4 c5 d2",
    "c3": "a2 a4 d1 e4",
    "d3": "b4 c1 d2 d4 e1 e5",
    "e3": "c2 d5",
    "a4": "c3 c5",
    "b4": "b3 c4 d3 d5",
    "c4": "a5 b2 b4 d4 e5",
    "d4": "b5 c4 d3 e2",
    "e4": "c3 c5",
    "a5": "b3 c4",
    "b5": "a3 d4",
    "c5": "a4 b3 e4",
    "d5": "b4 e3",
    "e5": "c4 d3",
}


def alone(game: naadam.Game, source: str, player: int) -> naadam.State:
    """A state with one soldier of a player on a point, and one of the other in its own camp."""
    enemy_camp = ["e5", "d5"] if player == GREEN else ["e1", "d1"]
    enemy = next(point for point in enemy_camp if point != source and point not in LINES[source])
    return game.position(line(game, {source: "gb"[player], enemy: "bg"[player]}, player))


# --- JA-1 to JA-4: the board, the set-up, the turns, moving and capturing ---


@pytest.mark.rule("JA-1")
@pytest.mark.parametrize("source", POINTS)
def test_a_soldier_moves_along_the_solid_lines(source: str) -> None:
    players = {"1": [GREEN], "5": [BLUE]}.get(source[1], [GREEN, BLUE])
    for player in players:
        assert destinations(alone(JARMO, source, player), source) == set(LINES[source].split())


@pytest.mark.rule("JA-1")
def test_there_are_38_lines_and_25_points() -> None:
    lines = {frozenset((source, target)) for source, targets in LINES.items() for target in targets.split()}
    assert len(lines) == 38
    assert sorted(LINES) == sorted(POINTS)


@pytest.mark.rule("JA-2")
def test_each_player_starts_with_five_archers_on_the_camp_row() -> None:
    stacks, _ = read("""
        5  b b b b b
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  g g g g g
           a b c d e
    """)
    for game in (JARMO, LEGENDARY, JASYR, CAMPS):
        assert stacks_of(game.start()) == stacks
        assert hands_of(game.start()) == (0, 0)
        assert game.start() == game.position(line(game, stacks))


@pytest.mark.rule("JA-3")
def test_green_moves_first_and_then_the_players_alternate() -> None:
    state = JARMO.start()
    seats = []
    for turn in ("a1-b3", "e5-d3", "d1-b2", "d5-e3"):
        seats.append(state.turn)
        state = play(state, turn)
    assert seats == [GREEN, BLUE, GREEN, BLUE]


@pytest.mark.rule("JA-3")
def test_a_soldier_moves_along_a_line_to_a_point_without_an_own_soldier() -> None:
    drawing = drawn("""
        5  . . . . b
        4  . . . . .
        3  . . . . x
        2  . x g g .
        1  x . . . g
           a b c d e
    """)
    assert destinations(drawing.state, "c2") == drawing.marked  # back to its camp too, not to d2 and e1
    assert clause_against(drawing.state, "c2-d2") == "JA-3"
    assert clause_against(drawing.state, "c2-e1") == "JA-3"
    assert clause_against(drawing.state, "c2-c3") == "JA-3"  # no line
    assert clause_against(drawing.state, "d2-d3") is None
    assert clause_against(drawing.state, "e5-d3") == "JA-3"  # blue's
    assert clause_against(drawing.state, "a1-b3") == "JA-3"  # nobody is there


@pytest.mark.rule("JA-3")
def test_a_turn_cannot_be_passed_by_who_can_move() -> None:
    for game in (JARMO, LEGENDARY, JASYR):
        assert clause_against(game.start(), "pass") in ("JA-3", "JA-9")
        assert all("pass" not in turn for turn in turns(game.start()))


@pytest.mark.rule("JA-4")
def test_moving_onto_an_enemy_captures_it_and_is_never_compulsory() -> None:
    drawing = drawn("""
        5  . . . b .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """)
    assert destinations(drawing.state, "b3") == {"a5", "b2", "b4", "c5", "d2"}
    after = play(drawing.state, "b3-b4")
    assert set(stacks_of(after)) == {"a1", "b4", "d5"}
    assert "a1-c2" in turns(drawing.state)


# --- JA-5 to JA-8: archers and guards, the enemy camp, recovery ---


@pytest.mark.rule("JA-5")
def test_an_archer_that_captures_in_the_field_becomes_a_guard() -> None:
    state = drawn("""
        5  . . . b .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "G"
    assert stacks_of(play(state, "b3-b2"))["b2"] == "g"  # without a capture it stays an archer


@pytest.mark.rule("JA-5")
def test_an_archer_that_captures_in_its_own_camp_becomes_a_guard() -> None:
    state = drawn("""
        5  . . . b .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  b . . . g
           a b c d e
    """).state
    assert stacks_of(play(state, "b3-a1"))["a1"] == "G"


@pytest.mark.rule("JA-5")
def test_a_guard_that_captures_stays_a_guard() -> None:
    state = drawn("""
        5  . . . b .
        4  . B . . .
        3  . G . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "G"


@pytest.mark.rule("JA-6")
def test_an_archer_that_captures_on_entering_the_enemy_camp_stays_an_archer() -> None:
    state = drawn("""
        5  b . . b .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """).state
    after = play(state, "b3-a5")
    assert stacks_of(after)["a5"] == "g"
    assert stacks_of(play(state, "b3-c5"))["c5"] == "g"  # nor does it change without a capture


@pytest.mark.rule("JA-6")
def test_a_soldier_in_the_enemy_camp_no_longer_moves_but_can_be_captured() -> None:
    state = drawn("""
        5  g . . b .
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """).state
    assert destinations(state, "a5") == set()
    assert clause_against(state, "a5-b3") == "JA-6"
    blue = drawn(
        """
        5  g . . b .
        4  . . b . .
        3  . . . . .
        2  . . . . .
        1  g . . . .
           a b c d e
        """,
        BLUE,
    ).state
    assert stacks_of(play(blue, "c4-a5"))["a5"] == "B"  # in its own camp, so it becomes a guard (JA-5)


ENTERING = """
        5  b . . b .
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  g . g . .
           a b c d e
"""


@pytest.mark.rule("JA-7")
@pytest.mark.parametrize("target", ["c5", "a5"])
def test_a_guard_that_enters_becomes_an_archer_and_may_recover_a_soldier(target: str) -> None:
    state = drawn(ENTERING).state  # two green soldiers have been captured
    found = {turn: after for turn, after in turns(state).items() if turn.startswith(f"b3-{target}")}
    assert set(found) == {
        f"b3-{target} recover=none",
        f"b3-{target} recover=kept",
        f"b3-{target} recover=b1",
        f"b3-{target} recover=d1",
        f"b3-{target} recover=e1",
    }
    for after in found.values():
        assert stacks_of(after)[target] == "g"
        assert after.turn == BLUE
    assert stacks_of(found[f"b3-{target} recover=d1"])["d1"] == "g"
    assert hands_of(found[f"b3-{target} recover=d1"]) == (0, 0)
    assert hands_of(found[f"b3-{target} recover=kept"]) == (1, 0)
    assert hands_of(found[f"b3-{target} recover=none"]) == (0, 0)


@pytest.mark.rule("JA-7")
def test_without_a_captured_soldier_there_is_nothing_to_recover() -> None:
    state = drawn("""
        5  b . . b .
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  g g g g .
           a b c d e
    """).state
    after = play(state, "b3-c5")
    assert after.turn == BLUE
    assert stacks_of(after)["c5"] == "g"


@pytest.mark.rule("JA-7")
def test_an_archer_that_enters_recovers_nothing() -> None:
    state = drawn(ENTERING.replace("G", "g")).state
    assert play(state, "b3-c5").turn == BLUE


@pytest.mark.rule("JA-7")
def test_blue_recovers_into_its_own_camp() -> None:
    state = drawn(
        """
        5  b . . b .
        4  . . . . .
        3  . B . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        BLUE,
    ).state
    found = {turn.split()[1] for turn in turns(state) if turn.startswith("b3-a1")}
    assert found == {"recover=none", "recover=kept", "recover=b5", "recover=c5", "recover=e5"}


@pytest.mark.rule("JA-8")
def test_a_soldier_is_put_on_a_point_of_the_own_camp_without_any_soldier() -> None:
    state = drawn(
        """
        5  . . . b .
        4  . . . . .
        3  . . . . .
        2  . . . . g
        1  g b . b .
           a b c d e
    """,
        hand=(1, 0),
    ).state
    assert {turn for turn in turns(state) if turn.startswith("put")} == {"put=c1", "put=e1"}
    after = play(state, "put=c1")
    assert stacks_of(after)["c1"] == "g"
    assert hands_of(after) == (0, 0)
    assert after.turn == BLUE  # in place of that turn's move
    assert clause_against(state, "put=a1") == "JA-8"
    assert clause_against(state, "put=b1") == "JA-8"
    assert clause_against(state, "put=c2") == "JA-8"
    assert clause_against(state, "put=a5") == "JA-8"


@pytest.mark.rule("JA-8")
def test_a_soldier_is_put_down_from_the_hand_only() -> None:
    state = drawn(
        """
        5  . . . b .
        4  . . . . .
        3  . . . . .
        2  . . . . g
        1  g . . . .
           a b c d e
    """,
        hand=(0, 1),
    ).state
    assert clause_against(state, "put=c1") == "JA-8"
    assert all(not turn.startswith("put") for turn in turns(state))


@pytest.mark.rule("JA-8")
def test_several_are_held_and_one_is_put_down_a_turn() -> None:
    state = drawn(
        """
        5  . . . b .
        4  . . . . .
        3  . . . . .
        2  . . . . g
        1  g . . . .
           a b c d e
    """,
        hand=(3, 0),
    ).state
    state = play(state, "put=c1", "d5-e3", "put=d1")
    assert hands_of(state) == (1, 0)
    assert stacks_of(state).keys() == {"a1", "c1", "d1", "e2", "e3"}


@pytest.mark.rule("JA-8")
def test_for_want_of_a_point_a_recovered_soldier_is_kept() -> None:
    state = drawn("""
        5  b . . . .
        4  . . . . .
        3  . G . . .
        2  . . . b .
        1  g b g b b
           a b c d e
    """).state
    assert {turn for turn in turns(state) if turn.startswith("b3-c5")} == {
        "b3-c5 recover=kept",
        "b3-c5 recover=none",
    }


# --- JA-9: nothing to do ---

ONLY_A_HAND = """
        5  g . . . b
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  . b . . .
           a b c d e
"""


@pytest.mark.rule("JA-9")
def test_who_can_only_deploy_must() -> None:
    state = drawn(ONLY_A_HAND, game=LEGENDARY, hand=(1, 0)).state
    assert set(turns(state)) == {"put=a1", "put=c1", "put=d1", "put=e1"}
    assert clause_against(state, "pass") in ("JA-3", "JA-9")


@pytest.mark.rule("JA-9")
def test_who_can_do_nothing_passes() -> None:
    state = drawn(ONLY_A_HAND, game=LEGENDARY).state
    assert set(turns(state)) == {"pass"}
    after = play(state, "pass")
    assert ending(after) is None
    assert after.turn == BLUE
    assert stacks_of(after) == stacks_of(state)


@pytest.mark.rule("JA-9")
def test_if_neither_player_can_act_the_game_ends() -> None:
    # Jasyr: from e3 a soldier goes only forward, to d5, where an own one stands; so does blue's, from a2 to c1.
    state = drawn(
        """
        5  . . . g .
        4  . . . . .
        3  . . . . x
        2  b . g . .
        1  . . b . .
           a b c d e
        """,
        game=JASYR,
    ).state
    assert ending(play(state, "c2-b2")) is None
    assert set(turns(play(state, "c2-b2"))) == {"pass"}
    assert ending(play(state, "c2-e3")) == ("JA-9", DRAW)


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


THERE_AND_BACK = ("a1-c2", "e5-c4", "c2-a1", "c4-e5")


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
    # Turns that are written alike are alike, and what is written is read back, along a random game.
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


# --- JA-30 to JA-33: Legendary ---


@pytest.mark.rule("JA-30")
def test_legendary_who_brings_the_last_soldier_in_wins_without_points() -> None:
    state = drawn(
        """
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  b b . b .
           a b c d e
        """,
        game=LEGENDARY,
    ).state
    assert ending(play(state, "b3-b4")) is None
    assert ending(play(state, "b3-c5")) == ("JA-30", GREEN_WINS)


@pytest.mark.rule("JA-30")
def test_legendary_soldiers_in_hand_do_not_count() -> None:
    state = drawn(
        """
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  . . . . .
           a b c d e
        """,
        game=LEGENDARY,
        hand=(2, 0),
    ).state
    assert ending(play(state, "b3-c5")) == ("JA-30", GREEN_WINS)


@pytest.mark.rule("JA-30")
def test_legendary_a_player_whose_last_soldier_outside_is_captured_has_not_won() -> None:
    state = drawn(
        """
        5  g . . b .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
        """,
        BLUE,
        LEGENDARY,
    ).state
    after = play(state, "b4-b3")
    assert ending(after) is None
    assert after.turn == GREEN
    assert set(turns(after)) == {"pass"}
    with_hand = drawn(
        """
        5  g . . b .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . . . . .
           a b c d e
        """,
        BLUE,
        LEGENDARY,
        hand=(1, 0),
    ).state
    assert "put=c1" in turns(play(with_hand, "b4-b3"))


@pytest.mark.rule("JA-31")
def test_legendary_soldiers_in_the_enemy_camp_are_not_captured() -> None:
    drawing = drawn(
        """
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . x . x .
        1  b . . . .
           a b c d e
        """,
        game=LEGENDARY,
    )
    assert destinations(drawing.state, "b3") == drawing.marked | {"b4", "c5"}  # neither a1 nor, its own, a5
    assert clause_against(drawing.state, "b3-a1") == "JA-31"
    assert clause_against(drawing.state, "b3-a5") == "JA-3"


@pytest.mark.rule("JA-31")
def test_legendary_soldiers_in_their_own_camp_are_captured() -> None:
    state = drawn(
        """
        5  b . . b .
        4  . . . . .
        3  . g . . .
        2  . . . . .
        1  g . . . .
           a b c d e
        """,
        game=LEGENDARY,
    ).state
    assert stacks_of(play(state, "b3-a5"))["a5"] == "g"


GUARD_INSIDE = """
        5  G . . b .
        4  . . . . .
        3  . . . . .
        2  . g . . .
        1  g g . . .
           a b c d e
"""


@pytest.mark.rule("JA-32")
def test_legendary_a_guard_stays_one_on_entering() -> None:
    state = drawn(
        """
        5  . . . b .
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  g g . . .
           a b c d e
        """,
        game=LEGENDARY,
    ).state
    after = play(state, "b3-a5")
    assert after.turn == BLUE  # nothing is recovered yet
    assert stacks_of(after)["a5"] == "G"


@pytest.mark.rule("JA-32")
def test_legendary_a_guard_inside_is_turned_over_to_recover_a_soldier() -> None:
    state = drawn(GUARD_INSIDE, game=LEGENDARY).state
    found = {turn: after for turn, after in turns(state).items() if turn.startswith("turn")}
    assert set(found) == {f"turn=a5 recover={choice}" for choice in ("kept", "c1", "d1", "e1")}
    for after in found.values():
        assert stacks_of(after)["a5"] == "g"
        assert after.turn == BLUE
    assert hands_of(found["turn=a5 recover=kept"]) == (1, 0)
    assert stacks_of(found["turn=a5 recover=d1"])["d1"] == "g"
    assert ending(found["turn=a5 recover=kept"]) is None


@pytest.mark.rule("JA-32")
def test_legendary_what_cannot_be_turned_over() -> None:
    state = drawn(GUARD_INSIDE.replace("G", "g"), game=LEGENDARY).state
    assert clause_against(state, "turn=a5") == "JA-32"  # an archer
    nobody_captured = """
        5  G . . b .
        4  . . . . .
        3  . G . . .
        2  . g . . .
        1  g g . . .
           a b c d e
    """
    state = drawn(nobody_captured, game=LEGENDARY).state
    assert clause_against(state, "turn=a5") == "JA-32"
    assert clause_against(state, "turn=b3") == "JA-32"  # not in the enemy camp
    main = drawn(GUARD_INSIDE.replace("G", "g")).state
    assert clause_against(main, "turn=a5") in ("JA-7", "JA-32")  # not in the main game
    in_hand = drawn(GUARD_INSIDE, game=LEGENDARY, hand=(1, 0)).state
    assert clause_against(in_hand, "turn=a5") == "JA-32"  # the fifth is in hand, not captured


@pytest.mark.rule("JA-32")
def test_legendary_turning_over_is_no_move_that_wins() -> None:
    state = drawn(
        """
        5  G . . b .
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  . . . . .
           a b c d e
        """,
        game=LEGENDARY,
    ).state
    after = play(state, "turn=a5 recover=kept")
    assert ending(after) is None


@pytest.mark.rule("JA-33")
def test_legendary_a_player_all_of_whose_soldiers_are_captured_loses() -> None:
    picture = """
        5  . . . . .
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  g . . . .
           a b c d e
    """
    for game in (LEGENDARY, JASYR):
        clause, winners = ending(play(drawn(picture, game=game).state, "b3-b4")) or ("", ())
        assert clause in ("JA-11", "JA-33")
        assert winners == GREEN_WINS
        assert ending(play(drawn(picture, game=game, hand=(0, 1)).state, "b3-b4")) is None


@pytest.mark.rule("JA-33")
def test_legendary_back_and_forth_is_a_draw() -> None:
    extra = """
        5  b . . . b
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  g g g g .
           a b c d e
    """
    state = drawn(extra, game=LEGENDARY).state
    assert ending(play(state, *THERE_AND_BACK, *THERE_AND_BACK)) == ("JA-12", DRAW)
    assert ending(play(drawn(extra).state, *THERE_AND_BACK, *THERE_AND_BACK)) == ("JA-12", GREEN_WINS)


# --- JA-40 to JA-45: Jasyr ---


@pytest.mark.rule("JA-40")
def test_jasyr_who_brings_the_last_soldier_in_wins() -> None:
    state = drawn(
        """
        5  g . . b .
        4  . . . . .
        3  . g . . .
        2  . . . b .
        1  b b . b .
           a b c d e
        """,
        game=JASYR,
    ).state
    clause, winners = ending(play(state, "b3-c5")) or ("", ())
    assert clause in ("JA-30", "JA-40")
    assert winners == GREEN_WINS


@pytest.mark.rule("JA-41")
def test_jasyr_the_dotted_line_joins_b3_and_c3() -> None:
    picture = """
        5  b . . . b
        4  . . . . .
        3  . g x . .
        2  . . . . .
        1  g g g g .
           a b c d e
    """
    assert "c3" in destinations(drawn(picture, game=JASYR).state, "b3")
    for game in (JARMO, LEGENDARY):
        assert clause_against(drawn(picture, game=game).state, "b3-c3") in ("JA-3", "JA-41")
    back = play(drawn(picture, game=JASYR).state, "b3-c3", "e5-d3")
    assert clause_against(back, "c3-b3") is None


@pytest.mark.rule("JA-42")
def test_jasyr_soldiers_never_move_backward() -> None:
    drawing = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . . . . x
        2  . x g x .
        1  . g . g .
           a b c d e
        """,
        game=JASYR,
    )
    assert destinations(drawing.state, "c2") == drawing.marked
    assert clause_against(drawing.state, "c2-a1") == "JA-42"
    assert clause_against(drawing.state, "c2-e1") == "JA-42"
    blue = drawn(
        """
        5  b . . . .
        4  . x b x .
        3  . . . . .
        2  . x . . .
        1  . g . g .
           a b c d e
        """,
        BLUE,
        JASYR,
    )
    assert destinations(blue.state, "c4") == blue.marked
    assert clause_against(blue.state, "c4-e5") == "JA-42"


@pytest.mark.rule("JA-43")
def test_jasyr_a_captured_archer_is_out_of_the_game() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . b . . .
        3  . g . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        game=JASYR,
    ).state
    after = play(state, "b3-b4")
    assert stacks_of(after)["b4"] == "G"
    assert hands_of(after) == (0, 0)
    assert all(turn[2] == "-" for turn in turns(after))


@pytest.mark.rule("JA-43")
def test_jasyr_a_captured_guard_goes_back_to_its_owner() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . B . . .
        3  . g . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        game=JASYR,
    ).state
    after = play(state, "b3-b4")
    assert hands_of(after) == (0, 1)
    assert {turn for turn in turns(after) if turn.startswith("put")} == {"put=b5", "put=c5", "put=d5"}
    later = play(after, "put=c5")
    assert stacks_of(later)["c5"] == "b"
    assert later.turn == GREEN  # a whole turn


@pytest.mark.rule("JA-44")
def test_jasyr_guards_that_enter_recover_nothing() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . G . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        game=JASYR,
    ).state
    after = play(state, "b3-c5")
    assert after.turn == BLUE
    assert hands_of(after) == (0, 0)


@pytest.mark.rule("JA-45")
def test_jasyr_a_soldier_whose_ways_are_all_taken_by_own_ones_is_stuck() -> None:
    state = drawn(
        """
        5  . . . g .
        4  . . . . .
        3  . . . . g
        2  . b . . .
        1  b . . . b
           a b c d e
        """,
        game=JASYR,
    ).state
    assert set(turns(state)) == {"pass"}
    after = play(state, "pass")
    assert ending(after) is None
    # Nothing moves back into a camp, so that nobody there is captured.
    for source, target in itertools.product(POINTS, POINTS):
        if source[1] in "234" and target[1] == "1" and target in LINES[source].split():
            stacks = {source: "g", target: "b", "a5": "b", "a1" if target == "b1" else "b1": "g"}
            there = JASYR.position(line(JASYR, stacks))
            assert clause_against(there, f"{source}-{target}") == "JA-42"


# --- JA-50 to JA-59: golden soldiers ---


@pytest.mark.rule("JA-50")
def test_the_soldier_in_the_own_right_hand_corner_is_golden_and_a_guard() -> None:
    stacks, _ = read("""
        5  B* b b b b
        4  . . . . .
        3  . . . . .
        2  . . . . .
        1  g g g g G*
           a b c d e
    """)
    for game in (GOLDEN, GOLDEN_LEGENDARY, GOLDEN_JASYR, GOLDEN_CAMPS):
        assert stacks_of(game.start()) == stacks


@pytest.mark.rule("JA-51")
def test_a_golden_archer_is_never_promoted_again() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . b . . .
        3  . g* . . .
        2  . . . . .
        1  . g . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "g*"


@pytest.mark.rule("JA-51")
def test_a_golden_archer_that_is_captured_is_out_of_the_game_for_good() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . b . . .
        3  . g* . . .
        2  . . g G .
        1  g . . g .
           a b c d e
        """,
        BLUE,
        GOLDEN,
    ).state
    after = play(state, "b4-b3")
    assert stacks_of(after)["b3"] == "B"
    # Blue's guard on b3 is taken in turn. The guard enters later and has nothing to recover.
    later = play(after, "d2-d3", "b3-b4", "d3-e5")
    assert later.turn == BLUE
    assert stacks_of(later)["e5"] == "g"


@pytest.mark.rule("JA-51")
def test_a_golden_guard_that_enters_becomes_an_archer_for_good() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . . . . .
        3  . G* . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    found = {turn for turn in turns(state) if turn.startswith("b3-c5")}
    assert found == {f"b3-c5 recover={choice}" for choice in ("none", "kept", "b1", "c1", "e1")}
    assert stacks_of(play(state, "b3-c5 recover=none"))["c5"] == "g*"


TAKEN = """
        5  . b . . b
        4  . B* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
"""


@pytest.mark.rule("JA-52")
def test_a_captured_golden_guard_stays_as_a_hostage_under_the_soldier_that_took_it() -> None:
    after = play(drawn(TAKEN, game=GOLDEN).state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert hands_of(after) == (0, 0)
    assert destinations(after, "b4") == set()  # a hostage cannot move
    assert clause_against(after, "b4-c4") == "JA-52"


@pytest.mark.rule("JA-52")
def test_a_hostage_does_not_score() -> None:
    state = drawn(
        """
        5  . g . . b
        4  . G/b* . . .
        3  . g . . .
        2  . . . . b
        1  . . . . .
           a b c d e
        """,
        BLUE,
        GOLDEN,
        quiet=199,
    ).state
    after = play(state, "e2-d4")
    assert ending(after) == ("JA-14", GREEN_WINS)
    assert points(after) == (4, 2)


@pytest.mark.rule("JA-53")
def test_a_hostage_is_rescued_by_who_captures_the_soldier_on_top() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* b . .
        3  . . . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        BLUE,
        GOLDEN,
    ).state
    after = play(state, "c4-b4")
    assert stacks_of(after)["b4"] == "B/b*"  # captured normally, outside green's camp: a guard now
    later = play(after, "d1-b2")
    assert destinations(later, "b4") == {"b3", "c4", "d3", "d5"}
    left = play(later, "b4-c4", "a1-b3")
    assert stacks_of(left)["b4"] == "b*"
    assert "b4-b3" in turns(left)  # it may move once the other has left


@pytest.mark.rule("JA-53")
def test_if_the_rescuer_is_captured_in_place_the_golden_soldier_is_a_hostage_again() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B/b* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert destinations(after, "b4") == set()


@pytest.mark.rule("JA-54")
def test_when_the_enemy_on_top_leaves_the_hostage_is_free_again() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* . . .
        3  . . . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b4-b3")
    assert stacks_of(after)["b3"] == "G"
    assert stacks_of(after)["b4"] == "b*"
    assert destinations(after, "b4") == {"b3", "c4", "d3", "d5"}


@pytest.mark.rule("JA-55")
def test_of_a_stack_only_the_top_soldier_counts_for_moving_and_blocking() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . G/b* b . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert clause_against(state, "b3-b4") == "JA-3"  # an own soldier is on top
    assert clause_against(state, "b4-c4") is None
    assert clause_against(play(state, "a1-c2"), "c4-b4") is None  # for blue it is an enemy, with an own one below


@pytest.mark.rule("JA-56")
def test_a_golden_guard_captured_on_top_of_a_stack_stays_in_it() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B*/g* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*/g*"  # green's golden one is rescued, blue's a hostage
    later = play(after, "b5-a3", "b4-b3")
    assert stacks_of(later)["b4"] == "b*/g*"  # blue's is free, green's a hostage under it
    assert "b4-c4" in turns(later)
    free = play(later, "b4-c4")
    assert stacks_of(free)["b4"] == "g*"


@pytest.mark.rule("JA-56")
def test_a_golden_archer_captured_on_top_of_a_stack_is_out() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . b*/g* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    assert stacks_of(play(state, "b3-b4"))["b4"] == "G/g*"


@pytest.mark.rule("JA-57")
def test_a_player_with_nothing_but_a_hostage_has_lost_all_soldiers() -> None:
    picture = """
        5  . . . . .
        4  . B* . . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
    """
    for game in (GOLDEN, GOLDEN_LEGENDARY, GOLDEN_JASYR):
        clause, winners = ending(play(drawn(picture, game=game).state, "b3-b4")) or ("", ())
        assert clause in ("JA-11", "JA-33")
        assert winners == GREEN_WINS


@pytest.mark.rule("JA-57")
def test_a_hostage_outside_does_not_keep_the_others_from_being_all_inside() -> None:
    picture = """
        5  . g . . b
        4  . B/g* . . .
        3  . g . . .
        2  . . . . .
        1  b . . . .
           a b c d e
    """
    after = play(drawn(picture, game=GOLDEN).state, "b3-c5")
    assert ending(after) == ("JA-10", GREEN_WINS)
    assert points(after) == (4, 4)
    assert ending(play(drawn(picture, game=GOLDEN_LEGENDARY).state, "b3-c5")) == ("JA-30", GREEN_WINS)


@pytest.mark.rule("JA-57")
def test_a_rescued_soldier_counts_and_scores_on_its_point() -> None:
    state = drawn(
        """
        5  . g . . b
        4  . G/g* . . .
        3  . g . . .
        2  . . . . .
        1  b . . . .
           a b c d e
        """,
        game=GOLDEN,
        quiet=199,
    ).state
    after = play(state, "b3-b2")
    assert ending(after) == ("JA-14", GREEN_WINS)
    assert points(after) == (5, 3)  # 2 inside, three outside; blue 2 and 1


@pytest.mark.rule("JA-57")
def test_a_hostage_is_not_recovered() -> None:
    state = drawn(
        """
        5  . b . . b
        4  . B/g* . . .
        3  . . . . .
        2  . . . G .
        1  g g g . .
           a b c d e
        """,
        game=GOLDEN,
    ).state
    after = play(state, "d2-d3", "b5-a3", "d3-e5")
    assert after.turn == BLUE  # all five are on the board: nothing to recover


@pytest.mark.rule("JA-58")
def test_a_golden_guard_taken_in_its_own_camp_can_be_rescued_in_the_main_game_only() -> None:
    picture = """
        5  B* . . . b
        4  . . b . .
        3  . g . . .
        2  . . . . .
        1  g . . g .
           a b c d e
    """
    after = play(drawn(picture, game=GOLDEN).state, "b3-a5")
    assert stacks_of(after)["a5"] == "g/b*"
    rescued = play(after, "c4-a5")
    assert stacks_of(rescued)["a5"] == "B/b*"
    assert clause_against(play(rescued, "a1-c2"), "a5-c4") is None  # in its own camp it moves
    for game, clause in ((GOLDEN_LEGENDARY, "JA-31"), (GOLDEN_JASYR, "JA-42")):
        after = play(drawn(picture, game=game).state, "b3-a5")
        assert stacks_of(after)["a5"] == "g/b*"
        assert clause_against(after, "c4-a5") == clause


@pytest.mark.rule("JA-59")
def test_jasyr_a_captured_golden_guard_becomes_a_hostage() -> None:
    after = play(drawn(TAKEN, game=GOLDEN_JASYR).state, "b3-b4")
    assert stacks_of(after)["b4"] == "G/b*"
    assert hands_of(after) == (0, 0)
    assert all(not turn.startswith("put") for turn in turns(after))


# --- JA-60 to JA-64: remote camps ---

BOTH = """
        5  b . . . b
        4  . . . . .
        3  . g . . .
        2  . . . g .
        1  g . . . .
           a b c d e
"""


@pytest.mark.rule("JA-60")
def test_the_markers_lie_on_b3_and_d3() -> None:
    assert markers_of(CAMPS.start())
    assert {turn for turn in turns(drawn(BOTH, game=CAMPS).state) if "camps" in turn} == {
        f"d2-d3 camps={choice}" for choice in ("none", "b1", "c1", "d1", "e1")
    }
    assert all("camps" not in turn for turn in turns(drawn(BOTH).state))  # without the option there are none


@pytest.mark.rule("JA-60")
def test_they_lie_where_the_players_agree_on_two_points_of_ranks_2_to_4(tmp_path: Path) -> None:
    text = (resources.files("naadam.games.jarmo") / "boards" / "jarmo.toml").read_text()
    agreed = re.compile(r'^remote_camps = "[^"]*"', re.M)
    board = tmp_path / "agreed.toml"
    board.write_text(agreed.sub('remote_camps = "c2 a4"', text))
    game = naadam.load("jarmo", board=str(board), remote_camps=True)
    picture = """
        5  b . . . b
        4  g . . . .
        3  . . . . .
        2  . g . . .
        1  . . . . .
           a b c d e
    """
    assert {turn for turn in turns(drawn(picture, game=game).state) if "camps" in turn} == {
        f"b2-c2 camps={choice}" for choice in ("none", "a1", "b1", "c1", "d1", "e1")
    }
    for wrong in ("b3 b3", "b3", "b3 d1", "b5 d3", "b3 d3 c3", "b3 f3"):
        board.write_text(agreed.sub(f'remote_camps = "{wrong}"', text))
        with pytest.raises(naadam.BoardError):
            naadam.load("jarmo", board=str(board), remote_camps=True)


@pytest.mark.rule("JA-61")
def test_who_occupies_both_may_redeploy_one_soldier_and_the_markers_are_removed() -> None:
    state = drawn(BOTH, game=CAMPS).state
    after = play(state, "d2-d3 camps=c1")
    assert stacks_of(after)["c1"] == "g"
    assert not markers_of(after)
    assert after.turn == BLUE
    assert all("camps" not in turn for turn in turns(play(after, "a5-c4")))
    assert clause_against(state.apply("d2-d3"), "camps=a1") in ("JA-8", "JA-61")  # taken


@pytest.mark.rule("JA-61")
def test_if_none_is_redeployed_the_right_comes_again_at_the_end_of_each_own_turn() -> None:
    state = drawn(BOTH, game=CAMPS).state
    after = play(state, "d2-d3 camps=none")
    assert markers_of(after)
    later = play(after, "a5-c4")  # nothing for blue, who occupies neither
    assert "a1-c2 camps=a1" in turns(later)
    assert "d3-d2" in turns(later)  # left: no right
    assert markers_of(play(later, "a1-c2 camps=none"))


@pytest.mark.rule("JA-61")
def test_without_a_captured_soldier_or_a_free_point_there_is_no_right() -> None:
    all_on_board = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . g . . .
        2  . . . g .
        1  g g g . .
           a b c d e
        """,
        game=CAMPS,
    ).state
    assert play(all_on_board, "d2-d3").turn == BLUE
    no_point = drawn(
        """
        5  . . . . .
        4  . . . . .
        3  . g . . .
        2  . . b g .
        1  g b b b b
           a b c d e
        """,
        game=CAMPS,
    ).state
    assert play(no_point, "d2-d3").turn == BLUE


@pytest.mark.rule("JA-61")
def test_the_right_is_had_after_a_deployment_too() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . g . g .
        2  . . . . .
        1  g . . . .
           a b c d e
        """,
        game=CAMPS,
        hand=(1, 0),
    ).state
    assert {turn for turn in turns(state) if turn.startswith("put=b1")} == {
        f"put=b1 camps={choice}" for choice in ("none", "c1", "d1", "e1")
    }


@pytest.mark.rule("JA-62")
def test_no_player_ever_has_more_than_five_soldiers_on_the_board() -> None:
    rng = random.Random(62)
    for game, _ in itertools.product((CAMPS, GOLDEN_CAMPS, CAMPS_JASYR, CAMPS_LEGENDARY), range(3)):
        state = game.start()
        while state.outcome is None:
            state = state.apply(rng.choice(list(state.actions())))
            board = "".join(stacks_of(state).values()).lower()
            assert board.count("g") + hands_of(state)[0] <= 5
            assert board.count("b") + hands_of(state)[1] <= 5


@pytest.mark.rule("JA-63")
def test_a_soldier_captured_as_a_guard_comes_back_as_an_archer() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . b . . .
        3  . G . g .
        2  . . . g .
        1  g g . . .
           a b c d e
        """,
        BLUE,
        CAMPS,
    ).state
    after = play(state, "b4-b3", "d2-b3 camps=c1")
    assert stacks_of(after)["c1"] == "g"


@pytest.mark.rule("JA-63")
def test_neither_a_soldier_in_hand_nor_a_golden_one_is_redeployed() -> None:
    state = drawn(BOTH, game=CAMPS, hand=(2, 0)).state
    assert play(state, "d2-d3").turn == BLUE
    golden_out = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . g . . .
        2  . . . g .
        1  g g . . .
           a b c d e
        """,
        game=GOLDEN_CAMPS,
    ).state
    assert play(golden_out, "d2-d3").turn == BLUE  # the fifth was golden


@pytest.mark.rule("JA-63")
def test_jasyr_an_archer_lost_may_come_back_this_way() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . . . . .
        3  . g . . .
        2  . . . g .
        1  g . . . .
           a b c d e
        """,
        game=CAMPS_JASYR,
    ).state
    after = play(state, "d2-d3 camps=e1")
    assert stacks_of(after)["e1"] == "g"
    assert hands_of(after) == (0, 0)


@pytest.mark.rule("JA-64")
def test_markers_stop_nobody_and_are_nobodys_camp() -> None:
    state = drawn(
        """
        5  b . . . b
        4  . b . . .
        3  . g . . .
        2  . . . g .
        1  g . . . .
           a b c d e
        """,
        BLUE,
        CAMPS,
    ).state
    after = play(state, "b4-b3")
    assert stacks_of(after)["b3"] == "B"  # promoted by a capture on a marker
    later = play(after, "d2-b3")
    assert stacks_of(later)["b3"] == "G"
    assert destinations(play(later, "a5-c4"), "b3") == {"a5", "b2", "b4", "c5", "d2"}


def points(state: naadam.State) -> tuple[int, ...]:
    """The points of both players at the end of a game (JA-10)."""
    assert state.outcome is not None
    return tuple(int(score) for score in state.outcome.scores)
