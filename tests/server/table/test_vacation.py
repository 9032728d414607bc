"""Vacation: hours that a person has per year, taken when their days per move would run out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sql
from browsers import Browser
from in_memory import HOST, heard, hello, seat_all
from serving import Served, write_people
from timing import FakeTime, People, rooms_on, settle

import naadam
from naadam.server.protocol import messages
from naadam.server.protocol.errors import Stale
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.game_calendar import Calendar
from naadam.server.storage.people.personal_data import erase, export
from naadam.server.storage.people.vacation_store import merge_vacations, vacation_hours
from naadam.server.storage.result_store import fill_vacations
from naadam.server.storage.store import calendar, events
from naadam.server.table.events import StoredEvent
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.time_control import SECONDS_PER_DAY, TimeControl
from naadam.server.table.vacation import HOURS_PER_YEAR

HOUR = 3600
DAYS = TimeControl("days", SECONDS_PER_DAY)
SUMMER = datetime(2026, 7, 1, tzinfo=UTC).timestamp()
PERSON = "a" * 24


@pytest.fixture(autouse=True)
def calendar_at_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no server move the calendar by the clock of this machine."""
    monkeypatch.setattr(Calendar.__init__, "__defaults__", (lambda: 0.0,))


def on_calendar(rooms: Rooms, time: FakeTime, start: float = SUMMER) -> Rooms:
    """Rooms whose calendar and world clock are those of a test."""
    rooms.services.calendar = Calendar(rooms.services.store, time.time)
    rooms.services.vacations._clock = lambda: start + time.now
    return rooms


def run(folder: Path, test: Callable[[Rooms, FakeTime], Awaitable[None]], start: float = SUMMER) -> None:
    async def inside() -> None:
        time = FakeTime()
        time.now = 0.0
        rooms = rooms_on(folder, time)
        with rooms.services.store.engine.begin() as connection:
            connection.execute(calendar.update().values(counted=0.0))
        on_calendar(rooms, time, start)
        write_people(rooms.services.store, PERSON, HOST)
        try:
            await test(rooms, time)
        finally:
            await rooms.close()

    asyncio.run(inside())


async def sit(rooms: Rooms, person: str = PERSON) -> People:
    """A person with vacation to begin, against a guest without."""
    players = [Player("invited", person=person, stranger=True), Player("invited", person="guest", stranger=True)]
    table, seats, _ = await rooms.create(ImportedGame(naadam.load("bagh-chal")), players, time_control=DAYS, host=HOST)
    room, _ = await seat_all(rooms, table, seats, [None, None])
    people = People(rooms, room, [await hello(room, person), await hello(room, "guest")], [person, "guest"])
    await settle(rooms)
    return people


def left(rooms: Rooms, person: str = PERSON) -> int:
    return rooms.services.vacations.read(person).left


def kinds(people: People) -> list[str]:
    return [event.kind for event in people.room.table.events]


