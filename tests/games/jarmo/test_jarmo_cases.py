"""The clauses of Jarmo, one after the other, each shown in a position or two.

Soldiers are A (archer) and G (guard), small letters for blue, `*` behind a golden one; `(aA)` is a stack from its top
down. How to read a move: `a1c2` and `a1xc2`, `+c1` puts a soldier down, `Tc5` turns a guard over.
"""

from __future__ import annotations

import itertools
import random

import pytest

import naadam
from naadam.core.compiling import plain
from naadam.games.jarmo.notation import Notation
from naadam.games.jarmo.rules import state as rules

GREEN, BLUE = 0, 1
JARMO = naadam.load("jarmo")
LEGENDARY = naadam.load("jarmo:variant=legendary")
JASYR = naadam.load("jarmo:variant=jasyr")
GOLDEN = naadam.load("jarmo:golden=true")
GOLDEN_LEGENDARY = naadam.load("jarmo:variant=legendary,golden=true")
GOLDEN_JASYR = naadam.load("jarmo:variant=jasyr,golden=true")
REMOTE = naadam.load("jarmo:remote_camps=true")

LINES = (
    "a1-b3 a1-c2 a2-c1 a2-c3 a3-b1 a3-b5 a4-c3 a4-c5 a5-b3 a5-c4 b1-d2 b2-b3 b2-c2 b2-c4 b2-d1 b3-b4 b3-c5 b3-d2 b4-c4 "
    "b4-d3 b4-d5 b5-d4 c1-d3 c1-e2 c2-d2 c2-e1 c2-e3 c3-d1 c3-e4 c4-d4 c4-e5 c5-e4 d2-d3 d3-d4 d3-e1 d3-e5 d4-e2 d5-e3"
)
POINTS = [file + rank for rank in "54321" for file in "abcde"]


def at(game: naadam.Game, soldiers: str, side: str = "G", more: str = "") -> naadam.State:
    """The position with these soldiers, as `b3:A c5:(aA)`; who is missing has been captured."""
    placed = dict(word.split(":") for word in soldiers.split())
    assert set(placed) <= set(POINTS)
    rows = ("".join(placed.get(file + rank, "1") for file in "abcde") for rank in "54321")
    board = "/".join(rows).replace("11111", "5").replace("1111", "4").replace("111", "3").replace("11", "2")
    return game.position(f"{board} {side} {more}".strip())


def moves(state: naadam.State) -> set[str]:
    return {str(action) for action in state.actions()}


def from_point(state: naadam.State, point: str) -> set[str]:
    """Where the soldier on a point may go."""
    return {move[-2:] for move in moves(state) if move.startswith(point)}


def play(state: naadam.State, line: str) -> naadam.State:
    for move in line.split():
        state = state.apply(move)
    return state


def stands(state: naadam.State, point: str) -> str:
    """The soldiers on a point, as letters."""
    notation = state.game.notation
    assert isinstance(notation, Notation)
    return notation.letters(state.record, notation.point_of[point])


def beside(state: naadam.State) -> tuple[list[int], list[int]]:
    """Soldiers in hand, and captured."""
    return state.record.hand.tolist(), state.record.captured.tolist()


def points(state: naadam.State) -> list[int]:
    """The points of each side as they stand."""
    return [int(plain(rules.points_of)(state.game.rulebook.tables, state.record, seat)) for seat in (GREEN, BLUE)]


def ending(state: naadam.State) -> tuple[str, tuple[int, ...], tuple[float, ...]] | None:
    outcome = state.outcome
    return None if outcome is None else (outcome.clause, outcome.winners, outcome.scores)


def clause_against(state: naadam.State, move: str) -> str | None:
    refusal = state.refusal(move)
    return None if refusal is None else refusal.clause


# --- the game ---


@pytest.mark.rule("JA-1")
def test_the_board_has_25_points_and_38_lines() -> None:
    walked = set()
    for point in POINTS:
        mover, other = ("G", "a") if point[1] != "5" else ("B", "A")
        for away in ("a3", "e3"):  # an enemy soldier, sometimes in the way
            if point != away:
                state = at(JARMO, f"{point}:{'A' if mover == 'G' else 'a'} {away}:{other}", mover)
                walked |= {frozenset((point, target)) for target in from_point(state, point)}
    assert walked == {frozenset(line.split("-")) for line in LINES.split()}
    assert len(walked) == 38
    stage = JARMO.face.stage()
    assert stage is not None
    assert len(stage.points) == 25


