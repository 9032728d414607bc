"""Moderation at tables: blocks, reports, mutes and closed people, on a running server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import Browser
from in_memory import HOST, hello, run, set_room
from lobbying import TEN, Page
from serving import Client, Served, write_people

from naadam.core.hashing import hash_secret
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.client import LOGGED_OUT
from naadam.server.rooms.rooms import Rooms
from naadam.server.rooms.upkeep import moderation as moderating
from naadam.server.storage.people.moderation import Moderation
from naadam.server.storage.people.people_store import PeopleStore
from naadam.server.storage.store import Store
from naadam.server.table.players import Player


@pytest.fixture
def moderation(served: Served) -> Iterator[Moderation]:
    store = Store(f"sqlite:///{served.database}")
    yield Moderation(store.engine)
    store.close()


class Pair:
    """Two strangers who met in the lobby, at their table."""

    def __init__(self, served: Served, **more: object) -> None:
        self.pages = Page(served), Page(served)
        anna, ben = self.pages
        wanted = {"clocks": [TEN], "listed": False, **more}
        anna.offer("bagh-chal", name="Anna", **wanted)
        self.table = str(ben.offer("bagh-chal", name="Ben", **wanted)["table"])
        self.clients = [page.browser.join(self.table) for page in self.pages]
        self.seats = [client.table["mine"][0] for client in self.clients]

    def agree_to_talk(self) -> None:
        anna, ben = self.clients
        anna.ask("offer-talk", self.seats[0])
        ben.next("table")
        ben.ask("answer", self.seats[1], accept=True)
        anna.next("table")

    def talk(self, speaker: int, text: str) -> dict[str, Any]:
        client = self.clients[speaker]
        client.count += 1
        client.send(type="talk", id=f"t{client.count}", seat=self.seats[speaker], text=text)
        return client.next("talked", "failed")

    def person(self, served: Served, which: int) -> str:
        store = Store(f"sqlite:///{served.database}")
        keys = [cookie.value or "" for cookie in self.pages[which].browser.cookies]
        found = PeopleStore(store.engine).find(keys[0].split("."))
        store.close()
        assert found is not None
        return found.person.id

    def close(self) -> None:
        for client in self.clients:
            client.close()
        for page in self.pages:
            page.close()


@pytest.fixture
def pair(served: Served) -> Iterator[Pair]:
    pair = Pair(served)
    yield pair
    pair.close()


def heard(client: Client) -> list[str]:
    """The lines of chat that a client gets before the answer to a heartbeat."""
    client.send(type="ping")
    found: list[str] = []
    while (message := client.receive())["type"] != "pong":
        found += [line["text"] for line in message.get("lines", ())]
    return found


def test_a_blocked_person_is_not_heard_and_does_not_hear(served: Served, pair: Pair) -> None:
    pair.agree_to_talk()
    assert pair.talk(1, "hello")["type"] == "talked"
    assert heard(pair.clients[0]) == ["hello"]
    anna = pair.pages[0].browser
    path = f"/api/tables/{pair.table}/blocks"
    assert anna.get(path) == {"people": [pair.seats[1]], "blocked": []}
    anna.post(path, {"seat": pair.seats[1]})
    assert anna.get(path)["blocked"] == [pair.seats[1]]
    assert pair.pages[1].browser.get(path)["blocked"] == [], "the other does not learn of it"
    pair.talk(1, "are you there?")
    pair.talk(0, "no")
    assert heard(pair.clients[0]) == []
    assert heard(pair.clients[1]) == []
    later = anna.join(pair.table)
    assert heard(later) == ["no"], "only her own words are shown again"
    anna.post(path, {"seat": pair.seats[1], "blocked": False})
    pair.talk(1, "and now?")
    assert heard(pair.clients[0]) == ["and now?"]


def test_blocked_people_do_not_see_each_others_open_tables(served: Served, pair: Pair) -> None:
    anna, ben = pair.pages
    anna.browser.post(f"/api/tables/{pair.table}/blocks", {"seat": pair.seats[1]})
    others = [Page(served), Page(served, anna.browser)]
    waits = ben.offer("hasami-shogi", clocks=[TEN], name="Ben")
    third = Page(served)
    mark = third.offer("jarmo", clocks=[TEN], name="Carl")
    for page in others:
        while not any(shown["names"] == ["Carl"] for shown in page.list.get("waiting", {}).values()):
            page.receive()
    assert sorted(len(page.list["waiting"]) for page in others) == [1, 2]
    [table] = [key for key, shown in others[0].list["waiting"].items() if shown["names"] == ["Ben"]]
    assert table not in others[1].list["waiting"]
    assert table not in anna.browser.get("/api/lobby")["waiting"]
    assert table in ben.browser.get("/api/lobby")["waiting"]
    assert anna.browser.refusal(f"/api/lobby/{table}", body={})[0] == 409
    for secret in (waits["secret"], mark["secret"]):
        served.post("/api/lobby/offers/withdrawn", {"secret": secret})
    for page in (third, *others):
        page.close()


def test_only_people_of_the_table_block_and_report_there(served: Served, pair: Pair) -> None:
    stranger = Browser(served)
    for path in ("blocks", "reports"):
        address = f"/api/tables/{pair.table}/{path}"
        assert stranger.refusal(address, body={"seat": 0})[0] == 404
        assert pair.pages[0].browser.refusal(address, body={"seat": pair.seats[0]})[0] == 404
        assert pair.pages[0].browser.refusal(address, body={"seat": 7})[0] == 404
    assert stranger.get(f"/api/tables/{pair.table}/blocks") == {"people": [], "blocked": []}


def test_a_report_has_the_chat_that_its_reporter_read(served: Served, pair: Pair, moderation: Moderation) -> None:
    pair.agree_to_talk()
    pair.talk(1, "rude words")
    anna = pair.pages[0].browser
    anna.post(f"/api/tables/{pair.table}/reports", {"seat": pair.seats[1], "text": " He is rude. "})
    [report] = [report for report in moderation.reports() if report.table_id == pair.table]
    assert report.reported == pair.person(served, 1)
    assert report.reporter == pair.person(served, 0)
    assert report.text == "He is rude."
    assert [(line.name, line.text) for line in report.lines] == [("Ben", "rude words")]


def test_a_muted_person_plays_and_does_not_chat(served: Served, pair: Pair, moderation: Moderation) -> None:
    pair.agree_to_talk()
    moderation.mute(pair.person(served, 1), time.time() + 60)
    refused = pair.talk(1, "hello")
    assert (refused["type"], refused["key"]) == ("failed", "muted")
    assert heard(pair.clients[0]) == []
    turn = pair.clients[0].table["waiting"][0]
    player = pair.clients[pair.seats.index(turn)]
    assert player.play(turn, player.table["choices"][str(turn)][0]["action"])["type"] == "table"


def test_a_closed_person_is_taken_off_the_table_and_stays_away(
    served: Served, pair: Pair, moderation: Moderation
) -> None:
    anna, ben = pair.clients
    moderation.close(pair.person(served, 1))
    while anna.table["end"] is None:
        anna.next("table")
    assert anna.table["end"]["winners"] == [pair.seats[0]], "the game ended as if he had left"
    ben.send(type="play", id="x", at=ben.table["seq"], seat=pair.seats[1], action="Gb1")
    assert ben.next("failed")["key"] == "not-your-seat"
    browser = pair.pages[1].browser
    assert browser.join(pair.table).table["mine"] == []
    status, reason = browser.refusal("/api/tables", body={"spec": "bagh-chal", "players": [{"kind": "here"}] * 2})
    assert (status, reason) == (403, "The host of this server has closed your account here.")
    assert browser.refusal("/api/lobby", body={"games": ["yut"], "clocks": [TEN]})[0] == 403
    moderation.open(pair.person(served, 1))
    assert browser.post("/api/tables", {"spec": "bagh-chal", "players": [{"kind": "here"}] * 2})["table"]


def test_a_block_hides_open_tables_from_pages_that_show_the_lobby_already(served: Served, pair: Pair) -> None:
    anna, ben = pair.pages
    watching = Page(served, anna.browser)
    waits = ben.offer("hasami-shogi", clocks=[TEN], name="Ben")
    path, block = f"/api/tables/{pair.table}/blocks", {"seat": pair.seats[1]}

    def shown() -> bool:
        return any(one["names"] == ["Ben"] for one in watching.list.get("waiting", {}).values())

    while not shown():
        watching.receive()
    anna.browser.post(path, block)
    while shown():
        watching.receive()
    anna.browser.post(path, block | {"blocked": False})
    while not shown():
        watching.receive()
    served.post("/api/lobby/offers/withdrawn", {"secret": waits["secret"]})
    watching.close()


def test_moderation_goes_on_after_any_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderating, "SECONDS_BETWEEN_LOOKS", 0.001)

    async def test(rooms: Rooms) -> None:
        looks, looked = 0, asyncio.Event()

        def fail(_: float) -> frozenset[str]:
            nonlocal looks
            looks += 1
            if looks == 3:
                looked.set()
            raise [KeyError("no such thing"), ZeroDivisionError("a fault"), UserError("not-stored")][looks % 3]

        monkeypatch.setattr(rooms.services.moderation, "closed_since", fail)
        task = asyncio.create_task(rooms.moderator.go_on())
        async with asyncio.timeout(30):
            await looked.wait()
        task.cancel()

    run(tmp_path, test)


def test_a_table_that_fails_does_not_keep_closed_people_at_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(rooms: Rooms) -> None:
        store = rooms.services.store
        write_people(store, HOST)
        first, _ = await set_room(rooms, "bagh-chal", "here", "invited")
        second, _ = await set_room(rooms, "bagh-chal", "here", "invited")

        async def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(first, "change", fail)
        rooms.services.moderation.close(HOST)
        await rooms.moderator.look()
        assert (first.table.over, second.table.over) == (False, True)
        monkeypatch.undo()
        await rooms.moderator.look()
        assert first.table.over, "the next look tries again"

    run(tmp_path, test)


def test_bots_of_a_closed_person_leave_their_games(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        services = rooms.services
        write_people(services.store, HOST, "owner")
        token, row = services.tokens.issue("owner", "x", ["bot"], None, "A Bot")
        found = services.people.find([token], "token")
        assert found is not None
        bot = found.person.id
        room, _ = await set_room(rooms, "bagh-chal", "here", Player("invited", "A Bot", person=bot, bot=True))
        assert services.bot_store.tables_of(bot, row.id) is not None
        services.moderation.close("owner")
        await rooms.moderator.look()
        assert room.table.over
        assert services.bot_store.tables_of(bot, row.id) is None, "its connection ends"
        again = services.people.find([token], "token")
        assert again is not None
        assert again.person.closed
        services.moderation.open("owner")
        assert services.bot_store.tables_of(bot, row.id) is not None

    run(tmp_path, test)


def test_connections_of_keys_that_another_process_revoked_are_closed(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        services = rooms.services
        person, key = services.people.create()
        room, _ = await set_room(rooms, "bagh-chal", "here", "here")
        clients = [await hello(room, HOST) for _ in range(2)]
        clients[0].key = hash_secret(key)
        await rooms.moderator.look()
        assert not clients[0].dropped
        assert services.keys.revoke(person.id, hash_secret(key))
        await rooms.moderator.look()
        assert [client.dropped for client in clients] == [True, False]
        assert clients[0].farewell == LOGGED_OUT

    run(tmp_path, test)


def test_games_of_a_closed_person_end_when_somebody_looks_at_them(served: Served, moderation: Moderation) -> None:
    pair = Pair(served)
    pair.close()
    moderation.close(pair.person(served, 0))
    served.kill()
    served.start()
    ben = pair.pages[1].browser.join(pair.table)
    while ben.table["end"] is None:
        ben.next("table")
    assert ben.table["end"]["winners"] == [pair.seats[1]]
