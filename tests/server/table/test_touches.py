"""Input touch by touch: possible next touches, rows of actions, and steps taken back during a player's own turn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from in_memory import heard
from timing import CAPTURE, FakeTime, People, run

import naadam
from naadam.server.payloads.choices import pack_choices
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.rooms import Rooms


def test_a_row_of_actions_is_followed_until_one_is_refused(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        message = messages.Play("row", 0, 0, "c1c2", ["c2c3", "c3e5", "c3c4"])
        await people.room.follow(people.clients[0], message)
        assert [action for _, action, _ in people.log()] == ["c1c2", "c2c3"]
        await people.room.follow(people.clients[0], message)
        assert people.room.table.seq == 2, "sent again it changes nothing"
        assert heard(people.clients[0])[-1]["answers"] == "row"
        await people.room.follow(people.clients[0], messages.Play("bad", 2, 0, "c3e5", ["c3c4"]))
        assert heard(people.clients[0])[-1]["clause"] == "PT-2"
        assert people.room.table.seq == 2
        rooms.open.clear()
        again = await rooms.room(people.room.table.id)
        assert again is not None
        assert again.table.state == people.room.table.state

    run(tmp_path, test)


def test_a_row_of_actions_ends_where_another_seat_is_to_act(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "c1c2", "end", "c5c4", "c2c3")
        assert [action for _, action, _ in people.log()] == ["c1c2", "end"]

    run(tmp_path, test)


def test_what_may_follow_is_told_touch_by_touch(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        for turn, actions in enumerate(CAPTURE[:2]):
            await people.play(turn, *actions)
        reader, seq = people.clients[0], people.room.table.seq

        async def touch(*touched: str) -> dict[str, Any]:
            await people.room.follow(reader, messages.Touch("t", seq, 0, list(touched)))
            return dict(heard(reader)[-1])

        assert {place["name"] for place in (await touch())["places"]} == {"a1", "e1", "c4", "end"}
        found = await touch("c4")
        plain = {"barred": None, "discount": 0, "row": "", "idle": False, "reason": None}
        assert {"name": "c5", "price": 1, "marks": ["captures", "answered"], **plain} in found["places"]
        assert {"name": "c1", "price": 3, "marks": [], **plain} in found["places"]
        assert [saying["say"] for saying in found["sayings"]] == ["steps-left"]
        assert (await touch("c4", "c1"))["actions"] == ["c4c3", "c3c2", "c2c1"]
        lists = ("places", "sayings", "actions", "touched", "ways")
        nothing: dict[str, object] = {"type": "touched", "id": "t", "foreseen": None} | {name: [] for name in lists}
        assert (await touch("c4", "e1")) == nothing
        for at, seat, why in ((seq - 1, 0, "moved-on"), (seq, 1, "not-your-turn")):
            with pytest.raises(UserError) as raised:
                await people.room.follow(people.clients[seat], messages.Touch("t", at, seat))
            assert raised.value.key == why

    run(tmp_path, test)


def test_touches_cost_what_they_take(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        cost = people.room.cost
        plain = cost(messages.Play("p", 0, 0, "end"))
        assert cost(messages.Touch("t", 0, 0)) > plain
        assert cost(messages.Play("p", 0, 0, "end", ["end"] * 8)) > plain

    run(tmp_path, test)


def test_a_message_names_no_endless_row() -> None:
    for fields in (
        {"action": "end", "then": ["end"] * 64},
        {"action": "end", "then": "end"},
        {"action": "end", "by": 1},
    ):
        with pytest.raises(msgspec.ValidationError):
            messages.decoder.decode(msgspec.json.encode({"type": "play", "id": "a", "at": 0, "seat": 0, **fields}))
    with pytest.raises(msgspec.ValidationError):
        messages.decoder.decode(b'{"type":"touch","id":"a","at":0,"seat":0,"touched":[1]}')


def test_undo_in_ones_own_turn_asks_nobody(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        await people.play(0, "c1c2", "c2c3")
        await people.room.follow(people.clients[0], messages.Undo("u", 2, 0))
        assert people.room.table.agreements.asked is None
        assert len(people.room.table.history.steps) == 1
        await people.play(0, "end")
        await people.room.follow(people.clients[0], messages.Undo("v", people.room.table.seq, 0))
        assert people.room.table.agreements.asked == "undo", "the turn is over: the other must agree"
        await people.room.follow(people.clients[1], messages.Undo("w", people.room.table.seq, 1))
        assert heard(people.clients[1])[-2]["key"] == "nothing-to-undo"

    run(tmp_path, test)


def test_words_of_a_plan_are_told_on_request() -> None:
    """A plan of several touches is answered touch by touch: only actions of a single touch are sent with words."""
    state = naadam.load("yuan:players=2").start().resolve(random.Random(3))
    first, again = (pack_choices(state, 0, state.numbers(0), language) for language in ("en", "fr"))
    assert [(choice.action, choice.words) for choice in first[:3]] == [
        ("pass", "Pass, for 6 Chão"),
        ("Ge D1", ""),
        ("Ge D2", ""),
    ]
    assert again[0].words == "Passer, pour 6 Chão"
    assert all(one is other for one, other in zip(first[1:], again[1:], strict=True)), "plans are made once"


def test_a_table_tells_no_more_than_so_many_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naadam.server.payloads.choices.MOST_CHOICES", 5)

    async def test(rooms: Rooms, time: FakeTime) -> None:
        people = await People.sit(rooms)
        *_, table = (message for message in heard(people.clients[0]) if message["type"] == "table")
        assert table["choices"] == {"0": []}
        await people.capture()
        assert len(heard(people.clients[1])[-1]["choices"]["1"]) == 3

    run(tmp_path, test)
