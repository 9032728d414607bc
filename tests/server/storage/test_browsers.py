"""Browser identities: a browser keeps its seats across a restart, and no other client learns of them."""

from __future__ import annotations

import http.cookiejar
import json
import random
import sqlite3
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from serving import Served

import naadam
from naadam.server.payloads.table import standing_of
from naadam.server.protocol.messages import Play
from naadam.server.storage import browser_seats as browsers_module
from naadam.server.storage.browser_seats import BrowserSeats, new_key
from naadam.server.storage.store import Store
from naadam.server.table.players import Player
from naadam.server.table.table import Table

COOKIE = "naadam-browser"


class Browser:
    """A browser: it keeps cookies, by host and whatever the port."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def ask(self, path: str, method: str = "GET", body: object = None) -> tuple[Any, Any]:
        """The answer and its headers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.served.address + path, data, {"Content-Type": "application/json"}, method=method
        )
        with self._opener.open(request, timeout=60) as answer:
            text = answer.read().decode()
            return json.loads(text) if text else None, answer.headers

    def hold(self, table: str, *own: str, invited: tuple[str, ...] = ()) -> Any:
        return self.ask("/api/browser/tables", "POST", {"table": table, "own": own, "invited": invited})[1]

    def held(self) -> Any:
        return self.ask("/api/browser")[0]


def test_seats_are_found_again_after_a_restart_on_another_port(served: Served) -> None:
    table, tokens = served.set_table("here", "invited")
    browser = Browser(served)
    assert browser.held() == []
    headers = browser.hold(table, tokens[0], invited=(tokens[1],))
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "Path=/api/browser;" in cookie
    before = served.address
    served.kill()
    served.start()
    assert served.address != before
    [found] = browser.held()
    assert found["table"] == table
    assert {(seat["seat"], seat["token"], seat["own"]) for seat in found["seats"]} == {
        (0, tokens[0], True),
        (1, tokens[1], False),
    }
    assert served.join(table, found["seats"][0]["token"]).table["mine"]
    browser.ask(f"/api/browser/tables/{table}", "DELETE")
    assert browser.held() == []


def test_nobody_else_learns_of_a_seat(served: Served) -> None:
    table, tokens = served.set_table("here", "here")
    one, other = Browser(served), Browser(served)
    one.hold(table, tokens[0])
    assert other.held() == []
    other.hold(table, "x" * 32)
    assert other.held() == [], "who knows no secret of the table holds nothing there"
    assert not list(other.cookies)
    other.hold(table, tokens[1])
    assert [[seat["token"] for seat in found["seats"]] for found in other.held()] == [[tokens[1]]]
    [key] = [cookie.value for cookie in one.cookies if cookie.name == COOKIE]
    with sqlite3.connect(served.database) as database:
        stored = str(database.execute("SELECT * FROM browsers").fetchall())
    assert tokens[0] not in stored
    assert str(key) not in stored


@pytest.mark.parametrize(
    "body",
    [
        {"table": "nonsense", "own": ["x" * 32]},
        {"table": "../../etc", "own": []},
        {"own": ["x" * 32]},
        {"table": "nonsense", "own": ["x"]},
        {"table": "nonsense", "own": ["x" * 32] * 9},
    ],
)
def test_nonsense_is_refused(served: Served, body: object) -> None:
    browser = Browser(served)
    with pytest.raises(urllib.error.HTTPError) as refused:
        browser.ask("/api/browser/tables", "POST", body)
    refused.value.close()
    assert refused.value.code in (404, 422)
    assert not list(browser.cookies)


def test_a_browser_holds_a_bounded_number_of_seats_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers_module, "MOST_HELD", 3)
    monkeypatch.setattr(browsers_module, "MOST_HOLDERS", 2)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    held, keys, token = BrowserSeats(store.engine), [new_key() for _ in range(4)], new_key()
    for number in range(5):
        store.create(f"table{number}", "bagh-chal", {})
        held.remember(keys[0], f"table{number}", [(0, new_key(), True)])
    assert [each.table for each in held.recall(keys[0])] == ["table4", "table3", "table2"]
    for key in keys:
        held.remember(key, "table0", [(1, token, True)])
    assert [bool(held.recall(key)) for key in keys[1:]] == [False, True, True]
    assert [each.token for each in held.recall(keys[3])] == [token]
    store.close()


def test_a_game_and_its_rematch_are_both_held_though_their_secret_is_the_same(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    held, key, token = BrowserSeats(store.engine), new_key(), new_key()
    for table in ("game", "rematch"):
        store.create(table, "bagh-chal", {})
    for table, seat in (("game", 0), ("rematch", 1), ("game", 0)):
        held.remember(key, table, [(seat, token, True)])
    assert [(each.table, each.seat, each.token) for each in held.recall(key)] == [
        ("game", 0, token),
        ("rematch", 1, token),
    ]
    held.forget(key, "game")
    assert [each.table for each in held.recall(key)] == ["rematch"]
    store.close()


def test_how_a_table_stands_is_told_to_all(served: Served) -> None:
    table, tokens = served.set_table("here", "computer")
    standing = served.get(f"/api/tables/{table}/standing?language=fr")
    assert [player["role"] for player in standing["players"]] == ["Chèvres", "Tigres"]
    assert (standing["waiting"], standing["over"], standing["moves"]) == ([0], False, 0)
    served.join(table, tokens[0]).ask("resign", 0)
    standing = served.get(f"/api/tables/{table}/standing")
    assert (standing["over"], standing["winners"], standing["end"]) == (True, [1], "Goats resigned.")
    assert served.refusal("/api/tables/no-such-table/standing")[0] == 404
    assert served.get(f"/api/tables/{table}/picture").startswith("<svg")


def test_a_game_that_points_decided_is_told_with_them() -> None:
    game, rng = naadam.load("jarmo"), random.Random(1)
    table = Table("table", game, (Player("here"), Player("here")), "seed")
    assert standing_of(table, "en").score is None
    while not table.over:
        seat = table.to_act[0]
        action = str(rng.choice(table.state.actions(seat)))
        table.take_all(table.decide(Play("m", table.seq, seat, action)))
    standing, points = standing_of(table, "en"), table.state.describe().counts["points"]
    assert isinstance(points, tuple)
    assert standing.score == list(points)
    assert standing.winners == [points.index(max(points))], "a game that one of them won"


def test_a_key_that_the_server_has_not_issued_is_replaced(served: Served) -> None:
    """A program on another port can plant a cookie: the seats must not be sealed by a key that it knows."""
    table, tokens = served.set_table("here", "here")
    planted = "A" * 32

    def ask(path: str, body: object = None) -> tuple[Any, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Cookie": f"{COOKIE}={planted}"}
        with urllib.request.urlopen(urllib.request.Request(served.address + path, data, headers)) as answer:
            text = answer.read().decode()
            return json.loads(text) if text else None, answer.headers

    _, headers = ask("/api/browser/tables", {"table": table, "own": tokens[:1]})
    assert planted not in headers["Set-Cookie"]
    assert ask("/api/browser")[0] == []


def test_a_key_that_the_server_has_issued_stays(served: Served) -> None:
    browser = Browser(served)
    for _ in range(2):
        table, tokens = served.set_table("here", "here")
        browser.hold(table, tokens[0])
    assert len(browser.held()) == 2
