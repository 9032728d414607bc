"""The slow implementation of Khan by itself: printed examples, positions worked out by hand, whole games."""

from __future__ import annotations

import random

import pytest
from khan import NEUTRAL, Khan
from khan_board import cell_of
from khan_score import bonuses
from khan_steering import Steering


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        (
            [(37, 12, 8, 3, 3, 2), (32, 20, 8, 4, 3, 2, 2), (32, 18, 12, 3, 3, 3, 2, 2), (32, 10, 7, 5, 5, 4)],
            [10, 6, 3, 0],
        ),
        (
            [(24, 20, 17, 8, 5, 2, 2, 2), (24, 20, 17, 8, 5, 2, 2, 2), (20, 20, 14, 12, 11), (20, 18, 7, 5, 5, 4)],
            [10, 10, 6, 3],
        ),
    ],
)
def test_the_reference_gives_the_printed_bonuses(sizes: list[tuple[int, ...]], expected: list[int]) -> None:
    assert bonuses(sizes) == expected


def test_the_reference_plays_the_printed_flight() -> None:
    """The Seljuk on h5: north it flees one cell; south-west and west are full, so it goes round to the north-west."""
    game = Khan(2)
    for name in ("g5", "e5", "g6", "f7"):
        game.yurts[cell_of(name)] = NEUTRAL
    assert [game.refuge("S", direction) for direction in ("N", "SW", "W")] == [
        cell_of("h4"),
        cell_of("g4"),
        cell_of("g4"),
    ]


def test_the_reference_finds_the_conquests_of_a_small_position() -> None:
    """Three yurts in a row, of players 1, 2 and 1, with a neutral one adjacent to the last."""
    game = Khan(2)
    game.yurts = {cell_of("h9"): 0, cell_of("i9"): 1, cell_of("j9"): 0, cell_of("j10"): NEUTRAL}
    assert game.conquests(0) == {
        "conquer I2 h9 r0", "conquer I2 i9 r0", "conquer I2 j9 r1", "conquer I3 h9 r0", "conquer V3 i9 r1",
        "conquer L4 h9 f0",
    }  # fmt: skip
    assert game.conquests(1) == {"conquer I2 h9 r0", "conquer I2 i9 r0", "conquer V3 i9 r1"}
    game.protecting = {1}
    assert game.conquests(0) == {"conquer I2 h9 r0", "conquer I2 i9 r0", "conquer I2 j9 r1", "conquer V3 i9 r1"}
    assert game.conquests(0, refused={1}) == {"conquer I2 j9 r1"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_reference_plays_whole_games(players: int) -> None:
    game = Khan(players, "spread")
    steering = Steering("conquest", random.Random(players))
    while game.result is None:
        seat, text = steering.choose(game)
        game.take(text, seat)
        covered = [cell for piece in game.laid for cell in piece.cells]
        assert len(covered) == len(set(covered))
        assert not game.yurts.keys() & set(game.rulers.values()) | game.yurts.keys() & set(covered)
        cards = [*game.pile, *game.discards, *(card for hand in game.hands for card in hand)]
        assert len(cards) == len(set(cards)) >= 71  # one may be on its way
        assert all(count >= 0 for count in game.left.values())
    assert not any(game.could_conquer(seat) for seat in range(players))
    assert game.waiting == ()
