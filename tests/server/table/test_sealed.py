"""Simultaneous decisions at a table: sealed, changed, opened, replayed step by step, and supposed; and chat."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from in_memory import heard, hello
from timing import FakeTime, run, settle

import naadam
from naadam.bots.advice.hints import Hint
from naadam.server.payloads.table import drawing_for, picture_of, standing_of
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.chat import LINES_PER_MINUTE
from naadam.server.rooms.client import Client
from naadam.server.rooms.room import Room
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.agreements import Agreements
from naadam.server.table.events import StoredEvent

CARAVAN = "caravan:players=3"
YUAN = "yuan:players=3"
DIGEST = re.compile(r'"digest":"[0-9a-f]{64}"')


class Table:
    """People at a table with a known seed, and one who watches."""

    def __init__(self, rooms: Rooms, room: Room, name: str) -> None:
        self.rooms, self.room, self.name = rooms, room, name
        self.clients: list[Client] = []
        self.told: list[str] = []  # all that the first seat and who watches have been sent
        self.count = 0

    @classmethod
    async def set(cls, rooms: Rooms, spec: str, name: str = "table", kinds: str = "invited") -> Table:
        game = naadam.load(spec)
        people = [{"kind": kinds, "person": f"{name}-{seat}"} for seat in range(game.seats)]
        setup = {"players": people, "seed": "seed", "seals": f"key of {name}", "pace": {"kind": "none"}}
        rooms.services.store.create(name, spec, setup)
        table = await cls.open(rooms, name)
        for reader in table.clients:
            drain(reader)
        return table

    @classmethod
    async def open(cls, rooms: Rooms, name: str = "table") -> Table:
        room = await rooms.room(name)
        assert room is not None
        table = cls(rooms, room, name)
        for seat in range(room.table.game.seats):
            table.clients.append(await hello(room, f"{name}-{seat}"))
        table.clients.append(await hello(room))
        return table

    async def send(self, seat: int, message: Any, reader: Client | None = None) -> list[dict[str, Any]]:
        """Send a message, and read the answer; messages to the first seat and a spectator are kept."""
        reader = reader or self.clients[seat]
        try:
            await self.room.follow(reader, message)
        except UserError as error:
            reader.fail(getattr(message, "id", None), error)
        await settle(self.rooms)
        answers = []
        for other in self.clients:
            found = [raw.decode() for raw in drain(other)]
            if other in (self.clients[0], self.clients[-1]):
                self.told += found
            if other is reader:
                answers = [json.loads(text) for text in found]
        return answers

    async def play(self, seat: int, action: str, at: int | None = None) -> list[dict[str, Any]]:
        self.count += 1
        at = self.room.table.seq if at is None else at
        return await self.send(seat, messages.Play(f"p{self.count}", at, seat, action))

    async def undo(self, seat: int) -> list[dict[str, Any]]:
        self.count += 1
        return await self.send(seat, messages.Undo(f"u{self.count}", self.room.table.seq, seat))

    @property
    def seq(self) -> int:
        return self.room.table.seq


def drain(reader: Client) -> list[bytes]:
    """The messages in the queue of a reader, without presence and compilation."""
    found = []
    while not reader.queue.empty():
        found.append(reader.queue.get_nowait())
    return [raw for raw in found if not raw.startswith((b'{"type":"present"', b'{"type":"preparing"'))]


def of_tables(reader: Client) -> list[dict[str, Any]]:
    return [message for message in heard(reader) if message["type"] == "table"]


def news(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that some answers tell."""
    return [event for answer in answers if answer["type"] in ("moved", "table") for event in answer["events"]]


# --- taking back alone, and stale requests ---


def test_a_sealed_act_is_taken_back_alone_and_without_asking(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, CARAVAN)
        await table.play(2, "bid 1")
        await table.play(0, "bid 2")
        [event] = news(await table.undo(2))
        assert (event["kind"], event["seat"], event["said"]) == ("withdrawn", 2, None)
        assert table.room.table.agreements.asked is None
        assert table.room.table.state.waiting == (1, 2)
        [failed, _] = await table.undo(1)
        assert failed["key"] == "nothing-to-undo"
        await table.play(2, "bid 3")
        rooms.open.clear()
        again = await rooms.room("table")
        assert again is not None
        assert again.table.state == table.room.table.state, "with plans sealed it comes back as it was"
        assert again.table.waited == table.room.table.waited
        await table.play(1, "bid 0")
        assert table.room.table.state.record.leader == 2
        [failed, _] = await table.undo(2)
        assert failed["key"] == "nothing-to-undo", "all are in"

    run(tmp_path, test)


