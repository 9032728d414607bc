"""Moderation at tables: people who are closed leave their games, muted ones do not chat, blocked ones are not heard.

A look at the database every few seconds also notices what another process did: erased names and revoked keys.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from naadam.server.protocol import messages
from naadam.server.protocol.errors import NotFound, UserError, WrongServer
from naadam.server.storage.people.moderation import ReportedLine

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 3.0
SECONDS_OVERLAP = 60.0  # that one look overlaps the one before, because clocks of machines differ
LINES_REPORTED = 30


class Moderator:
    """The task of a server that takes closed people and revoked keys off the tables that are open."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._since = time.time() - SECONDS_OVERLAP

    async def go_on(self) -> None:
        """Look for ever, whatever fails."""
        while True:
            try:
                await self.look()
            except UserError as error:  # the next look tries again
                log.warning("closed people may still be at tables: %s", error)
            except Exception as error:
                log.error("moderation failed, and tries again: %s", error, exc_info=error)
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def look(self) -> None:
        """Take closed people off the tables, forget erased names, and log out revoked keys."""
        services, begin, failed = self._rooms.services, time.time(), False
        closed = await services.writer.ask(services.moderation.closed_since, self._since)
        erased = await services.writer.ask(services.moderation.erased, closed) if closed else frozenset()
        for room in list(self._rooms.open.values()) if closed else ():
            here = closed & {player.person for player in room.table.sat}
            try:
                if here & erased:
                    await room.refresh()
                if here:
                    await expel(room, closed)
            except WrongServer:
                pass
            except Exception as error:  # other tables go on
                failed = True
                log.error("closed people may still be at a table: %s", error)
        if not failed:
            self._since = begin - SECONDS_OVERLAP
        connected = {client.key for room in self._rooms.open.values() for client in room.clients if client.key}
        for key in await services.writer.ask(services.moderation.revoked, connected) if connected else ():
            self._rooms.log_out(key)


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
    await room.rooms.lobby.set_apart()


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
