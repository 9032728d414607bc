"""Tokens: a program acts for a person or a bot, within its scopes, until it is revoked."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from typing import Any

import pytest
from browsers import Browser
from serving import Client, Served

from naadam.core.hashing import hash_secret
from naadam.server.storage.people.token_store import MOST_BOTS
from naadam.server.storage.store import Store

TABLE = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "computer", "level": 1}]}


class Program:
    """A client that shows a token and keeps no cookies."""

    def __init__(self, served: Served, token: str) -> None:
        self.served, self.token = served, token

    def ask(self, path: str, method: str = "GET", body: object = None) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(self.served.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert answer.headers["Set-Cookie"] is None
                text = answer.read().decode()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.loads(refused.read())["detail"]


def issue(browser: Browser, *scopes: str, **more: object) -> dict[str, Any]:
    made: dict[str, Any] = browser.post("/api/me/tokens", {"label": "engine", "scopes": scopes, **more})
    return made


def test_a_token_is_shown_once_and_stored_as_a_hash(served: Served) -> None:
    browser = Browser(served)
    made = issue(browser, "read", "open")
    assert re.fullmatch(r"nd_[A-Za-z0-9_-]{43}", made["token"])
    [listed] = browser.get("/api/me/tokens")
    assert listed == {key: value for key, value in made.items() if key != "token"}
    assert listed["scopes"] == ["read", "open"]
    assert listed["id"] == hash_secret(made["token"])
    store = Store(f"sqlite:///{served.database}")
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM keys").all()
    store.close()
    assert made["token"] not in str(rows)


def test_a_token_does_what_its_scopes_say_and_nothing_else(served: Served) -> None:
    browser = Browser(served)
    reader, opener, player = (Program(served, issue(browser, scope)["token"]) for scope in ("read", "open", "play"))
    assert reader.ask("/api/me/tokens")[0] == 200
    assert len(reader.ask("/api/me/tokens")[1]) == 3
    assert opener.ask("/api/me/tokens")[1] == []
    status, reason = reader.ask("/api/tables", "POST", TABLE)
    assert (status, "open" in reason) == (403, True)
    status, made = opener.ask("/api/tables", "POST", TABLE)
    assert status == 201
    assert browser.join(made["table"]).table["mine"] == [0], "it is the person's table"
    for program in (reader, opener, player):
        assert program.ask("/api/me/tokens", "POST", {"label": "x", "scopes": ["read"]})[0] == 403
        assert program.ask("/api/me/name", "POST", {"name": "Mallory"})[0] == 403
        assert program.ask("/api/me/sheet", "POST", {"": ""})[0] == 403
        assert program.ask(f"/api/me/tokens/{hash_secret(reader.token)}", "DELETE")[0] == 404
    for program, seats in ((player, [0]), (reader, []), (opener, [])):
        headers = {"Authorization": f"Bearer {program.token}"}
        client = Client(served, made["table"], additional_headers=headers)
        served.clients.append(client)
        client.send(type="hello")
        assert client.next("table")["mine"] == seats


def test_a_revoked_or_unknown_token_opens_nothing(served: Served) -> None:
    browser = Browser(served)
    made = issue(browser, "read")
    program = Program(served, made["token"])
    other = Browser(served)
    issue(other, "read")
    assert other.refusal(f"/api/me/tokens/{made['id']}", "DELETE")[0] == 404
    browser.ask(f"/api/me/tokens/{made['id']}", "DELETE")
    for token in (made["token"], "nd_" + "A" * 43, "nd_"):
        program.token = token
        assert program.ask("/api/me/tokens")[0] == 401
    assert browser.get("/api/me/tokens") == []


def test_a_token_ends(served: Served) -> None:
    browser = Browser(served)
    assert browser.refusal("/api/me/tokens", body={"label": "x", "scopes": ["read"], "until": 1.0})[0] == 422
    made = issue(browser, "read", until=time.time() + 3600)
    assert Program(served, made["token"]).ask("/api/me/tokens")[0] == 200
    store = Store(f"sqlite:///{served.database}")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE keys SET until = 1 WHERE hash = ?", (made["id"],))
    store.close()
    assert Program(served, made["token"]).ask("/api/me/tokens")[0] == 401


def test_a_bot_is_a_person_with_an_owner_and_a_name(served: Served) -> None:
    browser = Browser(served)
    first = issue(browser, "bot", "open", "read", bot="Dice")
    second = issue(browser, "bot", bot="dice")
    assert (first["bot"], second["bot"]) == ("Dice", "Dice"), "the same bot"
    assert Browser(served).refusal("/api/me/tokens", body={"label": "x", "scopes": ["bot"], "bot": "D1CE"})[0] in (409,)
    program = Program(served, first["token"])
    assert program.ask("/api/me")[1]["name"] == "Dice"
    status, made = program.ask("/api/tables", "POST", TABLE)
    assert status == 201
    assert browser.join(made["table"]).table["mine"] == [], "the table is the bot's, not its owner's"
    offer = {"games": ["yut"], "clocks": [{"kind": "fischer", "seconds": 300}]}
    assert program.ask("/api/lobby", "POST", offer)[0] == 403
    for number in range(1, MOST_BOTS):
        issue(browser, "bot", bot=f"Bot {number}")
    assert browser.refusal("/api/me/tokens", body={"label": "x", "scopes": ["bot"], "bot": "Another"})[0] == 429


@pytest.mark.parametrize(
    "wanted",
    [
        {"label": "", "scopes": ["read"]},
        {"label": "x", "scopes": []},
        {"label": "x", "scopes": ["erase"]},
        {"label": "x", "scopes": ["bot"]},
        {"label": "x", "scopes": ["read"], "bot": "Dice"},
        {"label": "x", "scopes": ["bot"], "bot": "../.."},
    ],
)
def test_tokens_that_make_no_sense_are_refused(served: Served, wanted: dict[str, object]) -> None:
    assert Browser(served).refusal("/api/me/tokens", body=wanted)[0] == 422


def test_beyond_a_limit_the_answer_says_when_to_come_again(served: Served) -> None:
    """A proxy that hides its clients has the rights and the limits of one address."""
    headers = {"Content-Type": "application/json", "Forwarded": "for=192.0.2.1"}
    request = urllib.request.Request(served.address + "/api/opened", b'{"text": "x"}', headers)
    for _ in range(200):
        try:
            urllib.request.urlopen(request, timeout=60).close()
        except urllib.error.HTTPError as error:
            refused = error.code, error.headers["Retry-After"], json.loads(error.read())
            error.close()
            if refused[0] == 429:
                break
    status, seconds, answer = refused
    assert (status, seconds, answer["error"]) == (429, "3", "too-often")
    assert answer["limit"] == {"key": "too-often", "seconds": 3}


def test_refusals_have_a_key_and_a_sentence(served: Served) -> None:
    for path, status, key in (("/api/rules?spec=chess", 404, None), ("/api/tables/unknown0/record", 404, "no-table")):
        with pytest.raises(urllib.error.HTTPError) as refused:
            served.get(path)
        answer = json.loads(refused.value.read())
        refused.value.close()
        assert refused.value.code in (status, 422)
        assert answer["detail"]
        assert key is None or answer["error"] == key


def test_the_description_has_the_version_of_the_api_and_the_shape_of_refusals(served: Served) -> None:
    description = served.get("/openapi.json")
    assert description["info"]["version"] == "1.0.0"
    assert description["info"]["title"] == "Naadam"
    operation = description["paths"]["/api/me/tokens"]["post"]
    for status in ("422", "429"):
        schema = operation["responses"][status]["content"]["application/json"]["schema"]
        assert schema["$ref"].endswith("/RequestRefused")
    assert description["components"]["schemas"]["TokenWanted"]["examples"]
