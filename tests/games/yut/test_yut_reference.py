"""Yut against the independent slow implementation, which was written from the clauses alone."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from drawn_yut import home_of, horses_of, to_throw, waiting, wild_horse
from pictures import assert_perft
from yut import GAMES, NEW, Reference, after_step, read_move, read_spec, step_at_random, throw_weights

import naadam
from naadam.core.compiling.compiled import COMPILING

REFERENCE = Path(__file__).parents[2] / "reference"

MOST_LEAVES = 10**8 if COMPILING else 3000  # the uncompiled rules count the smaller ones


def counted() -> dict[str, list[tuple[int, int]]]:
    """The counts of the independent implementation: for each spec its depths and leaves."""
    table = defaultdict(list)
    for row in (REFERENCE / "yut_perft.txt").read_text().splitlines():
        spec, depth, leaves = row.split(" ")
        table[spec].append((int(depth), int(leaves)))
    return table


def begin(game: str, first: int = 0) -> naadam.State:
    """The start of a game; in the second one of a match it is settled who begins (YU-40)."""
    loaded = naadam.load(game)
    return loaded.start() if loaded.options["second_game"] else loaded.start().apply(f"F{first}")


def notation(step: str) -> str:
    """A step of a spec in our notation."""
    if step.startswith("T"):
        return step
    throw, station, choice = read_move(step)
    if station == NEW:
        return f"+{throw}"
    return f"{station}{'^' if choice == 'turn' else '-'}{throw}"


def assert_same_position(state: naadam.State, reference: Reference) -> None:
    """Horses with their ways, horses home, throws and the Wild Horse are the same."""
    expected = reference.state
    for side in range(reference.sides):
        assert horses_of(state, side) == {
            station: "abc"[side] * stack.horses + ">" * stack.first for station, stack in expected.stacks[side].items()
        }
    assert home_of(state) == expected.home
    if reference.result is None:
        assert sorted(waiting(state)) == [str(throw) for throw in expected.waiting]
    assert wild_horse(state) == ("-" if expected.wild is None else f"{expected.wild}.{expected.returns}")


def test_the_table_covers_every_variant() -> None:
    assert {spec for spec in counted() if ";" not in spec} == set(GAMES)
    options = [dict(naadam.load(spec).options) for spec in GAMES]
    for option, values in {
        "players": {2, 3, 4},
        "posts": {"one", "two"},
        "wild_horse": {False, True},
        "hurdles": {False, True},
    }.items():
        assert {chosen[option] for chosen in options} == values


@pytest.mark.parametrize("flat", [0.5, 0.3, 0.75])
def test_throws_have_the_same_chances(flat: float) -> None:
    state = naadam.load("yut", flat=flat).start().apply("F0")
    weights = throw_weights(Fraction(flat))
    assert {str(action): probability for action, probability in state.chance()} == {
        f"T{throw}": pytest.approx(float(weight)) for throw, weight in weights.items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_perft_equals_the_count_of_the_independent_implementation(game: str) -> None:
    for spec, counts in counted().items():
        if spec.split(";")[0] != game:
            continue
        state = begin(game)
        for step in filter(None, spec.removeprefix(game).removeprefix(";").split(",")):
            state = state.apply(notation(step))
        assert_perft(state, spec, counts, MOST_LEAVES)


@pytest.mark.parametrize("game", GAMES)
def test_random_games_go_the_same_way(game: str) -> None:
    rng = random.Random(game)
    first = rng.randrange(read_spec(game).players)
    reference = read_spec(f"{game};first={first}")
    state = begin(game, first)
    while reference.result is None:
        assert to_throw(state) == reference.to_throw
        if reference.to_throw:
            expected = {f"T{throw}" for throw in range(1, 6)}
        else:
            assert state.turn == reference.seat
            expected = {notation(f"{throw}:{station}/{choice}") for throw, station, choice in reference.moves()}
        assert {str(action) for action in state.actions()} == expected
        step = step_at_random(reference, rng)
        reference, state = after_step(reference, step), state.apply(notation(step))
        assert_same_position(state, reference)
    sides, clause = reference.result
    assert state.outcome is not None
    winners = tuple(seat for seat in range(reference.players) if seat % reference.sides in sides)
    assert (state.outcome.winners, state.outcome.clause) == (winners, clause)