@pytest.mark.rule("JA-2")
def test_each_side_starts_with_five_archers_on_its_camp() -> None:
    assert JARMO.start().position == "aaaaa/5/5/5/AAAAA G 0-0 0-0 - - 0 - -"


@pytest.mark.rule("JA-3")
def test_green_begins_and_a_soldier_moves_along_a_line_also_backward_but_not_onto_its_own() -> None:
    start = JARMO.start()
    assert start.turn == GREEN
    assert from_point(start, "a1") == {"b3", "c2"}
    assert play(start, "a1b3").turn == BLUE
    assert from_point(play(start, "a1b3 a5c4"), "b3") == {"a1", "b2", "b4", "d2", "c5", "a5"}
    assert from_point(play(start, "a1c2 a5c4"), "e1") == {"d3"}
    assert clause_against(start, "pass") == "JA-9"
    assert clause_against(start, "a1a2") == clause_against(start, "a2c3") == "JA-3"


@pytest.mark.rule("JA-4")
def test_moving_onto_an_enemy_captures_it_and_nobody_has_to() -> None:
    state = at(JARMO, "b3:A b1:A b4:a d5:a")
    assert "b3xb4" in moves(state)
    assert "b3a1" in moves(state)
    assert beside(state.apply("b3xb4")) == ([0, 0], [3, 4])


@pytest.mark.rule("JA-5")
def test_a_capture_outside_the_captured_soldiers_camp_makes_a_guard_also_in_the_own_camp() -> None:
    assert stands(at(JARMO, "b3:A b1:A b4:a d5:a").apply("b3xb4"), "b4") == "G"
    assert stands(at(JARMO, "c2:A b1:A a1:a d5:a").apply("c2xa1"), "a1") == "G"
    assert stands(at(JARMO, "b3:G b1:A b4:a d5:a").apply("b3xb4"), "b4") == "G"


@pytest.mark.rule("JA-6")
def test_a_soldier_in_the_enemy_camp_cannot_move_but_be_captured_and_an_archer_stays_one() -> None:
    state = at(JARMO, "b4:A b1:A d5:a a4:a b3:a").apply("b4xd5")
    assert stands(state, "d5") == "A"
    assert clause_against(play(state, "b3b2"), "d5e3") == "JA-6"
    assert "c4xa5" in moves(at(JARMO, "a5:A b1:A c4:a d5:a", "B"))


@pytest.mark.rule("JA-7")
@pytest.mark.parametrize(("target", "move"), [("", "b4d5"), (" d5:a", "b4xd5")])
def test_a_guard_that_enters_becomes_an_archer_and_may_recover_a_soldier(target: str, move: str) -> None:
    state = at(JARMO, f"b4:G b1:A a3:a{target}").apply(move)
    assert stands(state, "d5") == "A"
    assert state.turn == GREEN
    assert moves(state) == {"+a1", "+c1", "+d1", "+e1", "keep", "none"}
    assert beside(state.apply("none"))[1][GREEN] == 3
    nobody_captured = at(JARMO, "b4:G b1:A c1:A d1:A e1:A a3:a").apply("b4d5")
    assert nobody_captured.turn == BLUE


@pytest.mark.rule("JA-8")
def test_a_recovered_soldier_is_put_down_at_once_or_kept_for_a_later_turn() -> None:
    state = at(JARMO, "b4:G b1:A d5:a a3:a c1:a").apply("b4xd5")
    assert "+c1" not in moves(state), "an enemy stands there"
    assert stands(state.apply("+d1"), "d1") == "A"
    kept = state.apply("keep")
    assert beside(kept) == ([1, 0], [2, 3])
    later = kept.apply("a3b5")
    assert {"+a1", "+d1", "+e1"} < moves(later)
    put = later.apply("+e1")
    assert stands(put, "e1") == "A"
    assert put.turn == BLUE
    full = at(JARMO, "b4:G a1:A b1:a c1:A d1:a e1:a a3:a").apply("b4d5")
    assert moves(full) == {"keep", "none"}


