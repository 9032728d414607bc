"""Jarmo's board, moves, captures and camps: the clauses on drawn boards, written from the rules alone.

The docstring of `drawn_jarmo.py` explains how to read a picture and a turn.
"""

from __future__ import annotations

import pytest
from drawn_jarmo import (
    BLUE,
    CAMPS,
    DRAW,
    ENTERING,
    GREEN,
    JARMO,
    JASYR,
    LEGENDARY,
    LINES,
    POINTS,
    clause_against,
    destinations,
    drawn,
    ending,
    hands_of,
    line,
    play,
    read,
    stacks_of,
    turns,
)

import naadam


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
    assert clause_against(drawing.state, "a1-b3") == "JA-3"  # a1 is empty


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
