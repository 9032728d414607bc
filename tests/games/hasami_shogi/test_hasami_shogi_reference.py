"""Hasami Shogi against the independent slow implementation, which was written from the clauses alone."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from drawn_hasami_shogi import line, moves, pieces_of
from hasami_shogi import CAMP_ROWS, CELLS, FIVE, GREEN, RED, WAR, Reference, captures, read_spec
from pictures import assert_perft

import naadam
from naadam.core.compiling.compiled import COMPILING

REFERENCE = Path(__file__).parents[2] / "reference"

MOST_LEAVES = 10**8 if COMPILING else 3000  # the uncompiled rules count the smaller ones
SEATS = {GREEN: 0, RED: 1}


def counted() -> dict[str, list[tuple[int, int]]]:
    """The counts of the independent implementation: for each spec its depths and leaves."""
    table = defaultdict(list)
    for row in (REFERENCE / "hasami_shogi_perft.txt").read_text().splitlines():
        spec, depth, leaves = row.split(" ")
        table[spec].append((int(depth), int(leaves)))
    return table


def drawn_pieces(reference: Reference) -> dict[str, str]:
    """The pieces of the reference as on a picture."""
    letters = {cell: piece.owner[0] for cell, piece in reference.pieces.items()}
    return {cell: letters[cell].upper() if piece.shogun else letters[cell] for cell, piece in reference.pieces.items()}


def takes(reference: Reference, move: tuple[str, str]) -> bool:
    """Whether a move of the reference captures."""
    pieces = dict(reference.pieces)
    pieces[move[1]] = pieces.pop(move[0])
    return bool(captures(pieces, move[1], corners=reference.variant == WAR))


def assert_same_end(state: naadam.State, reference: Reference) -> None:
    """Both are over, with the same winner by the same clause."""
    assert reference.result is not None
    assert state.outcome is not None
    winner, clause = reference.result
    assert state.outcome.winners == ((0, 1) if winner == "draw" else (SEATS[winner],))
    assert state.outcome.clause == clause


def same_position(spec: str) -> naadam.State:
    """Our state for a spec of the reference: a position, and moves from there."""
    game_spec, *parts = spec.split(";")
    before = read_spec(";".join([game_spec, *(part for part in parts if not part.startswith("moves="))]))
    game = naadam.load(game_spec)
    state = game.position(line(drawn_pieces(before), SEATS[before.turn], before.quiet))
    for part in parts:
        if part.startswith("moves="):
            for move in part.removeprefix("moves=").split(","):
                state = state.apply(move.replace("-", ""))
    return state


def test_the_table_covers_every_variant() -> None:
    starts = {naadam.load(spec).spec for spec in counted() if ";" not in spec}
    assert len(starts) == 4


@pytest.mark.parametrize("spec", counted())
def test_perft_equals_the_count_of_the_independent_implementation(spec: str) -> None:
    state = same_position(spec)
    assert_perft(state, spec, counted()[spec], MOST_LEAVES)


@pytest.mark.parametrize("shoguns", [False, True])
@pytest.mark.parametrize("variant", [FIVE, WAR])
@pytest.mark.parametrize("seed", range(2))
def test_random_games_go_the_same_way(variant: str, shoguns: bool, seed: int) -> None:
    rng = random.Random(seed)
    reference = Reference(variant, shoguns)
    state = naadam.load("hasami-shogi", variant=variant, shoguns=shoguns).start()
    while reference.result is None:
        found = sorted(reference.moves())
        assert state.turn == SEATS[reference.turn]
        assert moves(state) == set(found)
        if rng.random() < 0.5:  # a game without captures hardly ends
            found = [move for move in found if takes(reference, move)] or found
        move = rng.choice(found)
        reference, state = reference.apply(move), state.apply("".join(move))
        assert pieces_of(state) == drawn_pieces(reference)
    assert_same_end(state, reference)


@pytest.mark.parametrize("variant", [FIVE, WAR])
def test_games_that_go_back_and_forth_are_drawn_at_the_same_turn(variant: str) -> None:
    rng = random.Random(10)
    front = {FIVE: "28", WAR: "19"}[variant]
    reference = Reference(variant)
    state = naadam.load("hasami-shogi", variant=variant).start()
    for move in ((f"e{front[0]}", "e4"), (f"d{front[1]}", "d6")):
        reference, state = reference.apply(move), state.apply("".join(move))
    while reference.result is None:
        piece = {GREEN: "e", RED: "d"}[reference.turn]  # each player moves one piece within its column
        here = next(cell for cell in reference.pieces if cell[0] == piece and cell[1] in "3456")
        found = sorted(move for move in reference.moves() if move[0] == here and move[1] in (f"{piece}3", f"{piece}4"))
        found = found or sorted(m for m in reference.moves() if m[0] == here and m[1] in (f"{piece}5", f"{piece}6"))
        move = rng.choice(found)
        reference, state = reference.apply(move), state.apply("".join(move))
    assert reference.result == ("draw", "HS-10")
    assert state.outcome is not None
    assert (state.outcome.draw, state.outcome.clause) == (True, "HS-10")


def crowded(rng: random.Random, variant: str, shoguns: bool) -> Reference:
    """A position set up at random: two crowds in a corner of the board, that games seldom come to."""
    cells = [cell for cell in CELLS if cell[0] in "abcdef" and cell[1] in "123456"]
    rng.shuffle(cells)
    own: dict[str, list[str]] = {GREEN: [], RED: []}
    for cell in cells[:22]:
        owner = rng.choice((GREEN, RED))
        if variant == WAR or cell[1] not in CAMP_ROWS[FIVE][GREEN] or owner == GREEN:
            own[owner].append(cell)
    most = 18 if variant == FIVE else 9
    green, red = own[GREEN][:most], own[RED][:most]
    return Reference.setup(
        variant,
        shoguns,
        green=green,
        red=red,
        green_shogun=green[0] if shoguns else None,
        red_shogun=red[0] if shoguns else None,
        player=rng.choice((GREEN, RED)),
        quiet=rng.choice((0, 198)),
    )


@pytest.mark.parametrize("shoguns", [False, True])
@pytest.mark.parametrize("variant", [FIVE, WAR])
def test_games_from_crowded_positions_go_the_same_way(variant: str, shoguns: bool) -> None:
    rng = random.Random(f"{variant} {shoguns}")
    game = naadam.load("hasami-shogi", variant=variant, shoguns=shoguns)
    played = 0
    while played < 15:
        reference = crowded(rng, variant, shoguns)
        try:
            state = game.position(line(drawn_pieces(reference), SEATS[reference.turn], reference.quiet))
        except naadam.PositionError:
            continue  # too few pieces
        if state.outcome is not None:
            continue  # over before it begins
        played += 1
        for _ in range(6):
            assert moves(state) == reference.moves()
            found = sorted(reference.moves())
            move = rng.choice([move for move in found if takes(reference, move)] or found)
            reference, state = reference.apply(move), state.apply("".join(move))
            assert pieces_of(state) == drawn_pieces(reference)
            assert (state.outcome is None) == (reference.result is None)
            if reference.result is not None:
                assert_same_end(state, reference)
                break
