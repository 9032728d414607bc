"""The search over whole turns, on Patrol: a turn is up to four steps, and a capture can be answered by another."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest

import naadam
from naadam.bots import Budget, Thought
from naadam.bots.budget import STOP, Clock
from naadam.bots.simple import GreedyBot
from naadam.bots.turns import Turns
from naadam.bots.turns import player as searching
from naadam.core.errors import SpecError
from naadam.core.game import Game
from naadam.core.state import State


@pytest.fixture(scope="module")
def patrol() -> Game:
    return naadam.load("patrol:glass=0")


@pytest.fixture(scope="module")
def player() -> Turns:
    return Turns(Budget(nodes=4000), width=16, seed=1)


def play_turn(player: Turns, state: State, seat: int = 0) -> State:
    """The turn of a seat, without answers of others."""
    number = state.record.number
    while state.waiting and state.record.number == number:
        state = state.apply(player.choose(state.view(seat)) if state.turn == seat else "let")
    return state


def test_it_takes_what_is_several_steps_away(patrol: Game, player: Turns) -> None:
    state = play_turn(player, patrol.position("4B/5/5/2B2/R3R R 0 0 0 0"))
    assert state.position.split()[0].count("B") == 1


def test_of_two_it_takes_the_one_that_cannot_be_taken_back(patrol: Game, player: Turns) -> None:
    """c3 is guarded by c4; e3 stands alone. Both are in reach of one scout, and to lose that one loses the game."""
    state = play_turn(player, patrol.position("5/2B2/2B1B/3R1/5 R 0 2 0 0"))
    assert state.position.split()[0] == "5/2B2/2B1R/5/5"


def test_it_plays_on_what_it_has_planned(patrol: Game) -> None:
    thoughts: list[Thought] = []
    player = Turns(Budget(nodes=4000), width=16, seed=1)
    state = patrol.position("5/5/5/2B2/R4 R 0 0 0 0")
    for _ in range(3):
        state = state.apply(player.choose(state.view(0), watch=thoughts.append))
        if not state.waiting:
            break
    assert state.outcome is not None, "the last scout is taken"
    assert state.outcome.winners == (0,)
    assert [thought.depth for thought in thoughts] == [1, 2, 4, 8, 16], "it has thought once, wider and wider"


def test_who_is_asked_answers_if_it_gains_by_it(patrol: Game, player: Turns) -> None:
    asked = patrol.position("5/2B2/2B1B/3R1/5 R 0 0 0 0").apply("d2d3").apply("d3c3")
    assert asked.waiting == (1,)
    assert str(player.choose(asked.view(1))) == "c4c3"


def test_a_turn_that_is_thought_about_again_has_only_the_seconds_that_are_left(
    patrol: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    class Sundial(Clock):
        """Every thought takes two seconds of its budget."""

        seconds = 2.0

        def __init__(self, budget: Budget, cancelled: Any = None) -> None:
            given.append(budget.seconds)
            super().__init__(Budget(nodes=2000), cancelled)

    monkeypatch.setattr(searching, "Clock", Sundial)
    monkeypatch.setattr("naadam.bots.searcher.find_win", lambda _view: None)  # it needs no thought, as at the end here
    player = Turns(Budget(seconds=10.0), width=4, seed=1)
    state = patrol.position("5/2B2/1RBR1/5/5 R 0 0 0 0")
    asked = state.apply(player.choose(state.view(0)))
    assert asked.waiting == (1,)
    assert player.choose(asked.apply("c4c3").view(0)) in asked.apply("c4c3").actions(0)
    assert given == pytest.approx([8.0]), "that the loss is answered was expected"
    player.choose(asked.apply("let").view(0))
    assert given == pytest.approx([8.0, 0.8 * 8.0]), "but not that it is let be"
    player.choose(patrol.start().view(0))
    assert given[2:] == pytest.approx([8.0]), "another turn has all its seconds"


class Sand(np.ndarray):
    """The control of an uncompiled search, with sand for so many looks at it: then the search is to stop."""

    left: float = math.inf

    def __getitem__(self, place: Any) -> Any:
        if place != STOP:
            return super().__getitem__(place)
        self.left -= 1
        return int(self.left < 0)


def turn_glass(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every search a clock that is empty after so many looks at it, once it runs."""

    class Hourglass(Clock):
        def __init__(self, budget: Budget, cancelled: Any = None) -> None:
            super().__init__(budget, cancelled)
            self.control = self.control.view(Sand)

        def __enter__(self) -> Clock:
            self.control.left = looks  # type: ignore[attr-defined]
            return self

    monkeypatch.setattr(searching, "Clock", Hourglass)


