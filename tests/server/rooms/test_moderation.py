"""Moderation at tables: blocks, reports, mutes and closed people, on a running server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from browsers import Browser
from lobbying import TEN, Page
from serving import Client, Served

from naadam.server.storage.moderation import Moderation
from naadam.server.storage.people_store import PeopleStore
from naadam.server.storage.store import Store


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
