"""Passkeys: bound to the configured name, answered in time, once, and by the person who asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from webauthn.helpers import bytes_to_base64url

from naadam.server.people.passkeys import (
    SECONDS,
    Challenges,
    Passkey,
    ask_to_enter,
    ask_to_register,
    check_entered,
    check_registered,
    find_relying_party,
)
from naadam.server.protocol.errors import Gone, UserError

PERSON = "a" * 24


@pytest.mark.parametrize(
    ("hosts", "name"),
    [
        (["127.0.0.1", "127.0.0.1", "localhost", "[::1]"], "localhost"),
        (["127.0.0.1", "localhost", "[::1]", "Play.example.org", "192.168.0.7"], "play.example.org"),
        (["0.0.0.0", "[::1]", "*.example.org"], ""),
        ([], ""),
    ],
)
def test_the_name_is_the_configured_one(hosts: list[str], name: str) -> None:
    assert find_relying_party(hosts) == name


def test_a_challenge_is_answered_once_in_time_by_its_person() -> None:
    now = [0.0]
    challenges = Challenges(lambda: now[0])
    challenges.note(b"one", PERSON)
    with pytest.raises(Gone):
        challenges.take(b"one")
    with pytest.raises(Gone):
        challenges.take(b"one", PERSON)
    challenges.note(b"two")
    assert challenges.take(b"two") == b"two"
    with pytest.raises(Gone):
        challenges.take(b"two")
    challenges.note(b"three")
    now[0] += SECONDS
    with pytest.raises(Gone):
        challenges.take(b"three")


def test_options_name_the_server_and_no_more_of_the_person_than_their_name() -> None:
    options, challenge = ask_to_register("example.org", PERSON, "Anna", [bytes_to_base64url(b"known")])
    assert options["rp"]["id"] == "example.org"
    assert options["user"]["name"] == "Anna"
    assert [one["id"] for one in options["excludeCredentials"]] == [bytes_to_base64url(b"known")]
    assert options["challenge"] == bytes_to_base64url(challenge)
    entering, _ = ask_to_enter("example.org")
    assert (entering["rpId"], entering["allowCredentials"]) == ("example.org", [])


def answer(origin: str, challenge: bytes = b"challenge", **more: Any) -> dict[str, Any]:
    client = {"type": "webauthn.get", "challenge": bytes_to_base64url(challenge), "origin": origin}
    return {"id": "x", "response": {"clientDataJSON": bytes_to_base64url(json.dumps(client).encode()), **more}}


@pytest.mark.parametrize(
    "given",
    [
        answer("https://evil.example"),
        answer("https://example.org.evil.example"),
        answer("http://example.org"),
        answer("https://sub.example.org"),
        answer("https://example.org"),  # nothing is signed
        {},
        {"response": None},
        {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": bytes_to_base64url(b"[]")}},
    ],
)
def test_answers_of_other_pages_and_unsigned_ones_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        check_entered("example.org", given, Passkey("x", b"", 0), lambda challenge: challenge)
    with pytest.raises(UserError):
        check_registered("example.org", given, lambda challenge: challenge)
