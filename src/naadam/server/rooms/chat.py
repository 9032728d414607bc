"""Chat at a table: lines of a seat to all or to one other seat, in a separate log.

The rules of the game may limit it. Without rules about it, people who came by invitation chat freely, and strangers
once all have agreed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from naadam.server.limits.rate_limits import Allowance
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError
from naadam.server.rooms.handlers import handles
from naadam.server.rooms.upkeep.moderation import check_silence, unheard
from naadam.server.table.chat_rules import check, readable
from naadam.server.table.events import StoredLine
from naadam.server.table.players import one_line
from naadam.server.table.table import Table

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.services import Services


LINES_PER_MINUTE = 20  # of a seat
LINES_PER_SEAT = 2000  # at a table, so that no player fills the disk
LINES_SHOWN = 200  # to a client that connects


class Chat:
    """The chat of one table, read from the store when a client connects."""

    def __init__(self, services: Services, table_id: str, clock: Callable[[], float]) -> None:
        self._services, self._table_id = services, table_id
        self._lines: list[StoredLine] | None = None
        allow = partial(Allowance, LINES_PER_MINUTE, LINES_PER_MINUTE / 60, clock)
        self._allowances = defaultdict[int, Allowance](allow)  # by seat

    async def lines(self) -> list[StoredLine]:
        if self._lines is None:
            found = await self._services.writer.ask(self._services.store.heard, self._table_id)
            self._lines = self._lines or found
        return self._lines

    async def history(
        self, table: Table, mine: tuple[int, ...], unheard: frozenset[int] = frozenset()
    ) -> list[replies.Spoken]:
        """Return the latest lines that the holder of these seats may read, without those of some seats."""
        if not table.may_chat:
            return []
        return [line for line in readable(await self.lines(), mine) if line.seat not in unheard][-LINES_SHOWN:]

    async def say(self, table: Table, message: messages.Talk, fences: Mapping[str, int]) -> StoredLine | None:
        """Store a line; None if the message has been stored before. UserError if the line is not allowed."""
        lines, name = await self.lines(), f"{message.seat}:{message.id}"
        if any(line.message == name for line in lines):
            return None
        check(table, message)
        text = one_line(message.text)
        if not text:
            raise UserError("nothing-said")
        if sum(line.seat == message.seat for line in lines) >= LINES_PER_SEAT:
            raise UserError("chat-full", most=LINES_PER_SEAT)
        if not self._allowances[message.seat].spend():
            raise UserError("too-much-talk", most=LINES_PER_MINUTE)
        number = lines[-1].number + 1 if lines else 1  # numbers have a gap after a line that could not be stored
        line = StoredLine(number, message.seat, message.to, text, name)
        lines.append(line)
        try:
            await self._services.writer.ask(self._services.store.say, self._table_id, line, fences)
        except UserError:
            lines.remove(line)
            raise
        return line


@handles(messages.Talk)
async def talk(room: Room, client: Client, message: messages.Talk) -> None:
    """Store a line, and send it to the clients that may read it."""
    await check_silence(room, message.seat)
    line = await room.chat.say(room.table, message, room.fences)
    if line is None:
        client.send(replies.Talked(message.id, []))
        return
    for other in list(room.clients):
        if line.seat not in unheard(room, other) and (lines := readable([line], other.mine)):
            other.send(replies.Talked(message.id if other is client else None, lines))
