"""Messages that change a table: take-backs, offers, answers, names, giving up, rematches (moves: see the coach)."""

from __future__ import annotations

import secrets

from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotStored, UserError
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import handles
from naadam.server.rooms.room import Change, Room
from naadam.server.table.events import StoredEvent
from naadam.server.table.match import next_table


@handles(
    messages.Try,
    messages.Undo,
    messages.OfferDraw,
    messages.OfferHints,
    messages.OfferTalk,
    messages.Answer,
    messages.Name,
)
async def change(room: Room, client: Client, message: Change) -> None:
    await room.change(message, client)


@handles(messages.Resign, needs_seat=False)
async def resign(room: Room, client: Client, message: messages.Resign) -> None:
    """Give up a seat. The message may be repeated after the seat has passed to the computer."""
    if room.has_followed(message):
        room.show(client, message.id)
    elif message.seat not in client.mine:
        client.fail(message.id, UserError("not-your-seat"))
    else:
        await room.change(message, client)


@handles(messages.Rematch)
async def rematch(room: Room, client: Client, message: messages.Rematch) -> None:
    """Create the next table and store its id as the last event of this one, in one transaction."""
    async with room.lock:
        if not room.table.over:
            client.fail(message.id, UserError("game-not-over"))
            return
        if room.table.next is None and not room.has_followed(message):
            room.services.admit(client.address)
            table_id = secrets.token_urlsafe(12)
            name = f"{message.seat}:{message.id}"
            event = StoredEvent(room.table.seq + 1, "next", {"table": table_id}, name)
            try:
                await room.rooms.set_table(table_id, next_table(room.table), before=(room, event))
            except NotStored as error:
                room.fail_all(error, client, message.id)
                return
            room.table.take(event)
    await room.show_all(client, message.id)
