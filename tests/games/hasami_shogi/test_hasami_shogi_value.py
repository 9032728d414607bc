"""Evaluation of Hasami Shogi for the computer: values of positions, and the moves that change them most."""

from __future__ import annotations

import random

import pytest

import naadam

FIVE = naadam.load("hasami-shogi")
WAR = naadam.load("hasami-shogi:variant=war,shoguns=true")
FOUR_AND_ONE = "RRRRRRRRR/9/9/9/GGGG5/9/9/4G4/GGGGGGGGG"  # e2 can come to e5


@pytest.mark.parametrize("game", [FIVE, WAR], ids=["five", "war"])
def test_what_is_good_for_one_is_bad_for_the_other_and_mirrors_change_nothing(game: naadam.Game) -> None:
    rng = random.Random(5)
    state = game.start()
    assert abs(state.value(0)) < 0.1
    for _ in range(40):
        state = state.apply(rng.choice(state.actions()))
        if state.outcome:
            break
        assert state.value(0) == -state.value(1)
        for symmetry in game.rulebook.symmetries:
            turned = game.restore(symmetry.state(state.record), None)
            assert turned.value(0) == pytest.approx(state.value(0))


def test_captures_and_lines_are_worth_something() -> None:
    ahead = FIVE.position("RRRRR4/9/9/9/9/9/9/9/GGGGGGGGG G")
    assert ahead.value(0) > 0.3
    assert WAR.position("RR7/9/9/9/9/9/9/9/GGGG+GGGGG R").value(0) > 0.5
    open_lines = FIVE.position("RRRRRRRRR/9/9/9/GGG6/9/9/9/GGGGG4 G")
    scattered = FIVE.position("RRRRRRRRR/9/9/9/G6G1/9/4G4/9/GGGGG4 G")
    assert open_lines.value(0) > scattered.value(0)


def test_a_line_that_can_be_finished_at_once_is_nearly_won() -> None:
    assert FIVE.position(f"{FOUR_AND_ONE} G").value(0) > 0.8
    assert 0.3 < FIVE.position(f"{FOUR_AND_ONE} R").value(0) < 0.8
    blocked = FOUR_AND_ONE.replace("GGGG5", "GGGGR4")
    assert FIVE.position(f"{blocked} G").value(0) < FIVE.position(f"{FOUR_AND_ONE} R").value(0)


def test_captures_and_winning_lines_are_noisy() -> None:
    state = FIVE.position("RRRRRRRRR/9/9/9/GGGG1RG2/9/9/4G4/GGGGGGGGG G")
    noisy = {str(action) for action in state.actions() if state.game.bound.noisy(state.record, 0, int(action))}
    assert noisy == {str(action) for action in state.actions() if "x" in str(action)} | {"g5e5"}  # over f5
    state = FIVE.position(f"{FOUR_AND_ONE} G")
    assert [str(action) for action in state.actions() if state.game.bound.noisy(state.record, 0, int(action))] == [
        "e2e5"
    ]
