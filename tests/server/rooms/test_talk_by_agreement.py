"""Chat in games whose rules say nothing of it: open by invitation, else agreed to by all people, and kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from in_memory import heard, hello, run, set_room

from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotStored, UserError
from naadam.server.protocol.kinds import PlayerKind
from naadam.server.rooms.chat import Chat
from naadam.server.rooms.client import Client
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.agreements import Agreements
from naadam.server.table.events import StoredLine
from naadam.server.table.players import Player


def stranger(kind: PlayerKind) -> Player:
    """A player of a kind; a person at another screen who came without an invitation."""
    return Player(kind, stranger=kind == "invited")


class People:
    """The clients of a table, by seat."""

    def __init__(self, room: Room, clients: list[Client]) -> None:
        self.room, self.clients = room, clients
        self.count = 0

    @classmethod
    async def sit(cls, rooms: Rooms, spec: str, *kinds: PlayerKind) -> People:
        room, keys = await set_room(rooms, spec, *map(stranger, kinds))
        sitting = list(zip(keys, kinds, strict=True))
        screen = await hello(room, *(token for token, kind in sitting if kind == "here"))
        return cls(room, [screen if kind == "here" else await hello(room, token) for token, kind in sitting])

    def _name(self) -> str:
        self.count += 1
        return f"m{self.count}"

    async def ask(self, seat: int) -> dict[str, Any]:
        return await self._send(seat, messages.OfferTalk(self._name(), self.room.table.seq, seat))

    async def answer(self, seat: int, accept: bool) -> dict[str, Any]:
        return await self._send(seat, messages.Answer(self._name(), self.room.table.seq, seat, accept))

    async def _send(self, seat: int, message: messages.FromClient) -> dict[str, Any]:
        await self.room.follow(self.clients[seat], message)
        told = [each for each in heard(self.clients[seat]) if each["type"] in ("table", "failed")]
        failed = [each for each in told if each["type"] == "failed" and each["id"] == message.id]  # type: ignore[union-attr]
        return failed[0] if failed else told[-1]

    async def say(self, seat: int, text: str, to: int | None = None) -> None:
        await self.room.follow(self.clients[seat], messages.Talk(self._name(), seat, text, to))

    async def is_refused(self, seat: int, key: str, to: int | None = None) -> None:
        with pytest.raises(UserError) as refused:
            await self.say(seat, "hm", to)
        assert refused.value.key == key
        assert await self.room.chat.lines() == []


def lines_of(reader: Client) -> list[tuple[int, int | None, str]]:
    told = [line for message in heard(reader) if message["type"] == "talked" for line in message["lines"]]
    return [(line["seat"], line["to"], line["text"]) for line in told]


def test_two_people_agree_and_talk(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "bagh-chal", "here", "invited")
        watcher = await hello(people.room)
        await people.is_refused(0, "no-talk-yet")
        asked = await people.ask(0)
        assert (asked["asked"], asked["asking"], asked["chat"]) == ("talk", 0, "possible")
        await people.is_refused(0, "no-talk-yet")
        agreed = await people.answer(1, accept=True)
        assert (agreed["asked"], agreed["chat"], agreed["talks"]) == (None, "agreed", [0b10, 0b01])
        assert not agreed["hints"], "it is about talk alone"
        await people.say(1, "Well met")
        await people.say(0, "for you", to=1)
        both = [(1, None, "Well met"), (0, 1, "for you")]
        assert [lines_of(reader) for reader in (*people.clients, watcher)] == [both, both, both[:1]]
        assert (await people.ask(1))["key"] == "no-asking-to-talk"

    run(tmp_path, test)


def test_people_who_came_by_invitation_chat_without_asking(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        people = People(room, [await hello(room, token) for token in keys])
        assert (room.table.chat, room.table.may_chat) == ("agreed", True)
        assert (await people.ask(0))["key"] == "no-asking-to-talk"
        await people.say(0, "Hello")
        await people.say(1, "for you", to=0)
        both = [(0, None, "Hello"), (1, 0, "for you")]
        assert [lines_of(reader) for reader in people.clients] == [both, both]

    run(tmp_path, test)


def test_who_declines_ends_it_until_somebody_asks_again(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "bagh-chal", "invited", "invited")
        await people.ask(1)
        assert (await people.ask(1))["key"] == "asked-already"
        declined = await people.answer(0, accept=False)
        assert (declined["asked"], declined["chat"], declined["talks"]) == (None, "possible", [0, 0])
        assert [event["kind"] for event in declined["events"]] == ["declined"]
        await people.is_refused(1, "no-talk-yet")
        assert (await people.answer(0, accept=True))["key"] == "not-asked", "a yes that comes too late is none"
        await people.ask(0)
        assert (await people.answer(1, accept=True))["chat"] == "agreed"

    run(tmp_path, test)


def test_three_people_must_all_agree(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "khan:players=4", "here", "invited", "invited", "computer")
        await people.ask(1)
        first = await people.answer(0, accept=True)
        assert (first["asked"], first["agreed"], first["chat"]) == ("talk", [0], "possible")
        await people.is_refused(0, "no-talk-yet", to=1)
        agreed = await people.answer(2, accept=True)
        assert agreed["chat"] == "agreed"
        assert agreed["talks"] == [0b1110, 0b1101, 0b1011, 0], "computers say nothing"
        await people.say(2, "hello")
        await people.say(0, "to one", to=2)
        told = [lines_of(reader) for reader in people.clients[:3]]
        both = [(2, None, "hello"), (0, 2, "to one")]
        assert told == [both, both[:1], both]
        await people.room.follow(people.clients[1], messages.Resign("left", 1))
        await people.say(2, "who is gone takes nothing along")

    run(tmp_path, test)


def test_what_is_asked_agreed_and_said_outlives_the_server(tmp_path: Path) -> None:
    seats: list[str | None] = []
    tables: list[str] = []

    async def come_back(rooms: Rooms) -> People:
        room = await rooms.room(tables[0])
        assert room is not None
        people = People(room, [await hello(room, token) for token in seats])
        people.count = 100 * room.table.seq
        return people

    async def asked(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", stranger("invited"))
        seats.extend(keys)
        tables.append(room.table.id)
        await People(room, [await hello(room, token) for token in seats]).ask(0)

    async def agreed(rooms: Rooms) -> None:
        people = await come_back(rooms)
        assert (people.room.table.agreements.asked, people.room.table.agreements.asking) == ("talk", 0)
        await people.answer(1, accept=True)
        await people.say(1, "Well met")

    async def later(rooms: Rooms) -> None:
        people = await come_back(rooms)
        assert "talk" in people.room.table.agreements.settled
        assert [lines_of(reader) for reader in people.clients] == [[(1, None, "Well met")]] * 2
        await people.say(0, "Again")
        assert lines_of(people.clients[1])[-1] == (0, None, "Again")

    for test in (asked, agreed, later):
        run(tmp_path, test)


@pytest.mark.parametrize(
    ("spec", "kinds"),
    [
        ("bagh-chal", ("here", "here")),
        ("bagh-chal", ("here", "computer")),
        ("bagh-chal", ("invited", "computer")),
        ("yuan:players=2", ("here", "invited")),
        ("caravan:players=3", ("invited", "invited", "invited")),
    ],
)
def test_where_there_is_nothing_to_ask(tmp_path: Path, spec: str, kinds: tuple[PlayerKind, ...]) -> None:
    """No agreement is needed on one screen, against computers, and where the rules allow or forbid talk."""

    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, spec, *kinds)
        assert people.room.table.chat is None
        seq = people.room.table.seq
        assert (await people.ask(0))["key"] == "no-asking-to-talk"
        assert people.room.table.seq == seq

    run(tmp_path, test)


def test_rules_that_forbid_talk_are_not_to_be_talked_away(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "caravan:players=3", "invited", "invited", "invited")
        people.room.table.agreements = Agreements(settled=frozenset({"talk"}))
        await people.is_refused(0, "no-talk")

    run(tmp_path, test)


def test_talk_goes_on_after_a_line_that_could_not_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails for one line while the next already waits for it."""

    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "bagh-chal", "here", "invited")
        await people.ask(0)
        await people.answer(1, accept=True)
        say = rooms.services.store.say

        def fail_once(table_id: str, line: StoredLine, fences: Any) -> None:
            if line.text == "lost":
                raise OSError("the disk is full")
            say(table_id, line, fences)

        monkeypatch.setattr(rooms.services.store, "say", fail_once)
        lost = people.say(0, "lost")
        kept = people.say(1, "kept")
        failed, _ = await asyncio.gather(lost, kept, return_exceptions=True)
        assert isinstance(failed, NotStored)
        await people.say(0, "and on")
        people.room.chat = Chat(
            rooms.services, people.room.table.id, asyncio.get_running_loop().time
        )  # as after a restart
        await people.say(1, "it goes")
        assert [line.text for line in await people.room.chat.lines()] == ["kept", "and on", "it goes"]

    run(tmp_path, test)


def test_a_line_that_is_sent_again_after_a_restart_is_said_once(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        people = await People.sit(rooms, "bagh-chal", "here", "invited")
        await people.ask(0)
        await people.answer(1, accept=True)
        for text, name in (("hm", "t1"), ("well", "t2")):
            await people.room.follow(people.clients[0], messages.Talk(name, 0, text))
        people.room.chat = Chat(
            rooms.services, people.room.table.id, asyncio.get_running_loop().time
        )  # as after a restart
        await people.room.follow(people.clients[0], messages.Talk("t2", 0, "well"))
        await people.room.follow(people.clients[1], messages.Talk("t2", 1, "yes"))  # whose own name it is
        assert [line.text for line in await people.room.chat.lines()] == ["hm", "well", "yes"]

    run(tmp_path, test)
