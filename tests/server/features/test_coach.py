"""A coached table: a bad move is not taken before its player is sure."""

from __future__ import annotations

from pathlib import Path

import pytest
from in_memory import HOST, heard, hello, seat_all
from timing import FakeTime, run

import naadam
from naadam.bots.advice.coach import Caution
from naadam.core.teaching.reasons import Reason
from naadam.server.protocol import messages
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player

GAME = naadam.load("bagh-chal")


async def sit(rooms: Rooms, *others: Player, coached: bool = True) -> tuple[Client, str]:
    players = [Player("here", coached=coached), *(others or (Player("computer", level=1),))]
    room, keys = await seat_all(rooms, *await rooms.create(ImportedGame(GAME), players, host=HOST))
    table, reader = room.table.id, await hello(room, keys[0])
    heard(reader)
    return reader, table


def make_coach(monkeypatch: pytest.MonkeyPatch, rooms: Rooms, found: Caution | None) -> None:
    async def advise(*_: object) -> Caution | None:
        return found

    monkeypatch.setattr(rooms.services.bot_pool, "advise", advise)
    monkeypatch.setattr(rooms.services.compiler, "is_ready", lambda _: True)


def number(state: naadam.State, action: str) -> int:
    return state.resolve_action(action, state.turn)[1]


START = GAME.start()
AFTER = START.apply("Gb2")
LOST = Caution(0.2, number(START, "Gc3"), number(AFTER, "Bxa1c3"), 1, AFTER)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (LOST._replace(odds=0.4), "Careful: about 4 times in ten Tigers can then capture the goat on b2"),
        (Caution(0.3, LOST.better), "Careful: this loses a lot. Better: Put a goat on c3"),
        (
            Caution(0.3, LOST.better, reason=Reason("prevents-capture", seat=1)),
            "Better: Put a goat on c3. After most other moves Tigers could capture.",
        ),
        (
            LOST._replace(reply=number(AFTER, "Ba1a2")),
            "Tigers can then move the tiger from a1 to a2. Better: Put a goat on c3.",
        ),
    ],
)
def test_the_odds_of_an_answer_or_the_reason_of_what_is_better_are_told(
    found: Caution, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        reader, table = await sit(rooms)
        make_coach(monkeypatch, rooms, found)
        await rooms.open[table].follow(reader, messages.Play("bad", 0, 0, "Gb2"))
        [warned] = heard(reader)
        assert text in warned["text"]

    run(tmp_path, test)


@pytest.mark.rule("BC-6")
def test_a_bad_move_is_answered_with_what_punishes_it_and_its_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        reader, table = await sit(rooms)
        make_coach(monkeypatch, rooms, LOST)
        room = rooms.open[table]
        await room.follow(reader, messages.Play("bad", 0, 0, "Gb2"))
        assert heard(reader) == [
            {
                "type": "warned",
                "id": "bad",
                "action": "Gb2",
                "text": "Careful: Tigers can then capture the goat on b2 with the tiger from a1, landing on c3.",
                "clause": "BC-6",
                "points": ["a1", "c3"],
                "answer": True,
            }
        ]
        assert room.table.seq == 0
        await room.follow(reader, messages.Play("sure", 0, 0, "Gb2", sure=True))
        assert room.table.seq >= 1

    run(tmp_path, test)


def test_where_no_answer_is_certain_the_better_move_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        reader, table = await sit(rooms)
        make_coach(monkeypatch, rooms, Caution(0.4, number(START, "Gc3"), None, None))
        await rooms.open[table].follow(reader, messages.Play("bad", 0, 0, "Gb2"))
        warned = heard(reader)[-1]
        assert warned["text"] == "Careful: this loses a lot. Better: Put a goat on c3"
        assert (warned["clause"], warned["points"], warned["answer"]) == (None, ["c3"], False)

    run(tmp_path, test)


@pytest.mark.parametrize("others", [(Player("invited"),), ()], ids=["against people", "without a coach"])
def test_nobody_else_is_warned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: tuple[Player, ...]) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        reader, table = await sit(rooms, *others, coached=bool(others))
        make_coach(monkeypatch, rooms, LOST)
        await rooms.open[table].follow(reader, messages.Play("bad", 0, 0, "Gb2"))
        assert "warned" not in {message["type"] for message in heard(reader)}
        assert rooms.open[table].table.seq >= 1

    run(tmp_path, test)


def test_an_illegal_move_is_refused_as_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(rooms: Rooms, _time: FakeTime) -> None:
        reader, table = await sit(rooms)
        make_coach(monkeypatch, rooms, LOST)
        await rooms.open[table].follow(reader, messages.Play("no", 0, 0, "Ga1"))
        assert heard(reader)[-1]["clause"] == "BC-4"

    run(tmp_path, test)
