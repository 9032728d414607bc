"""The limits that SECURITY.md lists are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from naadam.cli import serve
from naadam.server.http import bot_socket, middleware, protocols, websocket
from naadam.server.mail import notifications, sign_in
from naadam.server.protocol import kinds, messages, studies
from naadam.server.rooms import chat, client, handlers, hello, join_codes, lobby, presence, rooms, services
from naadam.server.rooms.upkeep import exports
from naadam.server.storage import offer_store, seats
from naadam.server.storage.people import channel_store, moderation, token_store
from naadam.server.table import state, takebacks
from naadam.server.workers import solver, tasks

SECURITY = (Path(__file__).parents[3] / "SECURITY.md").read_text(encoding="utf-8")
ROWS = {row.split("|")[1].strip(): row.split("|")[2] for row in SECURITY.splitlines() if row.startswith("| ")}
HANDLERS = handlers.HANDLERS
KIB, MIB = 1024, 1 << 20

# By the first words of a row: the numbers that stand in it, in their order.
LIMITS: dict[str, tuple[Any, ...]] = {
    "connections in all": (protocols.MOST_SOCKETS, serve.FILES_OF_OUR_OWN),
    "connections per address": (protocols.MOST_OF_ADDRESS,),
    "head and body of a request": (
        protocols.SECONDS_FOR_REQUEST,
        protocols.LARGEST_HEAD / KIB,
        middleware.LARGEST_BODY / KIB,
    ),
    "a WebSocket frame to the server": (messages.LARGEST_FRAME / KIB,),
    "frames per connection": (protocols.FRAMES_AT_ONCE, protocols.FRAMES_PER_SECOND),
    "messages per connection": (websocket.MESSAGES_AT_ONCE, websocket.MESSAGES_PER_SECOND),
    "work per connection": (
        websocket.WORK_AT_ONCE,
        websocket.WORK_PER_SECOND,
        1,
        HANDLERS[messages.Touch].cost,
        hello.COST_OF_HELLO,
        HANDLERS[messages.Recount].cost,
        HANDLERS[messages.Suppose].cost,
        handlers.COST_OF_EVENT,
    ),
    "the first message": (websocket.SECONDS_TO_SAY_HELLO,),
    "events in one message": (hello.EVENTS_PER_PAGE,),
    "messages waiting for a slow reader": (
        client.WAITING_MESSAGES,
        protocols.MOST_UNSENT / MIB,
        websocket.MOST_UNREAD,
    ),
    "spectators per table": (hello.SPECTATORS,),
    "connections per seat": (hello.CONNECTIONS_OF_A_SEAT,),
    "exports of a person": (exports.EXPORTS_AT_ONCE, 1 / exports.EXPORTS_PER_MINUTE, exports.MOST_WAITING),
    "tables set": (services.TABLES_AT_ONCE, services.TABLES_PER_MINUTE),
    "records played again, for studies and replays": (
        services.STUDIES_AT_ONCE,
        services.STUDIES_PER_MINUTE,
        studies.LONGEST_RECORD,
        studies.MOST_POSITIONS,
    ),
    "offers in the lobby": (lobby.MOST_ANONYMOUS, lobby.MOST_OF_ADDRESS, offer_store.MOST_OFFERS),
    "pages about people and balance": (services.PAGES_AT_ONCE, services.PAGES_PER_MINUTE),
    "messages to the lobby": (websocket.LOBBY_MESSAGES_AT_ONCE, websocket.LOBBY_MESSAGES_PER_SECOND),
    "events of a table": (state.MOST_EVENTS,),
    "steps taken back by a seat": (takebacks.STEPS_PER_TURN, 1, takebacks.SHARE),
    "the same question": (takebacks.QUESTIONS_PER_TURN,),
    "a position on one line": (kinds.LONGEST_POSITION,),
    "empty rooms": (rooms.SECONDS_IDLE / 60, rooms.MOST_IDLE_EVENTS),
    "invitations accepted or renewed": (services.SEATS_AT_ONCE, services.SEATS_PER_MINUTE),
    "seats in the list": (seats.MOST_LISTED,),
    "a line of chat": (messages.LONGEST_TALK, chat.LINES_PER_MINUTE, chat.LINES_PER_MINUTE, chat.LINES_PER_SEAT),
    "greetings per connection": (presence.GREETINGS_AT_ONCE, 1 / presence.GREETINGS_PER_SECOND),
    "webhooks of a person": (channel_store.MOST["webhook"], channel_store.MOST["push"]),
    "notifications that wait for one channel": (channel_store.MOST_WAITING, channel_store.MOST_FAILURES),
    "e-mails with a way in": (
        sign_in.ASKED_AT_ONCE,
        60 * sign_in.ASKED_PER_MINUTE,
        sign_in.CODES_AT_ONCE,
        1440 * sign_in.CODES_PER_MINUTE,
    ),
    "e-mails asked for": (notifications.ASKED_AT_ONCE, 60 * notifications.ASKED_PER_MINUTE),
    "e-mails to an unconfirmed address": (1440 * notifications.UNCONFIRMED_PER_MINUTE,),
    "e-mails to one address": (
        notifications.EMAILS_IN_A_BURST,
        1440 * notifications.EMAILS_PER_MINUTE,
        notifications.SECONDS_BETWEEN_EMAILS / 60,
    ),
    "open codes": (join_codes.MOST_CODES, join_codes.CODES_OF_ADDRESS),
    "wrong codes per address": (join_codes.TRIES_AT_ONCE, join_codes.TRIES_PER_MINUTE),
    "keys of the host per address": (services.HOST_KEYS_AT_ONCE, services.HOST_KEYS_PER_MINUTE),
    "blocks of a person": (moderation.MOST_BLOCKS, moderation.REPORTS_PER_DAY),
    "tokens of a person": (token_store.MOST_TOKENS, token_store.MOST_BOTS),
    "messages per bot": (bot_socket.MESSAGES_AT_ONCE, bot_socket.MESSAGES_PER_SECOND),
    "earlier positions in one message": (messages.MOST_LOOKED_AT,),
    "a thought": (tasks.LONGEST_THOUGHT,),
    "players that a worker remembers": (tasks.PLAYERS_REMEMBERED,),
}


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_as_documented(what: str) -> None:
    [row] = [
        limit for name, limit in ROWS.items() if name == what or name.startswith((f"{what},", f"{what} (", f"{what};"))
    ]
    numbers = [float(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", row)]
    assert numbers == pytest.approx(list(LIMITS[what]))


def test_tables_are_made_from_the_page_within_five_minutes() -> None:
    assert solver.MOST_SECONDS == 5 * 60
    assert "no more than five minutes of one core" in " ".join(SECURITY.split())