def test_a_message_is_stale_only_if_its_seat_has_been_shown_something(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, CARAVAN)
        at = table.seq
        await table.play(2, "bid 1", at)
        await table.undo(2)
        await table.play(2, "bid 2")
        assert (await table.play(1, "bid 3", at))[-1]["type"] == "moved", "it has been shown nothing since"
        assert (await table.play(0, "bid 0", at))[-1]["seq"] == at + 5
        [failed, _] = await table.play(1, "take", at)
        assert failed["key"] == "moved-on", "the bids are open"
        [failed, _] = await table.play(1, "take", table.seq + 1)
        assert failed["key"] == "moved-on", "nobody has seen what is not there yet"

    run(tmp_path, test)


def test_a_computer_goes_on_thinking_while_others_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        begun: list[int] = []
        go_on = asyncio.Event()

        async def choose(view: Any, *_: Any) -> int:
            begun.append(view.seat)
            await go_on.wait()
            return int(view.actions()[0])

        monkeypatch.setattr(rooms.services.bot_pool, "choose", choose)
        people = [{"kind": "invited", "person": f"t-{seat}"} for seat in range(2)]
        setup = {"players": [*people, {"kind": "computer"}], "seed": "seed", "pace": {"kind": "none"}}
        rooms.services.store.create("t", CARAVAN, setup)
        room = await rooms.room("t")
        assert room is not None
        clients = [await hello(room, f"t-{seat}") for seat in range(2)]
        for name, seat in (("a", 0), ("b", 1)):
            await room.follow(clients[seat], messages.Play(name, room.table.seq, seat, "bid 1"))
            await asyncio.sleep(0)
            assert begun == [2], "it has been shown nothing since"
            if seat == 0:
                await room.follow(clients[seat], messages.Undo("u", room.table.seq, 0))
                await room.follow(clients[seat], messages.Play("a2", room.table.seq, 0, "bid 2"))
        go_on.set()
        await settle(rooms)
        assert room.table.state.record.phase == 3

    run(tmp_path, test)


# --- seals ---


def test_a_seal_is_shown_at_once_and_checked_when_it_is_opened(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, CARAVAN)
        watching = table.clients[-1]
        await table.play(2, "bid 1")
        table.told.clear()
        await table.undo(2)
        await table.play(2, "bid 3")
        seen = news([json.loads(text) for text in table.told])
        sealed = [event for event in seen if event["kind"] == "action"]
        assert [(event["said"], event["seal"]["nonce"]) for event in sealed] == [(None, None)] * 2, (
            "told to two readers"
        )
        [seal] = {event["seal"]["digest"] for event in sealed}
        await table.play(1, "bid 2")
        answers = await table.play(0, "bid 0")
        opened = {event["seq"]: event for event in news(answers)}
        again = opened[sealed[0]["seq"]]
        assert again["said"]["action"] == "bid 3"
        made = hashlib.sha256(f"{again['seal']['nonce']}:2:bid 3".encode()).hexdigest()
        assert made == again["seal"]["digest"] == seal
        assert [event["said"]["action"] for _, event in sorted(opened.items())] == ["bid 3", "bid 2", "bid 0"]
        assert opened[max(opened)]["seal"] is None, "what opens all was never sealed"
        newcomer = await hello(table.room)
        told = {event["seq"]: event for event in of_tables(newcomer)[-1]["events"]}
        assert told[sealed[0]["seq"]] == again
        withdrawn = told[sealed[0]["seq"] - 2]
        assert (withdrawn["said"], withdrawn["seal"]["nonce"]) == (None, None), "what was taken back stays sealed"
        assert watching.mine == ()

    run(tmp_path, test)


def test_who_comes_back_is_told_what_was_opened_meanwhile(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, CARAVAN)
        await table.play(2, "bid 1")
        after = table.seq
        for seat in (0, 1):
            await table.play(seat, "bid 0")
        reader = Client(drop=lambda: None)
        await table.room.follow(reader, messages.Hello(after=after))
        [told] = of_tables(reader)
        assert [event["seq"] for event in told["events"]][:2] == [after, after + 1]
        assert told["events"][0]["said"]["action"] == "bid 1"

    run(tmp_path, test)


# --- stories ---


