"""Regret matching over all seats simultaneously: on games of pennies and on Caravan, uncompiled, and on Yuan."""

from __future__ import annotations

import random
from typing import Any

import pytest
from matrix import matrix_game

import naadam
from naadam.bots import Budget, Thought
from naadam.bots.regret import Regret
from naadam.bots.regret.lookahead import play_turn
from naadam.bots.regret.matching import ROOT, make_choices
from naadam.bots.searcher import Kernel
from naadam.bots.simple import GreedyBot
from naadam.core.errors import SpecError
from naadam.core.view import View
from naadam.games.yuan.tables import provinces_in

PENNIES = ((1.0, -1.0), (-1.0, 1.0))
SCISSORS = ((0.0, 2.0, -1.0), (-2.0, 0.0, 1.0), (1.0, -1.0, 0.0))
HOPELESS = ((-1.0, -1.0, -1.0), (1.0, -1.0, -1.0))


@pytest.mark.parametrize("seat", [0, 1])
def test_what_nobody_can_guess_is_played_as_often_as_it_should_be(seat: int) -> None:
    """The winner of the toss is all that counts: both sides of the penny, one as often as the other."""
    view = matrix_game(PENNIES).uncompiled().start().view(seat)
    policy = Regret(Budget(nodes=8000), seed=2).think(view).mixed
    assert [policy[action] for action in view.actions()] == pytest.approx((0.5, 0.5), abs=0.1)


def test_who_is_nearly_lost_takes_the_last_chance() -> None:
    """Both values are given as -1, since a lost game counts for more than that."""
    view = matrix_game(HOPELESS).uncompiled().start().view(0)
    for seed in range(6):
        player = Regret(Budget(nodes=1000), blur=0.005, seed=seed)
        assert set(player.think(view).values.values()) == {-1.0}
        assert player.choose(view) == view.actions()[1]


def test_what_a_rival_has_sealed_is_not_taken_for_chance() -> None:
    state = matrix_game(SCISSORS).uncompiled().start()
    thoughts = [Regret(Budget(nodes=3000), seed=2).think(state.apply(sealed, 1).view(0)) for sealed in range(3)]
    assert len({tuple(thought.mixed.values()) for thought in thoughts}) == 1


@pytest.mark.parametrize("players", [2, 3, 8])
def test_it_plays_whole_games_with_chance_and_hidden_hands(players: int) -> None:
    rng = random.Random(players)
    state = naadam.load(f"caravan:players={players}").uncompiled().start().resolve(rng)
    player = Regret(Budget(nodes=60), rounds=1, kept=3, answers=2, seed=1)
    while state.waiting:
        seat = rng.choice(state.waiting)
        state = state.apply(int(player.choose(state.view(seat))), seat).resolve(rng)
    assert state.outcome is not None


def first_turn(players: int, seat: int = 0) -> View:
    return naadam.load(f"yuan:players={players}").start().resolve(random.Random(3)).view(seat)


def test_the_same_view_and_seed_and_positions_give_the_same_plan() -> None:
    view = first_turn(3)
    thoughts = [Regret(Budget(nodes=900), rounds=4, seed=5).think(view) for _ in range(2)]
    assert thoughts[0].mixed == thoughts[1].mixed
    assert thoughts[0].values == thoughts[1].values
    assert sum(thoughts[0].mixed.values()) == pytest.approx(1)
    assert set(thoughts[0].mixed) <= set(view.actions())


def test_after_the_first_rounds_it_goes_on_with_few_plans() -> None:
    view = first_turn(2)
    told: list[Thought] = []
    plan = Regret(Budget(nodes=600), rounds=3, kept=5, answers=2, seed=1).choose(view, watch=told.append)
    assert plan in view.actions()
    assert len(told[-1].values) == 5
    wide = Regret(Budget(nodes=300), rounds=3, answers=0, seed=1).think(view)
    assert len(wide.values) > 10


def test_with_many_clans_it_plays_on_in_haste_with_fewer_and_fewer_plans_of_its_own() -> None:
    view = first_turn(6)
    few, many = (Regret(Budget(nodes=nodes), rounds=2, seed=1).think(view) for nodes in (9_000, 60_000))
    assert len(few.values) == 10
    assert len(many.values) == 5
    assert set(many.expected) == {1, 2, 3, 4, 5}


def test_in_haste_everybody_settles_what_is_free() -> None:
    game = naadam.load("yuan:players=6").uncompiled()
    state = game.start().resolve(random.Random(3))
    choices = make_choices(game)
    choices.states[ROOT] = state.record
    Kernel(game, play_turn, choices)(choices)
    after = choices.states[ROOT]
    assert (state.record.turn, after.turn) == (1, 2)
    assert min(len(provinces_in(after.held[clan])) for clan in after.clan[:6]) > 1


def test_one_position_is_enough_for_a_plan() -> None:
    view = first_turn(2)
    assert Regret(Budget(nodes=1)).choose(view) in view.actions()


def test_with_blur_it_errs_among_plans_that_are_nearly_as_good() -> None:
    view = first_turn(2)
    sharp = Regret(Budget(nodes=300), answers=0, seed=1).think(view)
    chosen = {Regret(Budget(nodes=300), answers=0, blur=0.02, seed=seed).choose(view) for seed in range(6)}
    assert len(chosen) > 1
    assert min(sharp.values[plan] for plan in chosen) > min(sharp.values.values())


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"kept": 1.5}, {"answers": "many"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SpecError, match=next(iter(wrong))):
        Regret(**wrong)


def test_greedy_judges_what_follows_when_the_others_act_plausibly() -> None:
    """A plan alone changes nothing until all are in; greedy still tells a settlement from a pass."""
    for players in (2, 3):
        for seat in range(players):
            chosen = str(GreedyBot(seat).choose(first_turn(players, seat)))
            assert " D" in chosen, chosen


def test_greedy_plays_on_when_others_have_sealed() -> None:
    state = naadam.load("yuan:players=3").start().resolve(random.Random(3)).apply("pass", 0).apply("pass", 2)
    again = [GreedyBot(4).choose(state.view(1)), GreedyBot(4).choose(state.view(1))]
    assert again[0] == again[1]
    assert again[0] in state.actions(1)