@pytest.mark.rule("JA-9")
def test_who_cannot_act_passes_who_can_only_deploy_must_and_nobody_acting_ends_the_game() -> None:
    stuck = at(JASYR, "e3:A d5:A c4:a d4:a")
    assert moves(stuck) == {"pass"}
    assert stuck.apply("pass").turn == BLUE
    holding = at(JASYR, "e3:A d5:A c4:a d4:a", more="1-0")
    assert moves(holding) == {"+a1", "+b1", "+c1", "+d1", "+e1"}
    over = at(JASYR, "e3:A d5:A a3:a d2:a", "B").apply("d2b1")
    assert ending(over) == ("JA-9", (GREEN, BLUE), (0.0, 0.0))


@pytest.mark.rule("JA-16")
def test_keeping_and_declining_are_for_soldiers_that_come_back() -> None:
    assert clause_against(JARMO.start(), "keep") == clause_against(JARMO.start(), "none") == "JA-16"
    state = at(JARMO, "b4:G b1:A d5:a a3:a").apply("b4xd5")
    assert [str(action) for action in state.actions()][-2:] == ["keep", "none"]


# --- the end ---


@pytest.mark.rule("JA-10")
def test_the_game_ends_when_all_soldiers_of_a_side_on_the_board_are_in_the_enemy_camp() -> None:
    state = at(JARMO, "a5:A b4:A b3:a c4:a d2:g", more="1-0").apply("b4d5")
    assert ending(state) == ("JA-10", (GREEN,), (4.0, 3.0))
    captured = at(JARMO, "a5:A b4:A b3:a d4:a", "B").apply("b3xb4")
    assert ending(captured) == ("JA-10", (GREEN,), (2.0, 2.0)), "for both sides, and JA-13 decides"


@pytest.mark.rule("JA-11")
def test_who_captures_all_enemies_wins_but_not_while_one_is_in_hand() -> None:
    position = "b3:A b4:a"
    assert ending(at(JARMO, position).apply("b3xb4")) == ("JA-11", (GREEN,), (1.0, 0.0))
    going_on = at(JARMO, position, more="0-1").apply("b3xb4")
    assert ending(going_on) is None
    assert moves(going_on) == {"+a5", "+b5", "+c5", "+d5", "+e5"}


@pytest.mark.rule("JA-12")
def test_both_going_back_and_forth_twice_ends_the_game() -> None:
    seven = play(JARMO.start(), "c1a2 c5e4 a2c1 e4c5 c1a2 c5e4 a2c1")
    assert ending(seven) is None
    assert ending(seven.apply("e4c5")) == ("JA-12", (GREEN, BLUE), (5.0, 5.0))
    broken = play(seven, "e4c3 c1a2 c3e4 a2c1 e4c3 c1a2")
    assert ending(broken) is None, "blue has gone back and forth only once between c3 and e4"
    assert ending(broken.apply("c3e4")) is not None
    other = play(JARMO.start(), "c1a2 c5e4 a2c3 e4c5 c3a2 c5e4 a2c1 e4c5")
    assert ending(other) is None, "one soldier, but not between the same two points"


@pytest.mark.rule("JA-12")
def test_a_capture_or_a_deployment_breaks_the_row() -> None:
    state = at(JARMO, "a2:A b1:A c5:a a5:a", more="1-0 2-3 c1a2*3 e4c5*3").apply("+e1")
    assert ending(play(state, "c5e4 a2c1 e4c5")) is None
    unbroken = at(JARMO, "a2:A b1:A c5:a a5:a", more="1-0 2-3 c1a2*3 e4c5*3")
    assert ending(play(unbroken, "a2c1 c5e4")) is not None


@pytest.mark.rule("JA-13")
@pytest.mark.parametrize(
    ("soldiers", "winners", "scores"),
    [
        ("b4:A a5:A b3:a d2:a e2:a", (GREEN,), (4.0, 3.0)),
        ("b4:A b3:a d2:a", (GREEN,), (2.0, 2.0)),
        ("b4:A e1:a d2:a e2:a", (BLUE,), (2.0, 4.0)),
        ("b4:A e1:a d2:a", (BLUE,), (2.0, 3.0)),
    ],
)
def test_points_decide_then_soldiers_in_the_enemy_camp(
    soldiers: str, winners: tuple[int, ...], scores: tuple[float, ...]
) -> None:
    state = at(JARMO, soldiers).apply("b4d5")
    assert ending(state) == ("JA-10", winners, scores)
    said = [(note.say, note.seat) for note in state.describe().notes]
    assert said == ([("more-arrived", *winners)] if scores[0] == scores[1] else []), "why, with equal points"


