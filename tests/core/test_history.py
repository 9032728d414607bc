"""History: a game in progress that can be taken back, unless a step has revealed something."""

from __future__ import annotations

from typing import Any

import pytest

import naadam
from naadam import CHANCE
from naadam.core.history import History

GAME = naadam.load("bagh-chal")
CLASSIC = naadam.load("bagh-chal:rules=classic")
SHUTTLE = ("Ba1b1", "Ga2a3", "Bb1a1", "Ga3a2")
PEACE = CLASSIC.position("BGGGB/GGGGG/2GGG/GGGGG/B1G1B B 0 3")


def caravan(cards: tuple[int, ...] = (3, 7, 5)) -> History:
    """A game of Caravan with the cards dealt."""
    history = History(naadam.load("caravan", players=len(cards)).start())
    for card in cards:
        history.play(f"deal {card}")
    return history


def led(leader: int = 0) -> History:
    history = caravan()
    for seat in range(3):
        history.play("bid 3" if seat == leader else "bid 0", seat)
    return history


# --- play ---


def test_a_game_is_played_step_by_step() -> None:
    history = History(GAME.start())
    assert history.state == GAME.start()
    assert history.play("Gc3") == history.state == GAME.start().apply("Gc3")
    history.play(history.state.actions()[0])
    assert len(history.states) == 3
    assert [seat for _, seat in history.steps] == [0, 1]


@pytest.mark.parametrize("action", ["Ga1", "what", -1, None, True, 1.0, "Ba1a2"])
def test_what_is_refused_changes_nothing(action: Any) -> None:
    history = History(GAME.start())
    with pytest.raises(naadam.NaadamError):
        history.play(action)
    with pytest.raises(naadam.SeatError):
        history.play("Gc3", 5)
    assert history.states == [GAME.start()]
    assert history.steps == []


# --- undo ---


def test_one_takes_back_ones_own_last_step() -> None:
    history = History(GAME.start())
    history.play("Gc3")
    assert history.undo(0)
    assert history.states == [GAME.start()]
    assert history.steps == []
    assert not history.undo(0), "nothing is left"
    history.play("Gc5")
    assert history.state == GAME.start().apply("Gc5")


def test_one_does_not_take_back_anothers_step_nor_past_it() -> None:
    history = History(GAME.start())
    history.play("Gc3")
    assert not history.undo(1)
    history.play("Ba1a2")
    assert not history.undo(0)
    assert len(history.steps) == 2
    assert history.undo(1)
    assert history.undo(0)


def test_the_steps_of_a_turn_are_taken_back_one_by_one() -> None:
    history = led()
    before = history.state
    history.play("take")
    history.play("take")
    assert history.undo(0)
    assert history.undo(0)
    assert history.state == before
    assert not history.undo(0), "the last bid was another's"


def test_nobody_takes_back_chance() -> None:
    history = caravan()
    assert not any(history.undo(seat) for seat in range(3))
    for seat in range(3):
        history.play("bid 1", seat)
    history.play("lot 2")
    assert not any(history.undo(seat) for seat in range(3))
    with pytest.raises(naadam.SeatError):
        history.undo(CHANCE)
    assert len(history.steps) == 7


def test_a_sealed_bid_is_taken_back_before_the_next_is_in() -> None:
    history = caravan()
    history.play("bid 1", 2)
    assert history.undo(2)
    history.play("bid 3", 2)
    history.play("bid 1", 0)
    assert not history.undo(2)


def test_a_sealed_bid_is_withdrawn_alone_though_others_are_in() -> None:
    history = caravan()
    history.play("bid 1", 2)
    history.play("bid 2", 0)
    assert history.withdraw(2)
    assert history.state.record.bids.tolist()[:3] == [3, 0, 0], "the bid of seat 0 stays"
    assert history.state.waiting == (1, 2)
    assert not history.withdraw(2), "it has none left"
    history.play("bid 3", 2)
    history.play("bid 0", 1)
    assert history.state.record.leader == 2
    assert [step.text for step in history.record().steps[3:]] == ["bid 2", "bid 3", "bid 0"]
    assert history.record().replay()[-1] == history.state


