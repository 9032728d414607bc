"""Why a move is good, in words: of the rules, or of the game's own, and with a clause behind them."""

from __future__ import annotations

import pytest

import naadam
from naadam.core.teaching.puzzles import puzzles
from naadam.core.texts import LANGUAGES
from naadam.server.features.hints import clause_of, say_why

YUT = {
    "+2": ("It catches 2 horses, which have to start afresh.", "YU-9"),
    "3-2": ("It stops on 5, where a short cut begins.", "YU-7"),
}
PLAN = "plan tiles=A(-1,3)5,B(-2,-1)3,C(0,0)5,D(3,-2)0,E(-3,2)5,F(1,-3)3,G(2,1)1,H(6,-4)5 clans=suhey,xiangi "
PLAN += "seats=suhey,xiangi provinces=Cao:temple,Qin:temple,Cheng:temple,Xu:suhey.city,Hov:xiangi.city,Govi:temple,"
PLAN += "Khal:temple,Xia:temple,Nie:temple chao=4,4 turn=1"


def why(state: naadam.State, action: str, seat: int) -> tuple[str, str | None]:
    return say_why(state, seat, state.resolve_action(action, seat)[1], None, "en")


def test_runs_of_yut_are_told_by_what_they_reach() -> None:
    game = naadam.load("yut")
    state = game.position("2*2/0 1,3,7/0 1 2 2 -")
    assert {action: why(state, action, 1) for action in YUT} == YUT
    assert why(game.position("2,4/0 18/0 0 2 1 -"), "2-2", 0) == (
        "It stacks 2 horses: from here on they run together.",
        "YU-8",
    )
    assert why(game.position("5/0 18/0 0 3 1 -"), "5^3", 0) == ("It takes the short cut: 3 stations to go.", "YU-7")
    assert why(game.position("19/0 17/0 0 2 1 -"), "19-2", 0) == ("It brings a horse home.", "YU-11")


@pytest.mark.parametrize("name", ["yut", "khan", "yuan"])
def test_what_is_good_in_a_puzzle_is_told_in_every_language(name: str) -> None:
    for puzzle in puzzles(name):
        for language in LANGUAGES:
            text, clause = say_why(puzzle.start, puzzle.seat, puzzle.solution, None, language)
            assert text
            assert clause is not None


def test_the_tile_that_a_yurt_makes_fit_is_one_that_can_be_laid_then() -> None:
    state = next(puzzle.start for puzzle in puzzles("khan") if "invade D-sand-E k7" in str(puzzle.start.actions()))
    assert why(state, "invade D-sand-E k7", 0) == ("With it the tile I5 fits here, worth 11 points.", "KH-31")
    after = state.apply("invade D-sand-E k7")
    assert any(str(action).startswith("conquer I5 ") for action in after.actions(after.turn))


def test_a_plan_is_told_by_what_it_brings_and_not_by_what_others_have_sealed() -> None:
    state = naadam.load("yuan").position(PLAN)
    told = ("If nobody interferes, it brings: temples +2, provinces +5, cities +1.", "YN-33")
    assert why(state, "Xu D1 F1", 0) == told
    assert why(state, "Hov M1", 0) == ("", None), "without an army there is no attack"
    for sealed in ("pass", "Hov D1"):
        assert why(state.apply(sealed, 1), "Xu D1 F1", 0) == told


def test_an_answer_in_khan_names_the_clause_of_its_action() -> None:
    state = puzzles("khan")[0].start
    for action, clause in (("conquer I5 a3 r0", "KH-35"), ("chase S", "KH-33")):
        assert clause_of(state, 0, state.resolve_action(action, 0)[1]) == clause