@pytest.mark.rule("JA-13")
def test_equal_points_and_equal_soldiers_in_the_camps_are_a_draw() -> None:
    state = at(JARMO, "a5:A d1:A b1:a a3:a c3:a", "B").apply("c3xd1")
    assert ending(state) == ("JA-10", (BLUE,), (2.0, 5.0))
    state = at(JARMO, "a5:A d1:A d4:A b1:a c3:a", "B").apply("c3xd1")
    assert ending(state) == ("JA-10", (BLUE,), (3.0, 4.0))
    state = at(JARMO, "a5:A b4:A b1:a d4:a", "G").apply("b4d5")
    assert ending(state) == ("JA-10", (GREEN,), (4.0, 3.0))
    state = at(JARMO, "a5:A b1:a b4:A b2:a", "B").apply("b2d1")
    assert ending(state) == ("JA-10", (BLUE,), (3.0, 4.0))
    assert ending(play(JARMO.start(), "c1a2 c5e4 a2c1 e4c5 c1a2 c5e4 a2c1 e4c5")) == ("JA-12", (GREEN, BLUE), (5, 5))


@pytest.mark.rule("JA-14")
@pytest.mark.parametrize(("game", "winners"), [(JARMO, (GREEN,)), (LEGENDARY, (0, 1)), (JASYR, (0, 1))])
def test_a_hundred_turns_each_without_progress_end_the_game(game: naadam.Game, winners: tuple[int, ...]) -> None:
    state = at(game, "b3:A b1:A e1:A d4:a d5:a", more="0-0 2-3 - - 199")
    quiet = state.apply("b3b4")
    assert quiet.outcome is not None
    assert (quiet.outcome.clause, quiet.outcome.winners) == ("JA-14", winners)
    arrival = state.apply("b3c5")
    assert arrival.outcome is None
    assert arrival.record.peace == 0


@pytest.mark.rule("JA-15")
def test_whose_last_soldier_enters_as_a_guard_plays_on_by_deploying_or_ends_the_game() -> None:
    state = at(JARMO, "b4:G a3:a d2:a").apply("b4d5")
    assert state.turn == GREEN
    assert ending(state.apply("+a1")) is None
    assert ending(state.apply("none")) == ("JA-10", (GREEN,), (2.0, 2.0))
    assert ending(state.apply("keep")) == ("JA-10", (GREEN,), (2.0, 2.0))
    last = at(JARMO, "b4:G b1:A d5:a").apply("b4xd5")
    assert last.turn == GREEN, "the recovery comes before the end"
    assert ending(last.apply("+a1")) == ("JA-11", (GREEN,), (4.0, 0.0))


@pytest.mark.rule("JA-20")
@pytest.mark.parametrize("games", [2, 4, 6])
def test_a_match_adds_points_with_sides_changed_after_each_game(games: int) -> None:
    rng = random.Random(games)
    match = JARMO.match(rng, games)
    state = at(JARMO, "a5:A b4:A b3:a c4:a d2:g").apply("b4d5")
    seatings = []
    for _ in range(games):
        assert match.seating is not None
        seatings.append(match.seating)
        assert state.outcome is not None
        match = match.after(state.outcome, rng)
    assert all(one == other[::-1] for one, other in itertools.pairwise(seatings))
    assert match.outcome is not None
    assert match.outcome.scores == (3.5 * games, 3.5 * games)
    assert match.outcome.winners == (0, 1)
    assert "neither side is ahead" in match.outcome.text()


