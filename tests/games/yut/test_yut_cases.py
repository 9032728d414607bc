"""Yut: a short case for every clause, each way a game can end, whole games and matches.

How to read a position is said in docs/notation.md: `5*2,X>/1 12/0 0 42` is two horses on 5 and one on X that came from
5, one home; the rival's on 12; seat 0 has throws of 4 and 2 to use. `5-4` runs straight on, `5^4` turns, `+4` enters.
"""

from __future__ import annotations

import random

import pytest

import naadam
from naadam.core.history import History
from naadam.core.match import Match
from naadam.core.outcome import Outcome
from naadam.core.seats import CHANCE

PLAIN = "yut"
TWO = "yut:posts=two"
WILD = "yut:wild_horse=true"
TWO_WILD = "yut:posts=two,wild_horse=true"
HURDLES = "yut:hurdles=true"


def after(spec: str, position: str, *steps: str) -> str:
    """The position after some steps, its first fields only: the sides and whose turn it is."""
    state = naadam.load(spec).position(position)
    for step in steps:
        state = state.apply(step)
    return " ".join(state.position.split()[: state.game.rulebook.tables.sides + 1])


def options(spec: str, position: str) -> list[str]:
    return [str(action) for action in naadam.load(spec).position(position).actions()]


def against(spec: str, position: str, action: str) -> str:
    refusal = naadam.load(spec).position(position).refusal(action)
    assert refusal is not None
    return refusal.clause


def shown(state: naadam.State, kind: str) -> list[str]:
    """Where pieces of a kind are shown."""
    return [piece.point for piece in state.view(0).describe().pieces if piece.kind == kind]


# --- the game ---


@pytest.mark.rule("YU-1")
def test_the_track() -> None:
    track = naadam.load(PLAIN).rulebook.track  # type: ignore[attr-defined]
    assert len(track.names) == 29
    assert [track.names[station] for station in track.sides[0].rim] == [str(number) for number in range(1, 21)]
    assert {track.names[station] for station in track.sides[0].turns} == {"5", "10", "15"}


@pytest.mark.rule("YU-2")
def test_the_first_player_is_drawn() -> None:
    start = naadam.load(PLAIN).start()
    assert [(str(action), chance) for action, chance in start.chance()] == [("F0", 0.5), ("F1", 0.5)]
    assert start.position == "-/0 -/0 ? - 0 -"
    assert start.apply("F1").position == "-/0 -/0 1? - 0 -"
    assert list(start.record.off) == [4, 4, 0]


@pytest.mark.rule("YU-3")
def test_what_the_sticks_show() -> None:
    for flat, chances in (
        (0.5, [4 / 16, 6 / 16, 4 / 16, 1 / 16, 1 / 16]),
        (0.6, [0.1536, 0.3456, 0.3456, 0.1296, 0.0256]),
    ):
        throwing = naadam.load(PLAIN, flat=flat).start().apply("F0")
        assert [chance for _, chance in throwing.chance()] == pytest.approx(chances)
    thrown = {throw: naadam.load(PLAIN).start().apply("F0").apply(f"T{throw}") for throw in (2, 5)}
    assert shown(thrown[2], "stick-flat") == ["stick-1", "stick-2"]
    assert shown(thrown[2], "stick-round") == ["stick-3", "stick-4"]
    assert len(shown(thrown[5], "stick-round")) == 4


@pytest.mark.rule("YU-4")
def test_after_a_four_or_five_the_sticks_fly_again() -> None:
    start = naadam.load(PLAIN).start().apply("F0")
    for throw in "45":
        assert start.apply(f"T{throw}").turn == CHANCE
    for throw in "123":
        assert start.apply(f"T{throw}").turn == 0


@pytest.mark.rule("YU-5")
def test_a_turn_has_three_throws_at_most() -> None:
    state = naadam.load(PLAIN).start().apply("F0").apply("T4").apply("T5").apply("T4")
    assert state.position == "-/0 -/0 0 544 3 -"
    assert after(PLAIN, "-/0 4/0 0 544 3", "+4") == "4/0 -/0 0"  # a catch after the third gives none


