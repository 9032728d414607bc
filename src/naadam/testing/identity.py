"""Checks of omissions by `position`, `discloses` and `opens`: facts that play depends on, acts that seats see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from naadam.core.contract import StateRecord
from naadam.core.errors import NaadamError
from naadam.core.game import Game
from naadam.core.history import History
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.testing.promises import expect, warn

COMMON = ("waiting", "ended", "quiet")  # fields that every state has
STATES = 8  # of a game that are changed field by field
ACTIONS = 3  # that are then compared


def words_of(state: State) -> npt.NDArray[np.int64]:
    """The identity of a position."""
    words = np.zeros(state.game.sizes.words, np.int64)
    state.game.bound.position(state.record, words)
    return words


def changed(record: StateRecord, other: StateRecord) -> Iterator[tuple[str, StateRecord]]:
    """The record with one field as in another, or larger or smaller by one; and the name of the field."""
    for name in record.dtype.names:
        if name in COMMON:
            continue
        values = [other[name]] if record.dtype[name].shape else [other[name], record[name] + 1, record[name] - 1, 0]
        for value in values:
            made = record.copy()
            try:
                made[name] = value
            except OverflowError:
                continue
            if made.tobytes() != record.tobytes():
                yield name, made
                if record["waiting"] != other["waiting"]:
                    made = made.copy()
                    made["waiting"] = other["waiting"]
                    yield name, made


def check_identity(history: History, rng: random.Random) -> None:
    """Two states with the same words have the same choices, which lead to the same words: nothing is left out."""
    game, states = history.state.game, [state for state in history.states if state.waiting]
    for state in rng.sample(states, min(STATES, len(states))):
        words = words_of(state)
        for name, made in changed(state.record, rng.choice(states).record):
            try:
                other = game.restore(made, None)
            except NaadamError:
                continue
            if (words_of(other) == words).all():
                compare(state, other, name, rng)


def compare(state: State, other: State, name: str, rng: random.Random) -> None:
    promise = f"position contains the field {name}, on which play depends"
    expect(other.waiting == state.waiting, promise, state)
    for seat in state.waiting:
        listed = list(state.actions(seat))
        expect(listed == list(other.actions(seat)), promise, state)
        for action in rng.sample(listed, min(ACTIONS, len(listed))):
            one, two = state.apply(int(action), seat), other.apply(int(action), seat)
            if one.waiting and two.waiting:  # a counter may have ended one of them
                expect((words_of(one) == words_of(two)).all(), promise, state)


def check_disclosed(histories: Sequence[History]) -> None:
    """A seat learns of luck only from its view, and sealed actions are opened later. (Both are warnings.)"""
    game = histories[0].state.game
    if not game.hides:
        return
    sealed, opened = None, False
    for history in histories:
        for state, (action, seat) in zip(history.states, history.steps, strict=False):
            if seat == CHANCE:
                check_hidden_luck(game, state)
            else:
                hidden = [w for w in range(game.seats) if w != seat and not state.discloses(action, w, seat)]
                sealed = state if hidden else sealed
            opened = opened or state.opens(action, seat)
    if sealed is not None and not opened:
        warn("actions are hidden from others, and opens never says that they are laid open", sealed)


def check_hidden_luck(game: Game, state: State) -> None:
    outcomes = [action for action, _ in state.chance()][:2]
    if len(outcomes) < 2:
        return
    after = [state.apply(action) for action in outcomes]
    alike = [seat for seat in range(game.seats) if len({each.view(seat).to_bytes() for each in after}) == 1]
    for seat in alike if len(alike) < game.seats else ():
        if state.discloses(outcomes[0], seat):
            warn(f"discloses shows seat {seat} an outcome of chance that its view does not show", state)