@pytest.mark.rule("JA-20")
def test_more_points_win_a_match_though_each_has_won_a_game_and_in_legendary_games_count() -> None:
    rng = random.Random(1)
    narrow = at(JARMO, "a5:A b4:A b3:a c4:a d2:g").apply("b4d5").outcome  # green 4, blue 3
    broad = at(JARMO, "a5:A c5:A b4:A b3:a").apply("b4d5").outcome  # green 6, blue 1
    match = JARMO.match(rng)
    first = match.seating
    assert narrow is not None
    assert broad is not None
    assert first is not None
    match = match.after(narrow, rng).after(broad, rng)
    assert match.outcome is not None
    assert match.outcome.winners == (first[BLUE],), "5 points against 9"
    with pytest.raises(naadam.SpecError, match="a match of jarmo has 2 or 4 or 6 games, not 3"):
        JARMO.match(rng, 3)
    won = at(LEGENDARY, "b4:A d4:a").apply("b4d5").outcome
    assert won is not None
    legendary = LEGENDARY.match(rng)
    legendary = legendary.after(won, rng).after(won, rng)
    assert legendary.outcome is not None
    assert legendary.outcome.draw


# --- Legendary ---


@pytest.mark.rule("JA-30")
def test_in_legendary_the_move_that_brings_the_last_soldier_in_wins() -> None:
    assert ending(at(LEGENDARY, "a5:A b4:A b3:a c4:a", more="1-0").apply("b4d5")) == ("JA-30", (GREEN,), (1.0, -1.0))
    captured = at(LEGENDARY, "a5:A b4:A b3:a d4:a", "B", "1-0").apply("b3xb4")
    assert ending(captured) is None
    assert moves(captured) == {"+a1", "+b1", "+c1", "+d1", "+e1"}
    nobody_in_hand = at(LEGENDARY, "a5:A b4:A b3:a d4:a", "B").apply("b3xb4")
    assert moves(nobody_in_hand) == {"pass"}


@pytest.mark.rule("JA-31")
def test_in_legendary_nobody_moves_onto_a_soldier_in_its_enemys_camp() -> None:
    state = at(LEGENDARY, "a5:A b1:A c4:a d5:a", "B")
    assert "c4xa5" not in moves(state)
    assert clause_against(state, "c4a5") == "JA-31"


@pytest.mark.rule("JA-32")
def test_in_legendary_a_guard_stays_one_and_is_turned_over_later_to_recover_a_soldier() -> None:
    entered = at(LEGENDARY, "b4:G b1:A a3:a d2:a").apply("b4d5")
    assert stands(entered, "d5") == "G"
    assert entered.turn == BLUE
    state = entered.apply("d2c2")
    assert "Td5" in moves(state)
    turned = state.apply("Td5")
    assert stands(turned, "d5") == "A"
    assert moves(turned) == {"+a1", "+c1", "+d1", "+e1", "keep"}
    assert clause_against(turned, "none") == "JA-32"
    assert turned.apply("keep").turn == BLUE
    nobody_captured = at(LEGENDARY, "d5:G b1:A c1:A d1:A e1:A a3:a")
    assert clause_against(nobody_captured, "Td5") == "JA-32"


@pytest.mark.rule("JA-33")
def test_in_legendary_a_side_without_soldiers_loses_and_other_ends_are_draws() -> None:
    assert ending(at(LEGENDARY, "b3:A b4:a").apply("b3xb4")) == ("JA-11", (GREEN,), (1.0, -1.0))
    back_and_forth = play(LEGENDARY.start(), "c1a2 c5e4 a2c1 e4c5 c1a2 c5e4 a2c1 e4c5")
    assert ending(back_and_forth) == ("JA-12", (GREEN, BLUE), (0.0, 0.0))


# --- Jasyr ---


@pytest.mark.rule("JA-40")
def test_jasyr_is_won_by_the_last_soldier_that_enters() -> None:
    assert ending(at(JASYR, "a5:A b4:A b3:a c4:a").apply("b4d5")) == ("JA-30", (GREEN,), (1.0, -1.0))


@pytest.mark.rule("JA-41")
def test_in_jasyr_the_dotted_line_is_used() -> None:
    assert "b3c3" in moves(at(JASYR, "b3:A b1:A d4:a"))
    assert "c3b3" in moves(at(JASYR, "b1:A c3:a d4:a", "B"))
    assert clause_against(at(JARMO, "b3:A b1:A d4:a"), "b3c3") == "JA-41"


@pytest.mark.rule("JA-42")
def test_in_jasyr_nobody_moves_backward() -> None:
    state = at(JASYR, "b3:A b1:A d4:a")
    assert from_point(state, "b3") == {"c3", "b4", "c5", "a5"}
    assert clause_against(state, "b3b2") == "JA-42"
    assert from_point(at(JASYR, "b1:A d4:a e5:a", "B"), "d4") == {"c4", "d3", "e2"}