@pytest.mark.rule("YU-6")
def test_throws_in_any_order_on_any_horse() -> None:
    assert options(PLAIN, "7/0 -/0 0 42") == ["7-2", "+2", "7-4", "+4"]
    assert after(PLAIN, "7/0 -/0 0 42", "+2", "2-4") == "6,7/0 -/0 1?"
    assert after(PLAIN, "3/0 -/0 0 42", "3-2", "5^4") == "E2>/0 -/0 1?"


@pytest.mark.rule("YU-7")
@pytest.mark.parametrize(
    ("before", "step", "then"),
    [
        ("5", "5^3", "X>"),
        ("5", "5^4", "E2>"),
        ("5", "5-3", "8"),
        ("10", "10^3", "X"),
        ("10", "10^4", "N2"),
        ("10", "10-4", "14"),
        ("15", "15^3", "X"),
        ("15", "15^5", "N1"),
        ("15", "15-5", "20"),
        ("X", "X-1", "N2"),
        ("X>", "X^2", "N1"),
        ("X>", "X-2", "E1>"),
        ("X>", "X-3", "15"),
        ("W2", "W2-3", "E1>"),
        ("S2", "S2-3", "N1"),
        ("4", "4-3", "7"),
    ],
)
def test_short_cuts(before: str, step: str, then: str) -> None:
    throw = step[-1]
    given = throw if throw in "123" else f"{throw}1"
    state = naadam.load(PLAIN).position(f"{before}/0 -/0 0 {given}").apply(step)
    assert state.position.split()[0] == f"{then}/0"


@pytest.mark.rule("YU-7")
def test_a_horse_on_the_centre_that_came_from_elsewhere_has_no_choice() -> None:
    assert options(PLAIN, "X/3 -/0 0 2") == ["X-2"]
    assert options(PLAIN, "X>/3 -/0 0 2") == ["X-2", "X^2"]
    assert options(PLAIN, "20/3 -/0 0 2") == ["20-2"]


@pytest.mark.rule("YU-8")
def test_own_horses_are_stacked_and_move_as_one() -> None:
    assert after(PLAIN, "5,7*3/0 -/0 0 2", "5-2") == "7*4/0 -/0 1?"
    assert after(PLAIN, "7*4/0 -/0 0 2", "7-2") == "9*4/0 -/0 1?"
    assert after(PLAIN, "19*2/1 -/0 0 2", "19-2") == "-/3 -/0 1?"


@pytest.mark.rule("YU-9")
def test_a_catch_sends_a_whole_stack_off() -> None:
    state = naadam.load(PLAIN).position("5/0 7*3/0 0 2").apply("5-2")
    assert state.position.split()[:2] == ["7/0", "-/0"]
    assert list(state.record.off) == [3, 4, 0]


@pytest.mark.rule("YU-10")
def test_a_catch_gives_a_throw_at_once() -> None:
    assert after(PLAIN, "5/0 7*3/0 0 42", "5-2") == "7/0 -/0 0?"
    assert naadam.load(PLAIN).position("5/0 7/0 0 42").apply("5-2").apply("T3").position == "7/0 -/0 0 43 3 -"
    assert after(PLAIN, "5/0 7/0 0 2", "5-2", "T4") == "7/0 -/0 0?"  # and a 4 gives another


@pytest.mark.rule("YU-11")
def test_a_horse_is_home_past_the_post() -> None:
    assert after(PLAIN, "19/0 -/0 0 1", "19-1") == "20/0 -/0 1?"
    assert after(PLAIN, "20/0 -/0 0 1", "20-1") == "-/1 -/0 1?"
    assert after(PLAIN, "18/0 20/0 0 2", "18-2") == "20/0 -/0 0?"
    assert after(PLAIN, "19/0 -/0 0 41", "19-4") == "-/1 -/0 0"


@pytest.mark.rule("YU-12")
def test_throws_that_nobody_can_use_are_lost() -> None:
    state = naadam.load(WILD).position("3/3 -/0 0? - 0 5.0")
    assert state.apply("T2").position == "3/3 -/0 1? - 0 4.0"  # the only move would land on the Wild Horse
    assert state.apply("T4").apply("T2").position == "3/3 -/0 0 42 2 5.0"
    assert options(WILD, "3/3 -/0 0 42 2 5.0") == ["3-4"]
    assert after(WILD, "3/3 -/0 0 42 2 5.0", "3-4") == "7/3 -/0 0"  # now the 2 has somewhere to go


