"""Jarmo's remote camps: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_jarmo.py` explains how to read a picture and a turn.
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
    GOLDEN_CAMPS,
    clause_against,
    destinations,
    drawn,
    hands_of,
    markers_of,
    play,
    stacks_of,
    turns,
)

import naadam

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