@pytest.mark.rule("JA-43")
def test_in_jasyr_a_captured_guard_goes_back_to_hand_and_an_archer_is_out() -> None:
    assert beside(at(JASYR, "b3:A b1:A b4:a d5:a").apply("b3xb4")) == ([0, 0], [3, 4])
    state = at(JASYR, "b3:A b1:A b4:g d5:a").apply("b3xb4")
    assert beside(state) == ([0, 1], [3, 3])
    assert stands(state.apply("+a5"), "a5") == "a"


@pytest.mark.rule("JA-44")
def test_in_jasyr_a_guard_that_enters_recovers_nothing() -> None:
    state = at(JASYR, "b4:G b1:A a3:a").apply("b4d5")
    assert state.turn == BLUE
    assert stands(state, "d5") == "A"  # it becomes an archer all the same
    assert ending(at(JASYR, "b3:A b4:a").apply("b3xb4")) == ("JA-11", (GREEN,), (1.0, -1.0))


@pytest.mark.rule("JA-7")
@pytest.mark.rule("JA-32")
def test_legendary_does_not_show_the_recovery_that_it_replaces() -> None:
    assert [game.rulebook.applies(7) for game in (JARMO, LEGENDARY, JASYR)] == [True, False, True]
    for language, words in (("en", "except in Jasyr (JA-42)"), ("fr", "sauf au Jasyr"), ("it", "tranne che in Jasyr")):
        assert words in JASYR.rulebook.texts.clause("JA-3", language)


@pytest.mark.rule("JA-45")
def test_in_jasyr_no_soldier_in_the_enemy_camp_can_be_captured_and_one_behind_it_is_stuck() -> None:
    for point in ("a5", "b5", "c5", "d5", "e5"):
        others = [f"{other}:a" for other in POINTS if other[1] in "34"]
        for four in (others[:4], others[4:8], others[6:10]):
            state = at(JASYR, " ".join([f"{point}:A", "b1:A", *four]), "B")
            assert not any(move.endswith(f"x{point}") for move in moves(state))
    assert "e3" not in {move[:2] for move in moves(at(JASYR, "e3:A d5:A b1:A d4:a"))}


# --- Heroes of Asia ---


@pytest.mark.rule("JA-50")
def test_the_soldiers_in_the_right_hand_corners_are_golden_guards() -> None:
    assert GOLDEN.start().position.split()[0] == "g*aaaa/5/5/5/AAAAG*"


@pytest.mark.rule("JA-51")
def test_a_golden_archer_is_never_promoted_and_captured_it_is_gone() -> None:
    state = at(GOLDEN, "b3:A* b1:A b4:a d5:a c2:a a5:a*")
    assert stands(state.apply("b3xb4"), "b4") == "A*"
    gone = play(state, "b3b2 c2xb2")
    assert beside(gone) == ([0, 0], [3, 1])
    assert gone.view(0).describe().counts["lost"] == (1, 0)


@pytest.mark.rule("JA-52")
def test_a_captured_golden_guard_is_a_hostage_under_its_captor() -> None:
    state = at(GOLDEN, "b3:G* b1:A b4:a a5:g*", "B").apply("b4xb3")
    assert stands(state, "b3") == "(gA)"
    assert beside(state) == ([0, 0], [3, 3])
    assert points(state) == [1, 2]
    assert from_point(state, "b3") == set()
    with pytest.raises(naadam.IllegalAction, match="JA-52"):
        state.apply("b3b2")


@pytest.mark.rule("JA-53")
def test_a_hostage_is_rescued_and_may_move_or_be_a_hostage_again() -> None:
    state = at(GOLDEN, "b3:(gA) b2:A b1:A b4:a a5:g*").apply("b2xb3")
    assert stands(state, "b3") == "(GA)"
    assert beside(state) == ([0, 0], [2, 3]), "green has three on the board, and the guard was captured"
    freed = play(state, "a5c4 b3d2")
    assert stands(freed, "b3") == "A*"
    assert {"b3a1", "b3b2"} <= moves(freed.apply("c4a5"))
    again = state.apply("b4xb3")
    assert stands(again, "b3") == "(gA)"
    assert beside(again)[0] == [0, 0]


