"""Checks and editor of games of the kit: whatever comes from outside is a state that can be played, or is refused."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naadam.core.compiling import record
from naadam.core.errors import PackageError, PositionError
from naadam.core.game import Game
from naadam.core.parts.editor import Edited


def is_possible(game: Game, state: np.record) -> bool:
    try:
        game.checks.check(state)
    except PositionError:
        return False
    return True


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_bytes_are_a_state_or_a_position_error(game: Game, data: st.DataObject) -> None:
    type_ = game.rulebook.rules.STATE
    memory = data.draw(st.binary(min_size=type_.itemsize, max_size=type_.itemsize))
    is_possible(game, record(type_, bytearray(memory)))
    game.checks.settle(record(type_, bytearray(memory)))


def test_any_change_of_one_byte_is_noticed_or_can_be_played(game: Game) -> None:
    rng, good = random.Random(2), game.start().record.tobytes()
    for index in range(len(good)):
        memory = bytearray(good)
        memory[index] = rng.randrange(256)
        state = record(game.rulebook.rules.STATE, memory)
        if is_possible(game, state):
            game.bound.legal(state, int(state.turn), np.zeros(game.sizes.choices, np.int64))


def test_no_position_has_more_choices_than_promised(crossing: Game) -> None:
    """Compiled rules write as many as there are: a checkerboard of pieces must not be let through."""
    with pytest.raises(PositionError, match="at most 3 pieces L"):
        crossing.position("L1L/1L1/L1L L")
    assert len(crossing.position("3/LLL/3 L").actions()) <= crossing.sizes.choices


def test_a_game_is_over_exactly_when_its_rules_say_so(tablut: Game) -> None:
    for position in ("9/9/9/9/9/9/9/9/A8 A", "K8/9/9/9/9/9/9/9/A8 D", "9/9/9/4K4/9/9/9/D7D/AD5DA A"):
        assert not tablut.position(position).waiting
    with pytest.raises(PositionError, match="not over by this clause"):
        tablut.position("9/9/9/4K4/9/9/9/9/A8 A:TB-7")
    assert tablut.position("9/9/9/4K4/9/9/9/9/A8 A:TB-10").outcome, "no position shows a repetition"


def test_a_field_of_the_state_without_a_bound_is_named(tablut: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    book = type(tablut.rulebook)
    monkeypatch.setattr(book, "most", {})
    with pytest.raises(PackageError, match="tablut: `most` must bound the field peace"):
        book(tablut.options)


def test_what_the_editor_shows_it_writes_again(game: Game) -> None:
    state, rng, editor = game.start(), random.Random(3), game.editor
    assert editor is not None
    for _ in range(20):
        shown = game.face.describe(state.record)
        edited = Edited(
            {piece.point: piece.kind for piece in shown.pieces},
            int(state.record.turn),
            {counter.name: int(state.record[counter.name]) for counter in editor.counters},
        )
        assert game.position(editor.write(edited)) == game.position(state.position)
        state = state.apply(rng.choice(state.actions()))
        if not state.waiting:
            break


def test_kinds_have_the_names_of_the_stage(game: Game) -> None:
    stage = game.face.stage()
    assert stage is not None
    assert game.editor is not None
    assert set(game.editor.kinds) == set(stage.pieces)