def test_hours_are_taken_when_the_clock_would_run_out_and_end_with_the_move(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        await time.passes(24.5 * HOUR, rooms)
        assert kinds(people) == ["vacation"]
        assert left(rooms) == HOURS_PER_YEAR - 1
        [glass] = people.room.timekeeper.shown()
        assert (glass.left_ms, glass.vacation_ms) == (HOUR * 500, 1000 * HOUR * (HOURS_PER_YEAR - 1) + HOUR * 500)
        assert heard(people.clients[1])[-1]["glasses"][0]["vacation_ms"] is not None
        await time.passes(2 * HOUR, rooms)
        assert left(rooms) == HOURS_PER_YEAR - 3, "by the hour"
        await people.play(0, "Gc3")
        [glass] = [glass for glass in people.room.timekeeper.shown() if glass.running]
        assert (glass.seat, glass.left_ms, glass.vacation_ms) == (1, 1000 * SECONDS_PER_DAY, None)
        await time.passes(25 * HOUR, rooms)
        assert people.room.table.resigned == 1, "a person whom the server does not know has none"
        assert left(rooms) == HOURS_PER_YEAR - 3

    run(tmp_path, test)


def test_an_hour_counts_once_for_all_tables_of_a_person(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        one, other = await sit(rooms), await sit(rooms)
        await time.passes(26.5 * HOUR, rooms)
        assert kinds(one) == kinds(other) == ["vacation"] * 3
        assert left(rooms) == HOURS_PER_YEAR - 3

    run(tmp_path, test)


@pytest.mark.parametrize("watched", [True, False])
def test_after_21_days_the_clock_runs_out_watched_or_not(tmp_path: Path, watched: bool) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        if not watched:
            for client in people.clients:
                people.room.leave(client)
        else:
            await time.passes((24 + HOURS_PER_YEAR) * HOUR - 1, rooms)
            assert not people.room.table.over
        await time.passes((24 + HOURS_PER_YEAR) * HOUR + 2 - time.now, rooms)
        await hello(people.room, "guest")
        await time.passes(1, rooms)
        assert (people.room.table.resigned, people.room.table.by) == (0, "clock")
        assert left(rooms) == 0

    run(tmp_path, test)


def test_a_person_can_turn_vacation_off(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        rooms.services.vacations.turn(PERSON, False)
        people = await sit(rooms)
        await time.passes(24 * HOUR + 1, rooms)
        assert people.room.table.resigned == 0

    run(tmp_path, test)


def test_hours_of_two_years_have_two_balances(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        for client in people.clients:
            people.room.leave(client)
        await time.passes(30.5 * HOUR, rooms)  # the clock ran out at 23:00 of the last day of the year
        await hello(people.room, "guest")
        await time.passes(1, rooms)
        taken = people.room.table.events[-1].data["taken"]
        assert taken == [[24, 25, 2025, 1], [25, 31, 2026, 1]]
        assert left(rooms) == HOURS_PER_YEAR - 6

    run(tmp_path, test, start=datetime(2025, 12, 30, 23, tzinfo=UTC).timestamp())


def test_an_undone_move_gives_no_hour_back_and_takes_none_twice(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        await time.passes(24.25 * HOUR, rooms)
        await people.play(0, "Gc3")
        seq = people.room.table.seq
        await people.room.follow(people.clients[0], messages.Undo("u", seq, 0))
        await people.room.follow(people.clients[1], messages.Answer("a", seq + 1, 1, True))
        assert kinds(people)[-1] == "undone"
        [glass] = [glass for glass in people.room.timekeeper.shown() if glass.running]
        assert (glass.seat, glass.left_ms, glass.vacation_ms) == (0, 750 * HOUR, None), "the rest of the hour"
        await time.passes(0.5 * HOUR, rooms)
        assert left(rooms) == HOURS_PER_YEAR - 1
        await time.passes(0.5 * HOUR, rooms)
        assert left(rooms) == HOURS_PER_YEAR - 2
        assert not people.room.table.over

    run(tmp_path, test)


def test_clocks_and_balance_survive_a_kill_after_any_step(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        for step in range(3):
            await time.passes((24.5 + step) * HOUR - time.now, rooms)
            shown = people.room.timekeeper.shown()
            rooms.services.calendar.beat()
            again = on_calendar(rooms_on(tmp_path, time), time)
            try:
                room = await again.room(people.room.table.id)
                assert room is not None
                await hello(room, "guest")
                await settle(again)
                assert room.timekeeper.shown() == shown
                assert left(again) == HOURS_PER_YEAR - 1 - step
            finally:
                await again.close()
        before = rows(rooms)
        assert fill_vacations(rooms.services.store) == 3
        assert rows(rooms) == before

    run(tmp_path, test)


def rows(rooms: Rooms) -> list[tuple[object, ...]]:
    with rooms.services.store.engine.connect() as connection:
        found = connection.execute(sql.select(vacation_hours).order_by(vacation_hours.c.hour)).all()
        return [tuple(row) for row in found]


def test_an_event_and_its_hours_are_stored_together_and_no_hour_too_many(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms)
        table, services = people.room.table.id, rooms.services
        for taken in ([[24, 25, 2026, 1]], [[24, 25, 2026, 2]], [[25, 26, 2026, 1]]):  # the same hour; the same number
            data = {"seat": 0, "ms": 24_000 * HOUR, "at": 24.0 * HOUR, "until": 25, "rest": 503, "taken": taken}
            event = StoredEvent(1 + (taken[0][3] == 1 and len(rows(rooms))), "vacation", data)
            if rows(rooms):
                with pytest.raises(Stale):
                    await services.writer.append(table, [event])
            else:
                await services.writer.append(table, [event])
        with services.store.engine.connect() as connection:
            assert connection.execute(sql.select(sql.func.count()).select_from(events)).scalar_one() == 1
        await time.passes(24.5 * HOUR, rooms)  # this server reads the log again, and then takes the next hour
        await time.passes(HOUR, rooms)
        assert people.room.table.seq == 2
        assert left(rooms) == HOURS_PER_YEAR - 2

    run(tmp_path, test)


def test_hours_are_exported_erased_and_taken_along(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        one, other = await sit(rooms), await sit(rooms, HOST)
        await time.passes(25.5 * HOUR, rooms)
        assert kinds(one) == kinds(other) == ["vacation"] * 2
        store = rooms.services.store
        with store.engine.begin() as connection:
            merge_vacations(connection, HOST, PERSON)
        assert (left(rooms), left(rooms, HOST)) == (HOURS_PER_YEAR - 2, HOURS_PER_YEAR)
        assert [row["hour"] for row in export(store, PERSON)["vacation"]] == [24, 25]
        with store.engine.begin() as connection:
            erase(connection, PERSON)
        assert rows(rooms) == []

    run(tmp_path, test)


def test_a_person_sees_the_balance_and_turns_it_off(served: Served) -> None:
    browser = Browser(served)
    shown = browser.get("/api/me/vacation")
    assert (shown["hours"], shown["left"], shown["on"]) == (504, 504, True)
    assert browser.post("/api/me/vacation", {"on": False})["on"] is False
    assert browser.get("/api/me/vacation")["on"] is False
