"""Bots of people: connected programs that sit at tables as a person does, and are sent the view of their seat."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from naadam.core.errors import IllegalAction, NaadamError
from naadam.server.payloads.table import standing_of
from naadam.server.protocol import messages, replies
from naadam.server.protocol.bots import (
    Accept,
    BotFailed,
    BotPlay,
    BotShown,
    Connect,
    Decline,
    Offered,
    Over,
    PlayRefused,
    Taken,
    ToBot,
    Turn,
    encoder,
)
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.rooms.client import Client
from naadam.server.storage.people.people_store import Found
from naadam.server.table.events import StoredEvent

if TYPE_CHECKING:
    from naadam.server.rooms.room import Room
    from naadam.server.rooms.rooms import Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0  # for new tables, which any server may have made
SECONDS_TO_CREATE = 60.0  # after which a table that was noted but is not there never will be
MOVED = (1012, "the tables of the bot are on another server")  # close code and reason
REPLACED = (4001, "connected elsewhere")
REVOKED = (4003, "the token is no longer valid")

Send = Callable[[ToBot], object]


class BotClient(Client):
    """A bot at one table: a client of the room that is sent turns in place of drawings."""

    def __init__(self, room: Room, bot: str, seat: int, language: str, send: Send) -> None:
        super().__init__(drop=lambda: None, person=bot)
        self.room, self.seat, self.language = room, seat, language
        self.mine = (seat,)
        self.gone = False  # the room is closed, or the game is over for the bot
        self.over = False
        self._tell = send
        self._accepted = False
        self._sent: int | None = None  # the version of the last turn

    def send(self, message: replies.ToClient | bytes) -> None:
        """Send nothing: a bot is sent only what concerns its turns."""

    def drop(self) -> None:
        self.gone = True

    def refuse(self, message: str, error: IllegalAction) -> None:
        refusal, language = error.refusal, self.language
        version = int(message.removeprefix("bot"))
        self._tell(PlayRefused(self.room.table.id, version, refusal.clause, refusal.text(language)))

    def fail(self, message: str | None, error: NaadamError) -> None:
        key = error.key if isinstance(error, UserError) else "other"
        self._tell(BotFailed(self.room.table.id, key, error.text(self.language)))

    # --- at the table ---

    def sit(self) -> None:
        """Join the room, and let the bot know the table."""
        room, table = self.room, self.room.table
        room.clients[self] = None
        control = table.time_control
        names = [player.name for player in table.players]
        clock = control.kind, control.seconds, control.added
        self._tell(Offered(table.id, table.game.spec, self.seat, names, *clock))
        self.update()
        room.timekeeper.look()
        room.bots.think()
        room.presence.show()

    def update(self) -> bool:
        """Send the turn, if it is the bot's and news to it; or the end."""
        if not self.over:
            self._update()
        return True

    def _update(self) -> None:
        table = self.room.table
        if table.over or self.seat not in self.mine:
            self.over = self.gone = True
            outcome = table.outcome if table.over else None
            text = "" if outcome is None else standing_of(table, self.language).end
            winners = [] if outcome is None else list(outcome.winners)
            self._tell(Over(table.id, self.seat, winners, (outcome.clause or None) if outcome else None, text))
            return
        self.room.timekeeper.acknowledge(self.mine, table.seq)
        if not self._accepted or self.seat not in table.to_act:
            return
        if self._sent is not None and not table.has_shown(self.seat, self._sent):
            return
        self._sent = table.seq
        view = msgspec.Raw(table.state.view(self.seat).to_json().encode())
        self._tell(Turn(table.id, table.seq, table.game.spec, self.seat, view, self.room.timekeeper.shown()))

    def accept(self) -> None:
        self._accepted = True
        self.update()

    async def play(self, message: BotPlay) -> None:
        """Play the action of a turn; once it is stored, the same version again is answered the same."""
        room = self.room
        self._accepted = True
        room.check_owned()
        action = messages.Play(f"bot{message.version}", message.version, self.seat, message.action)
        known = room.has_followed(action)
        if not known:
            await room.change(action, self)
        if known or room.has_followed(action):
            self._tell(Taken(room.table.id, message.version))
        else:
            self._sent = None  # it was refused
            self.update()

    async def decline(self) -> None:
        """Leave the table: the computer takes the seat of a bot that has not played yet; later the bot resigns."""
        room, table = self.room, self.room.table
        if any(actor == self.seat for _, actor in table.history.steps):
            await room.change(messages.Resign("declined", self.seat), self)
            return
        async with room.lock:
            if not table.over and self.seat in table.people:
                left = StoredEvent(table.seq + 1, "left", {"seat": self.seat})
                await room.record([left, *table.chance_due(left)])
                room.bots.think()
        await room.show_all()


