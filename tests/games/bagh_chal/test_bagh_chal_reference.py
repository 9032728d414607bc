"""Bagh Chal against the independent slow implementation, which was written from the clauses alone."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from bagh_chal import Reference, read_spec, write_move
from pictures import assert_perft

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.core.state import State

REFERENCE = Path(__file__).parents[2] / "reference"

VARIANTS = [
    ("bagh-chal", "ludos", False),
    ("bagh-chal", "classic", False),
    ("bagh-chal", "ludos", True),
    ("bagh-chal", "classic", True),
    ("pulijudam", "ludos", False),
    ("pulijudam", "classic", False),
]
MOST_LEAVES = 10**8 if COMPILING else 3000  # the uncompiled rules count the smaller ones


def counted() -> dict[str, list[tuple[int, int]]]:
    """The counts of the independent implementation: for each spec its depths and leaves."""
    table = defaultdict(list)
    for line in (REFERENCE / "bagh_chal_perft.txt").read_text().splitlines():
        spec, depth, leaves = line.rsplit(" ", 2)
        table[spec].append((int(depth), int(leaves)))
    return table


def notation(move: tuple[str, ...]) -> str:
    """A move of the reference in our notation, without the marks that the state decides."""
    kind, *points = move
    return {"put": "G", "exchange": "K", "decline": "--", "move": ""}[kind] + "".join(points)


def same_position(reference: Reference, spec: str) -> State:
    """Our state for a spec of the reference: a position, or moves from the start."""
    game = naadam.load(spec.split(";")[0])
    parts = dict(part.split("=", 1) for part in spec.split(";")[1:])
    state = game.start()
    if "tigers" in parts:
        before = read_spec(";".join(part for part in spec.split(";") if not part.startswith("moves=")))
        state = game.position(position(before, game.rulebook.grid.rows, game.rulebook.grid.names))  # type: ignore[attr-defined]
    for text in filter(None, parts.get("moves", "").split(",")):
        if text.startswith("="):
            state = state.apply("K" + text[1:])
        else:
            state = state.apply(text if text == "--" else text.replace("-", ""))
    return state


def position(reference: Reference, rows: list[list[int]], names: list[str]) -> str:
    """A position of the reference as our line."""

    def letter(point: str) -> str:
        if point in reference.tigers:
            return "A" if point == reference.alpha else "B"
        if point in reference.goats:
            return "K" if point == reference.buck else "G"
        return "1"

    lines = "/".join("".join(letter(names[point]) for point in row) for row in rows)
    memories = ["".join(path) if path else "-" for path in (reference.memory["goats"], reference.memory["tigers"])]
    side = "G" if reference.player == "goats" else "B"
    return f"{lines} {side} {reference.hand} {reference.captured} {' '.join(memories)} {reference.peace} -"


def test_the_table_covers_every_variant() -> None:
    starts = {spec for spec in counted() if ";" not in spec}
    assert {naadam.load(spec).spec for spec in starts} == {
        naadam.load("bagh-chal", board=board, rules=rules, heroes=heroes).spec for board, rules, heroes in VARIANTS
    }


@pytest.mark.parametrize("spec", counted())
def test_perft_equals_the_count_of_the_independent_implementation(spec: str) -> None:
    state = same_position(read_spec(spec), spec)
    assert_perft(state, spec, counted()[spec], MOST_LEAVES)


@pytest.mark.parametrize(("board", "rules", "heroes"), VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_go_the_same_way(board: str, rules: str, heroes: bool, seed: int) -> None:
    rng = random.Random(seed)
    reference = Reference(board, rules, heroes)
    game = naadam.load("bagh-chal", board=board, rules=rules, heroes=heroes)
    state = game.start()
    names = {0: "goats", 1: "tigers", None: None}
    while reference.result is None:
        moves = sorted(reference.moves())
        numbers = {game.notation.parse(state.record, notation(move)).action for move in moves}
        assert names[state.turn] == reference.player
        assert numbers == set(state.actions()), write_move(moves[0])
        quiet = [move for move in moves if rng.random() < 0.3] or moves
        move = rng.choice(quiet)
        reference = reference.apply(move)
        state = state.apply(notation(move))
        assert (state.record.hand, state.record.captured) == (reference.hand, reference.captured)
    assert state.outcome is not None
    winner = "draw" if state.outcome.draw else names[state.outcome.winners[0]]
    assert (winner, state.outcome.clause) == reference.result
