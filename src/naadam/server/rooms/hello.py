"""Hello: a client takes its seats at a table, and is sent the table with all past events."""

from __future__ import annotations

import functools

from naadam.server.payloads.events import events_for, opened_for
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import AFTER_HELLO, COST_OF_EVENT, handles
from naadam.server.rooms.room import Room
from naadam.server.rooms.upkeep.moderation import admit, unheard

SPECTATORS = 100  # per table
CONNECTIONS_OF_A_SEAT = 16
EVENTS_PER_PAGE = 200  # in one message
EVENTS_PER_PORTION = 10  # put into words in one step of the scheduler
COST_OF_HELLO = 10.0


def _cost(room: Room, message: messages.Hello) -> float:
    return COST_OF_HELLO + COST_OF_EVENT * max(0, room.table.seq - message.after)


@handles(messages.Hello, cost=_cost, needs_seat=False)
async def hello(room: Room, client: Client, message: messages.Hello) -> None:
    """Send the table to a client, from its seats' view; past events are sent in pages."""
    closed = await admit(room, client)
    mine = _seats(room, client, closed)
    _make_place(room, client, mine)
    client.mine = mine
    client.language = message.language
    client.thinking = message.thinking and not room.table.game.hides
    client.shown = min(message.after, room.table.seq)
    client.known = None
    room.clients.pop(client, None)  # no news reach it before the past does
    past = await _recall(room, client) if room.table.seq - client.shown > EVENTS_PER_PORTION else []
    for begin in range(0, len(past) - EVENTS_PER_PAGE, EVENTS_PER_PAGE):
        client.send(replies.Past(past[begin : begin + EVENTS_PER_PAGE]))
    room.check_owned()
    chat = await room.chat.history(room.table, mine, unheard(room, client))
    _make_place(room, client, mine)  # again, because others may have connected during the wait
    room.clients[client] = None
    room.rooms.retention.visit(room)
    room.timekeeper.look()
    room.show(client, past=past[(len(past) - 1) // EVENTS_PER_PAGE * EVENTS_PER_PAGE :] if past else [])
    if chat:
        client.send(replies.Talked(None, chat))
    room.bots.think()
    room.bots.show_load(client)
    room.presence.show(client)
    for send_more in AFTER_HELLO:
        await send_more(room, client)


def _seats(room: Room, client: Client, closed: frozenset[str]) -> tuple[int, ...]:
    """The seats of a client; a person whom the host has closed has none."""
    return () if client.person in closed else room.table.seats_of(client.person)


async def _recall(room: Room, client: Client) -> list[replies.TableEvent]:
    """Return all events that a client has not seen yet, put into words a few at a time."""
    table, mine, language = room.table, client.mine, client.language
    portions = [
        functools.partial(events_for, table, mine, language, begin, min(begin + EVENTS_PER_PORTION, table.seq))
        for begin in range(client.shown, table.seq, EVENTS_PER_PORTION)
    ]
    opened, until = opened_for(table, mine, language, client.shown), table.seq
    events = [event for portion in await room.make(client, portions) for event in portion]
    client.shown = until
    return [*opened, *events]


def _make_place(room: Room, client: Client, mine: tuple[int, ...]) -> None:
    """Refuse a spectator at a crowded table; close the oldest connection of a seat that has too many."""
    others = [other for other in room.clients if other is not client]
    if not mine and sum(not other.mine for other in others) >= SPECTATORS:
        raise UserError("no-room")
    same = [other for other in others if other.mine == mine and not other.dropped]
    if mine and len(same) >= CONNECTIONS_OF_A_SEAT:
        same[0].drop()


@handles(messages.Ping, needs_seat=False)
def ping(room: Room, client: Client, message: messages.Ping) -> None:
    client.send(replies.Pong())
