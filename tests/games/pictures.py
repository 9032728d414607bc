"""Shared code of the drawn tests of all games: states of pictures, play by notation, and refusals of moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

import naadam
from naadam.core.refusals import Refusal

Case = tuple[str, str, int, str | int]
"""A spec, a position, a seat, and an action that is refused there."""


@dataclass(frozen=True)
class Drawing:
    """The state that a picture shows, and the places marked `x` on it."""

    state: naadam.State
    marked: set[str]


def refusal_of(state: naadam.State, move: str) -> Refusal | None:
    """Why a move is refused, None if it is legal; every part of the program has to agree."""
    refusal = state.refusal(move)
    if refusal is None:
        state.apply(move)
        return None
    assert refusal.text("en")
    assert refusal.text("fr")
    with pytest.raises(naadam.IllegalAction) as error:
        state.apply(move)
    assert error.value.refusal == refusal
    return refusal


def play(state: naadam.State, moves: str) -> naadam.State:
    """The state after some moves; the game may end with the last of them, not before."""
    for move in moves.split():
        assert state.outcome is None, f"the game was over before {move}"
        state = state.apply(move)
    return state


def assert_said(prefix: str, key: str, case: Case) -> None:
    """The action of a case is refused by the sentence of this key, in three languages."""
    spec, position, seat, action = case
    refusal = naadam.load(spec).position(position).refusal(action, seat)
    assert refusal is not None
    assert (refusal.clause, refusal.key) == (f"{prefix}-{key.split('.')[0]}", key)
    assert refusal.text("fr") != refusal.text("en") != refusal.text("it")


def assert_perft(state: naadam.State, spec: str, counts: Iterable[tuple[int, int]], most: int) -> None:
    """The counts of sequences by depth, up to `most` of them, are those of a state."""
    for depth, leaves in counts:
        if leaves <= most:
            assert state.game.perft(state, depth) == leaves, f"{spec} depth {depth}"
