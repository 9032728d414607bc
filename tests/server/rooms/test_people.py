"""People at a table: who must agree, who leaves, who finds room, and their names."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from in_memory import heard, hello, run, set_long_room, set_room
from serving import Served

import naadam
from naadam.core.registry import rulebook
from naadam.server.http.routes import games
from naadam.server.protocol import messages
from naadam.server.protocol.errors import UserError
from naadam.server.rooms import hello as hello_module
from naadam.server.rooms import rooms as rooms_module
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.services import TABLES_AT_ONCE
from naadam.server.table.agreements import Agreements
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.players import Player, one_line
from naadam.server.table.table import Table

# --- consent ---


def test_a_draw_needs_all_people(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "khan:players=4", "invited", "invited", "invited", "computer")
        people = [await hello(room, token) for token in keys[:3]]
        seq = room.table.seq
        await room.follow(people[0], messages.OfferDraw("d", seq, 0))
        await room.follow(people[1], messages.Answer("a", seq + 1, 1, True))
        assert not room.table.over
        assert heard(people[2])[-1]["agreed"] == [1]
        await room.follow(people[1], messages.Answer("b", seq + 2, 1, True))
        assert heard(people[1])[-2]["key"] == "not-asked"
        await room.follow(people[2], messages.Answer("a", seq + 2, 2, True))
        assert room.table.over
        assert heard(people[0])[-1]["end"]["text"] == "All agreed to a draw."

    run(tmp_path, test)


def test_one_no_is_enough(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "khan:players=3", "invited", "invited", "invited")
        people = [await hello(room, token) for token in keys]
        seq = room.table.seq
        await room.follow(people[0], messages.OfferDraw("d", seq, 0))
        await room.follow(people[1], messages.Answer("a", seq + 1, 1, True))
        await room.follow(people[2], messages.Answer("a", seq + 2, 2, False))
        assert room.table.agreements == Agreements()

    run(tmp_path, test)


def test_those_at_one_screen_answer_together(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "khan:players=3", "invited", "here", "here")
        guest, screen = await hello(room, keys[0]), await hello(room, *keys[1:])
        seq = room.table.seq
        await room.follow(guest, messages.OfferDraw("d", seq, 0))
        await room.follow(screen, messages.Answer("a", seq + 1, 1, True))
        assert room.table.over

    run(tmp_path, test)


# --- leaving ---


def test_the_computer_takes_the_place_of_who_leaves_a_table_of_several(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "khan:players=3", "invited", "invited", "invited")
        people = [await hello(room, token) for token in keys]
        asked: list[int] = []

        async def choose(view: Any, *_: object) -> int:
            asked.append(view.seat)
            await asyncio.Event().wait()
            raise AssertionError

        rooms.services.bot_pool.choose = choose  # type: ignore[method-assign, assignment]
        (turn,) = room.table.to_act
        await room.follow(people[turn], messages.Resign("r", turn))
        await asyncio.sleep(0)
        assert not room.table.over
        assert room.table.players[turn].kind == "computer"
        assert people[turn].mine == ()
        assert asked == [turn], "and it thinks"
        told = heard(people[turn])[-1]
        assert (told["mine"], told["events"][-1]["kind"], told["end"]) == ([], "left", None)
        await room.follow(people[turn], messages.Resign("r", turn))  # sent again
        assert heard(people[turn])[-1]["answers"] == "r"
        rest = [seat for seat in range(3) if seat != turn]
        await room.follow(people[rest[0]], messages.Resign("r", rest[0]))
        await room.follow(people[rest[1]], messages.Resign("r", rest[1]))
        assert room.table.over, "nobody is left"
        del rooms.open[room.table.id]
        again = await rooms.room(room.table.id)
        assert again is not None
        assert again.table.players == room.table.players

    run(tmp_path, test)


# --- trying ---


@pytest.mark.parametrize(
    ("spec", "winners"),
    [
        ("yut:players=4", (1, 3)),
        ("yut:players=3", (1, 2)),
        ("conquest:alliances=true", (1, 3)),
        ("conquest", (1, 2, 3)),
        ("caravan:players=4,teams=true", (1, 3)),
    ],
)
def test_who_gives_up_loses_with_the_whole_team(spec: str, winners: tuple[int, ...]) -> None:
    game = naadam.load(spec)
    table = Table("table", game, (Player("here"), *[Player("computer")] * (game.seats - 1)), "seed")
    table.take_all(table.decide(messages.Resign("r", 0)))
    assert table.outcome is not None
    assert table.outcome.winners == winners
    assert table.outcome.scores == tuple(1.0 if seat in winners else -1.0 for seat in range(game.seats))


def test_what_is_tried_is_never_played(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(room, *keys)
        heard(player)
        await room.follow(player, messages.Try("t1", 0, 0, ["c3"]))
        assert room.table.seq == 0
        assert heard(player)[0]["key"] == "nothing-wrong"

    run(tmp_path, test)


# --- room ---


def test_spectators_never_keep_a_player_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hello_module, "SPECTATORS", 3)
    monkeypatch.setattr(hello_module, "CONNECTIONS_OF_A_SEAT", 2)

    async def test(rooms: Rooms) -> None:
        here, keys = await set_room(rooms, "bagh-chal", "here", "invited")
        for _ in range(3):
            await hello(here)
        with pytest.raises(Exception, match="full"):
            await hello(here)
        dropped: list[int] = []
        for number in range(3):
            reader = Client(lambda number=number: dropped.append(number), person=str(keys[1]))  # type: ignore[misc]
            await here.follow(reader, messages.Hello())
            assert reader.mine == (1,)
        assert dropped == [0], "the oldest connection of a seat gives way"

    run(tmp_path, test)


def test_spectators_who_come_at_once_are_not_more_than_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hello_module, "SPECTATORS", 3)
    monkeypatch.setattr(hello_module, "CONNECTIONS_OF_A_SEAT", 2)

    async def test(rooms: Rooms) -> None:
        here = await set_long_room(rooms, 60)  # sending its long history takes a while
        came = await asyncio.gather(*(hello(here) for _ in range(8)), return_exceptions=True)
        assert sum(isinstance(reader, Client) for reader in came) == len(here.clients) == 3
        assert [reader.key for reader in came if isinstance(reader, UserError)] == ["no-room"] * 5
        dropped: list[Client] = []
        players = [Client(drop=lambda: None) for _ in range(5)]
        for reader in players:
            reader._drop = partial(dropped.append, reader)
        monkeypatch.setattr(here.table, "seats_of", lambda *_: (0,))
        await asyncio.gather(*(here.follow(reader, messages.Hello()) for reader in players))
        assert dropped == [reader for reader in here.clients if reader in players][:3], "the oldest give way"

    run(tmp_path, test)


def test_rooms_where_nobody_is_are_closed_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "SECONDS_BETWEEN_SWEEPS", 0.0)
    monkeypatch.setattr(rooms_module, "MOST_IDLE_EVENTS", 30)

    async def test(rooms: Rooms) -> None:
        busy, keys = await set_room(rooms, "bagh-chal", "here", "here")
        player = await hello(busy, *keys)
        await busy.follow(player, messages.Play("p1", 0, 0, "Gc3"))
        for _ in range(10):
            await set_room(rooms, "bagh-chal", "here", "here")
        assert len(rooms.open) <= 5
        assert rooms.open[busy.table.id] is busy
        busy.leave(player)
        for _ in range(10):
            await set_room(rooms, "bagh-chal", "here", "here")
        again = await rooms.room(busy.table.id)
        assert again is not None
        assert again is not busy
        assert again.table.events == busy.table.events
        monkeypatch.setattr(rooms_module, "SECONDS_IDLE", -1.0)
        rooms._close_idle_rooms()
        assert rooms.open == {}

    run(tmp_path, test)


# --- names ---


@pytest.mark.parametrize(("given", "kept"), [(" Anna\n", "Anna"), ("A\tB\x00 C", "A B C"), ("\u202eevil", "evil")])
def test_a_name_is_one_clean_line(given: str, kept: str) -> None:
    assert one_line(given) == kept


def test_a_game_of_strange_names_has_a_record(served: Served) -> None:
    players = [{"kind": "here", "name": " Anna\nResult: BC-10"}, {"kind": "here", "name": " "}]
    made = served.post("/api/tables", {"spec": "bagh-chal", "players": players})
    record = naadam.Record.read(served.get(f"/api/tables/{made['table']}/record"))
    assert record.seats == ("Anna Result: BC-10", "")


# --- packages of others ---


def test_a_broken_game_spoils_only_itself(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:

    def break_some(name: str) -> Any:
        if name == "yut":
            raise ImportError("no module named stones")
        book: Any = rulebook(name)
        if name != "jarmo":
            return book
        texts = type("Texts", (), {"get": staticmethod(lack_french(book.texts.get))})()
        return type("Book", (), {"texts": texts, "declared": book.declared, "length": book.length})

    def lack_french(get: Any) -> Any:
        def look_up(section: str, key: str, language: str) -> str:
            if language == "fr":
                raise naadam.PackageError("jarmo/texts/fr.toml is not there")
            return str(get(section, key, language))

        return look_up

    monkeypatch.setattr(games, "rulebook", break_some)
    assert games.describe_game("yut", "fr", []) is None
    english, french = games.describe_game("jarmo", "en", []), games.describe_game("jarmo", "fr", [])
    assert english == french
    assert english is not None
    assert "yut cannot be played: no module named stones" in caplog.text
    other = games.describe_game("khan", "fr", [])
    assert other is not None


def test_an_address_sets_so_many_tables(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        for _ in range(TABLES_AT_ONCE):
            rooms.services.admit("10.0.0.1")
        with pytest.raises(Exception, match="Too many requests"):
            rooms.services.admit("10.0.0.1")
        rooms.services.admit("10.0.0.2")
        for _ in range(1000):
            rooms.services.admit("127.0.0.1")
        table, _, _ = await rooms.create(ImportedGame(naadam.load("bagh-chal")), [Player("here")] * 2)
        assert table in rooms.open

    run(tmp_path, test)
