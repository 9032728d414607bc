"""Studies: records with variations that the server plays again, and the pages that other sites may frame."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from serving import Served

import naadam
from naadam.server.features.study import pack_study, unpack_study
from naadam.server.protocol.errors import UserError

GAME = naadam.load("bagh-chal")
RECORD = f"""Game: bagh-chal
Rules: {GAME.rules_version}
Board: {GAME.board_hash}
Seat 0: Anna
Seat 1: Ben

1. Gc3 {{The middle.}} (Ga3 Ba1b2 (Ba1a2 Gc1)) Ba1b1
2. Ga4
"""


def refused(served: Served, path: str, body: dict[str, Any]) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as raised:
        served.post(path, body)
    with raised.value as answer:
        return answer.code, json.loads(answer.read())["detail"]


def test_a_record_is_played_again_with_its_variations(served: Served) -> None:
    study = served.post("/api/study", {"record": RECORD})
    assert [(move["parent"], move["step"], move["words"]) for move in study["moves"][:4]] == [
        (None, "", ""),
        (0, "Gc3", "placed a goat on c3"),
        (1, "Ba1b1", "moved a1 to b1"),
        (2, "Ga4", "placed a goat on a4"),
    ]
    assert [move["parent"] for move in study["moves"][4:]] == [0, 4, 4, 6]
    assert study["moves"][1]["comment"] == "The middle."
    assert served.post("/api/study", {"record": study["record"]}) == study
    line = {"steps": ["Gc3"], "comments": [], "variations": []}
    assert len(served.post("/api/study", {"record": json.dumps({**study["parts"], **line})})["moves"]) == 2


def test_an_illegal_variation_is_refused_by_its_clause(served: Served) -> None:
    status, text = refused(served, "/api/study", {"record": RECORD.replace("(Ga3", "(Ga1")})
    assert status == 422
    assert "BC-4" in text


def test_the_legal_moves_of_a_position_are_listed_and_others_refused_with_the_reason(served: Served) -> None:
    asked = {"spec": "bagh-chal", "line": ["Gc3"]}
    found = served.post("/api/study/choices", asked)
    assert found["seat"] == 1
    state = GAME.start().apply("Gc3")
    assert [choice["action"] for choice in found["choices"]] == list(map(str, state.actions()))
    assert found["position"] == state.position
    status, text = refused(served, "/api/study/choices", asked | {"touched": ["a1", "c3"]})
    assert status == 422
    assert text
    assert refused(served, "/api/study/choices", asked | {"line": ["Ba1b1"]})[0] == 422


def test_outcomes_of_chance_are_listed_in_words(served: Served) -> None:
    found = served.post("/api/study/choices", {"spec": "yut", "line": []})
    assert found["chance"]
    assert all(choice["action"].startswith("~") and choice["words"] for choice in found["choices"])


def test_a_link_is_read_again_and_a_bomb_or_nonsense_is_refused() -> None:
    assert unpack_study(pack_study(RECORD)) == RECORD
    for packed in ("", "%", "AAAA", pack_study("x" * 10_000_000)):
        with pytest.raises(UserError):
            unpack_study(packed)


@pytest.mark.parametrize("path", ["/embed/study?language=fr&record=" + pack_study(RECORD), "/embed/player.js"])
def test_only_embedded_pages_may_be_framed_and_they_set_no_cookie(served: Served, path: str) -> None:
    with urllib.request.urlopen(served.address + path, timeout=60) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert answer.headers["X-Frame-Options"] is None
        assert answer.headers["Set-Cookie"] is None
    for other in ("/study", "/api/games", "/embedded"):
        request = urllib.request.Request(served.address + other)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Frame-Options"] == "DENY"


def test_a_replay_is_a_file_to_save(served: Served) -> None:
    body = json.dumps({"record": RECORD, "language": "it"}).encode()
    request = urllib.request.Request(f"{served.address}/api/replay", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.read().decode().startswith('<!doctype html><html lang="it">')


def test_a_game_with_secrets_is_not_embedded_before_it_is_over(served: Served) -> None:
    table, _ = served.set_table("here", "here", spec="khan")
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(f"{served.address}/embed/table/{table}", timeout=60)
    with raised.value as answer:
        assert answer.code == 403
