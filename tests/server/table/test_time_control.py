"""The clock that a host chooses for a table: seconds a move, Fischer's, days a move; who runs out gives up."""

from __future__ import annotations

from pathlib import Path

import pytest
from in_memory import HOST, heard, hello, seat_all
from pydantic import ValidationError
from serving import Served
from timing import FakeTime, People, rooms_on, run, settle

import naadam
from naadam.server.payloads.table import standing_of
from naadam.server.protocol import messages
from naadam.server.protocol.schemas import ClockWanted
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.game_calendar import Calendar
from naadam.server.storage.store import Store
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl


async def sit(rooms: Rooms, spec: str, time_control: TimeControl, *kinds: str) -> People:
    """People, and computers that never act, at a table with a clock."""
    opening, players = ImportedGame(naadam.load(spec)), [Player(kind) for kind in kinds]  # type: ignore[arg-type]
    room, keys = await seat_all(rooms, *await rooms.create(opening, players, time_control=time_control, host=HOST))
    people = People(rooms, room, [await hello(room, token) for token in keys], keys)
    await settle(rooms)
    return people


def test_who_runs_out_of_a_move_has_lost(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "bagh-chal", TimeControl("move", 30), "invited", "invited")
        await time.passes(20, rooms)
        await people.play(0, "Gc3")
        assert people.glasses()["move-1-1"] == (1, 30.0, True)
        await time.passes(30.6, rooms)
        outcome = people.room.table.outcome
        assert outcome is not None
        assert outcome.winners == (0,)
        end = heard(people.clients[0])[-1]["end"]
        assert end["text"] == "Tigers has run out of time."
        assert people.glasses() == {}
        rooms.open.clear()
        again = await rooms.room(people.room.table.id)
        assert again is not None
        assert again.table.by_clock

    run(tmp_path, test)


