"""The settler of the examples: a yardstick for the levels of Yuan."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import naadam

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "settler.py"))
Settler, wealth = EXAMPLE["Settler"], EXAMPLE["wealth"]


def test_it_takes_the_plan_that_gains_most_if_nobody_else_acts() -> None:
    state = naadam.load("yuan:players=2").start().resolve(random.Random(3))
    chosen = Settler(1).choose(state.view(0))
    assert " F" not in str(chosen)

    def gain(plan: int) -> int:
        return int(wealth(state.apply(plan, 0).apply("pass", 1), 0)[0])

    assert gain(int(chosen)) == max(gain(int(plan)) for plan in state.actions(0)[::7])
    assert gain(int(chosen)) > gain(0)


def test_what_others_have_sealed_does_not_matter_to_it() -> None:
    state = naadam.load("yuan:players=2").start().resolve(random.Random(3))
    assert Settler(1).choose(state.view(1)) == Settler(1).choose(state.apply("pass", 0).view(1))
