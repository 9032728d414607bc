"""Khan against the independent slow implementation, which was written from the clauses alone.

`NAADAM_KHAN_GAMES` is how many more whole games are played side by side in each style and number of players (0).
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from khan import BOARD, CHANCE, SPECIALS, Khan
from khan_board import REGIONS
from khan_positions import FINAL, GAMES, board_of, random_facts, record_of, reference_of, sheets_of, stands, state_of
from khan_score import Sheet, score
from khan_steering import STYLES, Steering

import naadam
from naadam.core.compiling.compiled import COMPILING
from naadam.core.contract import StateRecord
from naadam.games.khan.sheet import Sheet as KhanSheet

MORE_GAMES = int(os.environ.get("NAADAM_KHAN_GAMES", "0"))
POSITIONS = 100 * (1 + MORE_GAMES) if COMPILING else 20
BOARDS = 1200 * (1 + 2 * MORE_GAMES) if COMPILING else 20

# Games in which, together, everything below is met; those with an odd number begin with rulers put at random.
CHOSEN = {
    2: [("siege", 4), ("siege", 7), ("final", 3), ("final", 20)],
    3: [("siege", 9), ("siege", 13), ("final", 15), ("final", 19)],
    4: [("siege", 1), ("siege", 6), ("siege", 26), ("final", 14), ("plain", 6)],
}
MET = {
    "KH-15 shuffled", "KH-26", "KH-27", "KH-28", "KH-33", "KH-34 last", "KH-34 stuck", "KH-35 bridge", "KH-35 tile",
    "KH-37 bend", "KH-39 1", "KH-39 2", "KH-41 discard", "KH-42 asked 1", "KH-42 agreed", "KH-42 refused",
    "KH-42 barred",
    "KH-48 barred", "KH-51 barred", "KH-54 barred", "KH-61", "KH-62", "KH-63", "KH-63 passed", "KH-63 refused",
    "KH-64 48", "KH-64 51", "KH-64 54", "none", *SPECIALS, *(f"size {size}" for size in (2, 3, 4, 5)),
    *(f"KH-31 {landscape}" for landscape in (*REGIONS, "river", "neighbours", "khan")),
}  # fmt: skip
MET_BY_MORE = {3: {"KH-39 3", "KH-42 asked 2"}, 4: {"KH-39 3", "KH-39 4", "KH-42 asked 2", "KH-55"}}


# --- games side by side ---


def assert_same(state: naadam.State, game: Khan) -> None:
    """Check that the waiting seats, legal actions and chance outcomes are the same."""
    assert state.waiting == game.waiting
    for seat in range(game.players):
        assert {str(action) for action in state.actions(seat)} == game.legal(seat)
    outcomes = game.legal(CHANCE)
    assert {str(action): chance for action, chance in state.chance()} == {
        outcome: pytest.approx(1 / len(outcomes)) for outcome in outcomes
    }


def play_side_by_side(game: Khan, state: naadam.State, steering: Steering) -> int:
    """Play to the end; the number of positions compared."""
    positions = 0
    steps: list[str] = []
    while True:
        try:
            assert_same(state, game)
        except AssertionError as difference:
            raise AssertionError(f"after {', '.join(steps)}: {difference}") from difference
        positions += 1
        if game.result is not None:
            break
        seat, text = steering.choose(game)
        steps.append(text if seat == CHANCE else f"{seat + 1}: {text}")
        game.take(text, seat)
        state = state.apply(text, seat)
    assert state.outcome is not None
    assert state.outcome.scores == tuple(float(sheet.total) for sheet in game.result.sheets)
    assert (state.outcome.winners, state.outcome.clause) == (game.result.winners, game.result.clause)
    return positions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_go_the_same_way(players: int) -> None:
    games = [*CHOSEN[players], *((style, seed) for style in STYLES for seed in range(100, 100 + MORE_GAMES))]
    met: set[str] = set()
    positions = 0
    for style, seed in games if COMPILING else games[:1]:
        rulers = "spread" if seed % 2 else "printed"
        game = Khan(players, rulers)
        steering = Steering(style, random.Random(f"{players} {style} {seed}"))
        positions += play_side_by_side(game, naadam.load("khan", players=players, rulers=rulers).start(), steering)
        met |= game.happened
    if COMPILING:
        assert positions > 500
        assert MET | MET_BY_MORE.get(players, set()) <= met


# --- positions side by side ---


def test_random_positions_allow_the_same() -> None:
    rng = random.Random(1)
    conquests = compared = 0
    kinds: Counter[str] = Counter()
    for _ in range(POSITIONS):
        facts = random_facts(rng)
        game = reference_of(facts)
        if not stands(facts, game):
            continue
        compared += 1
        try:
            assert_same(state_of(facts), game)
        except AssertionError as difference:
            raise AssertionError(f"{facts}: {difference}") from difference
        kinds.update({(action.split()[0]) for seat in game.waiting for action in game.legal(seat)})
        conquests += sum(action.startswith("conquer") for seat in game.waiting for action in game.legal(seat))
    assert (
        not COMPILING or min(kinds[kind] for kind in ("conquer", "invade", "chase", "anywhere", *SPECIALS, "card")) > 0
    )
    assert compared > POSITIONS // 2
    assert conquests > POSITIONS


def test_random_positions_allow_the_same_conquests_and_are_worth_the_same() -> None:
    """Thousands of positions, in which only conquests and the score are compared: these are hard to get right."""
    rng = random.Random(2)
    numbers: Counter[str] = Counter()
    for _ in range(BOARDS):
        facts = random_facts(rng, steps=(2, FINAL))
        state, game = record_of(facts), board_of(facts)
        conquests = conquests_of(state, facts.players, facts.seat)
        assert conquests == game.conquests(facts.seat), facts
        sheets = sheets_of(GAMES[facts.players], state)
        assert [as_reference(sheet) for sheet in sheets] == score(BOARD.shapes, facts.laid, facts.players), facts
        numbers["conquests"] += len(conquests)
        numbers["without conquest"] += not conquests
        numbers["several territories"] += any(len(sheet.territories) > 1 for sheet in sheets)
        numbers["ties"] += any(sheet.ties for sheet in sheets)
        numbers.update(game.happened)
    assert numbers["conquests"] > 10 * BOARDS
    if COMPILING:
        for kind in ("without conquest", "several territories", "ties", "KH-48 barred", "KH-51 barred", "KH-54 barred"):
            assert numbers[kind] > BOARDS // 50, numbers


def conquests_of(state: StateRecord, players: int, seat: int) -> set[str]:
    """The conquests that the game allows a seat, in notation."""
    game = GAMES[players]
    tables, buffer = game.rulebook.tables, game.buffers.actions
    found = buffer[: game.bound.legal(state, seat, buffer)].tolist()
    return {game.notation.format(state, seat, number) for number in found if tables.conquer <= number < tables.anywhere}


def as_reference(sheet: KhanSheet) -> Sheet:
    points = sum(laid.points for laid in sheet.shapes)
    return Sheet(points, list(sheet.territories), sheet.bonus, sheet.total)
