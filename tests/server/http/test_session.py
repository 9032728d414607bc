"""Sessions: a browser is a person from the moment it holds something, by a cookie that the server has made."""

from __future__ import annotations

import pytest
from browsers import Browser
from serving import Served
from websockets.exceptions import InvalidStatus

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import COOKIE, MOST_IN_COOKIE, new_key
from naadam.server.storage.store import Store

TABLE = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "invited"}]}


def test_whoever_sets_a_table_is_a_person_and_sits_there(served: Served) -> None:
    browser = Browser(served)
    made, headers = browser.ask("/api/tables", "POST", TABLE)
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "Path=/api;" in cookie
    assert "secure" not in cookie.lower()
    assert browser.join(made["table"]).table["mine"] == [0]
    assert Browser(served).join(made["table"]).table["mine"] == []


def test_looking_on_leaves_no_cookie(served: Served) -> None:
    browser = Browser(served)
    made = served.post("/api/tables", TABLE)
    for path in ("/api/games", "/api/lobby", f"/api/tables/{made['table']}/standing"):
        browser.get(path)
    browser.join(made["table"])
    assert not list(browser.cookies)


def test_a_person_stays_the_same(served: Served) -> None:
    browser = Browser(served)
    tables = [browser.post("/api/tables", TABLE)["table"] for _ in range(2)]
    assert [browser.join(table).table["mine"] for table in tables] == [[0], [0]]
    assert len(list(browser.cookies)) == 1
    served.kill()
    served.start()
    assert browser.join(tables[0]).table["mine"] == [0]


@pytest.mark.parametrize("planted", ["A" * 32, "x", "", "a.b.c", "A" * 5000, "\xff"])
def test_a_key_of_a_clients_own_choice_is_never_taken_over(served: Served, planted: str) -> None:
    """Another program on this host can plant a cookie, and must not get to sit where the browser sits."""
    _, headers = Browser(served).ask("/api/tables", "POST", TABLE, Cookie=f"{COOKIE}={planted}")
    value = headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    key, *others = value.split(".")
    assert key != planted
    assert len(key) == 32
    assert others in ([], [planted])


def test_two_servers_on_one_host_share_the_cookie(served: Served) -> None:
    browser = Browser(served)
    other = [new_key() for _ in range(MOST_IN_COOKIE + 2)]
    _, headers = browser.ask("/api/tables", "POST", TABLE, Cookie=f"{COOKIE}={'.'.join(other)}")
    keys = headers["Set-Cookie"].partition("=")[2].partition(";")[0].split(".")
    assert len(keys) == MOST_IN_COOKIE
    assert keys[1:] == other[: MOST_IN_COOKIE - 1]
    behind = ".".join([*other[:3], keys[0]])
    _, headers = browser.ask("/api/tables", "POST", TABLE, Cookie=f"{COOKIE}={behind}")
    assert headers["Set-Cookie"] is None, "the key was found, so there is no new person"


def test_a_cookie_counts_on_our_own_page_only(served: Served) -> None:
    browser = Browser(served)
    made = browser.post("/api/tables", TABLE)
    host = served.address.removeprefix("http://")
    assert browser.join(made["table"], Origin=f"http://{host}").table["mine"] == [0]
    with pytest.raises(InvalidStatus):
        browser.join(made["table"], Origin="http://127.0.0.1:1")
    other, headers = browser.ask("/api/tables", "POST", TABLE, Origin="http://127.0.0.1:1")
    assert headers["Set-Cookie"], "a page on another port acts for nobody that we know"
    assert Browser(served).join(other["table"]).table["mine"] == []


def test_the_database_has_hashes_only(served: Served) -> None:
    browser = Browser(served)
    browser.post("/api/tables", TABLE)
    key = next(iter(browser.cookies)).value or ""
    store = Store(f"sqlite:///{served.database}")
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM keys").all()
    store.close()
    assert any(hash_secret(key) in row for row in rows)
    assert not any(key in str(row) for row in rows)
