"""UCT with chance, with secrets, and with simultaneous decisions."""

from __future__ import annotations

import functools
import random

import pytest
from matrix import matrix_game
from pig import pig_game

import naadam
from naadam.bots import Budget, Thought, Uct
from naadam.core.state import State

PENNIES = ((1.0, -1.0), (-1.0, 1.0))
SCISSORS = ((0.0, 2.0, -1.0), (-2.0, 0.0, 1.0), (1.0, -1.0, 0.0))  # optimal: 1/4, 1/4, 1/2 for both seats
UNEVEN = ((2.0, -1.0), (-1.0, 1.0))  # optimal: 2/5, 3/5 for both seats; against random play it is 1, 0


@functools.cache
def expected(state: State) -> float:
    """The exact value for seat 0."""
    if state.outcome is not None:
        return state.outcome.scores[0]
    if state.turn == naadam.CHANCE:
        return sum(chance * expected(state.apply(action)) for action, chance in state.chance())
    values = [expected(state.apply(action)) for action in state.actions()]
    return max(values) if state.turn == 0 else min(values)


def test_uct_agrees_with_expectimax() -> None:
    game = pig_game()
    level = [game.start()]
    compared = 0
    for _ in range(7):  # all positions of the first turns
        level = [after for state in level for action in state.actions() for after in [state.apply(action)]][:60]
        for state in level[::7]:
            if state.turn not in (0, 1):
                continue
            sign = 1 if state.turn == 0 else -1
            thought = Uct(Budget(nodes=120_000), seed=compared).think(state.view(state.turn))
            values = {action: sign * expected(state.apply(action)) for action in state.actions()}
            assert thought.value == pytest.approx(max(values.values()), abs=0.03), state
            assert values[thought.line[0]] >= max(values.values()) - 0.02, state
            compared += 1
    assert compared >= 15


def test_what_is_proven_is_true() -> None:
    """Every node of a tree with chance whose results are said to be proven has its exact value."""
    game = pig_game()
    start = game.position("1 0 0 0 0 7 0")
    bot = Uct(Budget(nodes=20_000), seed=2)
    bot.think(start.view(0))
    workspace, looked_at, proven = bot.workspace(game), [(start, bot.workspace(game).node)], 0
    while looked_at:
        state, node = looked_at.pop()
        if workspace.tree.proven[node]:
            proven += 1
            assert workspace.tree.results[node, 0] == pytest.approx(expected(state)), state
        looked_at += workspace.children(state, node)
    assert proven > 1000


@pytest.mark.parametrize(
    ("payoff", "optimal"),
    [(PENNIES, (0.5, 0.5)), (SCISSORS, (0.25, 0.25, 0.5))],
    ids=["matching pennies", "scissors"],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_decisions_at_once_converge_to_the_equilibrium(
    payoff: tuple[tuple[float, ...], ...], optimal: tuple[float, ...], seat: int
) -> None:
    game = matrix_game(payoff)
    view = game.start().view(seat)
    bot = Uct(Budget(nodes=400_000), margin=1.0, seed=2)
    policy = bot.think(view).mixed
    assert [policy[action] for action in view.actions()] == pytest.approx(optimal, abs=0.05)


@pytest.mark.parametrize(
    ("payoff", "optimal"),
    [(PENNIES, (0.5, 0.5)), (SCISSORS, (0.25, 0.25, 0.5)), (UNEVEN, (0.4, 0.6))],
    ids=["matching pennies", "scissors", "uneven pennies"],
)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("sealed", [0, 1])
def test_who_decides_last_does_so_as_if_nothing_was_sealed(
    payoff: tuple[tuple[float, ...], ...], optimal: tuple[float, ...], seat: int, sealed: int
) -> None:
    """A rival who has sealed a choice is not taken to have chosen at random."""
    game = matrix_game(payoff)
    view = game.start().apply(sealed, 1 - seat).view(seat)
    assert view.waiting == (seat,)
    bot = Uct(Budget(nodes=400_000), margin=1.0, seed=2)
    told: list[Thought] = []
    chosen = bot.choose(view, watch=told.append)
    policy = told[-1].mixed
    assert chosen in view.actions()
    assert [policy[action] for action in view.actions()] == pytest.approx(optimal, abs=0.05)


@pytest.mark.parametrize("observers", ["one", "all"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_choice_depends_on_the_view_alone(observers: str, players: int) -> None:
    """States that differ only in facts hidden from a seat: the same view, the same seed, the same answer."""
    game = naadam.load(f"caravan:players={players}")
    rng = random.Random(4)
    compared = 0
    state = game.start().resolve(rng)
    while state.waiting:
        for seat in state.waiting:
            view = state.view(seat)
            answers = set()
            for _ in range(3):
                other = view.complete(rng.getrandbits(60)).view(seat)
                bot = Uct(Budget(nodes=300), observers=observers, seed=9)
                answers.add((int(bot.choose(other)), bot.think(other).value))
                compared += 1
            assert len(answers) == 1, state
        state = state.apply(rng.choice(state.actions())).resolve(rng)
    assert compared > 10
