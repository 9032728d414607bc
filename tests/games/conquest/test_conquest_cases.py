"""Conquest: independent test cases, written from the clauses without knowledge of the implementation.

They are in `cases*.toml`; the head of `cases.toml` says how to read them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import naadam

CASES = sorted(Path(__file__).parent.glob("cases*.toml"))
TURN, NUMBER, CALM, ELIMINATED, LOST, RISKED, ASKED = 1, 2, 5, 6, 7, 8, 9  # fields of a position


class Case(NamedTuple):
    """A case as read from its file: the game, the position at which it begins, and its steps."""

    game: str
    position: str
    steps: list[list[str]]


def read(clauses: str, game: str, steps: str, position: str = "") -> Case:
    """A case of the file; a key that is not one of these is an error, and so is a step with an unknown word."""
    lines = [line.split() for line in steps.strip().splitlines()]
    for word, *_ in lines:
        assert word in ("play", "first", *EXPECTED), f"no step begins with {word}"
    return Case(game, position, lines)


load = cache(naadam.load)


def begin(case: Case) -> naadam.State:
    game = load(case.game)
    return game.position(case.position) if case.position else game.start()


def fields(state: naadam.State) -> list[str]:
    return str(state).split(" ")


def pieces(state: naadam.State) -> set[str]:
    return set(re.split("[,/]", fields(state)[0]))


def legal(state: naadam.State) -> set[str]:
    return {str(action) for action in state.actions()}


# --- expectations of a step ---


def refused(state: naadam.State, action: str, *clause: str) -> bool:
    refusal = state.refusal(action)
    return refusal is not None and clause in ((), (refusal.clause,))


def no_such(state: naadam.State, action: str) -> bool:
    with pytest.raises(naadam.NotationError):
        state.refusal(action)
    return True


def turn(state: naadam.State, player: str) -> bool:
    return fields(state)[TURN] == player and unasked(state)


def asked(state: naadam.State, player: str) -> bool:
    return state.turn == int(player) - 1 and not unasked(state)


def unasked(state: naadam.State) -> bool:
    return fields(state)[ASKED] == "-"


def left(state: naadam.State, points: str) -> bool:
    meter = state.describe().meter
    return meter is not None and meter.left == int(points)


def points(state: naadam.State, *wanted: str) -> bool:
    return state.describe().counts["points"] == tuple(map(int, wanted))


def over(state: naadam.State, clause: str, *players: str) -> bool:
    if state.outcome is None or state.outcome.clause != clause:
        return False
    return not players or [str(seat + 1) for seat in state.outcome.winners] == list(players)


def says(field: int) -> Callable[..., bool]:
    return lambda state, text: fields(state)[field] == text


EXPECTED: dict[str, Callable[..., bool]] = {
    "refused": refused,
    "no-such": no_such,
    "only": lambda state, *actions: legal(state) == set(actions),
    "may": lambda state, *actions: legal(state) >= set(actions),
    "may-not": lambda state, *actions: not legal(state) & set(actions),
    "turn": turn,
    "asked": asked,
    "unasked": unasked,
    "left": left,
    "there": lambda state, *wanted: pieces(state) >= set(wanted),
    "gone": lambda state, *unwanted: not pieces(state) & set(unwanted),
    "points": points,
    "over": over,
    "going": lambda state: state.outcome is None,
    "number": says(NUMBER),
    "calm": says(CALM),
    "eliminated": says(ELIMINATED),
    "lost": says(LOST),
    "risked": says(RISKED),
}


def cases() -> list[object]:
    found = {name: keys for file in CASES for name, keys in tomllib.loads(file.read_text("utf-8")).items()}
    return [
        pytest.param(read(**keys), id=name, marks=[pytest.mark.rule(clause) for clause in keys["clauses"].split()])
        for name, keys in found.items()
    ]


@pytest.mark.parametrize("case", cases())
def test_a_case(case: Case) -> None:
    state = begin(case)
    for word, *said in case.steps:
        if word in ("play", "first"):
            for action in said if word == "play" else [f"first {said[0]}"]:
                assert state.refusal(action) is None, f"{action} at {state}"
                state = state.apply(action)
        else:
            assert EXPECTED[word](state, *said), f"{word} {' '.join(said)} at {state}"
