"""Jarmo against the independent slow implementation, which was written from the clauses alone."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from drawn_jarmo import captured_of, hands_of, in_words, line, markers_of, notation, stacks_of
from jarmo import (
    BLUE,
    CAMPS,
    GAMES,
    GREEN,
    PLAYERS,
    POINTS,
    Reference,
    Soldier,
    enemy,
    read_spec,
    write_step,
)
from pictures import assert_perft

import naadam
from naadam.core.compiling.compiled import COMPILING

REFERENCE = Path(__file__).parents[2] / "reference"

MOST_LEAVES = 10**8 if COMPILING else 3000  # the uncompiled rules count the smaller ones
SEATS = {GREEN: 0, BLUE: 1}


def counted() -> dict[str, list[tuple[int, int]]]:
    """The counts of the independent implementation: for each spec its depths and leaves."""
    table = defaultdict(list)
    for row in (REFERENCE / "jarmo_perft.txt").read_text().splitlines():
        spec, depth, leaves = row.split(" ")
        table[spec].append((int(depth), int(leaves)))
    return table


def drawn_soldier(soldier: Soldier) -> str:
    letter = "gb"[SEATS[soldier.owner]]
    return (letter.upper() if soldier.guard else letter) + ("*" if soldier.golden else "")


def drawn_stacks(reference: Reference) -> dict[str, str]:
    return {
        point: "/".join(drawn_soldier(soldier) for soldier in reversed(stack))
        for point, stack in reference.state.stacks.items()
    }


def assert_same_position(state: naadam.State, reference: Reference) -> None:
    """Stacks, hands, captured soldiers and markers are the same."""
    expected = reference.state
    assert stacks_of(state) == drawn_stacks(reference)
    assert hands_of(state) == tuple(expected.hand[player] for player in PLAYERS)
    assert captured_of(state) == tuple(expected.captured[player] for player in PLAYERS)
    assert markers_of(state) == bool(expected.markers)


def step_together(reference: Reference, state: naadam.State, rng: random.Random) -> tuple[Reference, naadam.State]:
    """Both after a step at random; all legal steps have been the same, and the position is."""
    steps = sorted(reference.moves())
    assert state.turn == SEATS[reference.state.turn]
    assert {in_words(state, str(action)) for action in state.actions()} == {write_step(step) for step in steps}
    step = rng.choice(steps)
    reference, state = reference.apply(step), state.apply(notation(write_step(step)))
    assert_same_position(state, reference)
    return reference, state


def assert_same_end(state: naadam.State, reference: Reference) -> None:
    """Both go on, or both are over with the same winner, clause and points."""
    if reference.result is None:
        assert state.outcome is None
        return
    winner, clause = reference.result
    assert state.outcome is not None
    assert state.outcome.winners == ((0, 1) if winner == "draw" else (SEATS[winner],))
    assert state.outcome.clause == clause
    if reference.variant == "jarmo":
        assert state.outcome.scores == tuple(reference.score(player) for player in PLAYERS)


def test_the_table_covers_every_variant() -> None:
    starts = {naadam.load(spec).spec for spec in counted() if ";" not in spec}
    assert starts == {naadam.load(spec).spec for spec in GAMES}
    assert len(starts) == 12


@pytest.mark.parametrize("game", GAMES)
def test_perft_equals_the_count_of_the_independent_implementation(game: str) -> None:
    for spec, counts in counted().items():
        if spec.split(";")[0] != game:
            continue
        state = naadam.load(game).start()
        for step in filter(None, spec.removeprefix(game).removeprefix(";").split(",")):
            state = state.apply(notation(step))
        assert_perft(state, spec, counts, MOST_LEAVES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_random_games_go_the_same_way(game: str, seed: int) -> None:
    rng = random.Random(seed)
    reference = read_spec(game)
    state = naadam.load(game).start()
    while reference.result is None:
        reference, state = step_together(reference, state, rng)
    assert_same_end(state, reference)


def crowded(rng: random.Random, game: str) -> Reference:
    """A position set up at random, with guards, stacks, hands and captured soldiers that games seldom come to."""
    start = read_spec(game)
    points = list(POINTS)
    rng.shuffle(points)
    stacks: dict[str, list[Soldier]] = {}
    plain = 4 if start.golden else 5
    on_board = {player: rng.randint(1, plain) for player in PLAYERS}
    hand = {player: rng.randint(0, plain - on_board[player]) for player in PLAYERS}
    for player in PLAYERS:
        for point in [points.pop() for _ in range(on_board[player])]:
            may_be_guard = start.variant == "legendary" or point not in CAMPS[enemy(player)]  # JA-7
            stacks[point] = [Soldier(player, may_be_guard and rng.random() < 0.4)]
    for player in PLAYERS if start.golden else ():
        below = rng.choice([*(point for point in stacks if point not in CAMPS[enemy(player)]), points[-1]])
        if below in stacks:
            stacks[below].insert(0, Soldier(player, guard=False, golden=True))
        elif below not in CAMPS[enemy(player)]:
            stacks[points.pop()] = [Soldier(player, rng.random() < 0.5, golden=True)]
    captured = {player: plain - on_board[player] - hand[player] for player in PLAYERS}
    return Reference.setup(
        start.variant,
        start.golden,
        start.markers_at_start,
        stacks=stacks,
        player=rng.choice(PLAYERS),
        hand=(hand[GREEN], hand[BLUE]),
        captured=(captured[GREEN], captured[BLUE]),
        quiet=rng.choice((0, 190)),
    )


@pytest.mark.parametrize("game", GAMES)
def test_games_from_crowded_positions_go_the_same_way(game: str) -> None:
    rng = random.Random(game)
    loaded = naadam.load(game)
    played = 0
    while played < 8:
        reference = crowded(rng, game)
        stacks, hand = drawn_stacks(reference), reference.state.hand
        seat = SEATS[reference.state.turn]
        try:
            state = loaded.position(line(loaded, stacks, seat, (hand[GREEN], hand[BLUE]), reference.state.quiet))
        except naadam.PositionError:
            continue
        if state.outcome is not None:
            continue  # over before it begins
        played += 1
        for _ in range(12):
            if reference.result is None:
                reference, state = step_together(reference, state, rng)
        assert_same_end(state, reference)
