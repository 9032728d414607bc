"""The coach: choices that lose much, and the answers that punish them."""

from __future__ import annotations

import pytest

import naadam
from naadam.bots.advice.analysis import Analyst
from naadam.bots.advice.coach import NODES, Caution, can_coach, caution
from naadam.bots.budget import Budget
from naadam.core.teaching.puzzles import puzzles
from naadam.core.teaching.reasons import Reason

GAME = naadam.load("bagh-chal")


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(GAME, Budget(nodes=NODES))


def cautioned(analyst: Analyst, state: naadam.State, action: str) -> tuple[str, str] | None:
    """The best choice instead, and the answer, in notation."""
    assert state.turn is not None
    _, number = state.resolve_action(action, state.turn)
    found = caution(analyst, state.view(state.turn), number)
    if found is None:
        return None
    assert found.reply is not None
    after = state.apply(number)
    return (
        GAME.notation.format(state.record, state.turn, found.better),
        GAME.notation.format(after.record, found.seat or 0, found.reply),
    )


def test_a_goat_that_can_be_taken_is_warned_of(analyst: Analyst) -> None:
    found = cautioned(analyst, GAME.start(), "Gb2")
    assert found is not None
    assert found[1] in ("Bxa1c3", "Bxc3a1")


def test_a_goat_out_of_reach_is_not(analyst: Analyst) -> None:
    assert cautioned(analyst, GAME.start(), "Gc1") is None


def test_letting_the_fifth_goat_go_is_warned_of(analyst: Analyst) -> None:
    state = GAME.position("B3B/5/5/1G3/B3B G 15 4")
    assert cautioned(analyst, state, "Gc4") is not None


def test_the_best_choice_is_never_warned_of(analyst: Analyst) -> None:
    state = GAME.position("B3B/5/5/1G3/B3B G 19 0")
    best = analyst.think(state.view(0)).line[0]
    assert caution(analyst, state.view(0), int(best)) is None


GAMES = ("bagh-chal", "hasami-shogi", "jarmo", "yut", "khan", "yuan", "conquest")


def test_every_game_has_a_coach() -> None:
    assert all(can_coach(naadam.load(name)) for name in GAMES)


def warn(name: str, number: int, action: str, nodes: int = 2000) -> tuple[Caution | None, naadam.State, int]:
    """The caution for an action in a puzzle of a game, its position, and the solution."""
    puzzle = puzzles(name)[number]
    state, seat = puzzle.start, puzzle.seat
    found = caution(Analyst(state.game, Budget(nodes=nodes)), state.view(seat), state.resolve_action(action, seat)[1])
    return found, state, puzzle.ways[0][0]


def test_where_sticks_decide_the_likely_answer_is_told_with_its_odds() -> None:
    found, _, solution = warn("yut", 1, "1-1")
    assert found is not None
    assert found.better == solution
    assert found.before is not None
    assert found.reply is not None
    assert "catch on 2" in found.before.say(found.reply, "en", found.seat)
    assert 0.2 < found.odds < 0.6, "gae comes in 6 of 16 throws"


def test_as_good_a_run_is_not_warned_of() -> None:
    assert warn("yut", 3, "5-1")[0] is None


def test_where_others_hide_cards_what_is_better_is_told_with_its_reason() -> None:
    found, _, solution = warn("khan", 0, "conquer B3 e3 r1", nodes=200)
    assert found is not None
    assert found.better == solution
    assert found.reason == Reason("points", 11)


def test_where_all_plan_at_once_what_is_better_is_told_without_what_others_do() -> None:
    found, state, solution = warn("yuan", 2, "pass", nodes=400)
    assert found is not None
    assert found.better == solution
    assert found.reason is None, "what others will do is not known"
    assert warn("yuan", 2, state.game.notation.format(state.record, 0, solution), nodes=400)[0] is None


def test_a_turn_of_many_steps_is_judged_when_it_is_handed_on() -> None:
    found, state, _ = warn("conquest", 3, "end")
    assert found is not None
    assert found.reason == Reason("captures", 1)
    step = next(action for action in state.actions() if state.apply(action).turn == state.turn)
    assert warn("conquest", 3, str(step))[0] is None, "it can still be taken back"


def test_an_end_of_one_s_own_that_loses_is_warned_of() -> None:
    jarmo = naadam.load("jarmo")
    state = jarmo.position("1aA2/1Aa2/2a2/a3a/5 G")
    found = caution(Analyst(jarmo, Budget(nodes=NODES)), state.view(0), state.resolve_action("b4d5", 0)[1])
    assert found is not None
    assert found.reply is None, "the game is over, and nobody answers"
