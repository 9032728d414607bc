"""Foresight: possible actions of others after a choice, where chance, secrets or sealed plans intervene."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random
from statistics import fmean
from typing import NamedTuple

from naadam.bots.budget import Stopped
from naadam.bots.searcher import Cancelled
from naadam.bots.simple import unsealed
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.core.view import View

WORK = 1500  # answers looked at, from which the number of futures follows,
FEWEST, MOST = 6, 48  # within these bounds
CHOICES = 200  # of which a seat looks for its best in a future
LONGEST = 60  # steps of a future
FELT = 0.04  # the least cost of an answer that punishes

Expected = Mapping[int, Mapping[int, float]]
"""By seat, what it is expected to do at the same time, with the share of each action."""


class Blow(NamedTuple):
    """An answer that costs a seat something, and the position before it."""

    seat: int
    action: int
    before: State


class Foreseen(NamedTuple):
    """The expected result of a choice, for the seat that takes it."""

    value: float
    harm: float  # by single answers of others, in the mean
    blow: Blow | None  # the one that costs most in all
    odds: float  # the share of the futures in which it comes


class _Future(NamedTuple):
    value: float
    blows: tuple[tuple[float, Blow], ...]  # with the cost of each


def foresee(view: View, action: int, expected: Expected, cancelled: Cancelled | None = None) -> Foreseen:
    """Look at some futures of a choice, up to the end of the next other's turn; the same for the same view."""
    count = max(FEWEST, min(MOST, WORK // len(view.actions())))
    futures = []
    for seed in range(count):
        if cancelled is not None and cancelled():
            raise Stopped
        futures.append(_play_on(unsealed(view.complete(seed), view.seat), view.seat, action, expected, Random(seed)))
    costs: defaultdict[tuple[int, int], list[tuple[float, Blow]]] = defaultdict(list)
    for future in futures:
        for cost, blow in future.blows:
            costs[blow.seat, blow.action].append((cost, blow))
    worst = max(costs.values(), key=lambda found: sum(cost for cost, _ in found), default=[])
    return Foreseen(
        value=fmean(future.value for future in futures),
        harm=fmean(sum(cost for cost, _ in future.blows) for future in futures),
        blow=worst[0][1] if worst else None,
        odds=len(worst) / count,
    )


def _play_on(state: State, seat: int, action: int, expected: Expected, rng: Random) -> _Future:
    """One future: every seat takes the action with the best immediate result."""
    sealed = len(state.waiting) > 1
    state = state.apply(action, seat)
    if sealed:
        return _open(state, seat, expected, rng)
    rival: int | None = None  # whose turn is looked at
    blows: list[tuple[float, Blow]] = []
    for _ in range(LONGEST):
        actor = state.turn
        if actor is None or (rival is not None and actor not in (rival, CHANCE)):
            break
        if actor == CHANCE:
            state = state.apply(_draw(dict(state.chance()), rng), CHANCE)
            continue
        chosen = _best(state, actor, rng)
        after = state.apply(chosen, actor)
        if actor != seat:
            rival = actor
            _note(blows, state.value(seat) - after.value(seat), Blow(actor, chosen, state))
        state = after
    return _Future(state.value(seat), tuple(blows))


def _open(state: State, seat: int, expected: Expected, rng: Random) -> _Future:
    """One future of a simultaneous decision: each of the others may have chosen otherwise, or harmfully."""
    rivals = [other for other in state.waiting if other != seat]
    drawn, else_drawn = ({rival: _expect(state, rival, expected, rng) for rival in rivals} for _ in range(2))
    value = _take_all(state, drawn).value(seat)
    blows: list[tuple[float, Blow]] = []
    for rival in rivals:
        otherwise = _take_all(state, drawn | {rival: else_drawn[rival]}).value(seat)
        _note(blows, otherwise - value, Blow(rival, drawn[rival], state))
    return _Future(value, tuple(blows))


def _take_all(state: State, chosen: Mapping[int, int]) -> State:
    for seat, action in chosen.items():
        state = state.apply(action, seat)
    return state


def _expect(state: State, seat: int, expected: Expected, rng: Random) -> int:
    """The expected action of a seat; any action where none is expected."""
    return _draw(expected[seat], rng) if expected.get(seat) else rng.choice(state.numbers(seat))


def _note(blows: list[tuple[float, Blow]], cost: float, blow: Blow) -> None:
    if cost >= FELT:
        blows.append((cost, blow))


def _draw(shares: Mapping[int, float], rng: Random) -> int:
    return int(rng.choices(list(shares), list(shares.values()))[0])


def _best(state: State, seat: int, rng: Random) -> int:
    """The action with the best immediate result for a seat."""
    numbers = state.numbers(seat)
    tried = numbers if len(numbers) <= CHOICES else sorted(rng.sample(numbers, CHOICES))
    return max(tried, key=lambda number: state.apply(number, seat).value(seat))
