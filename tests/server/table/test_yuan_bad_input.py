"""Invalid input at a table of Yuan: the server refuses it with a reason, and the table does not change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import Client, Served
from test_sealed import Table, drain
from timing import FakeTime, run
from websockets.exceptions import ConnectionClosed

from naadam.server.http.websocket import MESSAGES_AT_ONCE, WORK_AT_ONCE, WORK_PER_SECOND
from naadam.server.protocol import messages
from naadam.server.rooms import chat
from naadam.server.rooms.chat import LINES_PER_MINUTE
from naadam.server.rooms.rooms import Rooms

LONG = "x" * 300


async def refused(table: Table, seat: int, message: Any, reason: str) -> None:
    """A message is answered by its reason, a clause or the key of a failure, and has no effect."""
    seq, state = table.seq, table.room.table.state
    stored = len(table.room.table.events)
    answers = await table.send(seat, message)
    told = [answer.get("clause") or answer.get("key") for answer in answers if answer["type"] in ("refused", "failed")]
    assert told == [reason], answers
    assert all(answer["text"] for answer in answers if answer["type"] in ("refused", "failed"))
    assert (table.seq, table.room.table.state, len(table.room.table.events)) == (seq, state, stored)
    assert all(drain(reader) == [] for reader in table.clients), "nobody else hears of it"


def test_tiles_that_overlap_lie_apart_or_are_not_ones_own(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "yuan:players=2,scenario=free")

        def handoff() -> tuple[int, list[str], list[str]]:
            state = table.room.table.state
            [seat] = state.waiting
            shelves = state.describe(seat).shelves["hands"]
            own, other = ([thing.item.removeprefix("tile-") for thing in shelves[each]] for each in (seat, 1 - seat))
            return seat, own, other

        seat, own, other = handoff()

        async def tries(tile: str, *touched: str, reason: str = "no-action") -> None:
            await refused(table, seat, messages.Try("t", table.seq, seat, [f"tile-{tile}", *touched]), reason)

        await tries(other[0], "r0", "0,0", reason="YN-11")
        await tries(own[0], "r0", "3,-2")
        await table.play(seat, f"lay {own[0]} {own[0]} e 2")
        first = own[0]
        seat, own, other = handoff()
        for place in ("0,0", "1,0", "9,-6", "Bao"):  # it would overlap, off the lattice, apart, no place for it
            await tries(own[0], "r0", place)
        await tries(own[0], "r6", "3,-2")
        await tries(other[0], "r0", "3,-2", reason="YN-11")
        for action in (f"lay {own[0]} {own[0]} e 0", f"lay {own[0]} {other[0]} e 0", f"lay {first} {first} e 0"):
            await refused(table, seat, messages.Play("p", table.seq, seat, action), "YN-11")
        await refused(table, seat, messages.Play("p", table.seq, seat, f"lay {own[0]} {first} up 0"), "no-action")

    run(tmp_path, test)


def test_cities_on_water_and_plans_that_nobody_can_pay(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "yuan:players=4,scenario=river-control")
        [seat] = table.room.table.state.waiting
        clan = str(table.room.table.state.actions(seat)[0]).split()[1]
        for place in ("water", "Nowhere", "0,0"):
            await refused(table, seat, messages.Play("p", table.seq, seat, f"city {clan} {place}"), "no-action")
            await refused(table, seat, messages.Try("t", table.seq, seat, [f"clan-{clan}", place]), "no-action")

        table = await Table.set(rooms, "yuan:players=3", "planning")
        provinces = table.room.table.game.rulebook.land.provinces  # type: ignore[attr-defined]
        for plan in (f"{provinces[0]} D3", f"{provinces[5]} D3 F3 M3"):
            await refused(table, 1, messages.Play("p", table.seq, 1, plan), "YN-25")
            await refused(table, 1, messages.Try("t", table.seq, 1, [*plan.split(), "seal"]), "YN-25")
            guesses = [messages.Guess(1, plan)]
            await refused(table, 0, messages.Suppose("s", table.seq, 0, guesses), "YN-25")

    run(tmp_path, test)


def test_a_seat_has_a_limited_number_of_lines_and_others_talk_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "LINES_PER_SEAT", 3)

    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "yuan:players=3")
        for number in range(3):
            await table.send(0, messages.Talk(f"m{number}", 0, LONG, None))
        await refused(table, 0, messages.Talk("more", 0, LONG, 1), "chat-full")
        await table.send(1, messages.Talk("answer", 1, LONG, None))
        assert [line.seat for line in await table.room.chat.lines()] == [0, 0, 0, 1]

    run(tmp_path, test)


def test_floods_of_talk_and_of_suppositions(tmp_path: Path) -> None:
    async def test(rooms: Rooms, time: FakeTime) -> None:
        table = await Table.set(rooms, "yuan:players=3")
        for number in range(LINES_PER_MINUTE):
            await table.send(0, messages.Talk(f"m{number}", 0, LONG, None))
        for number in range(3):
            await refused(table, 0, messages.Talk(f"more{number}", 0, LONG, 1), "too-much-talk")
        assert len(await table.room.chat.lines()) == LINES_PER_MINUTE
        supposed = messages.Suppose("s", table.seq, 0, [])
        cost = table.room.cost(supposed)
        assert WORK_AT_ONCE / cost < MESSAGES_AT_ONCE, "a flood of them is refused before it is cut off"
        assert WORK_PER_SECOND / cost < 10
        await refused(table, 3, supposed, "not-your-seat")
        told = await table.send(0, supposed)
        assert [answer["type"] for answer in told] == ["recounted"]
        too_many = {"type": "suppose", "id": "s", "at": 0, "seat": 0, "guesses": [{"seat": 1, "action": "pass"}] * 9}
        too_long = {"type": "talk", "id": "t", "seat": 0, "text": LONG + "x"}
        for message in (too_many, too_long):
            with pytest.raises(msgspec.ValidationError, match="length"):
                messages.decoder.decode(json.dumps(message))

    run(tmp_path, test)


# --- through a real socket ---

FLOOD = 40  # fewer than cut a connection off


def flood(client: Client, messages: list[dict[str, object]], answer: str) -> list[dict[str, Any]]:
    """Send the messages in a burst, and return the answer to each."""
    for number, message in enumerate(messages):
        client.send(id=f"flood{number}", **message)
    answers: list[dict[str, Any]] = []
    while len(answers) < len(messages):
        told = client.next(answer, "failed")
        if told["type"] == "failed" or told.get("id", "flood").startswith("flood"):
            answers.append(told)
    return answers


def go_on(client: Client, message: dict[str, object]) -> None:
    """Send messages far beyond the rate limit, then read until the connection is closed."""
    for number in range(100 * MESSAGES_AT_ONCE):
        client.send(id=f"more{number}", **message)
    while True:
        client.receive()


def seen(served: Served, table: str) -> tuple[object, ...]:
    """The table as a new spectator sees it."""
    visitor = served.join(table)
    visitor.close()
    return tuple(visitor.table[key] for key in ("seq", "waiting", "events", "drawing"))


@pytest.mark.parametrize(
    ("message", "answer", "key"),
    [
        ({"type": "suppose", "at": 0, "seat": 0, "guesses": []}, "recounted", "suppose-later"),
        ({"type": "talk", "seat": 0, "text": LONG, "to": None}, "talked", "too-much-talk"),
    ],
)
def test_a_flood_is_refused_and_others_stay_served(
    served: Served, message: dict[str, object], answer: str, key: str
) -> None:
    table, keys = served.set_table("invited", "invited", "invited", spec="yuan:players=3")
    flooder, other = served.join(table, keys[0]), served.join(table, keys[1])
    begun = seen(served, table)
    if "at" in message:
        message = message | {"at": flooder.table["seq"]}
    told = flood(flooder, [message] * FLOOD, answer)
    refused = [one for one in told if one["type"] == "failed"]
    assert {one["key"] for one in refused} == {key}
    assert all(one["text"] for one in refused)
    assert 0 < len(refused) < FLOOD, "what is within the bounds is answered"
    assert seen(served, table) == begun, "nothing has changed"
    with pytest.raises(ConnectionClosed):  # the server disconnects a client that keeps flooding
        go_on(flooder, message)
    assert seen(served, table) == begun
    assert other.play(1, "pass")["type"] == "table", "others play on"
    again = served.join(table, keys[0])
    assert again.play(0, "pass")["type"] == "table", "and who comes back does too"
