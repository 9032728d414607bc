"""A browser keeps its games under a unique name, changes it, and frees it."""

from __future__ import annotations

import urllib.parse
from typing import Any

from browsers import Browser
from serving import Served


def keep(browser: Browser, name: str) -> tuple[str | None, bool]:
    return told(browser.post("/api/me/name", {"name": name}))


def told(answer: dict[str, Any]) -> tuple[str | None, bool]:
    return answer["name"], answer["kept"]


def test_a_name_is_kept_changed_and_freed(served: Served) -> None:
    anna, other = Browser(served), Browser(served)
    assert told(anna.get("/api/me")) == (None, False)
    assert not list(anna.cookies), "asking leaves no trace"
    assert keep(anna, " Anna ") == ("Anna", True)
    assert told(anna.get("/api/me")) == ("Anna", True)
    assert other.refusal("/api/me/name", body={"name": "ANNÁ"})[0] == 409
    assert keep(anna, "anna") == ("anna", True), "the same name, written in another way"
    assert other.get("/api/people/" + urllib.parse.quote("Änna"))["name"] == "anna"
    keep(anna, "Hanna")
    assert keep(other, "Anna") == ("Anna", True)
    assert keep(anna, "") == (None, False)
    assert other.refusal("/api/people/Hanna", "GET")[0] == 404
    assert keep(other, "Hanna") == ("Hanna", True)


def test_a_name_that_is_refused_changes_nothing(served: Served) -> None:
    anna = Browser(served)
    assert anna.refusal("/api/me/name", body={"name": "../x"}) == (
        422,
        "A name may have letters, digits, spaces and the marks - _ . ’ only, not “/”.",
    )
    assert not list(anna.cookies)
    keep(anna, "Bruno")
    for body in ({"name": "\u3164"}, {"name": "B" * 99}, {"name": "x" * 300}, {"name": 7}, {}):
        assert anna.refusal("/api/me/name", body=body)[0] == 422
    assert anna.get("/api/me")["name"] == "Bruno"


def test_the_name_is_that_of_the_offers_of_its_person(served: Served) -> None:
    anna = Browser(served)
    keep(anna, "Carla")
    clock = {"kind": "days", "seconds": 86_400}
    offer = {"games": ["yut"], "clocks": [clock], "name": "typed in"}
    anna.post("/api/lobby", offer)
    bao = Browser(served)
    keep(bao, "Dina")
    table = bao.post("/api/lobby", offer)["table"]
    players = bao.get(f"/api/tables/{table}/standing")["players"]
    assert {player["name"] for player in players} == {"Carla", "Dina"}
