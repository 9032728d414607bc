"""Clocks on fake time: time left, the action when it is up, and events that do not stop a clock."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from in_memory import heard, hello, set_room
from timing import FakeTime, People, rooms_on, run, settle

from naadam.core.parts.clock import Glass
from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotStored, UserError
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.clock import Clocks

# --- the fold ---


def left(glasses: Clocks, name: str) -> int:
    return next(glass.left_ms for glass in glasses.shown(0, True) if glass.name == name)


def test_a_glass_that_is_named_again_runs_on_and_one_that_is_not_lies_still() -> None:
    glasses = Clocks()
    turn, answer = Glass("turn-1", 180, 0), Glass("answer-1", 10, 1)
    glasses.name({0: turn})
    glasses.run(30_000)
    glasses.name({0: turn})
    assert left(glasses, "turn-1") == 150_000
    glasses.name({1: answer})
    glasses.run(4_000)
    told = [(glass.name, glass.seat, glass.left_ms, glass.running) for glass in glasses.shown(1_000, True)]
    assert told == [("turn-1", 0, 150_000, False), ("answer-1", 1, 5_000, True)]
    glasses.name({0: turn})
    assert [glass.name for glass in glasses.shown(0, True)] == ["turn-1"], "the answer is over"
    glasses.run(1_000)
    assert left(glasses, "turn-1") == 149_000


@pytest.mark.parametrize(("used", "gets"), [(30, 150), (100, 100), (90, 90), (180, 180), (0, 180)])
def test_a_glass_that_is_turned_starts_with_the_larger_part(used: int, gets: int) -> None:
    glasses = Clocks()
    glasses.name({0: Glass("turn-1", 180, 0)})
    glasses.run(1000 * used)
    glasses.name({1: Glass("turn-2", 180, 0, "turn-1", "PT-8")})
    assert [(glass.name, glass.left_ms) for glass in glasses.shown(0, True)] == [("turn-2", 1000 * gets)]
    glasses.run(5_000)
    (shown,) = glasses.shown(0, True)
    assert (shown.begun_ms, shown.full_ms, shown.clause) == (1000 * gets, 180_000, "PT-8"), (
        "it says why it was not full"
    )


def test_a_glass_turned_from_none_is_full() -> None:
    glasses = Clocks()
    glasses.name({0: Glass("turn-1", 180, 0, "turn-0")})
    assert left(glasses, "turn-1") == 180_000


def test_glasses_that_run_at_once_lie_where_their_seats_are_done() -> None:
    glasses = Clocks()
    bids = {seat: Glass(f"bid-{seat}", 20, 0) for seat in range(3)}
    glasses.name(bids)
    glasses.run(5_000)
    glasses.name({seat: bids[seat] for seat in (0, 1)})
    glasses.run(1_000)
    told = {glass.seat: (glass.left_ms, glass.running) for glass in glasses.shown(0, True)}
    assert told == {0: (14_000, True), 1: (14_000, True), 2: (15_000, False)}
    glasses.name({seat: Glass(f"next-{seat}", 20, 0) for seat in range(3)})
    assert [glass.name for glass in glasses.shown(0, True)] == ["next-0", "next-1", "next-2"]


# --- at a table ---


def test_when_a_glass_is_empty_its_action_is_taken(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        assert people.glasses() == {"turn-0": (0, 20.0, True)}
        await time.passes(20.4, rooms)
        assert people.log() == []
        assert people.glasses() == {"turn-0": (0, 0.0, True)}
        await time.passes(0.2, rooms)
        assert people.log() == [(0, "end", "clock")]
        told = heard(people.clients[1])[-1]
        assert told["events"][-1]["by"] == "clock"
        assert told["waiting"] == [1]
        [glass] = told["glasses"]
        full = {
            "left_ms": 20_000,
            "full_ms": 20_000,
            "begun_ms": 20_000,
            "clause": "",
            "wait_ms": 5_000,
            "vacation_ms": None,
        }
        assert glass == {"seat": 1, "name": "turn-1", **full, "running": True}
        record = people.room.table.history.record()
        assert record.replay()[-1] == people.room.table.state, "rules and records know no time"

    run(tmp_path, test)


def test_the_glass_plays_also_where_the_log_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 0)
        await time.passes(25, rooms)
        assert people.log() == [(0, "end", "clock")]

    run(tmp_path, test)


def test_who_ends_early_turns_the_glass(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await time.passes(15, rooms)
        await people.play(0, "end")
        assert people.glasses() == {"turn-1": (1, 15.0, True)}
        await time.passes(2, rooms)
        await people.play(1, "end")
        assert people.glasses() == {"turn-2": (0, 13.0, True)}
        await time.passes(13.6, rooms)
        assert people.log()[-1] == (0, "end", "clock")

    run(tmp_path, test)


def test_a_window_lapses_and_the_turn_goes_on_with_what_was_left(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=180")
        await people.capture()
        assert people.glasses() == {"turn-2": (0, 180.0, False), "answer-2-1": (1, 10.0, True)}
        await time.passes(10.5, rooms)
        assert people.log()[-1] == (1, "let", "clock")
        assert people.glasses() == {"turn-2": (0, 180.0, True)}
        await time.passes(3, rooms)
        assert people.glasses() == {"turn-2": (0, 177.0, True)}

    run(tmp_path, test)


def test_half_a_second_is_allowed_for_the_network(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await time.passes(20.3, rooms)
        await people.play(0, "c1c2")
        assert people.log() == [(0, "c1c2", None)]
        assert people.glasses() == {"turn-0": (0, 0.0, True)}
        await time.passes(0.6, rooms)
        assert people.log()[-1] == (0, "end", "clock"), "but only once"

    run(tmp_path, test)


def test_what_comes_too_late_is_not_played_though_no_alarm_has_rung(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        time.now += 21  # nothing rings: the loop was busy
        await people.play(0, "c1c2")
        assert people.log() == [(0, "end", "clock")]
        late = heard(people.clients[0])
        assert "moved-on" in [message.get("key") for message in late]

    run(tmp_path, test)


def test_undo_gives_no_time_back(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await time.passes(5, rooms)
        await people.play(0, "c1c2")
        await time.passes(5, rooms)
        await people.room.follow(people.clients[0], messages.Undo("u", people.room.table.seq, 0))
        assert people.room.table.state == people.room.table.history.states[0]
        assert people.glasses() == {"turn-0": (0, 10.0, True)}

    run(tmp_path, test)


def test_a_restart_inside_a_window_eats_nobodys_time(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=180")
        await time.passes(40, rooms)
        await people.capture()
        await time.passes(6, rooms)
        assert people.glasses()["answer-2-1"] == (1, 4.0, True)
        table = people.room.table.id
        time.alarms.clear()  # it is killed
        time.now += 3600
        again = rooms_on(tmp_path, time)
        try:
            room = await again.room(table)
            assert room is not None
            after = People(again, room, [], people.keys)
            still = {"turn-2": (0, 140.0, False), "answer-2-1": (1, 10.0, False)}
            assert after.glasses() == still, "and nothing runs before somebody is there"
            await time.passes(60, again)
            assert after.glasses() == still
            after.clients = [await hello(room, token) for token in people.keys]
            await time.passes(10.5, again)
            assert after.log()[-1] == (1, "let", "clock")
            assert after.glasses() == {"turn-2": (0, 140.0, True)}
        finally:
            await again.close()

    run(tmp_path, test)


def glasses_in(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The glasses in the last message that has them; those about compiling have none."""
    told: list[list[dict[str, Any]]] = [message["glasses"] for message in messages if "glasses" in message]
    return told[-1]