@pytest.mark.rule("JA-54")
def test_a_hostage_is_free_when_its_captor_leaves() -> None:
    state = at(GOLDEN, "b3:(gA) b1:A b4:a a5:g*", "B").apply("b3b2")
    assert stands(state, "b3") == "A*"
    assert stands(state, "b2") == "g"
    assert "b3xb2" in moves(state)


@pytest.mark.rule("JA-55")
def test_of_a_stack_only_the_top_soldier_counts() -> None:
    state = at(GOLDEN, "b3:(GA) b2:A b4:a a5:g*")
    assert "b2b3" not in moves(state), "a soldier of its own holds the point"
    assert stands(state.apply("b3xb4"), "b4") == "G"
    pieces = [piece for piece in state.view(0).describe().pieces if piece.point == "b3"]
    assert [(piece.kind, piece.marks) for piece in pieces] == [("golden-archer", ("rescued",)), ("guard", ())]
    hostage = at(GOLDEN, "b3:(gA) b2:A b4:a a5:g*")
    assert "b2xb3" in moves(hostage)


@pytest.mark.rule("JA-56")
def test_both_golden_soldiers_lie_under_a_third_and_come_free_one_by_one() -> None:
    state = at(GOLDEN, "b3:(G*a) b1:A e1:A b4:a a3:a", "B").apply("b4xb3")
    assert stands(state, "b3") == "(gAa)"
    left = play(state, "e1c2 b3b2")
    assert stands(left, "b3") == "(A*a)", "green's lay directly below; blue's is still a hostage"
    assert stands(play(left, "b3d2"), "b3") == "a*"


@pytest.mark.rule("JA-57")
def test_a_hostage_counts_as_captured_and_a_rescued_one_as_a_soldier() -> None:
    assert ending(at(GOLDEN, "b3:G* b4:a a5:g*", "B").apply("b4xb3")) == ("JA-11", (BLUE,), (0.0, 2.0))
    hostage = at(GOLDEN, "b3:(gA) b4:A a5:g*").apply("b4d5")
    assert ending(hostage) == ("JA-10", (GREEN,), (2.0, 2.0)), "by the soldier in the camp (JA-13)"
    rescued = at(GOLDEN, "b3:(GA) b4:A a5:g*").apply("b4d5")
    assert ending(rescued) is None
    assert points(rescued) == [4, 1]
    entering = at(GOLDEN, "b3:(gA) b4:G a1:A b1:A c1:A a5:g*").apply("b4d5")
    assert entering.turn == BLUE, "nobody but the hostage could be recovered, and it cannot"


@pytest.mark.rule("JA-58")
def test_a_golden_guard_taken_in_its_own_camp_can_be_rescued_in_the_main_game_only() -> None:
    for game, rescued in ((GOLDEN, True), (GOLDEN_LEGENDARY, False), (GOLDEN_JASYR, False)):
        taken = at(game, "b3:A e1:G* a5:g* c4:a d5:a").apply("b3xa5")
        assert stands(taken, "a5") == "(Aa)"
        assert ("c4xa5" in moves(taken)) is rescued
    entered = at(GOLDEN, "b4:G* a1:A b1:A c1:A d1:A d4:a a5:g*").apply("b4d5")
    assert stands(entered, "d5") == "A*"
    with pytest.raises(naadam.PositionError, match="JA-58"):
        at(GOLDEN, "d5:(aA) b1:A a5:g*")


@pytest.mark.rule("JA-59")
def test_in_jasyr_a_captured_golden_guard_is_a_hostage_too() -> None:
    state = at(GOLDEN_JASYR, "b3:A e1:G* b4:g* d5:a").apply("b3xb4")
    assert stands(state, "b4") == "(Ga)"
    assert beside(state)[0] == [0, 0]


# --- Challenges of Asia ---


@pytest.mark.rule("JA-60")
def test_the_remote_camps_lie_on_b3_and_d3() -> None:
    pieces = REMOTE.start().view(0).describe().pieces
    assert [piece.point for piece in pieces if piece.kind == "marker"] == ["b3", "d3"]
    assert not any(piece.kind == "marker" for piece in JARMO.start().view(0).describe().pieces)


