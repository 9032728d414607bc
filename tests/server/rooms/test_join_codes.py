"""Codes to join by: said on the telephone, good once, for half an hour, and hard to guess."""

from __future__ import annotations

import pytest
from browsers import Browser
from serving import Served

from naadam.server.protocol.errors import UserError
from naadam.server.rooms.join_codes import DIGITS, MINUTES, TRIES_AT_ONCE, JoinCodes

TABLE = {"spec": "bagh-chal", "players": [{"kind": "here"}, {"kind": "invited"}]}


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_code_opens_its_seat_once() -> None:
    codes = JoinCodes()
    code = codes.issue("table", "token")
    assert len(code) == DIGITS
    spoken = f"{code[:3]} {code[3:6]}-{code[6:]}"
    assert codes.take(spoken, "here")[:2] == ("table", "token")
    with pytest.raises(UserError, match="opens no seat"):
        codes.take(code, "here")


def test_a_new_code_voids_the_old_one() -> None:
    codes = JoinCodes()
    old, new = codes.issue("table", "token"), codes.issue("table", "token")
    with pytest.raises(UserError):
        codes.take(old, "here")
    assert codes.take(new, "here").token == "token"


def test_a_code_is_good_for_half_an_hour() -> None:
    clock = Clock()
    codes = JoinCodes(clock)
    code = codes.issue("table", "token")
    clock.now += 60 * MINUTES + 1
    with pytest.raises(UserError):
        codes.take(code, "here")


def test_an_address_that_guesses_is_slowed_down_and_no_other() -> None:
    clock = Clock()
    codes = JoinCodes(clock)
    code = codes.issue("table", "token")
    wrong = str((int(code) + 1) % 10**DIGITS)
    for _ in range(TRIES_AT_ONCE):
        with pytest.raises(UserError, match="opens no seat"):
            codes.take(wrong, "guesser")
    with pytest.raises(UserError, match="Too many"):
        codes.take(code, "guesser")
    assert codes.take(code, "friend").table == "table"
    clock.now += 60
    with pytest.raises(UserError, match="opens no seat"):
        codes.take(wrong, "guesser")


def test_codes_of_ones_own_do_not_buy_more_guesses() -> None:
    codes = JoinCodes(Clock())
    for number in range(TRIES_AT_ONCE):
        codes.take(codes.issue("mine", f"token {number}"), "guesser")
        with pytest.raises(UserError, match="opens no seat"):
            codes.take("no code", "guesser")
    with pytest.raises(UserError, match="Too many"):
        codes.take(codes.issue("mine", "the last"), "guesser")


def test_a_friend_joins_by_code(served: Served) -> None:
    made = Browser(served).post("/api/tables", TABLE)
    issued = served.post("/api/codes", {"table": made["table"], "token": made["invitations"][1]})
    found = served.post("/api/joined", {"code": issued["code"]})
    assert served.join(found["table"], served.accept(found["table"], found["token"])).table["mine"] == [1]
    status, reason = served.refusal("/api/joined?language=fr", {"code": issued["code"]})
    assert status == 404
    assert "n’ouvre aucune place" in reason


def test_only_an_invitation_gets_a_code(served: Served) -> None:
    table, _ = served.set_table("here", "invited")
    assert served.refusal("/api/codes", {"table": table, "token": "guess"})[0] == 404