def test_it_lies_still_while_no_person_is_there(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await time.passes(5, rooms)
        watching = await hello(people.room)
        for reader in people.clients:
            people.room.leave(reader)
        await settle(rooms)
        assert glasses_in(heard(watching))[0]["running"] is False
        await time.passes(600, rooms)
        assert people.glasses() == {"turn-0": (0, 15.0, False)}
        await hello(people.room, people.keys[1])
        await settle(rooms)
        [glass] = glasses_in(heard(watching))
        assert (glass["running"], glass["left_ms"]) == (True, 15_000)
        await time.passes(15.6, rooms)
        assert people.log() == [(0, "end", "clock")]

    run(tmp_path, test)


def test_hostile_messages_never_stop_it(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        mine, other = people.clients
        spectator = await hello(people.room)
        for number in range(200):
            seq = people.room.table.seq
            for reader in (mine, other, spectator):
                for message in (
                    messages.Hello(),
                    messages.Try(f"t{number}", seq, 0, ["a1", "e5"]),
                    messages.Touch(f"a{number}", seq, 0, ["a1"]),
                    messages.Play(f"q{number}", seq, 0, "a1e5"),
                    messages.Undo(f"u{number}", seq, 0),
                    messages.Ping(),
                ):
                    with suppress(UserError):
                        await people.room.follow(reader, message)
                while not reader.queue.empty():
                    reader.queue.get_nowait()
            await time.passes(0.1, rooms)
        assert people.log() == []
        await time.passes(0.6, rooms)
        assert people.log() == [(0, "end", "clock")]

    run(tmp_path, test)


def test_killed_between_storing_and_telling_nothing_is_lost(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)

        async def die(*_: object, **__: object) -> None:
            raise asyncio.CancelledError

        people.room.show_all = die  # type: ignore[method-assign]
        await time.passes(20.6, rooms)
        told = [message["seq"] for message in heard(people.clients[1]) if message["type"] == "table"]
        assert told == [0], "nobody was told"
        time.alarms.clear()
        again = rooms_on(tmp_path, time)
        try:
            room = await again.room(people.room.table.id)
            assert room is not None
            after = People(again, room, [await hello(room, token) for token in people.keys], people.keys)
            assert after.log() == [(0, "end", "clock")]
            assert after.glasses() == {"turn-1": (1, 20.0, True)}
            await time.passes(20.6, again)
            assert after.log() == [(0, "end", "clock"), (1, "end", "clock")]
        finally:
            await again.close()

    run(tmp_path, test)


def test_a_full_disk_puts_an_expiry_off_and_stops_no_clock(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        append = rooms.services.writer.append

        async def fail(*_: object) -> None:
            raise NotStored

        rooms.services.writer.append = fail  # type: ignore[method-assign, assignment]
        await time.passes(21, rooms)
        assert people.log() == []
        assert heard(people.clients[0])[-1]["key"] == "not-stored"
        rooms.services.writer.append = append  # type: ignore[method-assign]
        await time.passes(5, rooms)
        assert people.log() == [(0, "end", "clock")]

    run(tmp_path, test)


def test_a_glass_whose_action_is_refused_harms_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        book = people.room.table.game.rulebook
        monkeypatch.setattr(book, "glasses", lambda _: {0: Glass("wrong", 1, 0)})
        await people.play(0, "c1c2")
        await time.passes(5, rooms)
        assert people.log() == [(0, "c1c2", None)]
        await people.play(0, "c2c3")
        assert len(people.log()) == 2
        assert "the glass wrong of patrol cannot run out" in caplog.text

    run(tmp_path, test)


def test_a_glass_of_several_seats_runs_out_for_all(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        room, keys = await set_room(rooms, "caravan", "invited", "invited", "invited")
        people = People(rooms, room, [await hello(room, token) for token in keys], keys)
        await time.passes(1, rooms)
        await people.play(1, "bid 2")
        await time.passes(30, rooms)
        bids = [entry for entry in people.log() if entry[1].startswith("bid")]
        assert bids == [(1, "bid 2", None), (0, "bid 0", "clock"), (2, "bid 0", "clock")]
        await people.play(1, "take", "stop")
        assert people.glasses() == {"lead-1": (1, 20.0, False), "answers-1": (0, 10.0, True)}
        await time.passes(12, rooms)
        assert people.log()[-2:] == [(0, "let", "clock"), (2, "let", "clock")]

    run(tmp_path, test)


def test_without_a_glass_nothing_is_timed(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms, "patrol:glass=0")
        await time.passes(1000, rooms)
        await people.play(0, "c1c2")
        assert people.log() == [(0, "c1c2", None)]
        assert "ms" not in people.room.table.events[0].data
        assert heard(people.clients[0])[-1]["glasses"] == []

    run(tmp_path, test)
