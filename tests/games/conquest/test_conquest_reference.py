"""Conquest against the independent slow implementation, which was written from the clauses alone.

`NAADAM_CONQUEST_GAMES` is how many more whole games are played side by side in each style and kind of game (0).
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from conquest import CHANCE, Conquest
from conquest_board import OWN_FILE, Board
from conquest_positions import KINDS, random_position, spec_of
from conquest_steering import STYLES, Steering

import naadam
from naadam.core.compiling.compiled import COMPILING

MORE_GAMES = int(os.environ.get("NAADAM_CONQUEST_GAMES", "0"))
POSITIONS = 500 * (1 + MORE_GAMES) if COMPILING else 15  # of each kind of game
LONG = 80  # steps of a game that began with a random position
SEEDS = {(2, False): 0, (3, False): 1, (4, False): 1, (4, True): 5}  # with these everything below is met

MET = {
    "a move", "a take", "s move", "s take", "t move", "capital", "Grail", "let", "jump move", "jump take", "jump seize",
    "jump ashore", "seize empty", "seize full", "CQ-55", "CQ-71",
    *(f"{how} {kind}" for how in ("move", "take") for kind in "SECKHG"),
    *(f"{how} {kind}" for how in ("mount", "seize", "ashore move", "ashore take") for kind in "SECK"),
    *(f"x {kind}" for kind in "SECKHG"), "x whole", "x a", "x s", "x put 1", "x put 2", "x take", "x seize",
    "CQ-73 after an elimination", "CQ-74 shared",
}  # fmt: skip
MET_BY_MORE = {"CQ-63 no exchange", "CQ-65 passed"}  # of two players one is never pinned while the game goes on
MET_ALONE = {"CQ-70", "CQ-72", "CQ-75", "CQ-80", "CQ-81 risked", "CQ-81 refused", "CQ-81 free"}
MET_ALLIED = {"CQ-96 ally only", "CQ-96 ally after the loser", "CQ-96 pinned ally", "CQ-97"}


def assert_same(state: naadam.State, game: Conquest) -> None:
    """Check that the waiting seats, legal actions, chance outcomes and position are the same."""
    assert state.waiting == game.waiting
    for seat in game.seats:
        assert {str(action) for action in state.actions(seat)} == game.legal(seat)
    outcomes = game.legal(CHANCE)
    assert {str(action): chance for action, chance in state.chance()} == {
        outcome: pytest.approx(1 / len(outcomes)) for outcome in outcomes
    }
    assert state.position == game.position()
    if game.result is None:
        assert state.outcome is None
        return
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.clause) == (game.result.winners, game.result.clause)
    assert state.outcome.scores == tuple(float(seat in game.result.winners) for seat in game.seats)
    assert_same_sheets(state, game)


def assert_same_sheets(state: naadam.State, game: Conquest) -> None:
    """CQ-74 line by line, and the points of an ally (CQ-97); lines that are worth nothing may be left out."""
    sheets = state.public().describe().sheet
    for seat in game.seats:
        expected = [*game.sheet(seat), *([game.sheet(seat ^ 2).total] if game.alliances else [])]
        assert [line.worth for line in sheets[seat].lines if line.worth] == [worth for worth in expected if worth]
        assert sheets[seat].total == sum(expected)


def play_side_by_side(game: Conquest, state: naadam.State, steering: Steering, most: int = 10_000) -> int:
    """Play to the end, or so many steps; the number of positions compared."""
    steps: list[str] = []
    beginning = game.position()
    while True:
        try:
            assert_same(state, game)
        except AssertionError as difference:
            raise AssertionError(f"{beginning} after {', '.join(steps)}: {difference}") from difference
        if game.result is not None or len(steps) == most:
            return len(steps) + 1
        seat, text = steering.choose(game)
        steps.append(text if seat == CHANCE else f"{seat + 1}: {text}")
        game.take(text, seat)
        state = state.apply(text, seat)


@pytest.mark.parametrize(("players", "alliances"), KINDS)
def test_games_go_the_same_way(players: int, alliances: bool) -> None:
    positions = 0
    games = [(style, seed) for style in STYLES for seed in range(1 + MORE_GAMES)]
    for style, seed in games if COMPILING else games[-1:]:
        steering = Steering(style, random.Random(f"{players} {alliances} {style} {seed}"), patience=0.95)
        state = naadam.load(spec_of(players, alliances)).start()
        positions += play_side_by_side(Conquest(players, alliances), state, steering)
    assert positions > (500 if COMPILING else 50)


@pytest.mark.parametrize(("players", "alliances"), KINDS)
def test_random_positions_are_played_on_the_same_way(players: int, alliances: bool) -> None:
    met: set[str] = set()
    rng = random.Random(f"{SEEDS[players, alliances]} {players} {alliances}")
    loaded = naadam.load(spec_of(players, alliances))
    for _ in range(POSITIONS):
        game = random_position(rng, players, alliances)
        steering = Steering(rng.choice(STYLES), rng, patience=0.9)
        state = loaded.position(game.position())
        assert_same_sheets(state, game)
        play_side_by_side(game, state, steering, LONG if COMPILING else 10)
        met |= game.happened
    if COMPILING:
        wanted = MET | (MET_ALLIED if alliances else MET_ALONE) | (MET_BY_MORE if players > 2 else set())
        assert wanted <= met


# On this board a piece may cross its own vessel in port to get from coast to coast. Two ports share a space on land,
# and one of them is adjacent to the Grail.
CUT = [("n22", "n23"), ("n32", "n33"), ("nr1", "nr2")]
JOINED = [("np4", "n12"), ("np2", "n32"), ("nq1", "cg1")]
COASTS = ["np1", "np2", "np3", "np4", "nq1", "n22", "n32", "nr2"]


def test_another_board_is_played_the_same_way(tmp_path: Path) -> None:
    text = OWN_FILE.read_text(encoding="utf-8")
    for one, other in CUT:
        line = f'  {{ a = "{one}", b = "{other}", kind = "land" }},\n'
        assert line in text
        text = text.replace(line, "")
    landings = "".join(f'  {{ a = "{one}", b = "{other}", kind = "landing" }},\n' for one, other in JOINED)
    text = text.replace("paths = [\n", f"paths = [\n{landings}")
    file = tmp_path / "coasts.toml"
    file.write_text(text, encoding="utf-8")
    loaded = naadam.load("conquest", players=2, board=str(file))
    board = Board(file)
    rng = random.Random(1)
    for _ in range(POSITIONS // 2):
        game = random_position(rng, 2, False, board, COASTS)
        steering = Steering(rng.choice(STYLES), rng, patience=0.9)
        play_side_by_side(game, loaded.position(game.position()), steering, 20)


def test_a_game_without_any_elimination_ends_with_the_twelfth_turn_of_the_first_player() -> None:
    """CQ-73, which no random game reaches."""
    game = Conquest(3)
    state = naadam.load(spec_of(3, False)).start()
    moved = {0: "n12-n22", 1: "e12-e22", 2: "s12-s22"}
    back = {0: "n22-n12", 1: "e22-e12", 2: "s22-s12"}
    step = (CHANCE, "first 2")
    while True:
        game.take(step[1], step[0])
        state = state.apply(step[1], step[0])
        assert_same(state, game)
        if game.result is not None:
            break
        (seat,) = game.waiting
        ways = moved if moved[seat] in game.legal(seat) else back
        step = (seat, "end" if game.spent else ways[seat])
    assert game.turn == 3 * 11 + 1
