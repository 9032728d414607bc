"""Devices and recovery codes: a browser becomes a device of a person, takes its games along, and can be logged out."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import Browser
from serving import Served
from websockets.exceptions import ConnectionClosed

from naadam.core.hashing import hash_secret
from naadam.server.people.keys import MISREAD, SHEET_ALPHABET, new_sheet, read_sheet
from naadam.server.storage.store import Store

TABLE = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "invited"}]}


def named(served: Served, name: str) -> Browser:
    browser = Browser(served)
    browser.post("/api/me/name", {"name": name})
    return browser


def enter(browser: Browser, code: str) -> Any:
    return browser.post("/api/me/entered", {"code": code})


def test_a_code_makes_a_second_browser_a_device_of_the_person_once(served: Served) -> None:
    laptop, phone, other = named(served, "Anna"), Browser(served), Browser(served)
    table = laptop.post("/api/tables", TABLE)["table"]
    code = laptop.post("/api/me/codes", {})["code"]
    assert enter(phone, f"{code[:3]} {code[3:6]} {code[6:]}")["name"] == "Anna"
    assert phone.join(table).table["mine"] == [0]
    assert other.refusal("/api/me/entered", body={"code": code})[0] == 404
    assert other.get("/api/me")["name"] is None
    assert len(laptop.get("/api/me/keys")) == 2


def test_games_that_a_browser_began_without_a_name_come_along(served: Served) -> None:
    laptop, phone = named(served, "Ines"), Browser(served)
    table = phone.post("/api/tables", TABLE)["table"]
    watching = laptop.join(table)
    assert watching.table["mine"] == []
    enter(phone, laptop.post("/api/me/codes", {})["code"])
    assert phone.join(table).table["mine"] == laptop.join(table).table["mine"] == [0]
    assert len(phone.get("/api/me/keys")) == 2, "the key it had before is gone"


def test_codes_of_seats_and_of_devices_do_not_open_each_other(served: Served) -> None:
    anna, ben = named(served, "Bea"), Browser(served)
    made = anna.post("/api/tables", TABLE)
    seat = anna.post("/api/codes", {"table": made["table"], "token": made["invitations"][1]})["code"]
    device = anna.post("/api/me/codes", {})["code"]
    assert ben.refusal("/api/joined", body={"code": device})[0] == 409
    assert ben.refusal("/api/me/entered", body={"code": seat})[0] == 409
    assert ben.post("/api/joined", {"code": seat})["table"] == made["table"], "neither was used up"
    assert enter(ben, device)["name"] == "Bea"


def test_a_browser_that_keeps_a_name_must_be_logged_out_first(served: Served) -> None:
    anna, ben = named(served, "Carla"), named(served, "Dina")
    code = anna.post("/api/me/codes", {})["code"]
    status, reason = ben.refusal("/api/me/entered", body={"code": code})
    assert (status, reason) == (409, "This browser belongs to Dina. Log it out first.")
    [key] = ben.get("/api/me/keys")
    ben.ask(f"/api/me/keys/{key['id']}", "DELETE")
    assert ben.get("/api/me")["name"] is None
    assert enter(ben, code)["name"] == "Carla", "the refused attempt has not used it up"


def test_a_browser_keeps_no_key_that_it_had_before_it_became_a_device(served: Served) -> None:
    """Another program on this host can plant a key that the server knows: its own."""
    attacker, anna = Browser(served), named(served, "Eva")
    attacker.post("/api/tables", TABLE)
    victim = Browser(served)
    for cookie in attacker.cookies:
        victim.cookies.set_cookie(cookie)
    enter(victim, anna.post("/api/me/codes", {})["code"])
    assert victim.get("/api/me")["name"] == "Eva"
    assert attacker.get("/api/me")["name"] is None


def test_a_recovery_code_lets_its_person_in_until_the_next_is_printed(served: Served) -> None:
    anna, first, second = named(served, "Fay"), Browser(served), Browser(served)
    old = anna.post("/api/me/sheet", {})["code"]
    code = anna.post("/api/me/sheet", {})["code"]
    assert [key["kind"] for key in anna.get("/api/me/keys")].count("sheet") == 1
    assert first.refusal("/api/me/entered", body={"code": old})[0] == 404
    assert enter(first, code.lower().replace("-", " "))["name"] == "Fay"
    assert enter(second, code)["name"] == "Fay", "it stays valid"
    store = Store(f"sqlite:///{served.database}")
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM keys").all()
    store.close()
    assert any(hash_secret(read_sheet(code) or "") in row for row in rows)
    assert not any(code in str(row) or str(read_sheet(code)) in str(row) for row in rows)


def test_a_revoked_browser_is_logged_out_immediately(served: Served) -> None:
    laptop, phone = named(served, "Gerd"), Browser(served)
    table = laptop.post("/api/tables", TABLE)["table"]
    enter(phone, laptop.post("/api/me/codes", {})["code"])
    connected = phone.join(table)
    assert connected.table["mine"] == [0]
    keys = laptop.get("/api/me/keys")
    assert sorted(key["here"] for key in keys) == [False, True]
    stranger = Browser(served)
    [lost] = [key["id"] for key in keys if not key["here"]]
    assert stranger.refusal(f"/api/me/keys/{lost}", "DELETE")[0] == 404
    laptop.ask(f"/api/me/keys/{lost}", "DELETE")
    with pytest.raises(ConnectionClosed):
        connected.next("pong")
    assert phone.get("/api/me")["name"] is None
    assert phone.join(table).table["mine"] == []
    assert laptop.get("/api/me")["name"] == "Gerd"


def test_browsers_are_listed_with_their_label(served: Served) -> None:
    browser = Browser(served)
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    browser.ask("/api/me/name", "POST", {"name": "Hans"}, **{"User-Agent": agent})
    [key] = browser.get("/api/me/keys")
    assert (key["kind"], key["label"], key["here"]) == ("browser", "Firefox, Linux", True)
    assert Browser(served).get("/api/me/keys") == []


def test_a_recovery_code_is_read_as_people_type_it() -> None:
    code = new_sheet()
    plain = code.replace("-", "")
    assert len(plain) == 20
    assert read_sheet(code) == read_sheet(f" {code.lower()} ") == plain
    assert read_sheet("O" * 10 + "il" * 5) == "0" * 10 + "1" * 10
    assert set(SHEET_ALPHABET).isdisjoint(map(chr, MISREAD))
    for wrong in ("", plain[:-1], plain + "2", "U" * 20, "123 456 789"):
        assert read_sheet(wrong) is None
