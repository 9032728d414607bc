"""A player who takes back or asks without end fills no table, and wins nothing by a table that is full."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from in_memory import heard, hello, set_room
from test_bonus import SEALED, Timed
from test_time_control import sit
from timing import FakeTime, People, rooms_on, run

import naadam
from naadam.core.errors import NaadamError
from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotStored, UserError
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.players import Player
from naadam.server.table.state import MOST_EVENTS
from naadam.server.table.takebacks import QUESTIONS_PER_TURN, SHARE, STEPS_PER_TURN
from naadam.server.table.time_control import TimeControl

UNTIMED = TimeControl("none")


def fill(timed: Timed, seat: int, most: int = 10_000) -> tuple[int, str]:
    """Play a step and take it back until that is refused: how often it was possible, and why not again."""
    for number in range(most):
        try:
            timed.play(seat)
            timed.undo(seat)
        except UserError as error:
            return number, error.key
    raise AssertionError("it is never refused")


@pytest.mark.parametrize("spec", ["patrol", SEALED, "yuan"])
def test_steps_that_are_taken_back_are_counted_and_a_completed_turn_gives_new_ones(spec: str) -> None:
    timed = Timed(spec, UNTIMED)
    assert fill(timed, 0) == (STEPS_PER_TURN, "no-more-undo")
    assert len(timed.table.events) < 4 * STEPS_PER_TURN
    with pytest.raises(UserError, match="taken back"):
        timed.table.take_backs.check_take_back(0, MOST_EVENTS)
    for _ in range(2):
        for seat in timed.table.to_act:
            timed.follow(timed.table.decide(end_of_turn(timed, seat)), 0)
    timed.table.take_backs.check_take_back(0, MOST_EVENTS)


def end_of_turn(timed: Timed, seat: int) -> messages.Play:
    actions = [str(action) for action in timed.table.state.actions(seat)]
    action = "end" if "end" in actions else actions[0]
    return messages.Play(f"e{next(timed.names)}", timed.table.seq, seat, action)


def test_a_turn_that_is_completed_taken_back_and_completed_again_gives_nothing() -> None:
    timed = Timed("bagh-chal", UNTIMED)
    for number in range(STEPS_PER_TURN):
        timed.play(0)
        timed.undo(0)
        assert timed.table.take_backs._steps[0] == number + 1
    timed.play(0)
    with pytest.raises(UserError, match="taken back"):
        timed.undo(0)
    timed.play(1)
    timed.undo(1)


@pytest.mark.parametrize("spec", ["patrol", "bagh-chal", SEALED])
def test_a_player_alone_fills_no_table(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever turns are completed: take-backs of a seat are a small part of the log."""
    most = 2_000
    monkeypatch.setattr("naadam.server.table.state.TableState.most_events", most)
    timed = Timed(spec, UNTIMED)
    seats = timed.game.seats
    for _ in range(200):
        for seat in timed.table.to_act:
            if seat == 0:
                for _ in range(STEPS_PER_TURN):
                    try:
                        timed.play(0)
                        timed.undo(0)
                    except NaadamError:
                        break
            if timed.table.over:
                break
            if seat in timed.table.to_act:
                timed.follow(timed.table.decide(end_of_turn(timed, seat)), 0)
        if timed.table.over:
            break
    assert timed.table.take_backs.wasted[0] <= most // (SHARE * seats) + 5 * STEPS_PER_TURN
    assert timed.table.over or len(timed.table.events) < most
    assert timed.table.take_backs.filler(most) is None


def test_at_one_screen_and_against_computers_everything_can_be_taken_back() -> None:
    timed = Timed("patrol", UNTIMED, kind="here")
    for _ in range(3 * STEPS_PER_TURN):
        timed.play(0)
        timed.undo(0)


