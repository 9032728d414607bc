"""Clocks that hurry no player: none against computers alone unless asked for, and a wait while a display catches up."""

from __future__ import annotations

from pathlib import Path

import pytest
from in_memory import heard, hello
from test_bonus import Timed
from test_time_control import sit
from timing import FakeTime, People, rooms_on, run, settle

from naadam.server.protocol import messages
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.displays import DISPLAY_SECONDS, DISPLAY_SECONDS_ALONE
from naadam.server.table.table import Table
from naadam.server.table.time_control import TimeControl

ASKED = TimeControl("rules", asked=True)


async def show(people: People, seat: int) -> None:
    """The client of a seat says that it has shown all that happened."""
    await people.room.follow(people.clients[seat], messages.Displayed(people.room.table.seq))
    await settle(people.rooms)


# --- against computers alone ---


@pytest.mark.parametrize("time_control", [None, TimeControl()])
def test_no_clock_runs_where_all_opponents_are_computers(tmp_path: Path, time_control: TimeControl | None) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", time_control or TimeControl(), "here", "computer")
        assert people.glasses() == {}
        await time.passes(600, rooms)
        assert people.log() == []

    run(tmp_path, test, slow=True)


def test_a_clock_that_was_asked_for_runs_against_computers(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", ASKED, "here", "computer")
        assert people.glasses() == {"turn-0": (0, 20.0, True)}
        again = rooms_on(tmp_path, time)
        try:
            room = await again.room(people.room.table.id)
            assert room is not None
            assert room.table.time_control == ASKED
        finally:
            await again.close()

    run(tmp_path, test, slow=True)


def test_the_clock_ends_when_only_computers_are_left() -> None:
    timed = Timed("caravan:players=3", TimeControl())
    while not timed.table.clocks.running:
        timed.play(timed.table.to_act[0])
    for seat in (1, 2):
        timed.follow(timed.table.decide(messages.Resign(f"r{seat}", seat)), 0)
    assert timed.table.people == (0,)
    assert timed.table.clocks.running == {}


def test_against_computers_a_clock_pauses_while_the_page_is_away(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", ASKED, "here", "computer")
        people.room.bots.think = lambda: None  # type: ignore[method-assign]
        [client] = people.clients[:1]
        await time.passes(5, rooms)
        await people.room.follow(client, messages.Pause(True))
        await settle(rooms)
        assert heard(client)[-1]["glasses"][0]["running"] is False
        await time.passes(600, rooms)
        assert people.glasses() == {"turn-0": (0, 15.0, False)}
        await people.room.follow(client, messages.Pause(False))
        assert people.glasses() == {"turn-0": (0, 15.0, True)}
        await time.passes(15.6, rooms)
        assert people.log() == [(0, "end", "clock")]

    run(tmp_path, test, slow=True)


def test_against_people_no_player_pauses_a_clock(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        for client in people.clients:
            await people.room.follow(client, messages.Pause(True))
        await time.passes(5, rooms)
        assert people.glasses() == {"turn-0": (0, 15.0, True)}

    run(tmp_path, test, slow=True)


def test_a_second_page_that_is_in_sight_keeps_the_clock_running(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", ASKED, "here", "computer")
        await hello(people.room, people.keys[0])
        await people.room.follow(people.clients[0], messages.Pause(True))
        await time.passes(5, rooms)
        assert people.glasses() == {"turn-0": (0, 15.0, True)}

    run(tmp_path, test, slow=True)


# --- while a display catches up ---


def test_a_clock_starts_when_the_display_has_caught_up(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "end")
        [glass] = heard(people.clients[1])[-1]["glasses"]
        assert (glass["left_ms"], glass["running"], glass["wait_ms"]) == (20_000, True, 1000 * DISPLAY_SECONDS)
        await time.passes(3, rooms)
        assert people.glasses() == {"turn-1": (1, 20.0, True)}
        await show(people, 1)
        for client in people.clients:
            [glass] = heard(client)[-1]["glasses"]
            assert (glass["left_ms"], glass["wait_ms"]) == (20_000, 0), "both pages see that it runs now"
        await time.passes(4, rooms)
        assert people.glasses() == {"turn-1": (1, 16.0, True)}
        await people.play(1, "a5a4")
        assert people.room.table.events[-1].data["ms"] == 7_000
        await time.passes(1, rooms)
        assert people.glasses() == {"turn-1": (1, 15.0, True)}, "own steps need no showing"

    run(tmp_path, test, slow=True)


def test_a_client_that_never_says_so_gains_a_few_seconds_per_turn_at_most(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "end")
        await time.passes(DISPLAY_SECONDS + 2, rooms)
        assert people.glasses() == {"turn-1": (1, 18.0, True)}
        for step in ("a5a4", "a4a3"):
            await people.play(1, step)
            await time.passes(2, rooms)
        assert people.glasses() == {"turn-1": (1, 14.0, True)}, "and nothing more within the turn"
        await time.passes(14.6, rooms)
        assert people.log()[-1] == (1, "end", "clock")

    run(tmp_path, test, slow=True)


def test_what_was_shown_early_or_by_others_starts_no_clock(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "c1c2", "end")
        await people.room.follow(people.clients[1], messages.Displayed(1))
        await people.room.follow(people.clients[0], messages.Displayed(2))
        await people.room.follow(await hello(people.room), messages.Displayed(2))
        await time.passes(2, rooms)
        assert people.glasses()["turn-1"] == (1, 20.0, True)

    run(tmp_path, test, slow=True)


def test_a_message_about_what_has_not_happened_is_worth_nothing(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.room.follow(people.clients[1], messages.Displayed(1 << 31))
        await people.play(0, "end")
        await time.passes(2, rooms)
        assert people.glasses()["turn-1"] == (1, 20.0, True)

    run(tmp_path, test, slow=True)


def test_of_seats_that_decide_together_each_waits_for_its_own_display(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "caravan:players=2", TimeControl("fischer", 60, 0), "invited", "invited")
        await people.play(0, "bid 1")
        await time.passes(DISPLAY_SECONDS, rooms)
        await people.play(1, "bid 2")
        await time.passes(1, rooms)
        acting = people.room.table.to_act
        before = {seat: left for seat, left, _ in people.glasses().values()}
        for seat in acting[:1]:
            await show(people, seat)
        await time.passes(2, rooms)
        after = {seat: left for seat, left, _ in people.glasses().values()}
        assert [before[seat] - after[seat] for seat in acting] == [2.0] + [0.0] * (len(acting) - 1)

    run(tmp_path, test, slow=True)


def test_what_is_left_follows_from_the_log_after_a_restart(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "end")
        await time.passes(3, rooms)
        await show(people, 1)
        await time.passes(4, rooms)
        await people.play(1, "a5a4")
        table = people.room.table
        again = Table.from_setup(table.id, table.game, {"players": [{"kind": "invited"}] * 2, "seed": table.seed})
        again.take_all(list(table.events))
        assert [glass.left_ms for glass in again.clocks.shown(0, True)] == [16_000]
        time.alarms.clear()
        other = rooms_on(tmp_path, time)
        try:
            room = await other.room(table.id)
            assert room is not None
            after = People(other, room, [await hello(room, token) for token in people.keys], people.keys)
            assert after.glasses() == {"turn-1": (1, 16.0, True)}
        finally:
            await other.close()

    run(tmp_path, test, slow=True)


def test_days_do_not_wait_for_a_display(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "bagh-chal", TimeControl("days", 86_400), "invited", "invited")
        await people.play(0, "Gc3")
        glasses = heard(people.clients[1])[-1]["glasses"]
        assert [glass["wait_ms"] for glass in glasses] == [0, 0]

    run(tmp_path, test, slow=True)


def test_alone_with_computers_a_clock_waits_for_all_that_they_did(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await sit(rooms, "patrol", ASKED, "here", "computer")
        people.room.bots.think = lambda: None  # type: ignore[method-assign]
        await people.play(0, "end")
        async with people.room.lock:
            table = people.room.table
            await people.room.record(table.decide(messages.Play("c", table.seq, 1, "end")))
        await time.passes(DISPLAY_SECONDS + 20, rooms)
        assert people.glasses()["turn-2"][1] == 20.0
        assert DISPLAY_SECONDS_ALONE > DISPLAY_SECONDS + 20
        await show(people, 0)
        await time.passes(2, rooms)
        assert people.glasses()["turn-2"][1] == 18.0

    run(tmp_path, test, slow=True)
