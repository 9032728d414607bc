"""Checks of states that are written and read: round trips, damaged data, positions set up in the editor."""

from __future__ import annotations

import copy
import json
import pickle
import random

from naadam.core.errors import NaadamError
from naadam.core.registry import read_state
from naadam.core.state import State
from naadam.testing.promises import everyone, expect


def check_round_trips(state: State, rng: random.Random) -> None:
    """Bytes, JSON, pickle and copies give an equal state; so does the position, without its history."""
    for again in (
        read_state(state.to_bytes()),
        state.game.from_bytes(state.to_bytes()),
        read_state(state.to_json()),
        state.game.from_json(state.to_json()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        expect(again == state and hash(again) == hash(state), "a copy equals its state", state)
        expect(again.to_bytes() == state.to_bytes(), "a copy has the same bytes", state)
    placed = state.game.position(state.position)
    expect(placed.position == state.position, "a position is read as it was written", state)
    expect(placed.key == state.key, "a position read again has the same key", state)
    expect(placed.waiting == state.waiting, "a position read again has the same seats waiting", state)
    for seat in state.waiting:
        expect(list(placed.actions(seat)) == list(state.actions(seat)), "and the same actions", state)


def check_damage(state: State, rng: random.Random) -> None:
    """Bytes and JSON that were changed are refused, or are another state that can be played."""
    data = bytearray(state.to_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    for damaged in (bytes(data), state.to_bytes()[:-5], b"", state.to_bytes() + b"\0"):
        try:
            read_state(damaged)
        except NaadamError:
            continue
        expect(False, "damaged bytes are refused", state)
    fields = json.loads(state.to_json())
    wrong: list[object] = [-(1 << 40), True, "1", None, 1.5, [], rng.randrange(-2, 70)]
    for name in fields["state"]:
        for value in rng.sample(wrong, 2):
            changed = fields | {"state": fields["state"] | {name: value}}
            try:
                other = read_state(json.dumps(changed))
            except NaadamError:
                continue
            other.game.playout(other, 0)
            other._repr_svg_()


def check_edited(state: State, rng: random.Random) -> None:
    """A position from the editor is refused, or play can continue from it."""
    game, editor = state.game, state.game.editor
    if editor is None:
        return
    shown = editor.read(game.face.describe(state.record))
    point, other = rng.sample(editor.points, 2)
    without = {place: kind for place, kind in shown.pieces.items() if place != point}
    for edited in (
        shown._replace(turn=(shown.turn + 1) % game.seats),
        shown._replace(pieces=without),
        shown._replace(pieces=without | {other: rng.choice(editor.kinds)}),
    ):
        try:
            placed = game.position(editor.write(edited))
        except NaadamError:
            continue
        for seat in everyone(placed):
            able = len(placed.actions(seat)) > 0
            expect(able == (seat in placed.waiting), "exactly the waiting seats have actions, however set up", placed)
        if placed.waiting and game.bound.compiled:
            expect(not game.playout(placed, 0).waiting, "a position that was set up can be played to its end", placed)
        elif placed.waiting:
            placed.apply(rng.choice(placed.actions()))
