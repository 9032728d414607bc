"""Moderation at tables: people who are closed leave their games, muted ones do not chat, blocked ones are not heard."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotFound, UserError, WrongServer
from naadam.server.storage.moderation import ReportedLine

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 3.0
SECONDS_OVERLAP = 60.0  # that one look overlaps the one before, because clocks of machines differ
LINES_REPORTED = 30


class Moderator:
    """The task of a server that takes closed people off the tables that are open."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def go_on(self) -> None:
        services, since = self._rooms.services, time.time() - SECONDS_OVERLAP
        while True:
            begin = time.time()
            try:
                closed = await services.writer.ask(services.moderation.closed_since, since)
                for room in list(self._rooms.open.values()) if closed else ():
                    if any(player.person in closed for player in room.table.players):
                        await expel(room, closed)
                since = begin - SECONDS_OVERLAP
            except WrongServer:
                pass
            except UserError as error:  # the next look tries again
                log.warning("closed people may still be at tables: %s", error)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


async def expel(room: Room, closed: frozenset[str]) -> None:
    """Let closed people leave a table: their connections look on, and their seats are given up."""
    expelled = {seat for seat, player in enumerate(room.table.players) if player.person in closed}
    for client in list(room.clients):
        still = () if client.person in closed else tuple(seat for seat in client.mine if seat not in expelled)
        if still != client.mine:
            client.mine, client.known = still, None
            room.show(client)
    for seat in expelled & set(room.table.people):
        if not room.table.over:
            await room.change(messages.Resign("closed", seat))


async def admit(room: Room, client: Client) -> frozenset[str]:
    """Look up who is blocked for a client that connects; return the closed people here, who are taken off."""
    here = {player.person for player in room.table.sat if player.person}
    if not here:
        return frozenset()
    moderation, writer = room.services.moderation, room.services.writer
    if client.person:
        client.avoids = await writer.ask(moderation.avoided, client.person)
    closed: frozenset[str] = await writer.ask(moderation.closed, {*here, client.person})
    if closed:
        await expel(room, closed)
    return closed


def unheard(room: Room, client: Client) -> frozenset[int]:
    """The seats whose chat a client is not shown, because of a block."""
    if not client.avoids:
        return frozenset()
    return frozenset(seat for seat, player in enumerate(room.table.sat) if player.person in client.avoids)


async def check_silence(room: Room, seat: int) -> None:
    """UserError if the person of a seat may not chat."""
    person = room.table.players[seat].person
    if person and await room.services.writer.ask(room.services.moderation.silenced, person):
        raise UserError("muted")


def person_at(room: Room, person: str, seat: int) -> str:
    """The person of another seat, for one who sits at the table too; NotFound if there is none."""
    sat = room.table.sat
    other = sat[seat].person if seat < len(sat) else ""
    if not other or other == person or person not in {player.person for player in sat}:
        raise NotFound("no-other-person")
    return other


async def set_block(room: Room, person: str, seat: int, blocked: bool) -> None:
    """Keep two people of a table apart, or no longer; their connections here notice immediately."""
    moderation, writer = room.services.moderation, room.services.writer
    other = person_at(room, person, seat)
    await writer.ask(moderation.block if blocked else moderation.unblock, person, other)
    for client in list(room.clients):
        if client.person in (person, other):
            client.avoids = await writer.ask(moderation.avoided, client.person)


async def report(room: Room, person: str, seat: int, text: str) -> None:
    """Store a report about a seat, with the chat that its reporter could read."""
    moderation, writer = room.services.moderation, room.services.writer
    other = person_at(room, person, seat)
    mine = tuple(number for number, player in enumerate(room.table.sat) if player.person == person)
    names = [player.name for player in room.table.sat]
    lines = [
        ReportedLine(line.seat, names[line.seat], line.to, line.text)
        for line in await room.chat.history(room.table, mine)
    ]
    await writer.ask(moderation.report, person, other, room.table.id, seat, names[seat], text, lines[-LINES_REPORTED:])