def test_a_log_that_was_filled_before_is_lost_by_whoever_filled_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table filled under an earlier version ends when it is opened."""

    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=0")
        monkeypatch.setattr("naadam.server.table.takebacks.STEPS_PER_TURN", 10_000)
        for _ in range(20):
            await people.play(0, "c1c2")
            seq = people.room.table.seq
            await people.room.follow(people.clients[0], messages.Undo(f"u{seq}", seq, 0))
        assert people.room.table.seq == 40
        monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 40)
        again = rooms_on(tmp_path, time)
        try:
            room = await again.room(people.room.table.id)
            assert room is not None
            assert room.table.outcome is not None
            assert room.table.outcome.winners == (1,)
            end = heard(await hello(room, people.keys[1]))[0]["end"]
            assert end["text"] == "Red has taken back and asked so much that the log of this table is full."
        finally:
            await again.close()

    run(tmp_path, test)


def test_a_log_that_is_full_of_play_ends_the_game_and_nobody_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=0")
        monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 4)
        for action, seat in (("end", 0), ("end", 1), ("c1c2", 0), ("c2c3", 0)):
            await people.play(seat, action)
        assert people.room.table.over
        assert people.room.table.outcome is not None
        assert people.room.table.outcome.draw
        end = heard(people.clients[1])[-1]["end"]
        assert end["text"] == "Nobody has won: the log of this table is full."
        await people.room.follow(people.clients[0], messages.Look("l", 2, 1))
        assert heard(people.clients[0])[-1]["type"] == "seen"
        rooms.open.clear()
        again = await rooms.room(people.room.table.id)
        assert again is not None
        assert again.table.outcome == people.room.table.outcome

    run(tmp_path, test)


def test_an_end_that_could_not_be_stored_is_stored_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=0")
        monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 1)
        append, calls = rooms.services.writer.append, itertools.count()

        async def fail(*arguments: object) -> None:
            if next(calls):
                raise NotStored
            await append(*arguments)  # type: ignore[arg-type]

        rooms.services.writer.append = fail  # type: ignore[method-assign, assignment]
        await people.play(0, "end")
        assert (people.room.table.seq, people.room.table.over) == (1, False)
        rooms.services.writer.append = append  # type: ignore[method-assign]
        await people.play(1, "end")
        assert people.room.table.over

    run(tmp_path, test)


def test_whoever_is_to_move_when_a_table_fills_loses_nothing_by_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player whose opponent has filled the table cannot act, so running out of time would be no fault of theirs."""

    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "bagh-chal", TimeControl("fischer", 60, 5), "invited", "invited")
        monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 1)
        await people.play(0, "Gc3")
        await time.passes(100, rooms)
        outcome = people.room.table.outcome
        assert outcome is not None
        assert outcome.draw

    run(tmp_path, test)


@pytest.mark.parametrize("question", [messages.OfferDraw, messages.OfferHints, messages.OfferTalk])
def test_a_question_may_be_asked_twice_and_again_after_a_completed_turn(
    tmp_path: Path, question: type[messages.OfferDraw]
) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        stranger = Player("invited", stranger=True)  # only strangers ask whether they may chat
        room, keys = await set_room(rooms, "bagh-chal", stranger, stranger)
        clients = [await hello(room, token) for token in keys]

        async def ask(name: str) -> bool:
            before = room.table.seq
            await room.follow(clients[0], question(name, before, 0))
            asked = room.table.seq > before
            await room.follow(clients[1], messages.Answer(f"n{name}", room.table.seq, 1, False))
            return asked

        assert [await ask(f"a{number}") for number in range(5)] == [True] * QUESTIONS_PER_TURN + [False] * 3
        assert "asked-twice" in [message.get("key") for message in heard(clients[0])]
        action = str(naadam.load("bagh-chal").start().actions(0)[0])
        await room.follow(clients[0], messages.Play("p", room.table.seq, 0, action))
        assert [await ask(f"b{number}") for number in range(3)] == [True, True, False]

    run(tmp_path, test)
