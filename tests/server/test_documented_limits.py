"""The limits that SECURITY.md lists are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naadam.cli import serve
from naadam.server import (
    browsers,
    codes,
    conversation,
    guard,
    house,
    messages,
    notices,
    opening,
    presence,
    reader,
    room,
    sockets,
    solving,
    table,
    takebacks,
    talking,
    thinking,
)

SECURITY = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
ROWS = {row.split("|")[1].strip(): row.split("|")[2] for row in SECURITY.splitlines() if row.startswith("| ")}
KIB, MIB = 1024, 1 << 20

# By the first words of a row: the numbers that stand in it, in their order.
LIMITS: dict[str, tuple[float, ...]] = {
    "connections in all": (sockets.MOST_SOCKETS, serve.FILES_OF_OUR_OWN),
    "connections per address": (sockets.MOST_OF_ADDRESS,),
    "head and body of a request": (
        sockets.SECONDS_FOR_REQUEST,
        sockets.LARGEST_HEAD / KIB,
        guard.LARGEST_BODY / KIB,
    ),
    "a WebSocket frame to the server": (messages.LARGEST_FRAME / KIB,),
    "frames per connection": (sockets.FRAMES_AT_ONCE, sockets.FRAMES_PER_SECOND),
    "messages per connection": (conversation.MESSAGES_AT_ONCE, conversation.MESSAGES_PER_SECOND),
    "work per connection": (
        conversation.WORK_AT_ONCE,
        conversation.WORK_PER_SECOND,
        1,
        room.COSTS[messages.Touch],
        room.COST_OF_HELLO,
        room.COSTS[messages.Recount],
        room.COSTS[messages.Suppose],
        room.COST_OF_EVENT,
    ),
    "the first message": (conversation.SECONDS_TO_SAY_HELLO,),
    "events in one message": (room.EVENTS_PER_PAGE,),
    "messages waiting for a slow reader": (
        reader.WAITING_MESSAGES,
        sockets.MOST_UNSENT / MIB,
        conversation.MOST_UNREAD,
    ),
    "spectators per table": (room.SPECTATORS,),
    "connections per seat": (room.CONNECTIONS_OF_A_SEAT,),
    "tables set": (house.TABLES_AT_ONCE, house.TABLES_PER_MINUTE),
    "events of a table": (table.MOST_EVENTS,),
    "steps taken back by a seat": (takebacks.STEPS_PER_TURN, 1, takebacks.SHARE),
    "the same question": (takebacks.QUESTIONS_PER_TURN,),
    "a position on one line": (opening.LONGEST_POSITION,),
    "empty rooms": (house.SECONDS_IDLE / 60, house.MOST_IDLE_EVENTS),
    "seats remembered": (house.SEATS_AT_ONCE, house.SEATS_PER_MINUTE, browsers.MOST_HELD, browsers.MOST_HOLDERS),
    "a line of talk": (messages.LONGEST_TALK, talking.LINES_PER_MINUTE, talking.LINES_PER_MINUTE),
    "greetings per connection": (presence.GREETINGS_AT_ONCE, 1 / presence.GREETINGS_PER_SECOND),
    "letters asked for": (notices.ASKED_AT_ONCE, 60 * notices.ASKED_PER_MINUTE),
    "letters to an e-mail address of which nothing is confirmed": (1440 * notices.UNCONFIRMED_PER_MINUTE,),
    "letters to one e-mail address": (
        notices.LETTERS_AT_ONCE,
        1440 * notices.LETTERS_PER_MINUTE,
        notices.SECONDS_BETWEEN_LETTERS / 60,
    ),
    "codes open at once": (codes.MOST_CODES, codes.CODES_OF_ADDRESS),
    "wrong codes per address": (codes.TRIES_AT_ONCE, codes.TRIES_PER_MINUTE),
    "earlier positions in one message": (messages.MOST_LOOKED_AT,),
    "a thought": (thinking.LONGEST_THOUGHT,),
    "players that a worker remembers": (thinking.PLAYERS_REMEMBERED,),
}


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_as_documented(what: str) -> None:
    [row] = [
        limit for name, limit in ROWS.items() if name == what or name.startswith((f"{what},", f"{what} (", f"{what};"))
    ]
    numbers = [float(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", row)]
    assert numbers == pytest.approx(list(LIMITS[what]))


def test_tables_are_made_from_the_page_within_five_minutes() -> None:
    assert solving.MOST_SECONDS == 5 * 60
    assert "no more than five minutes of one core" in " ".join(SECURITY.split())