def test_all_steps_of_a_turn_are_one_move(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", TimeControl("move", 30), "invited", "invited")
        await time.passes(10, rooms)
        await people.play(0, "c1c2")
        await time.passes(10, rooms)
        assert people.glasses() == {"move-0-0": (0, 10.0, True)}, "in place of the glass of the rules"
        await people.play(0, "end")
        assert people.glasses()["move-2-1"] == (1, 30.0, True)

    run(tmp_path, test)


def test_fischers_clock_adds_after_each_move_and_undo_gives_nothing(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "bagh-chal", TimeControl("fischer", 60, 5), "invited", "invited")
        await time.passes(10, rooms)
        await people.play(0, "Gc3")
        assert people.glasses() == {"seat-0": (0, 55.0, False), "seat-1": (1, 60.0, True)}
        await time.passes(20, rooms)
        seq = people.room.table.seq
        await people.room.follow(people.clients[0], messages.Undo("u", seq, 0))
        await people.room.follow(people.clients[1], messages.Answer("a", seq + 1, 1, True))
        assert people.glasses() == {"seat-1": (1, 40.0, False), "seat-0": (0, 50.0, True)}
        await time.passes(50.6, rooms)
        assert people.room.table.resigned == 0

    run(tmp_path, test)


def test_above_two_seats_the_computer_takes_the_seat(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "caravan", TimeControl("move", 30), "invited", "invited", "invited")
        await people.play(0, "bid 1")
        await people.play(1, "bid 2")
        for reader in people.clients[:2]:
            people.room.leave(reader)
        people.room.bots.think = lambda: None  # type: ignore[method-assign]
        await time.passes(30.6, rooms)
        assert [player.kind for player in people.room.table.players] == ["invited", "invited", "computer"]
        assert not people.room.table.over
        assert not any(running for _, _, running in people.glasses().values()), "computers have no clock"
        told = heard(people.clients[2])[-1]
        assert (told["events"][-1]["kind"], told["events"][-1]["by"]) == ("left", "clock")

    run(tmp_path, test)


def test_days_pass_by_the_calendar_whoever_is_there_while_a_server_runs(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        rooms.services.calendar = Calendar(rooms.services.store, time.time)
        people = await sit(rooms, "bagh-chal", TimeControl("days", 3 * SECONDS_PER_DAY), "invited", "invited")
        await time.passes(SECONDS_PER_DAY, rooms)
        await people.play(0, "Gc3")
        for reader in people.clients:
            people.room.leave(reader)
        await time.passes(2 * SECONDS_PER_DAY, rooms)
        rooms.services.calendar.beat()
        time.alarms.clear()
        time.now += 5 * SECONDS_PER_DAY  # the server is down
        again = rooms_on(tmp_path, time)
        again.services.calendar = Calendar(again.services.store, time.time)
        try:
            room = await again.room(people.room.table.id)
            assert room is not None
            after = People(again, room, [await hello(room, people.keys[0])], people.keys)
            assert after.glasses()["move-1-1"] == (1, float(SECONDS_PER_DAY), True)
            room.leave(after.clients[0])
            time.now += 2 * SECONDS_PER_DAY
            await hello(room, people.keys[0])
            await time.passes(0.1, again)
            assert room.table.resigned == 1
        finally:
            await again.close()

    run(tmp_path, test)


def test_a_standing_has_the_time_left_of_the_seats_to_act(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        rooms.services.calendar = Calendar(rooms.services.store, time.time)
        people = await sit(rooms, "bagh-chal", TimeControl("days", 3 * SECONDS_PER_DAY), "invited", "invited")
        await time.passes(SECONDS_PER_DAY, rooms)
        [left] = standing_of(people.room.table, "en", people.room.timekeeper.shown()).clocks
        assert (left.seat, left.seconds, left.running) == (0, 2.0 * SECONDS_PER_DAY, True)
        await people.play(0, "Gc3")
        [left] = standing_of(people.room.table, "en", people.room.timekeeper.shown()).clocks
        assert (left.seat, left.seconds) == (1, 3.0 * SECONDS_PER_DAY)
        await people.room.follow(people.clients[0], messages.Resign("r", 0))
        assert standing_of(people.room.table, "en", people.room.timekeeper.shown()).clocks == []

    run(tmp_path, test)


def test_a_served_standing_has_the_time_left(served: Served) -> None:
    table, _ = served.set_table("here", "here", clock={"kind": "days", "seconds": SECONDS_PER_DAY})
    [left] = served.get(f"/api/tables/{table}/standing")["clocks"]
    assert left["seat"] == 0
    assert 0 < left["seconds"] <= SECONDS_PER_DAY


def test_the_clock_goes_on_in_the_next_game(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        time_control = TimeControl("fischer", 60, 5)
        people = await sit(rooms, "bagh-chal", time_control, "invited", "invited")
        await people.room.follow(people.clients[0], messages.Resign("r", 0))
        await people.room.follow(people.clients[0], messages.Rematch("n", 0))
        room = await rooms.room(str(people.room.table.next))
        assert room is not None
        assert room.table.time_control == time_control

    run(tmp_path, test)


@pytest.mark.parametrize(
    "wanted",
    [
        {"kind": "move"},
        {"kind": "none", "seconds": 5},
        {"kind": "rules", "seconds": 5},
        {"kind": "move", "seconds": -1},
        {"kind": "move", "seconds": 30.5},
        {"kind": "move", "seconds": True},
        {"kind": "fischer", "seconds": 60, "added": 10_000},
        {"kind": "days", "seconds": 10**9},
        {"kind": "move", "seconds": 5, "more": 1},
    ],
)
def test_a_clock_that_cannot_be_is_refused(wanted: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ClockWanted.model_validate(wanted)


def test_a_host_chooses_a_clock_and_who_opens_a_record_has_none(served: Served) -> None:
    table, keys = served.set_table("here", "here", clock={"kind": "fischer", "seconds": 300, "added": 5})
    [glass] = served.join(table, *keys).table["glasses"]
    assert (glass["name"], glass["full_ms"], glass["running"]) == ("seat-0", 300_000, True)
    body = {"spec": "bagh-chal", "players": [{"kind": "here"}] * 2, "clock": {"kind": "move"}}
    assert served.refusal("/api/tables", body)[0] == 422
    opened = served.post("/api/opened", {"text": served.get(f"/api/tables/{table}/record"), "spec": None})
    assert served.join(opened["table"], *opened["keys"]).table["glasses"] == []


def test_positions_may_be_long_and_not_endless(served: Served) -> None:
    status, why = served.refusal(f"/api/picture?spec=bagh-chal&position={'x' * 4000}")
    assert (status, "query.position" in why) == (422, False)
    status, why = served.refusal(f"/api/picture?spec=bagh-chal&position={'x' * 4001}")
    assert (status, "query.position" in why) == (422, True)


def test_servers_on_one_database_have_one_calendar(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/naadam.db")
    early, late = FakeTime(), FakeTime()
    first = Calendar(store, early.time)
    began = first.now()
    early.now += 100
    first.beat()
    late.now += 7  # its own clock says nothing about the calendar
    second = Calendar(store, late.time)
    assert second.now() == began + 100
    late.now += 30
    second.beat()
    early.now += 10
    first.beat()
    assert first.now() == second.now() == began + 130, "who is behind catches up, and nobody goes back"
    store.close()


def test_a_calendar_that_a_kill_sets_back_puts_nothing_into_a_glass(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "bagh-chal", TimeControl("days", 3 * SECONDS_PER_DAY), "invited", "invited")
        await people.play(0, "Gc3")
        rooms.services.calendar._ahead -= 10  # back to the last stored time
        assert people.glasses()["move-1-1"] == (1, 3.0 * SECONDS_PER_DAY, True)
        await people.play(1, "Ba1b1")
        assert people.room.table.events[-1].data["ms"] == 0

    run(tmp_path, test)
