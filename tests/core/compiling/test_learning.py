"""Arrays of a batch for programs that learn: equal to those of states and views, compiled or not, without a copy."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

import naadam
from naadam import CHANCE
from naadam.core.registry import packages

GAMES = [naadam.load("bagh-chal"), naadam.load("bagh-chal").uncompiled()]
BY_HAND = pytest.mark.parametrize("game", GAMES, ids=["compiled", "uncompiled"])


def test_the_document_counts_the_planes_of_every_game() -> None:
    document = (Path(__file__).parents[3] / "GAMES.md").read_text(encoding="utf-8")
    told = re.findall(
        r"^\| name \| `([^`]+)` \|$.*?^\| observation \| (\d+) planes ", document, re.MULTILINE | re.DOTALL
    )
    shipped = [name for name, modules in packages().items() if modules[0].startswith("naadam.games.")]
    assert dict(told) == {name: str(len(naadam.load(name).planes)) for name in shipped}


@BY_HAND
def test_a_batch_sees_what_views_show(game: naadam.Game) -> None:
    batch, rng = game.batch(3), random.Random(2)
    for _ in range(20):
        tensors = batch.observe()
        assert tensors.shape == (3, *game.sizes.tensor)
        for state, tensor in zip(batch, tensors, strict=True):
            assert state.turn is not None
            assert np.allclose(tensor, state.view(state.turn).tensor())
        batch.step([rng.choice(np.flatnonzero(row).tolist()) for row in batch.legal()])
    others = batch.observe([1 - seat for seat in batch.turn])
    assert np.allclose(others[0], batch[0].view(1 - int(batch.turn[0])).tensor())


@BY_HAND
def test_results_are_written_into_arrays_that_are_given(game: naadam.Game) -> None:
    batch = game.batch(2)
    tensors = np.ones((2, *game.sizes.tensor), np.float32)
    masks = np.ones((2, game.sizes.actions), np.bool_)
    assert batch.observe(out=tensors) is tensors
    assert batch.legal(out=masks) is masks
    assert (tensors == batch.observe()).all()
    assert (masks == batch.legal()).all()
    for wrong in (tensors[:1], tensors.astype(np.float64), np.asfortranarray(tensors), tensors.tolist()):
        with pytest.raises(naadam.SpecError, match="`out` must be a writable float32 array"):
            batch.observe(out=wrong)  # type: ignore[arg-type]


def test_arrays_are_handed_on_by_dlpack_without_a_copy() -> None:
    batch = GAMES[1].batch(2)
    tensors = batch.observe()
    other = np.from_dlpack(tensors)
    assert np.shares_memory(tensors, other)
    batch.observe([1, 1], out=tensors)
    assert (other == batch.observe([1, 1])).all()


@pytest.mark.parametrize("library", ["torch", "jax"])
@pytest.mark.parametrize("count", [1, 3, 8])
def test_libraries_that_learn_take_them_without_a_copy(library: str, count: int) -> None:
    batch = GAMES[1].batch(count)
    batch.seed(1)
    module = pytest.importorskip(f"{library}.utils.dlpack" if library == "torch" else f"{library}.dlpack")
    for array in (batch.observe(), batch.legal(), *batch.learn(None, [0] * count), batch.scores):
        if library == "torch":
            assert module.from_dlpack(array).data_ptr() == array.ctypes.data
        elif array.dtype.itemsize < 8:  # JAX has numbers of 64 bits only if they are turned on
            assert module.from_dlpack(array, copy=False).unsafe_buffer_pointer() == array.ctypes.data


def test_chance_plays_by_the_seed() -> None:
    game = naadam.load("yut:players=4").uncompiled()
    batch, same, other = game.batch(20), game.batch(20), game.batch(20)
    with pytest.raises(naadam.SpecError, match="call `seed` first"):
        batch.resolve()
    for one, seed in ((batch, 1), (same, 1), (other, 2)):
        assert (one.observe() == 0).all(), "chance sees nothing"
        one.seed(seed)
        one.resolve()
    assert list(batch) == list(same) != list(other)
    assert all(state.turn not in (None, CHANCE) for state in batch)


@BY_HAND
def test_games_that_are_over_begin_anew(game: naadam.Game) -> None:
    state = game.start().apply("Gc3")
    batch = game.batch(4, state)
    batch.step(batch.legal().argmax(axis=1))
    assert batch.renew() == 0
    batch.playout(1)
    assert batch.renew() == 4
    assert list(batch) == [state] * 4


def test_a_learner_in_a_compiled_batch_plays_the_game_of_an_uncompiled_one() -> None:
    fast, slow = (game.batch(4) for game in GAMES)
    rng, seats = np.random.default_rng(1), [0, 1, 0, 1]
    for batch in (fast, slow):
        batch.seed(3)
    one, other = fast.learn(None, seats), slow.learn(None, seats)
    ended = 0
    for _ in range(120):
        for name in one._fields:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
        ended += int(one.over.sum())
        actions = (one.masks * rng.random(one.masks.shape)).argmax(axis=1)
        one, other = fast.learn(actions, seats), slow.learn(actions, seats)
    assert list(fast) == list(slow)
    assert ended > 2


def test_a_learner_has_a_seat_and_an_action_in_every_game() -> None:
    batch = GAMES[1].batch(2)
    batch.seed(1)
    with pytest.raises(naadam.SeatError, match="a learner has a seat"):
        batch.learn(None, [0, CHANCE])
    for actions in ([0, 5000], [-1, 0], [0], ["a", "b"]):
        with pytest.raises(naadam.NotationError):
            batch.learn(actions, [0, 0])
    before = list(batch)
    refused = int(batch.legal()[0].argmin())
    learned = batch.learn([refused, int(batch.legal()[1].argmax())], [0, 0])
    assert learned.refused[0] > 0 == learned.refused[1]
    assert batch[0] == before[0] != batch[1]


@pytest.mark.parametrize("name", naadam.game_names())
def test_every_plane_has_a_name(name: str) -> None:
    game = naadam.load(name)
    assert len(game.planes) == game.sizes.tensor[0]
