"""Notation of Yut: throws, moves and positions, and refusals of impossible positions."""

from __future__ import annotations

import pytest

import naadam

PLAIN = "yut"
TWO = "yut:posts=two"
WILD = "yut:wild_horse=true"
TWO_WILD = "yut:posts=two,wild_horse=true"
HURDLES = "yut:hurdles=true"


@pytest.mark.parametrize("text", ["5-6", "5", "Q1-2", "21-1", "+0", "T6", "F4", "5--1", "5-1-1", "+", "^"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(naadam.NotationError):
        naadam.load(PLAIN).start().apply(text)


def test_moves_are_read_in_small_letters_too() -> None:
    state = naadam.load(PLAIN).position("X>/0 -/0 0 2")
    assert state.apply("x^2") == state.apply("X^2")


@pytest.mark.parametrize(
    ("spec", "position"),
    [
        (PLAIN, ""),
        (PLAIN, "-/0 -/0"),
        (PLAIN, "-/0 -/0 4?"),
        (PLAIN, "-/0 -/0 2?"),
        (PLAIN, "-/0 -/0 0"),  # no throw waits
        (PLAIN, "-/0 -/0 0? 2 1"),  # no throw is due
        (PLAIN, "-/0 -/0 0 11"),  # so many cannot wait
        (PLAIN, "-/0 -/0 0 4"),
        (PLAIN, "-/0 -/0 0 1 0"),
        (PLAIN, "-/0 -/0 0? 444 3"),
        (PLAIN, "5/0 5/0 0?"),
        (PLAIN, "5,5/0 -/0 0?"),
        (PLAIN, "5*3/2 -/0 0?"),
        (PLAIN, "5>/0 -/0 0?"),
        (PLAIN, "W1>/0 -/0 0?"),
        (PLAIN, "5/x -/0 0?"),
        (PLAIN, "5/0 -/4 0?"),
        (PLAIN, "5/0 -/0 ?"),
        (PLAIN, "5/0 -/0 YU-13"),
        (PLAIN, "5/0 -/0 YU-12"),
        (PLAIN, "-/4 -/4 YU-13"),
        (PLAIN, "5/0 -/0 0? - 0 10.0"),
        (TWO, "5*3/0 -/0 0?"),
        (TWO, "15>/0 -/0 0?"),
        (WILD, "10/0 -/0 0? - 0 10.0"),
        (WILD, "-/0 -/0 0? - 0 X.0"),
        (WILD, "-/0 -/0 0? - 0 10.2"),
        (WILD, "-/0 -/0 0? - 0 10.3"),
        (WILD, "-/0 -/0 0? - 0 -"),
        (WILD, "-/0 -/0 YU-44 - 0 10.1"),
        (WILD, "3/3 -/0 0 2 1 5.0"),  # the throw cannot be used
        (HURDLES, "18/0 -/0 0?"),
        (f"{TWO_WILD},second_game=1", "-/0 -/0 ?"),
    ],
)
def test_positions_that_no_game_can_have(spec: str, position: str) -> None:
    with pytest.raises(naadam.PositionError):
        naadam.load(spec).position(position)
