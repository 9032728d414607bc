"""Batch: many games in arrays, stepped all or none, with the same rules as a state."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import naadam
from naadam import CHANCE

GAME = naadam.load("bagh-chal")
CLASSIC = naadam.load("bagh-chal:rules=classic")
SHUTTLE = ("Ba1b1", "Ga2a3", "Bb1a1", "Ga3a2")
PEACE = CLASSIC.position("BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3")


def number(state: naadam.State, move: str) -> int:
    return state.resolve_action(move, None)[1]


def mixed(count: int, seed: int = 1) -> naadam.Batch:
    """Games that were played on at random from the start until one of them was over."""
    batch, rng = GAME.batch(count), random.Random(seed)
    while not batch.over.any():
        batch.step([rng.choice(np.flatnonzero(row).tolist()) for row in batch.legal()])
    assert not batch.over.all()
    return batch


# --- arrays and states of a batch ---


def test_a_batch_begins_at_the_start_or_at_a_state() -> None:
    batch = GAME.batch(3)
    assert len(batch) == 3
    assert list(batch) == [GAME.start()] * 3
    assert batch[-1] == GAME.start()
    state = GAME.start().apply("Gc3")
    assert list(GAME.batch(np.int64(2), state)) == [state, state]  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, -1, True, 1.0, "3", None, [3]])
def test_a_batch_has_a_number_of_games(count: Any) -> None:
    with pytest.raises(naadam.SpecError, match="a batch must have 1 or more games"):
        GAME.batch(count)


@pytest.mark.parametrize("index", [3, -4, 1 << 70])
def test_a_game_outside_a_batch_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError):
        GAME.batch(3)[index]


@pytest.mark.parametrize("index", [slice(0, 2), "0", 1.0, None])
def test_a_game_of_a_batch_is_named_by_a_number(index: Any) -> None:
    for batch in (GAME.batch(3), mixed(3)):
        with pytest.raises(TypeError):
            batch[index]


def test_turn_waiting_and_over_tell_of_every_game() -> None:
    batch = mixed(20)
    states = list(batch)
    assert batch.turn.tolist() == [-1 if state.turn is None else state.turn for state in states]
    assert batch.over.tolist() == [state.outcome is not None for state in states]
    assert batch.waiting.tolist() == [sum(1 << seat for seat in state.waiting) for state in states]
    batch.waiting[:] = 0
    batch.turn[:] = -1
    assert list(batch) == states, "what is given out is a copy"
    with pytest.raises(ValueError, match="read-only"):
        batch.records["waiting"] = 0


def test_a_state_taken_from_a_batch_is_its_own() -> None:
    batch = GAME.batch(2)
    before = batch[0]
    batch.step([26, 26])
    assert before == GAME.start()
    assert batch[0] == GAME.start().apply(26)


# --- legal actions and scores ---


def test_a_mask_is_set_for_the_legal_actions() -> None:
    batch = mixed(12)
    masks = batch.legal()
    assert masks.shape == (12, GAME.sizes.actions)
    assert masks.dtype == np.bool_
    for state, mask in zip(batch, masks, strict=True):
        assert np.flatnonzero(mask).tolist() == list(state.actions())
    for seat in (0, 1):
        for state, mask in zip(batch, batch.legal([seat] * 12), strict=True):
            assert np.flatnonzero(mask).tolist() == list(state.actions(seat))


def test_scores_are_those_of_games_that_are_over() -> None:
    batch = mixed(20)
    for state, scores in zip(batch, batch.scores.tolist(), strict=True):
        assert tuple(scores) == (state.outcome.scores if state.outcome else (0.0, 0.0))
    assert batch.over.any()
    assert not batch.over.all()


# --- steps ---


def test_a_step_is_that_of_every_state() -> None:
    batch = GAME.batch(4)
    states = list(batch)
    for turn in range(40):
        chosen = [int(state.actions()[turn * index % len(state.actions())]) for index, state in enumerate(states, 1)]
        batch.step(chosen)
        states = [state.apply(action) for state, action in zip(states, chosen, strict=True)]
        assert list(batch) == states
        if batch.over.any():
            break
    assert turn > 20


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_actions_may_be_whole_numbers_of_any_size(kind: Any) -> None:
    batch = GAME.batch(2)
    batch.step(np.array([26, 52], kind))
    assert list(batch) == [GAME.start().apply(26), GAME.start().apply(52)]


def test_if_one_action_is_refused_none_is_taken_and_the_game_is_named() -> None:
    batch = mixed(6, seed=3)
    before = batch.records.tobytes()
    wanted = [int(state.actions()[0]) if state.waiting else 0 for state in batch]
    wrong = next(index for index in range(5, 0, -1) if batch[index].waiting)
    wanted[wrong] = 0
    with pytest.raises(naadam.IllegalAction, match=f"game {wrong}: BC-") as caught:
        batch.step(wanted)
    assert caught.value.refusal == batch[wrong].refusal(0)
    assert batch.records.tobytes() == before


@pytest.mark.parametrize("action", [-1, 651, (1 << 63) - 1, -(1 << 63)])
def test_a_number_that_is_no_action_is_refused_with_its_game(action: int) -> None:
    batch = GAME.batch(3)
    with pytest.raises(naadam.NotationError, match=f"game 1: {action} is not one of the 651 actions"):
        batch.step([26, action, 26])
    assert list(batch) == [GAME.start()] * 3


@pytest.mark.parametrize(
    "actions",
    [
        [26, 26],
        [26] * 4,
        [[26, 26, 26]],
        [[26], [26, 26], [26]],
        26,
        None,
        "abc",
        ["Gb1"] * 3,
        [26.0] * 3,
        [True] * 3,
        [None] * 3,
        [1 << 64] * 3,
        [],
        {26},
        {0: 26},
    ],
)
def test_actions_are_whole_numbers_one_a_game(actions: Any) -> None:
    batch = GAME.batch(3)
    with pytest.raises(naadam.NotationError, match="actions must be 3 whole numbers, one per game"):
        batch.step(actions)
    if actions is not None:
        with pytest.raises(naadam.NotationError, match="seats must be 3 whole numbers, one per game"):
            batch.step([26] * 3, actions)
    assert list(batch) == [GAME.start()] * 3


@pytest.mark.parametrize("seat", [-1, 2, 7, 9, 1 << 40])
def test_a_seat_that_is_none_is_refused_with_its_game(seat: int) -> None:
    batch = GAME.batch(2)
    for ask in (lambda: batch.step([26, 26], [0, seat]), lambda: batch.legal([0, seat])):
        with pytest.raises(naadam.SeatError, match=f"game 1: there is no seat {seat}"):
            ask()
    assert list(batch) == [GAME.start()] * 2


def test_a_seat_out_of_turn_is_refused_by_the_rules() -> None:
    batch = GAME.batch(2)
    with pytest.raises(naadam.IllegalAction, match="game 1: BC-3"):
        batch.step([26, 26], [0, 1])
    assert not batch.legal([1, CHANCE]).any()


def test_games_that_are_over_are_left_alone() -> None:
    batch = mixed(20)
    assert batch.over.any()
    ended = [state for state in batch if state.outcome]
    actions = np.where(batch.over, -1, batch.legal().argmax(axis=1))
    batch.step(actions, batch.turn)
    assert [state for state in batch if state in ended] == ended
    assert not batch.legal(batch.turn)[batch.over].any()


def test_seats_that_act_at_once_are_named() -> None:
    game = naadam.load("caravan:players=4")
    batch = game.batch(2)
    while (batch.turn == CHANCE).all():
        legal = batch.legal()
        assert legal.any(axis=1).all()
        batch.step(legal.argmax(axis=1))
    bids = [game.notation.parse(batch[0].record, f"bid {bid}").action for bid in range(4)]
    for seats in ((0, 3), (3, 2), (1, 0), (2, 1)):
        batch.step([bids[seat] for seat in seats], seats)
    assert batch[0] == batch[1]
    assert batch.turn.tolist() == [3, 3]


# --- repetition ---


@pytest.mark.rule("BC-12")
def test_batches_from_the_middle_of_a_game_know_what_came_before() -> None:
    state = PEACE
    for move in SHUTTLE + SHUTTLE[:2]:
        state = state.apply(move)
    one, two = CLASSIC.batch(2, state), CLASSIC.batch(3, state)
    last, repeated = (number(PEACE, move) for move in SHUTTLE[2:])
    one.step([last] * 2)
    two.step([last] * 3)
    assert list(one) + list(two) == [state.apply(last)] * 5
    one.step([repeated] * 2)
    assert list(one) == [state.apply(last).apply(repeated)] * 2
    assert one.over.all()
    assert not two.over.any()
    two.step([repeated, number(PEACE, "Gb2b3"), repeated])
    assert two.over.tolist() == [True, False, True]
    assert two[0] == one[0]


@pytest.mark.rule("BC-12")
def test_games_of_one_batch_remember_each_their_own() -> None:
    batch = CLASSIC.batch(2, PEACE)
    other = ("Be1d1", "Gb2b3", "Bd1e1", "Gb3b2")
    for one, two in zip(SHUTTLE * 2, other + SHUTTLE, strict=True):
        assert not batch.over.any()
        batch.step([number(PEACE, one), number(PEACE, two)])
        if one == SHUTTLE[3]:
            assert batch[0].key == batch[1].key == PEACE.key or batch.over.all()
    assert batch.over.all(), "the start of both came up for the third time"


def test_playouts_from_the_middle_of_a_game_know_what_came_before() -> None:
    state = PEACE
    for move in SHUTTLE + SHUTTLE[:3]:
        state = state.apply(move)
    fresh = CLASSIC.position(state.position)
    past, none = CLASSIC.batch(300, state), CLASSIC.batch(300, fresh)
    past.playout(1)
    none.playout(1)
    stepped = CLASSIC.batch(300, PEACE)
    for move in SHUTTLE + SHUTTLE[:3]:
        stepped.step([number(PEACE, move)] * 300)
    stepped.playout(1)
    assert stepped.records.tobytes() == past.records.tobytes() != none.records.tobytes()


# --- playouts ---


def test_the_same_seed_plays_the_same_games_in_any_number_of_threads() -> None:
    batches = [GAME.batch(25) for _ in range(5)]
    counts = [batch.playout(7, threads) for batch, threads in zip(batches, (1, 2, 3, 25, 40), strict=True)]
    assert len(set(counts)) == 1
    assert len({batch.records.tobytes() for batch in batches}) == 1
    assert batches[0].over.all()
    assert len(set(batches[0])) == 25
    assert counts[0] >= 25 * 10
    other = GAME.batch(25)
    other.playout(8)
    assert other.records.tobytes() != batches[0].records.tobytes()


def test_a_playout_goes_on_from_where_the_games_are() -> None:
    one, two = mixed(9), mixed(9)
    assert one.playout(-1, threads=2) == two.playout(-1)
    assert list(one) == list(two)
    assert one.over.all()
    assert one.playout(5) == 0
    assert (np.abs(one.scores) <= 1).all()
    assert (one.scores.sum(axis=1) == 0).all()


def test_uncompiled_rules_play_the_same_batch() -> None:
    fast, slow = GAME.batch(2), GAME.uncompiled().batch(2)
    assert fast.playout(3) == slow.playout(3)
    assert fast.records.tobytes() == slow.records.tobytes()
    assert (fast.scores == slow.scores).all()


def test_a_batch_of_hidden_games_plays_to_the_end() -> None:
    game = naadam.load("caravan:players=8")
    batch = game.batch(10)
    assert batch.playout(1) > 0
    assert batch.over.all()
    assert batch.scores.shape == (10, 8)
    for state, scores in zip(batch, batch.scores.tolist(), strict=True):
        assert state.outcome is not None
        assert state.outcome.scores == tuple(scores)