@pytest.mark.parametrize("name", ["patrol:glass=0", "conquest"])
@pytest.mark.parametrize("looks", [0, 1, 5, 40])
def test_an_uncompiled_search_stops_when_its_time_is_over(
    name: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole turn of Conquest and the turns after it are several hundred positions, at some 5 ms each."""
    turn_glass(looks, monkeypatch)
    state = naadam.load(name).uncompiled().start().resolve(Random(1))
    (seat,) = state.waiting
    thought = Turns(Budget(seconds=3600.0), seed=1).think(state.view(seat))
    assert thought.nodes <= looks
    assert thought.line[0] in state.actions(seat)


def test_a_search_that_is_stopped_early_plays_the_best_beginning_it_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """All first steps are looked at, but no end of a turn: the step that takes a scout is the best of them."""
    turn_glass(10, monkeypatch)
    state = naadam.load("patrol:glass=0").uncompiled().position("4B/5/5/2B2/2R1R R 0 0 0 0")
    assert str(Turns(Budget(seconds=3600.0), seed=1).choose(state.view(0))) == "c1c2"


def test_it_does_not_walk_into_reach_where_it_need_not(patrol: Game, player: Turns) -> None:
    """After its turn the other side moves four steps: the scout in the corner is out of reach, and stays there."""
    state = play_turn(player, patrol.position("B4/5/5/5/3R1 R 0 3 0 0"))
    assert "R" in play_turn(player, state, 1).position.split()[0]


def test_a_thought_has_a_line_that_can_be_played_and_the_worth_of_each_first_step(patrol: Game, player: Turns) -> None:
    state = patrol.start()
    thought = player.think(state.view(0))
    assert thought.values[thought.line[0]] == thought.value
    assert set(thought.values) <= set(state.actions())
    for action in thought.line:
        state = state.apply(action)


def test_it_beats_who_looks_one_step_ahead(patrol: Game, player: Turns) -> None:
    for seat in (0, 1):
        bots = [GreedyBot(2), GreedyBot(2)]
        bots[seat] = player  # type: ignore[call-overload]
        state = patrol.start()
        while state.waiting:
            assert state.turn is not None
            state = state.apply(bots[state.turn].choose(state.view(state.turn)))
        assert state.outcome is not None
        assert state.outcome.winners == (seat,)


def test_it_begins_with_the_beam_that_it_is_told(patrol: Game) -> None:
    thoughts: list[Thought] = []
    player = Turns(Budget(nodes=4000), width=16, narrow=4, seed=1)
    player.choose(patrol.position("5/5/5/2B2/R4 R 0 0 0 0").view(0), watch=thoughts.append)
    assert [thought.depth for thought in thoughts] == [4, 8, 16]


@pytest.mark.parametrize(
    "settings", [{"width": 0}, {"narrow": 0}, {"plans": -1}, {"others": 0}, {"width": 2.5}, {"width": 1 << 20}]
)
def test_settings_that_are_none_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        Turns(**settings)


def test_it_refuses_games_with_secrets() -> None:
    with pytest.raises(SpecError, match="without secrets"):
        Turns().workspace(naadam.load("khan"))
