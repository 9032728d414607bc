"""Jarmo's Legendary and Jasyr: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_jarmo.py` explains how to read a picture and a turn.
"""

from __future__ import annotations

import itertools

import pytest
from drawn_jarmo import (
    BLUE,
    DRAW,
    GREEN,
    GREEN_WINS,
    JARMO,
    JASYR,
    LEGENDARY,
    LINES,
    POINTS,
    THERE_AND_BACK,
    clause_against,
    destinations,
    drawn,
    ending,
    hands_of,
    line,
    play,
    stacks_of,
    turns,
)

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
    # No soldier moves back into a camp, so no soldier there is captured.
    for source, target in itertools.product(POINTS, POINTS):
        if source[1] in "234" and target[1] == "1" and target in LINES[source].split():
            stacks = {source: "g", target: "b", "a5": "b", "a1" if target == "b1" else "b1": "g"}
            there = JASYR.position(line(JASYR, stacks))
            assert clause_against(there, f"{source}-{target}") == "JA-42"