@pytest.mark.rule("YU-13")
def test_the_last_horse_home_wins_at_once() -> None:
    over = naadam.load(PLAIN).position("19/3 7/0 0 42").apply("19-4")
    assert over.position == "-/4 7/0 YU-13 - 0 -"
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.scores) == ((0,), (1.0, -1.0))


@pytest.mark.rule("YU-14")
def test_the_way_a_horse_came_decides() -> None:
    assert after(PLAIN, "E1>/0 -/0 0 1", "E1-1") == "15/0 -/0 1?"
    assert after(PLAIN, "E1/0 -/0 0 1", "E1-1") == "E2/0 -/0 1?"
    assert after(PLAIN, "15,E2>/0 -/0 0 2", "15^2") == "E2*2/0 -/0 1?"  # the last to join decides
    assert after(PLAIN, "W2,E2/0 -/0 0 2", "W2-2") == "E2*2>/0 -/0 1?"


@pytest.mark.rule("YU-15")
def test_the_order_of_a_turn() -> None:
    state = naadam.load(WILD).start().apply("F0").apply("T1")
    assert state.position == "-/0 -/0 0 1 1 10.0"
    assert state.apply("+1").position == "1/0 -/0 1? - 0 9.0"


@pytest.mark.rule("YU-16")
def test_what_a_move_tells() -> None:
    state = naadam.load(PLAIN).position("5,X>,12/0 -/0 0 42")
    assert [str(action) for action in state.actions()] == [
        "5-2", "5^2", "12-2", "X-2", "X^2", "+2", "5-4", "5^4", "12-4", "X-4", "X^4", "+4",
    ]  # fmt: skip
    assert state.say("X^2") == "Turn on X and run to N1 (gae)"


# --- number of players ---


@pytest.mark.rule("YU-20")
def test_three_players() -> None:
    game = naadam.load("yut:players=3")
    assert list(game.start().record.off) == [3, 3, 3]
    assert after("yut:players=3", "5/0 7/0 8*2/0 0 3", "5-3") == "8/0 7/0 -/0 0?"
    assert [after("yut:players=3", f"-/0 -/0 -/0 {s} 1", "+1").split()[-1] for s in (0, 1, 2)] == ["1?", "2?", "0?"]
    over = game.position("-/0 -/0 20/2 2 1").apply("20-1")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.scores) == ((2,), (-1.0, -1.0, 1.0))


@pytest.mark.rule("YU-21")
def test_four_players_are_two_teams() -> None:
    spec = "yut:players=4"
    assert after(spec, "3/0 5/0 2 3", "3-3") == "6/0 5/0 3?"  # seat 2 moves the first team's horse
    assert after(spec, "3/0 5/0 3 3", "5-3") == "3/0 8/0 0?"
    over = naadam.load(spec).position("3/0 20/3 3 1").apply("20-1")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.scores) == ((1, 3), (-1.0, 1.0, -1.0, 1.0))


# --- two posts ---


@pytest.mark.rule("YU-30")
def test_the_other_side_starts_from_c() -> None:
    assert after(TWO, "-/0 -/0 1 3", "+3") == "-/0 13/0 0?"
    assert after(TWO, "-/0 18/0 1 3", "18-3") == "-/0 1/0 0?"
    assert after(TWO, "-/0 9/0 1 3", "9-3") == "-/0 -/1 0?"


@pytest.mark.rule("YU-31")
def test_the_first_short_cut_is_for_a_throw_of_five() -> None:
    assert after(TWO, "-/0 -/0 0 51", "+5", "5^1") == "W1/0 -/0 1?"
    assert after(TWO, "-/0 -/0 1 51", "+5", "15^1") == "-/0 E1/0 0?"
    assert against(TWO, "5/0 -/0 0 1", "5^1") == "YU-31"
    assert after(TWO, "3,5>/0 -/0 0 2", "3-2") == "5*2/0 -/0 1?"  # the last to join decides
    assert options(TWO, "10/3 -/0 0 1") == ["10-1", "10^1"]


@pytest.mark.rule("YU-32")
def test_a_stack_of_two_is_full() -> None:
    assert against(TWO, "5,7*2/0 -/0 0 2", "5-2") == "YU-32"
    assert after(TWO, "5,7*2/0 -/0 0 3", "5-3") == "7*2,8/0 -/0 1?"
    assert options(TWO, "2*2,3*2/0 -/0 0 1") == ["3-1"]


