"""A room: an open table with its clients. Messages change the table one at a time: decide, store, take, show."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from naadam.core.errors import IllegalAction, NaadamError
from naadam.server.limits.fair_scheduler import Portion
from naadam.server.payloads.table import known_to, moved_for, table_for
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import NotFound, NotStored, Stale, UserError, WrongServer
from naadam.server.rooms.bots import Bots
from naadam.server.rooms.chat import Chat
from naadam.server.rooms.client import Client
from naadam.server.rooms.handlers import HANDLERS, Handler
from naadam.server.rooms.presence import Presence
from naadam.server.rooms.timekeeper import Timekeeper
from naadam.server.table.events import StoredEvent
from naadam.server.table.results import conclude
from naadam.server.table.table import Table
from naadam.server.workers.pool import Requester

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

CLIENTS_PER_TURN = 4  # that are sent something before other tasks run
MOVED = (1012, "the table moves")  # close code and reason

Change = (
    messages.Play
    | messages.Try
    | messages.Undo
    | messages.OfferDraw
    | messages.OfferHints
    | messages.OfferTalk
    | messages.Answer
    | messages.Resign
    | messages.Name
)


class SharedWork(Protocol):
    """Work that several clients at a table wait for, such as an analysis."""

    done: bool

    def forget(self, client: Client) -> None:
        """Send nothing more to a client that has left."""


class Room:
    """An open table with its clients."""

    handlers: Mapping[type, Handler] = HANDLERS

    def __init__(self, rooms: Rooms, table: Table, fence: int | None = None) -> None:
        self.rooms = rooms
        self.services = rooms.services
        self.table = table
        self.fence = fence  # of the table, if several servers share the database
        self.server_id = self.services.ownership.server_id
        self.gone = False  # to another server
        self.clients: dict[Client, None] = {}  # the oldest first
        self.lock = asyncio.Lock()
        self.visitors = 0  # connections, including those that have not sent hello yet
        self.used = 0.0  # time of the last request, by the clock of the loop
        self.shared: dict[type, SharedWork] = {}
        own = weakref.proxy(self)  # weak, because helpers must not keep a closed room alive
        self.bots = Bots(own)
        self.timekeeper = Timekeeper(own, self.services.timer or asyncio.get_running_loop())
        self.chat = Chat(self.services, table.id, asyncio.get_running_loop().time)
        self.presence = Presence(own)

    @property
    def fences(self) -> dict[str, int]:
        """The fences that must hold when something is stored about this table."""
        return {} if self.fence is None else {self.table.id: self.fence}

    @property
    def idle(self) -> bool:
        """Whether the room can be closed: no connection, nothing under way."""
        busy = self.visitors or self.clients or self.lock.locked()
        return not busy and all(work.done for work in self.shared.values())

    def close(self) -> None:
        """Close all connections, because the table belongs to another server; the clients reconnect to that one."""
        self.gone = True
        self.timekeeper.stop()
        self.bots.stop()
        for client in list(self.clients):
            client.farewell = MOVED
            client.drop()

    def leave(self, client: Client) -> None:
        self.clients.pop(client, None)
        self.used = asyncio.get_running_loop().time()
        client.end_tasks()
        for work in list(self.shared.values()):
            work.forget(client)
        self.timekeeper.look()
        self.bots.think()
        self.presence.show()

    def requester(self) -> Requester:
        """The person for whom the computer players here think."""
        players = [client for client in self.clients if client.mine]
        person = next((client.address for client in (*players, *self.clients)), "")
        return Requester(self.table.id, person, bool(players))

    # --- showing ---

    def show(self, client: Client, answers: str | None = None, past: Sequence[replies.TableEvent] = ()) -> None:
        """Send a client the table, or the changes since it was last sent to.

        `past` are events that the client has not seen and that are in words already.
        """
        table, mine, language = self.table, client.mine, client.language
        if client.update():
            client.shown = table.seq
            return
        glasses = self.timekeeper.shown()
        if client.known is not None:
            client.send(moved_for(table, mine, language, client.known, answers, glasses))
        else:
            ready = self.services.compiler.is_ready(table.game)
            whole = table_for(table, mine, language, client.shown, ready, answers, glasses)
            whole.events[:0] = past
            client.send(whole)
        client.known, client.shown = known_to(table, mine), table.seq

    async def show_all(self, requester: Client | None = None, answers: str | None = None, again: bool = False) -> None:
        """Send the table to all clients that have not seen its latest events; with `again` to all clients.

        Players come before spectators. The client whose message led to this comes last of the players, because it
        knows its own move.
        """
        ordered = sorted(self.clients, key=lambda client: (not client.mine, client is requester))
        for number, client in enumerate(ordered, 1):
            if client in self.clients and (again or client is requester or client.shown < self.table.seq):
                if again:
                    client.known = None
                self.show(client, answers if client is requester else None)
                if number % CLIENTS_PER_TURN == 0:
                    await asyncio.sleep(0)

    def fail_all(self, error: NaadamError, requester: Client | None = None, message: str | None = None) -> None:
        """Send an error that no client has caused to all of them; the table has not changed."""
        for client in list(self.clients):
            client.fail(message if client is requester else None, error)

    # --- messages ---

    async def follow(self, client: Client, message: messages.FromClient) -> None:
        """Handle a message. Every message is answered, with the reason if it is refused."""
        client.following = True
        try:
            await self._follow(client, message)
        except WrongServer:
            client.ended()
            raise
        finally:
            client.following = False
            if client.dropped:
                client.drop()

    async def _follow(self, client: Client, message: messages.FromClient) -> None:
        self.check_owned()
        handler = self.handlers[type(message)]
        if handler.needs_seat and message.seat not in client.mine:  # type: ignore[union-attr]
            client.fail(message.id, UserError("not-your-seat"))  # type: ignore[union-attr]
            return
        handling = handler.handle(self, client, message)
        if inspect.isawaitable(handling):
            await handling

    def check_owned(self) -> None:
        """Raise WrongServer if the table may belong to another server by now."""
        ownership = self.services.ownership
        if not ownership.held or ownership.server_id != self.server_id:
            self.rooms.let_go(self)
        if self.gone:
            raise WrongServer

    def cost(self, message: messages.FromClient) -> float:
        """The work that a message asks for, in units of about a drawing."""
        cost = self.handlers[type(message)].cost
        return cost(self, message) if callable(cost) else cost

    async def make(self, client: Client, portions: Iterable[Callable[[], Portion]]) -> list[Portion]:
        """Make a long answer, in turns with other clients."""
        return await self.services.scheduler.make(client.address, self.table.id, portions)

    def has_followed(self, message: Change | messages.Rematch) -> bool:
        """Whether a message has taken effect before, because the client has sent it again."""
        return f"{message.seat}:{message.id}" in self.table.messages

    async def change(self, message: Change, client: Client | None = None) -> None:
        """Decide on a message, store the events and show them; the client is sent the reason if it is refused."""
        async with self.lock:
            if self.has_followed(message):
                if client is not None:
                    self.show(client, message.id)
                return
            try:
                await self.timekeeper.empty()
                await self._end_full()  # if it could not be stored before
                if isinstance(message, messages.Try):
                    raise self.table.why_not(message)
                await self.record(self.table.decide(message))
            except IllegalAction as error:
                if client is not None:
                    client.refuse(message.id, error)
                return
            except WrongServer:
                raise
            except NotStored as error:
                self.fail_all(error, client, message.id)
                return
            except NaadamError as error:
                if client is not None and self.has_followed(message):
                    self.show(client, message.id)  # it was stored, although the store reported an error
                elif client is not None:
                    client.fail(message.id, error)
                    self.show(client)
                return
            self.bots.think()
        await self.show_all(client, message.id)

    async def record(self, news: list[StoredEvent]) -> None:
        """Store events, then take them, so that no client sees an unsaved event; a full log ends the game."""
        await self._record(news)
        await self._end_full()

    async def _end_full(self) -> None:
        if self.table.full and (end := self.table.decide_full()):
            await self._record(end)

    async def _record(self, news: list[StoredEvent]) -> None:
        news = conclude(self.table, self.timekeeper.stamp(news))
        try:
            await self.services.writer.append(self.table.id, news, self.fence)
        except WrongServer:
            self.rooms.let_go(self)
            raise
        except Stale:  # another process has written to this log
            table = await self.rooms.load(self.table.id, self.fence)
            if table is None:  # the host has deleted it
                self.rooms.let_go(self)
                raise NotFound("no-table") from None
            self.table = table
            self.timekeeper.reload()
            await self.show_all(again=True)
            raise
        before = self.table.to_act
        self.table.take_all(news)
        self.timekeeper.begin(news)
        self.services.notifications.look(self, before)
        self.services.alerts.look(self)
        if any(event.kind == "left" for event in news):
            for client in self.clients:
                still = tuple(seat for seat in client.mine if seat in self.table.people)
                if still != client.mine:
                    client.mine, client.known = still, None

    async def refresh(self) -> None:
        """Let seats and names be as the database has them, after a person took a seat, or another name."""
        async with self.lock:
            self.check_owned()
            seated = await self.services.writer.ask(self.services.seats.read, self.table.id)
            before = [(client, self.table.seats_of(client.person)) for client in self.clients]
            if not self.table.seat_people(seated):
                return
            for client, seats in before:
                if (mine := self.table.seats_of(client.person)) != seats:
                    client.mine, client.known = mine, None
        for number, client in enumerate(list(self.clients), 1):
            if client in self.clients:
                self.show(client)
            if number % CLIENTS_PER_TURN == 0:
                await asyncio.sleep(0)
        self.presence.show()