def test_nothing_is_withdrawn_once_all_bids_are_open() -> None:
    history = led(leader=1)
    steps = list(history.steps)
    assert not any(history.withdraw(seat) for seat in range(3))
    history.play("take")
    assert not any(history.withdraw(seat) for seat in range(3)), "what all have seen is no sealed act"
    history.play("stop")
    history.play("let", 2)
    assert not history.withdraw(0), "its bid was opened"
    assert history.withdraw(2)
    assert history.steps[:-2] == steps
    with pytest.raises(naadam.SeatError):
        history.withdraw(CHANCE)


def test_where_nothing_is_hidden_nothing_is_withdrawn() -> None:
    history = History(GAME.start())
    history.play("Gc3")
    assert not history.withdraw(0)
    assert len(history.steps) == 1


def test_the_bid_that_opens_all_bids_is_not_taken_back() -> None:
    history = led(leader=2)
    assert history.state.view(2).record.bids.tolist()[:3] == [1, 1, 4], "seat 2 has seen the others' bids"
    assert not history.undo(2)


def test_what_shows_something_new_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    history = led()
    history.play("take")
    history.play("take")
    asked: list[tuple[int, int, int]] = []

    def barrier(state: Any, seat: int, action: int) -> bool:
        asked.append((int(state.taken), seat, action))
        return bool(state.taken == 0)

    monkeypatch.setattr(history.state.game.rulebook, "undo_barrier", barrier)
    assert history.undo(0)
    assert not history.undo(0)
    assert [(taken, seat) for taken, seat, _ in asked] == [(1, 0), (0, 0)], "asked of the state before the step"
    assert int(history.state.record.taken) == 1


@pytest.mark.parametrize("seat", [True, -1, 2, 9, 1.0, "1", None])
def test_only_a_seat_can_take_back(seat: Any) -> None:
    history = History(GAME.start())
    history.play("Gc3")
    history.play("Ba1a2")
    with pytest.raises(naadam.SeatError):
        history.undo(seat)
    assert len(history.steps) == 2


def test_anything_can_be_taken_back_by_the_table() -> None:
    history = led()
    while history.steps:
        history.take_back()
    assert history.states == [naadam.load("caravan").start()]
    with pytest.raises(naadam.RecordError, match="there is nothing to take back"):
        history.take_back()
    assert len(history.states) == 1


def test_a_game_that_is_over_can_be_taken_back() -> None:
    history = History(CLASSIC.position(PEACE.position))
    for move in SHUTTLE * 2:
        history.play(move)
    assert history.state.outcome is not None
    assert history.record().result is not None
    assert history.undo(0)
    assert history.state.outcome is None
    assert history.record().result is None
    history.play(SHUTTLE[-1])
    assert history.state.outcome is not None, "the past is not forgotten"


# --- records ---


def test_a_record_tells_what_was_played_and_not_taken_back() -> None:
    history = History(GAME.start(), ("Anna", "Bela"))
    history.play("Gc3")
    history.take_back()
    history.play("Gc5")
    history.play("Ba1a2")
    record = history.record()
    assert [str(step) for step in record.steps] == ["Gc5", "Ba1a2"]
    assert (record.game, record.rules, record.board, record.seats) == (
        "bagh-chal",
        GAME.rules_version,
        GAME.board_hash,
        ("Anna", "Bela"),
    )
    assert (record.start, record.result) == (None, None)
    assert record.replay() == history.states


def test_the_record_of_a_game_that_is_over_has_its_result() -> None:
    history = History(CLASSIC.position(PEACE.position))
    for move in SHUTTLE * 2:
        history.play(move)
    record = history.record()
    assert str(record.result) == "BC-12, seats 0 1, scores 0 0"
    assert record.start == PEACE.position
    assert record.replay() == history.states


def test_a_record_of_a_game_that_goes_on_from_its_middle_replays() -> None:
    state = PEACE
    for move in SHUTTLE:
        state = state.apply(move)
    history = History(state)
    while history.state.waiting:
        history.play(SHUTTLE[len(history.steps) % 4])
    assert history.record().replay() == history.states