@pytest.mark.rule("YU-33")
@pytest.mark.parametrize(
    ("before", "step", "then"),
    [
        ("15>", "15^3", "X>"),
        ("X>", "X-2", "W1>"),
        ("W1>", "W1-1", "5"),
        ("X>", "X^2", "S1"),
        ("20", "20^3", "X"),
        ("20", "20-3", "3"),
        ("5", "5^2", "W2"),
        ("W2", "W2-2", "S2"),
        ("S1", "S1-1", "10"),
    ],
)
def test_the_courses_of_c(before: str, step: str, then: str) -> None:
    assert after(TWO, f"-/0 {before}/0 1 {step[-1]}", step) == f"-/0 {then}/0 0?"


@pytest.mark.rule("YU-34")
def test_sides_catch_each_other_everywhere() -> None:
    assert after(TWO, "8/0 10/0 0 2", "8-2") == "10/0 -/0 0?"
    assert after(TWO, "W1/0 5/0 1 1", "5^1") == "-/0 W1/0 1?"


# --- the Wild Horse ---


@pytest.mark.rule("YU-40")
def test_where_the_wild_horse_starts() -> None:
    assert naadam.load(WILD).start().position == "-/0 -/0 ? - 0 10.0"
    assert naadam.load(TWO_WILD).start().position == "-/0 -/0 ? - 0 5.0"
    assert naadam.load(f"{TWO_WILD},second_game=2").start().position == "-/0 -/0 1? - 0 15.0"


@pytest.mark.rule("YU-40")
def test_the_two_games() -> None:
    rng = random.Random(3)
    game = naadam.load(TWO_WILD)
    texts = game.rulebook.texts

    def play_both(*wins: int | None) -> tuple[Match, Outcome | None]:
        match = game.match(rng)
        first = match.seating
        for number, seat in enumerate(wins):
            assert match.seating == first  # the sides keep their posts
            assert match.options == {"second_game": number}  # seat 1 began the first, so seat 0 the second
            assert match.next_game(game).spec == (f"{TWO_WILD},second_game=1" if number else TWO_WILD)
            scores = (0.0, 0.0) if seat is None else (1.0, -1.0) if seat == 0 else (-1.0, 1.0)
            winners = (0, 1) if seat is None else (seat,)
            match = match.after(Outcome(winners, scores, "YU-44", texts), rng, began=1)
        assert match.seating is None
        return match, match.outcome

    for wins in ((0, 0), (0, None), (None, 0)):
        match, outcome = play_both(*wins)
        assert outcome is not None
        assert outcome.winners == (match.played[0].seating[0],)
    for drawn in ((0, 1), (None, None)):
        assert play_both(*drawn)[1].draw  # type: ignore[union-attr]
    untold = game.match(rng).after(Outcome((0,), (1.0, -1.0), "YU-13", texts), rng)
    with pytest.raises(naadam.RecordError, match="who began"):
        _ = untold.options
    assert naadam.load(WILD).rulebook.match_rule is None


@pytest.mark.rule("YU-40")
def test_the_two_games_of_teams() -> None:
    rng = random.Random(1)
    game = naadam.load(f"{TWO_WILD},players=4")
    match = game.match(rng)
    match = match.after(Outcome((0, 2), (1.0, -1.0, 1.0, -1.0), "YU-13", game.rulebook.texts), rng, began=3)
    assert match.options == {"second_game": 1}
    match = match.after(Outcome((0, 1, 2, 3), (0.0,) * 4, "YU-44", game.rulebook.texts), rng, began=0)
    assert match.outcome is not None
    assert match.outcome.winners in ((0, 2), (1, 3))


@pytest.mark.rule("YU-41")
def test_the_wild_horse_runs_against_the_others() -> None:
    assert naadam.load(WILD).position("-/0 -/0 0 1 1 10.0").apply("+1").position == "1/0 -/0 1? - 0 9.0"
    assert naadam.load(WILD).position("-/0 -/0 0 2 1 1.0").apply("+2").position == "2/0 -/0 1? - 0 20.0"