@pytest.mark.rule("JA-61")
def test_who_holds_both_at_the_end_of_an_own_turn_may_bring_a_soldier_back() -> None:
    state = at(REMOTE, "b3:A d2:A e1:A d4:a e4:a").apply("d2d3")
    assert state.turn == GREEN
    assert moves(state) == {"+a1", "+b1", "+c1", "+d1", "none"}
    back = state.apply("+a1")
    assert stands(back, "a1") == "A"
    assert back.record.markers == 0
    assert back.turn == BLUE
    left = state.apply("none")
    assert left.record.markers != 0
    again = play(left, "e4c3 e1c2")
    assert moves(again) == {"+a1", "+b1", "+c1", "+d1", "+e1", "none"}, "the right comes again"
    assert at(REMOTE, "b3:A d3:A e1:A d4:a e4:a c5:a", "B").apply("e4c3").turn == GREEN
    assert "+a1" not in moves(at(REMOTE, "b3:A d3:A e1:A d4:a e4:a c5:a", "B").apply("e4c3"))


@pytest.mark.rule("JA-61")
@pytest.mark.rule("JA-15")
def test_the_right_is_had_after_a_recovery_of_the_same_turn_too() -> None:
    legendary = naadam.load("jarmo:variant=legendary,remote_camps=true")
    turned = at(legendary, "b3:A d3:A d5:G c4:a e4:a").apply("Td5")
    recovered = turned.apply("+c1")
    assert recovered.turn == GREEN
    assert moves(recovered) == {"+a1", "+b1", "+d1", "+e1", "none"}
    assert recovered.apply("+a1").record.markers == 0
    assert moves(turned.apply("keep")) == {"+a1", "+b1", "+c1", "+d1", "+e1", "none"}


@pytest.mark.rule("JA-61")
@pytest.mark.rule("JA-55")
def test_of_a_stack_the_top_soldier_holds_a_marker() -> None:
    both = naadam.load("jarmo:golden=true,remote_camps=true")
    above = at(both, "b3:(gA) d2:A e1:A d4:a a5:g*")  # green's golden soldier lies under a blue one
    assert above.apply("d2d3").turn == BLUE
    below = at(both, "b3:(Aa) d2:A e1:A e4:a").apply("d2d3")
    assert below.turn == GREEN
    assert "+a1" in moves(below)


@pytest.mark.rule("JA-62")
def test_nobody_ever_has_more_than_five_soldiers() -> None:
    for seed in range(5):
        rng, state = random.Random(seed), REMOTE.start()
        while state.waiting:
            counts = [int(state.record.tops[seat]).bit_count() for seat in (GREEN, BLUE)]
            hand, captured = beside(state)
            assert [sum(row) for row in zip(counts, hand, captured, strict=True)] == [5, 5]
            state = state.apply(rng.choice(state.actions()))


@pytest.mark.rule("JA-63")
def test_soldiers_in_hand_and_golden_ones_do_not_come_back_so_but_in_jasyr_archers_do() -> None:
    in_hand = at(REMOTE, "b3:A d2:A e1:A d4:a e4:a", more="2-0").apply("d2d3")
    assert in_hand.turn == BLUE
    golden = naadam.load("jarmo:golden=true,remote_camps=true")
    lost = at(golden, "b3:A d2:A e1:A c1:A d4:a e4:g*").apply("d2d3")
    assert lost.turn == BLUE
    jasyr = naadam.load("jarmo:variant=jasyr,remote_camps=true")
    assert "+a1" in moves(at(jasyr, "b3:A d2:A e1:A d4:a e4:a").apply("d2d3"))


@pytest.mark.rule("JA-64")
def test_markers_stop_nobody_and_are_nobodys_camp() -> None:
    state = at(REMOTE, "d2:A e1:A d3:a e4:a").apply("d2xd3")
    assert stands(state, "d3") == "G"
    assert from_point(state.apply("e4c3"), "d3") == {"b4", "c1", "d2", "d4", "e5"}


@pytest.mark.parametrize(
    ("spec", "told"), [("jarmo", True), ("jarmo:variant=legendary", False), ("jarmo:variant=jasyr", False)]
)
def test_only_the_main_game_says_of_soldiers_what_holds_there_alone(spec: str, told: bool) -> None:
    game = naadam.load(spec)
    stage = game.face.stage("en", game.face.scene(game.start().record))
    assert stage is not None
    assert ("about-guard" in stage.sayings) is told