def test_what_opens_all_has_a_story(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, YUAN)
        for seat in (0, 1):
            await table.play(seat, "pass")
        sealed = table.seq
        [event] = news(await table.play(2, "pass"))[-1:]
        assert event["story"] is True
        [told] = await table.send(3, messages.Recount("r", event["seq"]))
        assert [shot["saying"]["say"] for shot in told["shots"]] == ["opened-pass"] * 3 + ["event-65", "wheel-turns"]
        assert [shot["clause"] for shot in told["shots"]][-2:] == ["YN-65", "YN-21"]
        for at in (0, sealed, table.seq + 5):
            [failed] = await table.send(3, messages.Recount("r", at))
            assert failed["key"] == "no-story"

    run(tmp_path, test)


def test_a_seat_supposes_what_others_do(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, YUAN)
        province = table.room.table.game.rulebook.land.provinces[3]  # type: ignore[attr-defined]
        guesses = [messages.Guess(0, f"{province} D1"), messages.Guess(1, f"{province} D3")]

        async def apply_guesses(*guesses: messages.Guess, seat: int = 0) -> dict[str, Any]:
            return (await table.send(seat, messages.Suppose("s", table.seq, seat, list(guesses))))[0]

        before = table.room.table.seq, table.room.table.state
        refused = await apply_guesses(*guesses)
        assert (refused["type"], refused["clause"]) == ("refused", "YN-25"), "4 Chão do not pay for III"
        [sheet] = await table.send(0, messages.Touch("t", table.seq, 0, [province], rival=1))
        assert {place["name"]: place["barred"] for place in sheet["places"]}["D3"] == "YN-25"
        told = await apply_guesses(guesses[0], messages.Guess(1, f"{province} D1"))
        said = [shot["saying"]["say"] for shot in told["shots"]]
        assert said[:3] == ["opened-1", "opened-1", "opened-pass"], "who is left out passes"
        assert (await apply_guesses(messages.Guess(1, "what?")))["key"] == "no-action"
        assert (await apply_guesses(messages.Guess(7, "pass")))["key"] == "nothing-to-suppose"
        await table.play(0, "pass")
        told = await apply_guesses()
        assert told["shots"][0]["saying"]["say"] == "opened-pass", "what is sealed counts"
        await table.undo(0)
        assert table.room.table.state == before[1], "supposing changes nothing"
        [failed] = await table.send(3, messages.Suppose("s", table.seq, 0, []))
        assert failed["key"] == "not-your-seat"

    run(tmp_path, test)


def test_where_nobody_decides_at_once_nothing_is_supposed(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "bagh-chal")
        [failed] = await table.send(0, messages.Suppose("s", table.seq, 0, []))
        assert failed["key"] == "nothing-to-suppose"

    run(tmp_path, test)


# --- secrecy ---


async def same_bytes(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, spec: str, acts: tuple[str, str], rest: tuple[str, str]
) -> None:
    """Two tables that differ in seat 1's sealed action, until it is opened."""
    views: list[bytes] = []

    async def hint(view: Any, *_: Any) -> Hint:
        views.append(view.to_bytes())
        return Hint(int(view.actions()[0]), None)

    monkeypatch.setattr(rooms.services.bot_pool, "hint", hint)
    monkeypatch.setattr(rooms.services.compiler, "want", lambda _: None)  # how far that is depends on the clock
    told = []
    for name, act in zip(("table-one", "table-two"), acts, strict=True):
        table = await Table.set(rooms, spec, name)
        table.room.table.agreements = Agreements(settled=frozenset({"hints"}))
        await table.play(1, act)
        place = str(table.room.table.game.face.touches(table.room.table.state, 0, []).places[0].name)
        for seat in (0, 3):
            at = table.seq
            for message in (
                messages.Look("l", 0, 16),
                messages.Look("l", max(0, at - 10), 16),
                messages.Touch("t", at, 0),
                messages.Touch("t", at - 1, 0, [place]),
                messages.Touch("t", at, 0, [place], rival=1),
                messages.Touch("t", at, 0, [place], rival=2),
                messages.Explain("e", at, 0),
                messages.Try("y", at, 0, ["nowhere"]),
                messages.Try("y", at, 0, [acts[0]]),
                messages.Suppose("s", at, 0, []),
                messages.Suppose("s", at, 0, [messages.Guess(1, acts[0])]),
                messages.Suppose("s", at, 0, [messages.Guess(1, acts[1])]),
                messages.Recount("r", at),
                messages.Hint("h", 0),
                messages.Analyse("a"),
                messages.Play("bad", at, 0, "no such thing"),
            ):
                await table.send(seat, message)
        known = table.room.table
        table.told += [standing_of(known, "en").model_dump_json(), picture_of(known).plain.decode()]
        table.told += [bytes(drawing_for(known, (), at)).decode() for at in range(known.seq + 1)]
        await table.undo(1)
        await table.play(1, act)
        await table.play(0, rest[0])
        newcomer = await hello(table.room)
        table.told += [raw.decode() for raw in drain(newcomer)]
        rooms.open.pop(name)
        later = await Table.open(rooms, name)  # with plans sealed
        table.told += [raw.decode() for reader in (later.clients[0], later.clients[-1]) for raw in drain(reader)]
        told.append([DIGEST.sub("", text) for text in table.told])
        sealed = [text for text in table.told if DIGEST.search(text)]
        assert sealed, "a seal is told"
        await later.play(2, rest[1])
        assert any(act in text for text in later.told), "and then it is opened"
    assert told[0] == told[1]
    assert len(views) == 2
    assert views[0] == views[1]


