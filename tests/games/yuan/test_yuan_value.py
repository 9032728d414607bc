"""How computer players look at Yuan: the value of a position, and the plans worth a thought."""

from __future__ import annotations

import random

import numpy as np
import pytest
from drawn_yuan import small, stand

import naadam
from naadam.core.state import State
from naadam.games.yuan.rules.plausible import MOST


def plausible(state: State, seat: int) -> list[str]:
    """The plans that are kept, the best first."""
    legal = np.array([int(action) for action in state.actions(seat)], np.int64)
    actions = legal.copy()
    count = state.game.bound.plausible(state.record, seat, np.array([1], np.int64), actions, len(actions))
    assert sorted(actions) == sorted(legal)
    return [state.game.notation.format(state.record, seat, int(action)) for action in actions[:count]]


def test_who_has_more_is_better_off() -> None:
    state = stand("La:mu.city Ld:mu.village Lb:mu.village Pz:suhey.city Le:weyu.city")
    assert state.value(0) > 2 / 3 - 1 > state.value(1)  # more and less than a third of the chances
    assert sum(state.value(seat) for seat in range(3)) == pytest.approx(2 - 3)
    assert state.value(1) == pytest.approx(state.value(2), abs=0.3)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("La:mu.city", "La:mu.doubled"),
        ("La:mu.city", "La:mu.city.1"),
        ("La:mu.city", "La:mu.city.stone"),
        ("La:mu.city", "La:mu.city Ld:mu.village"),
        ("La:mu.city Pd:mu.village", "La:mu.city Pd:mu.city.wood"),
    ],
)
def test_what_makes_a_position_better(worse: str, better: str) -> None:
    rest = "Pz:suhey.city Le:weyu.city"
    assert stand(f"{worse} {rest}").value(0) < stand(f"{better} {rest}").value(0)


def test_an_end_is_worth_all() -> None:
    state = stand("La:mu.city.temple Pz:suhey.city", turn=13)
    for _ in range(3):
        state = state.apply("pass")
    assert [state.value(seat) for seat in range(3)] == [1.0, -1.0, -1.0]


def test_a_few_dozen_plans_are_kept_with_all_that_matters_among_them() -> None:
    state = stand("La:mu.city.2 Lb:mu.village Lc:suhey.village Pz:suhey.city.1 Le:weyu.city", chao="9,9,9")
    kept = plausible(state, 0)
    assert len(kept) <= MOST
    assert "pass" in kept
    assert {"Lc M1", "Ld D1", "La D1 F1"} <= set(kept)
    assert not any(plan.startswith(("Pz M", "Pa M")) for plan in kept)  # out of reach, or without a clan
    assert kept[-1] == "pass"


def test_a_temple_is_worth_a_thought_to_who_cannot_expand() -> None:
    state = stand(
        "Lb:mu.city La:suhey.city Lc:suhey.village Ld:suhey.village Le:weyu.city Lf:weyu.village", chao="9,9,9"
    )
    assert "Lb D3 F1" in plausible(state, 0)


def test_expansions_of_one_group_are_kept_once() -> None:
    state = stand("La:mu.city Lb:mu.village Lc:mu.village Pz:suhey.city Pa:weyu.city", chao="0,0,0")
    kept = plausible(state, 0)
    assert [plan for plan in kept if plan in ("La D1", "Lb D1", "Lc D1")] == ["La D1"]


def test_cities_are_put_far_from_each_other() -> None:
    state = small("duel", 2).start().apply("first 1").apply("clan mu").apply("clan weyu")
    assert 1 < len(plausible(state, 0)) <= 16  # any province with two neighbours
    state = state.apply(plausible(state, 0)[0])
    assert len(plausible(state, 1)) < len(state.actions(1))


def test_tiles_are_laid_where_they_touch_most_others() -> None:
    rng = random.Random(2)
    state = naadam.load("yuan:players=2,scenario=free").start().resolve(rng)
    for _ in range(3):
        state = state.apply(plausible(state, state.turn or 0)[0])
    kept = plausible(state, state.turn or 0)
    places = {tuple(text.split()[2:4]) for text in kept}
    assert 0 < len(kept) <= 16
    assert len(places) < len({tuple(str(action).split()[2:4]) for action in state.actions()})
