"""The tensor and heuristics of Khan for computer players, and their decisions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import naadam
from naadam.bots import Budget, Uct, level
from naadam.core.compiling import plain, record
from naadam.core.state import State
from naadam.games.khan.rules.prospects import best_conquest
from naadam.games.khan.rules.state import ACTING

GAMES = {players: naadam.load(f"khan:players={players}") for players in (2, 3, 4)}
TWO = GAMES[2]
NO_RULERS = "rulers=S-/0,R-/0,H-/0,A-/0,D-/0,V-/0,C-/0,K-/0"
SIMULATIONS = Budget(nodes=300)


def play_on(state: State, rng: random.Random, actions: int) -> State:
    """Some random actions later, or earlier if the game would end."""
    for _ in range(actions):
        after = state.apply(rng.choice(state.actions(state.waiting[0]))).resolve(rng)
        if not after.waiting:
            break
        state = after
    return state


def renamed(state: State) -> State:
    """The same state with all seats one further on."""
    seats = state.game.seats
    turned = record(state.game.state_type, bytearray(state.record.tobytes()))
    order = [(seat - 1) % seats for seat in range(seats)]
    for name in ("yurts", "owned", "hand", "held", "old_held", "territories", "cards", "supporting", "exploring"):
        turned[name][:seats] = np.array(state.record[name])[order]

    def move(mask: int) -> int:
        return sum(1 << (seat + 1) % seats for seat in range(seats) if mask >> seat & 1)

    for name in ("waiting", "protecting", "asked", "answered", "agreed", "refused"):
        turned[name] = move(int(state.record[name])) | (int(state.record[name]) & 1 << naadam.CHANCE)
    turned["owners"] = [move(int(mask)) for mask in state.record["owners"]]
    turned["mover"] = (int(state.record["mover"]) + 1) % seats
    return state.game.restore(turned, None)


def best(state: State, seed: int = 0) -> str:
    """The answer of the strongest player, with a fixed number of simulations."""
    seat = state.waiting[0]
    return str(level(state.game, 5, seed).choose(state.view(seat), SIMULATIONS))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_does_not_depend_on_who_is_called_what(players: int) -> None:
    rng = random.Random(players)
    state = GAMES[players].start().resolve(rng)
    for _ in range(12):
        state = play_on(state, rng, 7)
        values = [state.value(seat) for seat in range(players)]
        assert all(-1 < value < 1 for value in values)
        after = renamed(state)
        assert [after.value((seat + 1) % players) for seat in range(players)] == pytest.approx(values)
    if players == 2:
        assert state.value(0) == pytest.approx(-state.value(1))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("act 1 2 1=i6 laid=P5.i7.r0:1", "act 1 2 1=i6 laid=I2.i7.r0:1"),  # points
        (
            "act 1 2 laid=I3.g8.r0:1,I3.j8.r0:1,O4.b1.r0:2",
            "act 1 2 laid=I3.g8.r0:1,I3.l10.r0:1,O4.b1.r0:2",
        ),  # territory
        ("act 1 2 1=i6,j6 n=i7,j7", "act 1 2 1=i6,j6 n=a6,b2"),  # yurts that hang together
        ("act 1 2 1=i6,j6 2=b2 n=i7,j7", "act 1 2 1=i6,b2 2=j6 n=i7,j7"),  # a majority that is not disputed
        ("act 1 2 1=i6,j6 n=i7,j7,i8", "act 2 2 1=i6,j6 n=i7,j7,i8"),  # to act first
        ("act 1 2 1=i6", "act 1 2 1=i6 special=0000/2222"),  # special cards left
        ("conquer 1 2 1=i6,j6 n=i7,j7,i8 RULERS", "conquer 1 2 1=i6 n=i7,j7,i8 RULERS"),  # shapes to lay at the end
    ],
)
def test_better_positions_are_worth_more(better: str, worse: str) -> None:
    values = [TWO.position(text.replace("RULERS", NO_RULERS)).value(0) for text in (better, worse)]
    assert values[0] > values[1]


def test_a_game_that_is_over_is_won_or_lost() -> None:
    state = TWO.position(f"over KH-65 {NO_RULERS} laid=P5.i7.r0:1,I2.b1.r0:2")
    assert (state.value(0), state.value(1)) == (1.0, -1.0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_actions_worth_a_search_are_few_and_the_best_conquest_is_among_them(players: int) -> None:
    game = GAMES[players]
    rng = random.Random(players)
    state = game.start().resolve(rng)
    for _ in range(25):
        state = play_on(state, rng, 3)
        seat = state.waiting[0]
        legal = np.array([int(action) for action in state.actions(seat)], np.int64)
        ranked = legal.copy()
        kept = game.bound.plausible(state.record, seat, np.zeros(1, np.int64), ranked, len(ranked))
        assert 1 <= kept <= 24
        assert sorted(ranked) == sorted(legal)
        if state.record["phase"] == ACTING:
            conquest, points = plain(best_conquest)(game.bound.tables, state.record, seat)
            assert points < 4 or game.bound.tables.conquer + conquest in ranked[:kept]


def test_a_search_looks_at_the_actions_worth_it_in_their_order() -> None:
    state = TWO.position("act 1 1 1=i6,j6 2=k7,d2 n=i7,j7,i8")
    ranked = np.array([int(action) for action in state.actions()], np.int64)
    TWO.bound.plausible(state.record, 0, np.zeros(1, np.int64), ranked, len(ranked))
    bot = Uct(Budget(nodes=32), cutoff=0, widening=1.0)
    bot.think(state.view(0))
    workspace = bot.workspace(TWO)
    tried = {int(workspace.tree.action[edge]) for edge in workspace.edges(workspace.node)}
    assert 3 <= len(tried) <= 7
    assert tried == set(ranked[: len(tried)].tolist())


def test_the_strongest_player_takes_what_the_rival_would_take() -> None:
    state = TWO.position("act 1 1 1=i6,j6 2=k7,d2 n=i7,j7,i8")
    assert best(state).startswith("conquer P5")


def test_high_morale_is_used_for_a_conquest_that_would_be_lost() -> None:
    state = TWO.position("use 1 1=i6,j6 2=k8,k7,d2 n=i7,j7,i8 special=1000/0000")
    assert best(state) == "morale"
    assert best(state.apply("morale")).startswith("conquer P5")


@pytest.mark.rule("KH-42")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # two points now, or nine by oneself in the next turn
        ("1=i6,i7 2=i8 n=j6,j7 ask=I2.i7.r1:1: laid=I4.a6.r1:2,I3.m1.r1:1", "refuse"),
        # six each, or three cells for the rival and two for oneself
        ("1=k8 2=i8 n=h8,j8,l8 ask=I5.h8.r0:1: laid=T4.b9.r1:2,O4.m1.r0:1", "agree"),
    ],
)
def test_agreement_is_given_where_it_gains_more_than_it_costs(text: str, answer: str) -> None:
    state = TWO.position(f"answer 2 1 {text} {NO_RULERS} final=2 special=2122/2222 active=p1")
    assert [best(state, seed) for seed in range(3)] == [answer] * 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_reply_depends_on_the_own_view_alone(players: int) -> None:
    """States that differ in the hands of others only: the same seed, the same reply."""
    rng = random.Random(players)
    state = play_on(GAMES[players].start().resolve(rng), rng, 30)
    seat = state.waiting[0]
    view = state.view(seat)
    others = [view.complete(seed) for seed in range(3)]
    assert len({other.to_bytes() for other in others}) > 1
    replies = set()
    for other in others:
        thought = level(state.game, 5, seed=7).think(other.view(seat), Budget(nodes=200))
        replies.add((str(thought.line[0]), thought.value))
    assert len(replies) == 1
