"""Jarmo against the independent slow implementation, which was written from the clauses alone."""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from drawn_jarmo import captured_of, hands_of, in_words, markers_of, notation, stacks_of

import naadam
from naadam.core.compiled import COMPILING

REFERENCE = Path(__file__).parent.parent / "reference"
sys.path.insert(0, str(REFERENCE))

from jarmo import BLUE, GAMES, GREEN, PLAYERS, Reference, Soldier, read_spec, write_step  # noqa: E402

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


def assert_same_position(state: naadam.State, reference: Reference) -> None:
    """Stacks, hands, captured soldiers and markers are the same."""
    expected = reference.state
    assert stacks_of(state) == {
        point: "/".join(drawn_soldier(soldier) for soldier in reversed(stack))
        for point, stack in expected.stacks.items()
    }
    assert hands_of(state) == tuple(expected.hand[player] for player in PLAYERS)
    assert captured_of(state) == tuple(expected.captured[player] for player in PLAYERS)
    assert markers_of(state) == bool(expected.markers)


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
        for depth, leaves in counts:
            if leaves <= MOST_LEAVES:
                assert state.game.perft(state, depth) == leaves, f"{spec} depth {depth}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_go_the_same_way(game: str, seed: int) -> None:
    rng = random.Random(seed)
    reference = read_spec(game)
    state = naadam.load(game).start()
    while reference.result is None:
        steps = sorted(reference.moves())
        assert state.turn == SEATS[reference.state.turn]
        assert {in_words(state, str(action)) for action in state.actions()} == {write_step(step) for step in steps}
        step = rng.choice(steps)
        reference, state = reference.apply(step), state.apply(notation(write_step(step)))
        assert_same_position(state, reference)
    winner, clause = reference.result
    assert state.outcome is not None
    assert state.outcome.winners == ((0, 1) if winner == "draw" else (SEATS[winner],))
    assert state.outcome.clause == clause
    if reference.variant == "jarmo":
        assert state.outcome.scores == tuple(reference.score(player) for player in PLAYERS)
