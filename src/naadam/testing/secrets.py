"""Checks of hidden facts of a state: views, sealed acts, and actions that are not shown to all."""

from __future__ import annotations

import json
import pickle
import random
import xml.etree.ElementTree

from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.testing.promises import expect, sampled


def check_views(state: State, rng: random.Random) -> None:
    """A view does not change when only hidden facts change; pictures and tensors come from the view alone."""
    public = state.public()
    json.dumps(public.describe().to_plain())
    xml.etree.ElementTree.fromstring(public._repr_svg_())
    for seat in range(state.game.seats):
        view = state.view(seat)
        for _ in range(3):
            other = view.complete(rng.randrange(1 << 60))
            expect(other.public() == public, f"those who watch know no more than seat {seat}", state)
            expect(other.view(seat).to_bytes() == view.to_bytes(), f"seat {seat} sees no difference", state)
            expect(other.waiting == state.waiting, "who is to act is known to all", state)
            expect((other.view(seat).tensor() == view.tensor()).all(), "nor does its tensor show any", state)
            if seat in state.waiting:
                check_unsealed(other, seat)
        tensor = view.tensor()
        expect(tensor.shape == state.game.sizes.tensor, "a tensor has the declared shape", state)
        expect(((tensor >= 0) & (tensor <= 1)).all(), "the numbers of a tensor are from 0 to 1", state)
        expect(pickle.loads(pickle.dumps(view)) == view, "a view can be pickled", state)
        json.dumps(view.describe().to_plain())
        xml.etree.ElementTree.fromstring(view._repr_svg_())
        expect(state.game.face.sketch(view.record), "a view can be sketched", state)
        expect(-1 <= state.value(seat) <= 1, "a value is from -1 to 1", state)


def check_unsealed(state: State, seat: int) -> None:
    """When sealed acts of others are taken back, a seat keeps its choices, and seats that could act still can."""
    record = state.record.copy()
    state.game.bound.unseal(record, seat)
    opened = State(state.game, bytearray(record.tobytes()), state.trail)
    expect(set(state.waiting) <= set(opened.waiting), "unsealing takes no turn from anybody", state)
    expect(list(opened.actions(seat)) == list(state.actions(seat)), "unsealing leaves a seat what it can do", state)


def check_only_sealed(state: State, rng: random.Random) -> None:
    """Where only sealed actions are hidden, all seats see the same while nothing is."""
    sealed = False
    for seat in range(state.game.seats):
        record = state.record.copy()
        state.game.bound.unseal(record, seat)
        sealed = sealed or record.tobytes() != state.record.tobytes()
    if state.game.rulebook.only_sealed and not sealed:
        known = {state.game.view_record(state.record, seat).tobytes() for seat in (*range(state.game.seats), CHANCE)}
        expect(len(known) == 1, "a game with `only_sealed` hides nothing else", state)


def check_secrets(state: State, rng: random.Random) -> None:
    """An action that is not disclosed to a witness leaves the witness's view the same, whichever it was."""
    for seat in state.waiting:
        actions = sampled(state.actions(seat), rng)
        opening = [action for action in actions if state.opens(action)]
        for witness in range(state.game.seats):
            seen_by_all = all(state.discloses(action, witness) for action in opening)
            expect(seen_by_all, f"seat {witness} sees the action that opens what was sealed", state)
            hidden = [action for action in actions if not state.discloses(action, witness)]
            for action in rng.sample(hidden, min(len(hidden), 6)):
                seen = state.apply(action).view(witness)
                expect(
                    seen == state.apply(hidden[0]).view(witness), f"seat {witness} does not learn of {action}", state
                )
                alike = state.apply(action).public() == state.apply(hidden[0]).public()
                expect(alike, f"nor do those who watch learn of {action}", state)
                expect(seat != witness, "a seat sees its own action", state)