class BotConnection:
    """A connected bot, and its tables."""

    def __init__(self, rooms: Rooms, found: Found, key: str, hello: Connect, owner: str | None, send: Send) -> None:
        self.person, self.accepts, self.owner = found.person, hello.accepts, owner
        self.tables: dict[str, BotClient] = {}
        self.farewell: tuple[int, str] = REPLACED
        self.wake = asyncio.Event()
        self._elsewhere = False  # a table belongs to another server
        self._rooms, self._key, self._language, self._send = rooms, key, hello.language, send

    @property
    def shown(self) -> BotShown:
        name = self.person.name or ""
        server = self._rooms.services.ownership.server_id
        return BotShown(self.person.id, name, self.owner, self.accepts, len(self.tables), server)

    async def go_on(self) -> None:
        """Sit down at the bot's tables, old and new, until its token is revoked."""
        services = self._rooms.services
        while True:
            self.wake.clear()
            self._elsewhere = False
            try:
                found = await services.writer.ask(services.bot_store.tables_of, self.person.id, self._key)
                if found is None:
                    self.farewell = REVOKED
                    return
                for table_id, noted in found:
                    await self._look_at(table_id, noted)
                if self._elsewhere and not self.tables:  # it connects again, to the other server in the end
                    self.farewell = MOVED
                    return
            except UserError as error:  # the database is away; the next look tries again
                log.warning("the tables of a bot could not be looked up: %s", error)
            try:
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await self.wake.wait()
            except TimeoutError:
                pass

    async def _look_at(self, table_id: str, noted: float) -> None:
        services, client = self._rooms.services, self.tables.get(table_id)
        if client is not None and client.over:
            await services.writer.ask(services.bot_store.forget, self.person.id, table_id)
            self._leave(table_id)
        elif client is None or client.gone:
            self._leave(table_id)
            try:
                room = await self._rooms.room(table_id)
            except WrongServer:
                self._elsewhere = True
                return
            seats = () if room is None else room.table.seats_of(self.person.id)
            if room is not None and seats:
                client = self.tables[table_id] = BotClient(room, self.person.id, seats[0], self._language, self._send)
                client.sit()
            elif time.time() - noted > SECONDS_TO_CREATE or room is not None:
                await services.writer.ask(services.bot_store.forget, self.person.id, table_id)

    def _leave(self, table_id: str) -> None:
        client = self.tables.pop(table_id, None)
        if client is not None:
            client.room.leave(client)

    async def follow(self, message: Accept | Decline | BotPlay) -> None:
        """Handle a message about a table."""
        client = self.tables.get(message.table)
        if client is None or client.gone:
            error = UserError("no-table")
            self._send(BotFailed(message.table, error.key, error.text(self._language)))
            return
        try:
            if isinstance(message, Accept):
                client.accept()
            elif isinstance(message, Decline):
                await client.decline()
            else:
                await client.play(message)
        except WrongServer:
            client.gone = True  # it is looked for again
        except UserError as error:
            client.fail(None, error)

    def close(self) -> None:
        """Leave all rooms; the seats stay the bot's."""
        for table_id in list(self.tables):
            self._leave(table_id)


class BotRegistry:
    """The bots that are connected to this server."""

    def __init__(self) -> None:
        self._connected: dict[str, tuple[BotConnection, Callable[[], object]]] = {}  # with a function that ends it

    def enter(self, connection: BotConnection, end: Callable[[], object]) -> None:
        """Add a connection, in place of an older one of the same bot."""
        older = self._connected.pop(connection.person.id, None)
        if older is not None:
            older[1]()
        self._connected[connection.person.id] = connection, end

    def leave(self, connection: BotConnection) -> None:
        if self._connected.get(connection.person.id, (None,))[0] is connection:
            del self._connected[connection.person.id]
        connection.close()

    def wake(self, bots: list[str]) -> None:
        """Let bots look for a new table immediately."""
        for bot in bots:
            if bot in self._connected:
                self._connected[bot][0].wake.set()

    def shown(self) -> list[BotShown]:
        """The bots that people can choose."""
        return [connection.shown for connection, _ in self._connected.values() if connection.accepts.listed]


def encode(message: ToBot) -> bytes:
    return encoder.encode(message)
