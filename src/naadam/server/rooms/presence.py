"""Presence: the seats connected to a table now, and greetings between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.handlers import handles

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room

GREETINGS_AT_ONCE = 4  # of one connection
GREETINGS_PER_SECOND = 0.25


class Presence:
    """The seats connected to one table; it is not stored."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._shown = replies.Present([], 0)

    def show(self, newcomer: Client | None = None) -> None:
        """Send the presence, at tables with invited people: to all clients if it has changed, else to the newcomer."""
        if not any(player.kind == "invited" for player in self._room.table.players):
            return
        clients = list(self._room.clients)
        seats = {seat for client in clients for seat in client.mine}
        now = replies.Present(sorted(seats), sum(not client.mine for client in clients))
        watching = clients if now != self._shown else [] if newcomer is None else [newcomer]
        self._shown = now
        for client in watching:
            client.send(now)


@handles(messages.Greet)
def greet(room: Room, client: Client, message: messages.Greet) -> None:
    """Pass a greeting on to all at the table."""
    if not client.greetings.spend():
        client.fail(message.id, UserError("greet-later"))
        return
    for other in list(room.clients):
        other.send(replies.Greeted(message.seat, message.greeting))
