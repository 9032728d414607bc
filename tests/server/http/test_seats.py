"""Seats belong to persons: by their cookie, after restarts, and by invitations that bind once."""

from __future__ import annotations

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from browsers import Browser
from serving import Served

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import COOKIE, new_key
from naadam.server.storage.store import Store

TABLE = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "invited"}]}


def invite(host: Browser, **more: Any) -> tuple[str, str]:
    """A table of a host, and the token of the invitation to its second seat."""
    made = host.post("/api/tables", TABLE | more)
    return made["table"], made["invitations"][1]


def accept(browser: Browser, table: str, token: str) -> tuple[str, list[int]]:
    """The answer to an invitation, shown again as long as the server asks for that."""
    for _ in range(2):
        answer = browser.post(f"/api/tables/{table}/seat", {"token": token})
        if answer["state"] != "again":
            break
    return answer["state"], answer["seats"]


def test_an_invitation_binds_a_seat_once(served: Served) -> None:
    host, guest, other = (Browser(served) for _ in range(3))
    table, token = invite(host)
    assert host.join(table).table["players"][1]["free"]
    assert accept(guest, table, token) == ("taken", [1])
    assert not guest.join(table).table["players"][1]["free"]
    assert guest.join(table).table["mine"] == [1]
    assert accept(guest, table, token) == ("own", [1]), "the answer may be lost on the way, so it is given again"
    assert accept(other, table, token) == ("used", [])
    assert other.join(table).table["mine"] == []
    assert other.join(table).play(1, "Ba1b1")["key"] == "not-your-seat"
    served.kill()
    served.start()
    assert [browser.join(table).table["mine"] for browser in (host, guest, other)] == [[0], [1], []]


def test_a_browser_gets_its_key_before_it_gets_a_seat(served: Served) -> None:
    """A server that is killed between the two, or a browser that keeps no cookies, leaves the invitation open."""
    host, guest = Browser(served), Browser(served)
    table, token = invite(host)
    forgetful = served.post(f"/api/tables/{table}/seat", {"token": token})
    assert forgetful == {"state": "again", "seats": []}
    assert guest.post(f"/api/tables/{table}/seat", {"token": token})["state"] == "again"
    served.kill()
    served.start()
    assert accept(guest, table, token) == ("taken", [1])


def test_a_host_who_opens_the_link_leaves_it_to_the_guest(served: Served) -> None:
    host, guest = Browser(served), Browser(served)
    table, token = invite(host)
    assert accept(host, table, token) == ("own", [0])
    assert accept(guest, table, token) == ("taken", [1])


def test_of_two_browsers_with_one_invitation_exactly_one_gets_the_seat(served: Served) -> None:
    host = Browser(served)
    for _ in range(5):
        table, token = invite(host)
        browsers = [Browser(served) for _ in range(4)]
        for browser in browsers:
            browser.post("/api/tables", TABLE)  # a key
        with ThreadPoolExecutor(4) as racing:
            found = racing.map(lambda browser, where=(table, token): accept(browser, *where)[0], browsers)
        assert sorted(found) == ["taken", "used", "used", "used"]
        assert sum(browser.join(table).table["mine"] == [1] for browser in browsers) == 1


def test_the_host_renews_an_invitation_and_the_seat_changes_hands_when_it_is_accepted(served: Served) -> None:
    host, wrong, guest, late = (Browser(served) for _ in range(4))
    table, token = invite(host)
    assert accept(wrong, table, token)[0] == "taken"
    watching = wrong.join(table)
    path = f"/api/tables/{table}/invitation"
    assert wrong.refusal(path, body={"seat": 1})[0] == 403
    assert served.refusal(path, {"seat": 1})[0] == 403
    renewed = host.post(path, {"seat": 1})["token"]
    assert host.refusal(path, body={"seat": 0})[0] == 422
    assert wrong.join(table).table["mine"] == [1], "until somebody accepts"
    assert accept(late, table, token) == ("used", []), "the link before is void"
    assert accept(guest, table, renewed) == ("taken", [1])
    while watching.next("table")["mine"]:
        pass  # an open connection loses the seat with its person
    assert watching.play(1, "Ba1b1")["key"] == "not-your-seat"
    assert guest.join(table).table["mine"] == [1]