@pytest.mark.rule("YU-42")
def test_nobody_lands_on_the_wild_horse() -> None:
    assert against(WILD, "3/0 -/0 0 2 1 5.0", "3-2") == "YU-42"
    assert options(WILD, "4/0 -/0 0 2 1 2.0") == ["4-2"]  # nor enters there
    assert after(WILD, "4/0 -/0 0 2 1 5.0", "4-2") == "6/0 -/0 1?"
    assert after(WILD, "19/0 -/0 0 2 1 20.0", "19-2") == "-/1 -/0 1?"


@pytest.mark.rule("YU-43")
def test_horses_under_the_wild_horse_go_off() -> None:
    state = naadam.load(WILD).position("3*2/0 9*2/0 0 1 1 10.0").apply("3-1")
    assert state.position == "4*2/0 -/0 1? - 0 9.0"
    assert list(state.record.off) == [2, 4, 0]
    assert after(WILD, "19/0 -/0 0 1 1 1.0", "19-1") == "-/0 -/0 1?"  # its owner's too, on the post


@pytest.mark.rule("YU-44")
@pytest.mark.parametrize(
    ("position", "winners"),
    [
        ("5/1 12,13/0 0 1 1 11.1", (0,)),  # most home
        ("4/1 12,13/1 0 1 1 11.1", (1,)),  # then most on the track
        ("4/1 13/1 0 1 1 11.1", (1,)),  # then fewest stations to run: 11 from 5, 7 from 13
        ("4/1 9/1 0 1 1 11.1", (0, 1)),  # 11 from 5 and 11 from 9: equal in all
    ],
)
def test_the_wild_horse_ends_the_game(position: str, winners: tuple[int, ...]) -> None:
    over = naadam.load(WILD).position(position).apply(f"{position[0]}-1")
    assert over.outcome is not None
    assert (over.outcome.clause, over.outcome.winners) == ("YU-44", winners)
    assert over.outcome.draw == (len(winners) == 2)


@pytest.mark.rule("YU-44")
def test_a_draw_between_two_of_three() -> None:
    over = naadam.load("yut:players=3,wild_horse=true").position("4/1 9/1 1/0 0 1 1 11.1").apply("4-1")
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.scores) == ((0, 1), (0.0, 0.0, -1.0))


@pytest.mark.rule("YU-44")
def test_forty_turns_and_the_wild_horse_is_back_twice() -> None:
    """Everybody throws 1 and goes straight on with the one horse there is."""
    history = History(naadam.load(f"{WILD},horses=1").start())
    history.play("F0")
    turns = 0
    while history.state.outcome is None:
        turns += history.state.record.throws == 0
        history.play("T1")
        if history.state.turn in (0, 1):
            history.play(history.state.actions()[0])
    assert turns == 40
    assert history.state.position == FORTY_TURNS
    assert history.state.outcome.clause == "YU-44"
    assert history.record().replay()[-1] == history.state


@pytest.mark.rule("YU-45")
def test_stations_still_to_run() -> None:
    def left(spec: str, side: int, name: str, way: int = 0) -> int:
        book = naadam.load(spec).rulebook
        tables, names = book.tables, book.track.names  # type: ignore[attr-defined]
        return int(tables.left[side, names.index(name) + way * tables.stations])

    assert [left(PLAIN, 0, name) for name in ("5", "10", "15", "X", "20", "1")] == [11, 6, 5, 3, 0, 19]
    assert [left(PLAIN, 0, name, 1) for name in ("X", "E1", "E2")] == [3, 6, 7]
    assert [left(TWO, 0, "5", way) for way in (0, 1)] == [15, 11]
    assert [left(TWO, 1, name) for name in ("15", "20", "5", "X", "10")] == [15, 6, 5, 3, 0]


@pytest.mark.rule("YU-46")
def test_a_win_comes_before_the_wild_horse() -> None:
    over = naadam.load(WILD).position("20/3 12,13/0 0 1 1 11.1").apply("20-1")
    assert over.outcome is not None
    assert over.outcome.clause == "YU-13"
    assert over.position == "-/4 12,13/0 YU-13 - 0 11.1"


# --- hurdles ---


@pytest.mark.rule("YU-50")
def test_where_hurdles_stand() -> None:
    assert shown(naadam.load(HURDLES).start(), "hurdle") == ["8", "18"]
    chosen = naadam.load("yut:hurdles=true,hurdle_1=X,hurdle_2=20")
    assert shown(chosen.start(), "hurdle") == ["X", "20"]


