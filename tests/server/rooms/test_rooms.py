"""The house in this process: its writes, and the opening of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from in_memory import HOST, heard, hello, run, set_long_room, set_room

import naadam
from naadam.core.errors import IllegalAction
from naadam.core.registry import is_shipped
from naadam.core.seats import CHANCE
from naadam.server.http.routes import games
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.services import TABLES_AT_ONCE, Services
from naadam.server.storage.store import Store
from naadam.server.table.events import StoredEvent
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player
from naadam.server.table.table import Table

# --- chance ---


def first_choice(table: Table) -> tuple[int, str]:
    """The seat that is to act, and the first thing that it can do: throw, or a move."""
    (seat,) = table.to_act
    return seat, table.held[1] if table.held else str(table.state.actions(seat)[0])


def test_sticks_fly_when_the_person_throws_and_not_before() -> None:
    table = Table("table", naadam.load("yut"), (Player("here"), Player("here")), "seed")
    table.take_all(table.chance_due())
    (seat,) = table.to_act
    assert (table.state.turn, table.held) == (CHANCE, (seat, "throw"))
    with pytest.raises(IllegalAction, match="thrown first"):
        table.decide(messages.Play("m", table.seq, seat, "+1"))
    with pytest.raises(UserError):
        table.decide(messages.Play("m", table.seq, 1 - seat, "throw"))
    (thrown, *_) = table.decide(messages.Play("m", table.seq, seat, "throw"))
    assert (thrown.data["seat"], thrown.message) == (CHANCE, f"{seat}:m")
    same = table.decide(messages.Play("n", table.seq, seat, "throw"))
    assert same[0].data == thrown.data, "what falls follows from the seed"


def test_a_computer_throws_at_once_also_for_somebody_who_has_left() -> None:
    players = Player("here"), Player("computer"), Player("invited")
    table = Table("table", naadam.load("yut:players=3"), players, "seed")
    table.take_all(table.chance_due())
    for number in range(30):
        if table.held is None and table.to_act[0] == 1:
            assert table.state.turn == 1, "its sticks lie on the mat"
            table.take_all(table.decide(messages.Play(f"m{number}", table.seq, 1, str(table.state.actions(1)[0]))))
        elif table.held is not None and table.held[0] == 0:
            table.take_all(table.decide(messages.Resign(f"m{number}", 0)))
            assert table.state.turn == 0, "the computer has thrown"
            return
        else:
            table.take_all(table.decide(messages.Play(f"m{number}", table.seq, *first_choice(table))))
    raise AssertionError("seat 0 never threw")


def test_a_turn_of_khan_is_over_when_its_player_says_so_and_all_can_be_taken_back_before() -> None:
    table = Table("table", naadam.load("khan"), (Player("here"), Player("here")), "seed")
    table.take_all(table.chance_due())
    ended = undone = 0
    for number in range(60):
        seat, action = first_choice(table)
        if action == "end-turn":
            ended += 1
            steps = len(table.history.steps)
            back = table.decide(messages.Undo(f"u{number}", table.seq, seat))
            undone += len(back) == 1
            assert back[0].kind == "undone"
            assert len(table.history.steps) == steps, "deciding changes nothing"
        elif "none" in (actions := list(map(str, table.state.actions(seat)))):
            action = next(each for each in actions if each != "none")  # a special card, where one can be used
        table.take_all(table.decide(messages.Play(f"m{number}", table.seq, seat, action)))
    assert ended == undone > 2


def test_the_chance_after_an_action_is_decided_with_it() -> None:
    game = naadam.load("yut")
    table = Table("table", game, (Player("here"), Player("computer")), "seed")
    table.take_all(table.chance_due())
    thrown = 0
    for number in range(40):
        seat, action = first_choice(table)
        news = table.decide(messages.Play(f"m{number}", table.seq, seat, action))
        assert [event.seq for event in news] == list(range(table.seq + 1, table.seq + 1 + len(news)))
        thrown += len(news) > 1
        table.take_all(news)
        assert table.chance_due() == []
    assert thrown > 0


def test_an_action_and_its_chance_are_stored_in_one_go(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        stored: list[list[int]] = []
        append = rooms.services.store.append

        def noting(news: Any, *fences: Any) -> Any:
            stored.extend([event.data["seat"] for event in told] for _, told in news)
            return append(news, *fences)

        rooms.services.store.append = noting  # type: ignore[method-assign, assignment]
        room, _ = await set_room(rooms, "yut", "here", "computer")
        for number in range(20):
            seat, action = first_choice(room.table)
            await room.change(messages.Play(f"m{number}", room.table.seq, seat, action))
        assert len(stored) == 20
        assert any(seats[1:] == [CHANCE] for seats in stored)

    run(tmp_path, test)


def test_a_table_whose_log_stops_before_a_chance_step_goes_on_when_it_is_opened(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        players = [{"kind": "here", "person": HOST}, {"kind": "here", "person": HOST}]
        rooms.services.store.create("table-1", "yut", {"players": players, "seed": "seed"})
        room = await rooms.room("table-1")
        assert room is not None
        assert room.table.to_act != (CHANCE,)
        loaded = rooms.services.store.load("table-1")
        assert loaded is not None
        assert loaded[2] == room.table.events != []

    run(tmp_path, test)


def test_a_rematch_is_stored_with_its_table_or_not_at_all(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.create("table-1", "bagh-chal", {})
    store.create("table-2", "bagh-chal", {}, before=("table-1", StoredEvent(1, "next", {"table": "table-2"})))
    loaded = store.load("table-1")
    assert loaded is not None
    assert [event.kind for event in loaded[2]] == ["next"]
    try:
        store.create("table-3", "bagh-chal", {}, before=("table-1", StoredEvent(1, "next", {"table": "table-3"})))
    except Exception:
        assert store.load("table-3") is None
    else:
        raise AssertionError("the first table has an event of this number")
    store.close()


def test_what_is_past_is_told_in_pages(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await set_long_room(rooms, 450)
        reader = await hello(room)
        told = heard(reader)
        assert [message["type"] for message in told] == ["past", "past", "table"]
        events = [event["seq"] for message in told for event in message["events"]]
        assert events == list(range(1, room.table.seq + 1))

    run(tmp_path, test)


def test_others_come_between_the_pieces_of_long_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.limits.fair_scheduler.SECONDS_OF_SLICE", 0.0)  # as if every portion took long

    async def test(rooms: Rooms) -> None:
        room = await set_long_room(rooms, 60)
        clients = [await hello(room) for _ in range(5)]
        looking = [
            asyncio.create_task(room.follow(reader, messages.Look(f"l{number}", 0, 16)))
            for number, reader in enumerate(clients)
        ]
        turns = 0
        while not all(task.done() for task in looking):
            await asyncio.sleep(0)
            turns += 1
        assert turns >= 5 * 16
        seen = [message for reader in clients for message in heard(reader) if message["type"] == "seen"]
        assert [len(message["drawings"]) for message in seen] == [16] * 5

    run(tmp_path, test)


def test_a_table_that_takes_long_to_open_keeps_no_other_closed(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        for table_id in ("table-long", "table-short"):
            rooms.services.store.create(table_id, "bagh-chal", {"players": [{"kind": "here"}] * 2, "seed": "seed"})
        fold, folded = rooms._fold, asyncio.Event()

        async def take_long(table_id: str) -> Table | None:
            if table_id == "table-long":
                await folded.wait()
            return await fold(table_id)

        rooms._fold = take_long  # type: ignore[method-assign]
        opening = [asyncio.create_task(rooms.room("table-long")) for _ in range(3)]
        assert await asyncio.wait_for(rooms.room("table-short"), 5) is not None
        folded.set()
        opened = await asyncio.gather(*opening)
        assert opened == [rooms.open["table-long"]] * 3
        assert len(rooms._opening) == 0, "nothing is kept of it"

    run(tmp_path, test)


def test_others_come_between_the_events_of_a_long_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.limits.fair_scheduler.SECONDS_OF_SLICE", 0.0)  # as if every event took long

    async def test(rooms: Rooms) -> None:
        room = await set_long_room(rooms, 60)
        take, turn, taken = Table.take, 0, list[int]()

        def note(table: Table, event: StoredEvent) -> None:
            taken.append(turn)
            take(table, event)

        monkeypatch.setattr(Table, "take", note)
        opening = asyncio.create_task(rooms.load(room.table.id))
        while not opening.done():
            await asyncio.sleep(0)
            turn += 1
        again = await opening
        assert again is not None
        assert again.events == room.table.events
        assert len(set(taken)) == len(taken) == room.table.seq, "one in each turn"

    run(tmp_path, test)


def test_at_a_table_with_very_many_events_no_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("table", naadam.load("bagh-chal"), (Player("computer"), Player("here")), "seed")
    assert table.computers_to_act() == (0,)
    monkeypatch.setattr("naadam.server.table.state.TableState.most_events", 0)
    assert table.computers_to_act() == ()


def test_rematches_count_as_tables_that_an_address_sets(tmp_path: Path) -> None:
    """A client that resigns and asks for a rematch again and again stays within the limit on new tables."""

    async def test(rooms: Rooms) -> None:
        players = [Player("here"), Player("here")]
        table, _, _ = await rooms.create(ImportedGame(naadam.load("jarmo")), players, host=HOST)

        async def play_again(address: str) -> str | None:
            room = await rooms.room(table)
            assert room is not None
            reader = Client(lambda: None, address, HOST)
            await room.follow(reader, messages.Hello())
            await room.follow(reader, messages.Resign("gives-up", 0))
            await room.follow(reader, messages.Rematch("again", 0))
            return room.table.next

        for _ in range(TABLES_AT_ONCE):
            table = await play_again("192.0.2.1") or ""
        with pytest.raises(UserError) as refused:
            await play_again("192.0.2.1")
        assert refused.value.key == "too-often"
        assert len(rooms.open) == TABLES_AT_ONCE + 1
        assert await play_again("192.0.2.2"), "whoever has not set many may"

    run(tmp_path, test)


def test_who_comes_back_to_a_table_goes_before_the_pictures_of_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(games, "draw_start", done.append)
    monkeypatch.setattr(Services, "warm", lambda _house: done.append("warm"))

    async def test(rooms: Rooms) -> None:
        opening = rooms._opening.setdefault("table", asyncio.Lock())
        assert rooms.opening
        await games.get_ready(rooms)
        assert done == ["warm"]
        del opening
        await games.get_ready(rooms)
        assert done[1:] == [*filter(is_shipped, naadam.game_names()), "warm"]

    run(tmp_path, test)