def test_the_seat_of_a_rated_game_stays_with_its_person(served: Served) -> None:
    host, guest = Browser(served), Browser(served)
    host.post("/api/me/name", {"name": "Rated Host"})
    table, token = invite(host, rated=True, clock={"kind": "fischer", "seconds": 300, "added": 5})
    assert accept(guest, table, token)[0] == "taken"
    assert host.refusal(f"/api/tables/{table}/invitation", body={"seat": 1})[0] == 422


def test_a_rematch_seats_the_same_people_without_an_invitation(served: Served) -> None:
    host, guest = Browser(served), Browser(served)
    table, token = invite(host)
    accept(guest, table, token)
    player = host.join(table)
    player.ask("resign", 0)
    following = player.ask("rematch", 0)["next"]
    assert [browser.join(following).table["mine"] for browser in (host, guest)] == [[1], [0]]
    assert [[each["table"] for each in browser.get("/api/me/tables")] for browser in (host, guest)] == [
        [following, table]
    ] * 2


def test_a_person_finds_their_tables_and_leaves_some_out(served: Served) -> None:
    host, guest = Browser(served), Browser(served)
    assert guest.get("/api/me/tables") == []
    table, token = invite(host)
    both = host.post("/api/tables", {"spec": "jarmo", "players": [{"kind": "here"}, {"kind": "here"}]})["table"]
    accept(guest, table, token)
    assert [(each["table"], each["seats"]) for each in host.get("/api/me/tables")] == [(both, [0, 1]), (table, [0])]
    assert [(each["table"], each["seats"]) for each in guest.get("/api/me/tables")] == [(table, [1])]
    host.ask(f"/api/me/tables/{table}", "DELETE")
    assert [each["table"] for each in host.get("/api/me/tables")] == [both]
    assert host.join(table).table["mine"] == [0], "the seat stays"


# --- attacks ---


def test_another_persons_cookie_plays_no_seat(served: Served) -> None:
    host, thief = Browser(served), Browser(served)
    table, _ = invite(host)
    invite(thief)
    client = thief.join(table)
    assert client.table["mine"] == []
    assert client.play(0, "Gc3")["key"] == "not-your-seat"


def test_a_page_of_another_origin_acts_for_nobody(served: Served) -> None:
    host, guest = Browser(served), Browser(served)
    table, token = invite(host)
    invite(guest)
    foreign = {"Origin": "http://127.0.0.1:1"}
    path = f"/api/tables/{table}/seat"
    answer, headers = guest.ask(path, "POST", {"token": token}, **foreign)
    assert answer["state"] == "again", "the person of the cookie does not count there"
    assert headers["Set-Cookie"]
    assert guest.refusal(f"/api/tables/{table}/invitation", body={"seat": 1})[0] == 403
    hidden, _ = host.ask("/api/me/tables", **foreign)
    assert hidden == []
    host.ask(f"/api/me/tables/{table}", "DELETE", **foreign)
    assert host.get("/api/me/tables")[0]["table"] == table


def test_a_thief_of_the_database_plays_nothing(served: Served) -> None:
    """All hashes and ids in the file are shown to the server as key and as invitation."""
    host, guest = Browser(served), Browser(served)
    table, token = invite(host)
    host.post("/api/codes", {"table": table, "token": token})
    accept(guest, *invite(host))
    with sqlite3.connect(served.database) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = {str(value) for name in names for row in database.execute(f"SELECT * FROM {name}") for value in row}
    text = " ".join(values)
    secret = {str(cookie.value) for browser in (host, guest) for cookie in browser.cookies} | {token}
    assert not [one for one in secret if one in text]
    hashes = set(re.findall(r"\b[0-9a-f]{24,64}\b", text))
    assert hash_secret(token) in hashes
    for value in hashes:
        shown = {"Cookie": f"{COOKIE}={value}.{value[:32]}"}
        answer, _ = Browser(served).ask(f"/api/tables/{table}/seat", "POST", {"token": value}, **shown)
        assert answer == {"state": "again", "seats": []}, "no key is a person's"
        assert accept(guest, table, value) == ("used", [])