@pytest.mark.rule("YU-51")
def test_a_hurdle_is_jumped() -> None:
    assert after(HURDLES, "5/0 -/0 0 3", "5-3") == "9/0 -/0 1?"
    assert after(HURDLES, "5*2/0 -/2 0 3", "5-3") == "11*2/0 -/2 1?"
    assert after(HURDLES, "5*2/2 -/1 0 3", "5-3") == "9*2/2 -/1 1?"
    assert after("yut:hurdles=true,players=3", "5/0 -/2 -/1 0 3", "5-3") == "11/0 -/2 -/1 1?"


@pytest.mark.rule("YU-52")
def test_where_a_jump_ends() -> None:
    assert after(HURDLES, "5,9/0 -/0 0 3", "5-3") == "9*2/0 -/0 1?"
    assert after(HURDLES, "5/0 9*2/0 0 3", "5-3") == "9/0 -/0 0?"
    assert against("yut:hurdles=true,wild_horse=true", "5/0 -/0 0 3 1 9.0", "5-3") == "YU-52"
    assert against("yut:hurdles=true,posts=two", "5,9*2/0 -/0 0 3", "5-3") == "YU-52"
    assert after("yut:hurdles=true,hurdle_1=8,hurdle_2=9", "5/0 -/1 0 3", "5-3") == "10/0 -/1 1?"
    assert after("yut:hurdles=true,hurdle_1=8,hurdle_2=10", "5/0 -/1 0 3", "5-3") == "12/0 -/1 1?"


@pytest.mark.rule("YU-53")
def test_the_wild_horse_passes_hurdles() -> None:
    state = naadam.load("yut:hurdles=true,wild_horse=true").position("-/0 -/0 0 1 1 9.0")
    assert state.apply("+1").position == "1/0 -/0 1? - 0 7.0"
    both = naadam.load("yut:hurdles=true,wild_horse=true,hurdle_1=7,hurdle_2=8").position("-/0 -/0 0 1 1 9.0")
    assert both.apply("+1").position == "1/0 -/0 1? - 0 6.0"


@pytest.mark.rule("YU-54")
def test_a_jump_goes_straight_on() -> None:
    on_five = "yut:hurdles=true,hurdle_1=5,hurdle_2=20"
    assert after(on_five, "3/0 -/0 0 2", "3-2") == "6/0 -/0 1?"
    assert after(on_five, "18/0 -/0 0 2", "18-2") == "-/1 -/0 1?"
    centre = "yut:hurdles=true,hurdle_1=X,hurdle_2=18"
    assert after(centre, "W2/0 -/0 0 1", "W2-1") == "E2>/0 -/0 1?"
    assert after(centre, "S2/0 -/0 0 1", "S2-1") == "N2/0 -/0 1?"
    assert after("yut:hurdles=true,hurdle_1=4,hurdle_2=18", "3/0 -/0 0 41 2", "3-1", "5^4") == "E2>/0 -/0 1?"


@pytest.mark.rule("YU-55")
def test_what_a_hurdle_does_not_do() -> None:
    assert after(HURDLES, "7/0 -/0 0 2", "7-2") == "9/0 -/0 1?"  # passing
    with pytest.raises(naadam.PositionError, match="YU-55"):
        naadam.load(HURDLES).position("8/0 -/0 0? - 0")
    jumped = "yut:hurdles=true,posts=two,hurdle_1=4,hurdle_2=18"
    assert after(jumped, "-/0 -/0 0 41", "+4") == "5/0 -/0 0"
    assert naadam.load(jumped).position("-/0 -/0 0 41").apply("+4").refusal("5^1") is not None


# --- whole games ---

FORTY_TURNS = "4/0 6/0 YU-44 - 0 10.2"
ONE_HORSE = """
    F0  T5 T1 +5 5^1       T2 +2
        T3 W1-3            T3 2-3
        T2 E2-2            T4 T4 T3 5^3 X^4
"""


@pytest.mark.rule("YU-13")
def test_a_game_of_one_horse_to_its_end() -> None:
    history = History(naadam.load("yut:horses=1").start())
    for step in ONE_HORSE.split():
        assert history.state.outcome is None
        history.play(step)
    assert history.state.position == "15/0 -/1 YU-13 - 0 -"
    assert history.state.outcome is not None
    assert history.state.outcome.winners == (1,)
    assert history.record().replay()[-1] == history.state
