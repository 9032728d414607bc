"""People at different screens: who is here, by which name, and their chat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from in_memory import hello, run, set_room

from naadam.server.protocol import messages
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms


def heard(reader: Client, *kinds: str) -> list[dict[str, Any]]:
    told = [json.loads(reader.queue.get_nowait()) for _ in range(reader.queue.qsize())]
    return [message for message in told if message["type"] in kinds]


def test_who_comes_and_goes_is_told_to_all(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        host = await hello(room, keys[0])
        assert [message["seats"] for message in heard(host, "present")] == [[0]]
        guest = await hello(room, keys[1])
        watcher = await hello(room)
        assert [(each["seats"], each["watching"]) for each in heard(host, "present")] == [([0, 1], 0), ([0, 1], 1)]
        room.leave(guest)
        room.leave(watcher)
        assert [(each["seats"], each["watching"]) for each in heard(host, "present")] == [([0], 1), ([0], 0)]

    run(tmp_path, test)


def test_where_nobody_is_invited_nothing_is_told(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        assert heard(await hello(room, *keys), "present") == []

    run(tmp_path, test)


def test_a_guest_is_named_once_and_the_record_knows_it(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        host, guest = await hello(room, keys[0]), await hello(room, keys[1])
        await room.follow(guest, messages.Name("n1", 1, " Ben\nthe \x07second "))
        await room.follow(guest, messages.Name("n2", 1, "Another"))
        await room.follow(host, messages.Name("n3", 1, "Not mine"))
        assert room.table.players[1].name == "Ben the second"
        assert [message["key"] for message in heard(guest, "failed")] == ["named-already"]
        assert [message["key"] for message in heard(host, "failed")] == ["not-your-seat"]
        again = await rooms.load(room.table.id)
        assert again is not None
        assert again.history.record(False).seats == ("", "Ben the second")

    run(tmp_path, test)


def test_a_blank_name_is_none_and_keeps_nobody_from_moving(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        host, guest = await hello(room, keys[0]), await hello(room, keys[1])
        for number, blank in enumerate(("", " ", "\n\x07", "\u200b")):
            await room.follow(guest, messages.Name(f"n{number}", 1, blank))
        assert [message["key"] for message in heard(guest, "failed")] == ["no-name"] * 4
        await room.follow(host, messages.Play("m1", 0, 0, "Gc3"))
        assert heard(host, "failed") == []
        assert [event.kind for event in room.table.events] == ["action"]
        await room.follow(guest, messages.Name("n9", 1, "Ben"))
        assert room.table.players[1].name == "Ben"

    run(tmp_path, test)


def test_greetings_reach_all_and_are_not_too_many(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        host, guest = await hello(room, keys[0]), await hello(room, keys[1])
        for number in range(6):
            await room.follow(guest, messages.Greet(f"g{number}", 1, "good-luck"))
        assert [(each["seat"], each["greeting"]) for each in heard(host, "greeted")] == [(1, "good-luck")] * 4
        assert [message["key"] for message in heard(guest, "failed")] == ["greet-later"] * 2
        await room.follow(guest, messages.Greet("g9", 0, "hello"))
        assert [message["key"] for message in heard(guest, "failed")] == ["not-your-seat"]
        assert room.table.seq == 0, "nothing of it is stored"

    run(tmp_path, test)