@pytest.mark.parametrize("planted", ["A" * 32, "", "x"])
def test_a_planted_key_takes_no_seat(served: Served, planted: str) -> None:
    """Fixation: a key that another program has put into the browser is no person, and never becomes one."""
    host = Browser(served)
    table, token = invite(host)
    path = f"/api/tables/{table}/seat"
    answer, headers = Browser(served).ask(path, "POST", {"token": token}, Cookie=f"{COOKIE}={planted}")
    assert answer["state"] == "again"
    assert not str(headers["Set-Cookie"]).startswith(f"{COOKIE}={planted};")
    attacker = Browser(served)
    assert attacker.join(table, Cookie=f"{COOKIE}={planted}").table["mine"] == []


# --- browsers of former versions ---


def write_former(served: Served, table: str, own: str, invited: str) -> str:
    """Make a table as the migration leaves one of a former version; the key in the cookie of the host's browser."""
    key = new_key()
    store = Store(f"sqlite:///{served.database}")
    hashes = (("here", hash_secret(own)), ("invited", hash_secret(invited)))
    players = [{"kind": kind, "invitation": hashed} for kind, hashed in hashes]
    store.create(table, "bagh-chal", {"players": players, "seed": "s"})
    with store.engine.begin() as connection:
        for seat, token in enumerate((own, invited)):
            row = (hash_secret(key), hash_secret(token), table, seat, seat == 0, "sealed", 1.0)
            connection.exec_driver_sql("INSERT INTO browsers VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    store.close()
    return key


def test_a_browser_of_a_former_version_gets_its_seats_once(served: Served) -> None:
    own, invited = new_key(), new_key()
    key = write_former(served, "former-table", own, invited)
    host, guest, late = (Browser(served) for _ in range(3))
    assert late.ask("/api/browser/seats", "POST", {})[1]["Set-Cookie"] is None, "nothing is bound, so nobody is made"
    _, headers = host.ask("/api/browser/seats", "POST", {}, Cookie=f"naadam-browser={key}")
    cookies = headers.get_all("Set-Cookie")
    assert any(cookie.startswith('naadam-browser=""; ') and "Path=/api/browser;" in cookie for cookie in cookies)
    assert host.join("former-table").table["mine"] == [0], "and not the seat to which it invited"
    guest.post("/api/browser/seats", {"tables": {"former-table": [invited]}})
    late.post("/api/browser/seats", {"tables": {"former-table": [own, invited]}})
    assert guest.join("former-table").table["mine"] == [1]
    assert late.join("former-table").table["mine"] == [], "a token is no key any more"
    with sqlite3.connect(served.database) as database:
        assert database.execute("SELECT count(*) FROM browsers").fetchone() == (0,)


def test_a_link_of_a_former_version_is_an_invitation(served: Served) -> None:
    own, invited = new_key(), new_key()
    write_former(served, "linked-table", own, invited)
    guest = Browser(served)
    assert accept(guest, "linked-table", invited) == ("taken", [1])


@pytest.mark.parametrize(
    "body",
    [{"tables": {"nonsense!": ["x" * 32]}}, {"tables": {"a" * 12: ["x"]}}, {"tables": {"a" * 12: ["x" * 32] * 9}}],
)
def test_nonsense_about_former_seats_is_refused(served: Served, body: object) -> None:
    browser = Browser(served)
    assert browser.refusal("/api/browser/seats", body=body)[0] == 422
    assert not list(browser.cookies)
