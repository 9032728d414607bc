"""Positions of Yuan in which the strongest computer player must find the plan: the last notch asks for four temples."""

from __future__ import annotations

import pytest
from drawn_yuan import played, small, stand

from naadam.bots import Budget, level
from naadam.core.compiling.compiled import COMPILING

NODES = 12_000  # a small part of its time
THREE = "La:mu.city.temple Lb:mu.village.temple Ld:mu.village"


@pytest.mark.skipif(not COMPILING, reason="a search is slow uncompiled")
@pytest.mark.parametrize(
    ("words", "chao", "answers"),
    [
        pytest.param(
            f"{THREE} Lc:mu.village Pz:suhey.city.stone.temple Pa:suhey.city.stone.temple Pd:suhey.village "
            "Pc:suhey.village Pf:suhey.village",
            "6,0",
            ("pass", "Pz D1"),
            id="build the fourth",
        ),
        pytest.param(
            f"{THREE} Le:mu.village.1 Lf:suhey.village.temple Pa:suhey.city.stone.temple Pd:suhey.village",
            "0,0",
            ("pass", "Pa D1"),
            id="capture the fourth",
        ),
        pytest.param(
            "Pz:mu.city.stone.temple Pa:mu.city.stone.temple Pb:mu.city.stone.temple Pe:mu.village.temple "
            "Pf:suhey.village.1 Pd:suhey.village Lf:suhey.city.temple Ld:suhey.village",
            "6,3",
            ("Pe M1", "Pe M2"),
            id="hold the fourth",
        ),
        pytest.param(
            "Pz:mu.city.stone.temple Pd:mu.village Ld:mu.city Pe:mu.village.1 Pf:suhey.village.temple "
            "Lf:suhey.city.stone.temple Lb:suhey.city.stone.temple Lc:suhey.city.stone.temple",
            "0,0",
            ("pass",),
            id="take the fourth from a rival",
        ),
    ],
)
def test_level_5_finds_the_plan_that_decides_the_last_turn(words: str, chao: str, answers: tuple[str, ...]) -> None:
    state = stand(words, chao, 13, small("duel", 2))
    plan = str(level(state.game, 5, seed=1).choose(state.view(0), Budget(nodes=NODES)))
    for answer in answers:
        outcome = played(state, plan, answer).outcome
        assert outcome is not None
        assert outcome.winners == (0,), f"{plan} against {answer}"
    idle = played(state, "pass", answers[-1]).outcome
    assert idle is not None
    assert idle.winners == (1,)
