"""Levels that are not compiled yet: each plays something legal by the uncompiled rules, and nothing is compiled."""

from __future__ import annotations

import random
from typing import Any

import pytest

import naadam
from naadam.bots import Budget, GreedyBot
from naadam.bots.uncompiled_level import uncompiled_level
from naadam.core.compiling import bound

GAMES = ("bagh-chal", "conquest", "hasami-shogi", "jarmo", "khan", "yuan", "yut")


@pytest.mark.parametrize("name", GAMES)
def test_a_level_answers_without_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_for(*_: Any) -> None:
        raise AssertionError("nothing may be compiled")

    monkeypatch.setattr(bound, "compile_for", compile_for)
    state = naadam.load(name).uncompiled().start().resolve(random.Random(1))
    view = state.view(state.waiting[0])
    player = uncompiled_level(view.game, 3, seed=1)
    assert player.choose(view, Budget(seconds=0.05)) in view.actions()


def test_a_greedy_player_takes_the_best_of_what_it_has_looked_at() -> None:
    state = naadam.load("bagh-chal").uncompiled().position("B3B/5/2G2/1B3/B4 B 19 0")
    view = state.view(1)
    taken = GreedyBot(seed=3).choose(view)
    assert str(taken) == "Bxb2d4", "it takes the goat when it has time to see it"
    assert {str(GreedyBot(seed).choose(view, Budget(seconds=1e-9))) for seed in range(8)} - {str(taken)}


def test_a_view_is_known_by_uncompiled_rules_too() -> None:
    view = naadam.load("jarmo").start().view(0)
    assert not view.uncompiled().game.bound.compiled
    assert view.uncompiled().record is view.record
    assert list(map(str, view.uncompiled().actions())) == list(map(str, view.actions()))