def test_nobody_learns_a_sealed_bid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        await same_bytes(rooms, monkeypatch, CARAVAN, ("bid 1", "bid 3"), ("bid 0", "bid 2"))

    run(tmp_path, test)


def test_nobody_learns_a_sealed_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        province = naadam.load(YUAN).rulebook.land.provinces[5]  # type: ignore[attr-defined]
        await same_bytes(rooms, monkeypatch, YUAN, (f"{province} D1 F2", "pass"), ("pass", "pass"))

    run(tmp_path, test)


# --- talk ---


def test_talk_reaches_all_or_one_seat_and_is_kept(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, YUAN)
        at = table.seq
        everyone = messages.Talk("m1", 0, " Peace\non the\tlake? <b>\u202e", None)
        for message in (everyone, everyone, messages.Talk("m2", 0, "to you alone", 1)):
            await table.room.follow(table.clients[0], message)
        said = [[line for raw in drain(reader) for line in json.loads(raw)["lines"]] for reader in table.clients]
        first = {"number": 1, "seat": 0, "to": None, "text": "Peace on the lake? <b>"}
        second = {"number": 2, "seat": 0, "to": 1, "text": "to you alone"}
        assert said == [[first, second], [first, second], [first], [first]]
        assert table.seq == at, "talk moves nothing"
        rooms.open.clear()
        later = await Table.open(rooms)
        lines = [[json.loads(raw) for raw in drain(reader)][-1]["lines"] for reader in later.clients]
        assert lines == said

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("spec", "message", "key"),
    [
        (YUAN, messages.Talk("m", 0, "\u202e \t", None), "nothing-said"),
        (YUAN, messages.Talk("m", 0, "hm", 0), "no-talk"),
        (YUAN, messages.Talk("m", 0, "hm", 7), "no-talk"),
        (YUAN, messages.Talk("m", 1, "hm", None), "not-your-seat"),
        ("caravan:players=4,teams=true", messages.Talk("m", 0, "hm", None), "no-talk"),
        ("caravan:players=4,teams=true", messages.Talk("m", 0, "hm", 1), "no-talk"),
    ],
)
def test_what_may_not_be_said(tmp_path: Path, spec: str, message: messages.Talk, key: str) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, spec)
        [failed] = await table.send(0, message)
        assert failed["key"] == key
        assert await table.room.chat.lines() == []

    run(tmp_path, test)


def test_twenty_lines_a_minute(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "caravan:players=4,teams=true")
        table.room.chat = type(table.room.chat)(rooms.services, "table", time.time)
        for number in range(LINES_PER_MINUTE):
            [told] = await table.send(0, messages.Talk(f"m{number}", 0, "hm", 2))
            assert told["type"] == "talked"
        [failed] = await table.send(0, messages.Talk("more", 0, "hm", 2))
        assert failed["key"] == "too-much-talk"
        assert len(await table.room.chat.lines()) == LINES_PER_MINUTE
        [told] = await table.send(2, messages.Talk("other", 2, "hm", 0))
        assert told["type"] == "talked", "another seat may"
        time.now += 60
        [told] = await table.send(0, messages.Talk("later", 0, "hm", 2))
        assert told["lines"][0]["number"] == LINES_PER_MINUTE + 2

    run(tmp_path, test)


def test_a_log_without_a_key_for_seals_is_still_read(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = [{"kind": "invited", "person": f"old-{seat}"} for seat in range(3)]
        steps = [StoredEvent(number, "action", {"seat": 8, "action": number}) for number in range(1, 4)]
        rooms.services.store.create("old", CARAVAN, {"players": people, "seed": "seed"}, steps)
        table = await Table.open(rooms, "old")
        await table.play(2, "bid 1")
        assert table.room.table.seals.sealed == {4: 2}

    run(tmp_path, test)
