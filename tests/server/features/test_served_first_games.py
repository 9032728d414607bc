"""The first game of the long games, and the games to watch, as the server gives them to the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from in_memory import heard, run

from naadam.core.records import Record
from naadam.core.teaching.first_games import find_first_game
from naadam.server.features.first_games import cached_first_game, find_watch, get_watched_game, get_watched_record
from naadam.server.http.routes.games import describe_game
from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotFound
from naadam.server.protocol.schemas import FirstGameInfo
from naadam.server.rooms.client import Client
from naadam.server.rooms.rooms import Rooms
from naadam.server.table.import_game import import_game
from naadam.server.table.players import Player

LONG = ("conquest", "khan", "yuan")


@pytest.mark.parametrize("name", [*LONG, "yut"])
def test_a_card_of_a_game_says_how_long_its_first_game_takes_and_that_one_can_be_watched(name: str) -> None:
    card = describe_game(name, "en", [])
    assert card is not None
    assert (card.first_minutes is not None, card.watched) == (name in LONG, True)


@pytest.mark.parametrize("name", LONG)
def test_a_first_game_begins_a_real_table_against_level_1(tmp_path: Path, name: str) -> None:
    first = FirstGameInfo.model_validate_json(cached_first_game(name, "fr").plain)
    known = find_first_game(name)
    assert known is not None
    assert first.text == known.say("fr")

    async def test(rooms: Rooms) -> None:
        opening = import_game(first.position, first.spec)
        players = [Player("computer", level=1) for _ in range(first.seats)]
        players[first.seat] = Player("here", coached=True)
        table_id, seats, _ = await rooms.create(opening, players)
        room = await rooms.room(table_id)
        assert room is not None
        assert seats == list(range(first.seats))
        assert first.seat in room.table.to_act
        assert room.table.state == known.start

    run(tmp_path, test)


def test_other_games_have_no_first_game() -> None:
    with pytest.raises(NotFound):
        cached_first_game("yut", "en")


def test_a_game_is_watched_by_everybody_and_changed_by_nobody(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        captions = (await get_watched_game("hasami-shogi", "it")).captions
        for path in ("/api/games/nothing/watch/socket", "/api/games/khan/watch", "/x"):
            assert await find_watch(rooms, path) is None
        for _ in range(2):
            room = await find_watch(rooms, "/api/games/hasami-shogi/watch/socket")
            assert room is not None
            watcher = Client(drop=lambda: None)
            await room.follow(watcher, messages.Hello(language="it"))
            table = heard(watcher)[0]
            assert (table["mine"], table["end"]["clause"]) == ([], "HS-8")
            assert table["seq"] == captions[-1].move
            await room.follow(watcher, messages.Look("look", 9, 1))
            assert any(message["type"] == "seen" for message in heard(watcher))
            await room.follow(watcher, messages.Play("play", table["seq"], 0, "e2e3"))
            assert heard(watcher)[-1]["key"] == "not-your-seat"
            await room.follow(watcher, messages.Analyse("analyse"))
            assert heard(watcher)[-1]["key"] == "only-moves"
            assert room.table.seq == table["seq"]
        assert rooms.open == {}

    run(tmp_path, test)


def test_a_game_is_taken_over_after_any_of_its_moves(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        text = await get_watched_record("khan", 40)
        record = Record.from_text(text)
        assert len(record.steps) == 40
        assert (record.result, record.seed) == (None, None), "the luck still to come stays unknown"
        opening = import_game(text, record.game)
        table_id, _, _ = await rooms.create(opening, [Player("here"), Player("computer", level=1)])
        room = await rooms.room(table_id)
        assert room is not None
        assert room.table.seq >= 40
        assert not room.table.over

    run(tmp_path, test)
