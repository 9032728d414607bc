"""The lobby of a server: a live list of open tables, and a game for people who fit together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from browsers import Browser
from lobbying import FIVE, TEN, Page
from serving import Served
from websockets.exceptions import ConnectionClosed

from naadam.server.rooms.lobby import MOST_OF_ADDRESS

DAYS = {"kind": "days", "seconds": 259_200}
SECONDS_TO_NOTICE = 12.0  # that a page is gone


NEEDS_NAME = "A rated game needs names: keep your games under a name first."


@pytest.fixture
def pages(served: Served) -> Iterator[tuple[Page, Page]]:
    found = Page(served), Page(served)
    yield found
    for page in found:
        page.close()


def test_two_people_find_each_other_and_play(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    anna.until("lobby")
    waits = anna.offer("bagh-chal", "yut", clocks=[FIVE, TEN], name="Anna")
    assert waits["table"] is None
    while not anna.list["waiting"]:
        anna.receive()
    [[table, shown]] = anna.list["waiting"].items()
    assert shown["games"] == ["bagh-chal", "yut"]
    assert [clock["seconds"] for clock in shown["clocks"]] == [300, 600]
    assert (shown["names"], shown["seats"], shown["filled"]) == (["Anna"], 2, None)
    sits = ben.offer("bagh-chal", clocks=[TEN], name="Ben")
    assert sits["table"] == table
    assert anna.until("begun") == {"type": "begun", "secret": waits["secret"], "table": table}
    players = [page.browser.join(table) for page in pages]
    first = next(player for player in players if player.table["mine"] == [0])
    second = next(player for player in players if player is not first)
    assert second.table["mine"] == [1]
    first.play(0, first.table["choices"]["0"][0]["action"])
    while second.next("table")["waiting"] != [1]:
        pass
    assert sorted(player["name"] for player in second.table["players"]) == ["Anna", "Ben"]
    while table not in anna.list["playing"]:
        anna.receive()
    assert anna.list["waiting"] == {}
    assert anna.list["crowds"]["bagh-chal"] == {"here": 2, "playing": 2}
    for player in players:
        player.close()
    while anna.list["playing"]:
        anna.receive()


def test_a_rated_table_has_neither_hints_nor_take_backs(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    wanted = {"games": ["bagh-chal"], "clocks": [TEN], "rated": True}
    assert anna.browser.refusal("/api/lobby", body=wanted)[1] == NEEDS_NAME
    anna.browser.post("/api/me/name", {"name": "Rated Anna"})
    anna.offer("bagh-chal", rated=True)
    while not ben.list.get("waiting"):
        ben.receive()
    [[table, shown]] = ben.list["waiting"].items()
    assert shown["rated"]
    assert ben.browser.refusal(f"/api/lobby/{table}", body={})[1] == NEEDS_NAME
    ben.browser.post("/api/me/name", {"name": "Rated Ben"})
    assert ben.sit_down(table)["table"] == table
    player = anna.browser.join(table)
    [seat] = player.table["mine"]
    player.send(type="offer-hints", id="1", seat=seat, at=player.table["seq"])
    assert "rated" in player.next("failed")["text"]
    assert player.table["rated"]
    other = ben.browser.join(table)
    mover = player if seat == 0 else other
    mover.play(0, mover.table["choices"]["0"][0]["action"])
    assert (mover.table["waiting"], mover.table["undoes"]) == ([1], []), "no take-backs"
    other.close()
    player.close()
    status, reason = served.refusal("/api/lobby", {"games": ["yut"], "clocks": [{"kind": "none"}], "rated": True})
    assert (status, reason) == (422, "A rated game needs a clock.")
    while ben.list["waiting"]:
        ben.receive()


def test_days_are_only_for_people_with_a_name(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    days = {"kind": "days", "seconds": 3 * 86_400, "added": 0}
    anna.browser.post("/api/me/name", {"name": "Patient Anna"})
    anna.offer("bagh-chal", clocks=[days])
    both = anna.offer("jarmo", clocks=[TEN, days])
    while len(ben.list.get("waiting", ())) < 2:
        ben.receive()
    by_game = {shown["games"][0]: table for table, shown in ben.list["waiting"].items()}
    status, reason = ben.browser.refusal(f"/api/lobby/{by_game['bagh-chal']}", body={})
    assert (status, reason) == (422, "Tables with days per move are open to people who keep a name.")
    assert ben.browser.refusal(f"/api/lobby/{by_game['bagh-chal']}", body={"clock": days})[0] == 422
    table = ben.sit_down(by_game["jarmo"])["table"]
    assert table == anna.until("begun")["table"]
    assert both["secret"]
    player = ben.browser.join(table)
    assert player.table["glasses"][0]["full_ms"] == 600_000, "they sit down to the clock that both may play"
    player.close()
    for secret in anna.held:
        served.post("/api/lobby/offers/withdrawn", {"secret": secret})
    while ben.list["waiting"]:
        ben.receive()


def test_a_seat_is_taken_once(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    anna.offer("bagh-chal")
    while not ben.list.get("waiting"):
        ben.receive()
    [table] = ben.list["waiting"]
    assert ben.sit_down(table)["table"] == table
    assert served.refusal(f"/api/lobby/{table}", {})[0] == 409


def test_an_offer_ends_with_its_connection(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    anna.offer("yut")
    while not ben.list.get("waiting"):
        ben.receive()
    anna.close()
    while ben.list["waiting"]:
        ben.receive(SECONDS_TO_NOTICE)
    assert ben.offer("yut")["table"] is None
    assert ben.offer("yut")["table"] is None  # no browser plays against itself


def test_a_withdrawn_offer_leaves_the_list(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    made = anna.offer("yut", clocks=[TEN])
    while not any(shown["clocks"][0]["seconds"] == 600 for shown in ben.list.get("waiting", {}).values()):
        ben.receive()
    ben.served.post("/api/lobby/offers/withdrawn", {"secret": made["secret"]})
    assert anna.until("ended")["secret"] == made["secret"]


def test_what_is_not_listed_is_not_shown(served: Served, pages: tuple[Page, Page]) -> None:
    anna, ben = pages
    anna.offer("bagh-chal", clocks=[TEN], listed=False)
    sits = ben.offer("bagh-chal", clocks=[TEN])
    player = anna.browser.join(sits["table"])
    while ben.list.get("crowds", {}).get("bagh-chal") != {"here": 1, "playing": 1}:
        ben.receive()
    assert sits["table"] not in ben.list["playing"]
    player.close()


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"games": ["bagh-chal", "conquest"], "clocks": [FIVE]}, "same number"),
        ({"games": ["bagh-chal"], "clocks": [DAYS]}, "days per move"),
        ({"games": [], "clocks": [FIVE]}, "games"),
        ({"games": ["chess"], "clocks": [FIVE]}, "chess"),
    ],
)
def test_offers_that_cannot_be_played_are_refused(served: Served, wanted: dict[str, object], key: str) -> None:
    status, reason = served.refusal("/api/lobby", wanted)
    assert status in (404, 422)
    assert key in reason


def test_a_browser_has_three_offers(served: Served) -> None:
    browser, body = Browser(served), {"clocks": [{"kind": "move", "seconds": 77}]}
    for spec in ("hasami-shogi", "jarmo", "khan"):
        browser.post("/api/lobby", body | {"games": [spec]})
    status, reason = browser.refusal("/api/lobby", body=body | {"games": ["yuan"]})
    assert status == 429
    assert "3" in reason


def test_an_address_cannot_fill_the_lobby(tmp_path: Path) -> None:
    """Each offer is of another person, as a browser without cookies is; other addresses still find a place."""
    served = Served(tmp_path)

    def status(address: str, number: int) -> int:
        clock = {"kind": "fischer", "seconds": 60, "added": number}
        body = {"games": ["hasami-shogi"], "clocks": [clock]}
        try:
            Browser(served).ask("/api/lobby", "POST", body, **{"X-Forwarded-For": address})
        except HTTPError as refused:
            with refused:
                return refused.code
        return 201

    assert [status("2001:db8::1", number) for number in range(MOST_OF_ADDRESS)] == [201] * MOST_OF_ADDRESS
    assert status("2001:db8::2", 60) == 429, "the same network"
    assert status("192.0.2.9", 61) == 201
    served.stop()


def test_noise_closes_the_socket(served: Served) -> None:
    page = Page(served)
    page.socket.send("{}")
    with pytest.raises(ConnectionClosed):
        page.until("never")


def test_the_list_is_there_without_a_socket(served: Served) -> None:
    found = served.get("/api/lobby")
    assert set(found) == {"type", "waiting", "playing", "crowds", "now"}


def test_a_killed_server_leaves_no_dead_offer(tmp_path: Path) -> None:
    """A server that is started again shows the offers of pages that come back, and no others."""
    served = Served(tmp_path)
    lost, back = Page(served), Page(served)
    lost.offer("yut", clocks=[TEN])
    back.offer("bagh-chal")
    served.kill()
    lost.close()
    back.close()
    served.start()
    again = Page(served)
    again.held = back.held
    again.hold()
    again.until("lobby")
    while [shown["games"] for shown in again.list["waiting"].values()] != [["bagh-chal"]]:
        again.receive(SECONDS_TO_NOTICE)
    assert again.browser.post("/api/lobby", {"games": ["yut"], "clocks": [TEN]})["table"] is None
    again.close()
    served.stop()
