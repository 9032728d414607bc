"""The WebSocket endpoint: one connection to a table, with its rate limits.

A client that sends too many messages is disconnected. A client that asks for more work than its budget waits: its
messages are queued until the budget has refilled. The most expensive ones, what-if requests, are rejected until then.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from naadam.core.hashing import hash_secret
from naadam.server.features.first_games import find_watch
from naadam.server.features.lessons import find_lesson
from naadam.server.features.retry import find_retry
from naadam.server.http.bot_socket import PATH as BOTS
from naadam.server.http.bot_socket import serve_bot
from naadam.server.http.middleware import is_of_the_page
from naadam.server.http.session import found_for
from naadam.server.limits.rate_limits import Allowance
from naadam.server.protocol import lobby, messages, replies
from naadam.server.protocol.asgi import Receive, Scope, Send
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.protocol.kinds import TABLE_ID
from naadam.server.rooms.client import Client
from naadam.server.rooms.lobby import Visitor
from naadam.server.rooms.room import MOVED, Room
from naadam.server.storage.people.people_store import Found

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

MESSAGES_AT_ONCE = 60
MESSAGES_PER_SECOND = 20
LOBBY_MESSAGES_AT_ONCE = 20
LOBBY_MESSAGES_PER_SECOND = 1
WORK_AT_ONCE = 500  # in units of about a drawing
WORK_PER_SECOND = 50
SECONDS_TO_SAY_HELLO = 10
SECONDS_TO_CLOSE = 5
MOST_UNREAD = 32  # replies in the queue, above which no message is read from the client

LOBBY = "/api/lobby/socket"
ADDRESS = re.compile(f"/api/tables/({TABLE_ID})/socket")


class Closed(Exception):
    """The connection is closed, by the other side or by us."""


class Connection:
    """A WebSocket connection, as ASGI has it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.address: str = scope["client"][0] if scope.get("client") else ""
        # mark the connection as that of a player
        self.play: Callable[[], None] = scope.get("naadam.play", lambda: None)
        self._receive, self._send = receive, send

    async def begin(self) -> None:
        await self._receive()  # that it wants to connect

    async def accept(self) -> None:
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str:
        """Return the next message; raise Closed if the connection ends, or the message is no text."""
        frame = await self._receive()
        text = frame.get("text")
        if text is None and frame["type"] == "websocket.disconnect":
            raise Closed
        if text is None or len(text.encode()) > messages.LARGEST_FRAME:
            await self.close(1003 if text is None else 1009, "a message is a text of at most 8 KiB")
        return str(text)

    async def send(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection, which may be closed already, or not be read from; raises Closed."""
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_CLOSE):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        raise Closed


async def serve_socket(rooms: Rooms, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a connection to the table or the lesson that the address names."""
    connection = Connection(scope, receive, send)
    found = ADDRESS.fullmatch(scope["path"])
    with suppress(Closed):
        await connection.begin()
        if not is_of_the_page(scope):
            await connection.close(1008)
        if scope["path"] == BOTS:
            await connection.accept()
            await asyncio.create_task(serve_bot(connection, rooms, Closed))
            return
        if scope["path"] == LOBBY:
            visitor = await found_for(rooms, scope)
            await connection.accept()
            await asyncio.create_task(show_lobby(connection, rooms, visitor.person.id if visitor else ""))
            return
        try:
            room = await rooms.room(found[1]) if found else await _find_exercise(rooms, scope["path"])
            found_key = await found_for(rooms, scope)
        except WrongServer:
            await connection.accept()
            await connection.close(*MOVED)
            raise
        except UserError as error:
            await connection.accept()
            await connection.send(replies.encoder.encode(replies.Failed(None, error.key, error.text())))
            await connection.close(1011, error.key)
            raise
        if room is None:
            await connection.close(1008, "there is no such table")
            raise AssertionError
        room.visitors += 1
        try:
            await connection.accept()
            # a separate task, so that no message walks the whole middleware stack
            await asyncio.create_task(converse(connection, room, found_key))
        finally:
            room.visitors -= 1


async def _find_exercise(rooms: Rooms, path: str) -> Room | None:
    """Return the room of a lesson, a puzzle, a game to watch or a retry that the address names, or None."""
    return find_lesson(rooms, path) or await find_watch(rooms, path) or await find_retry(rooms, path)


async def converse(connection: Connection, room: Room, found: Found | None = None) -> None:
    """Listen to one connection, and write to it, until it ends, misbehaves, or reads too slowly."""
    listening = asyncio.current_task()
    assert listening is not None
    client = Client(listening.cancel, connection.address)
    if found is not None:
        client.person, client.key = found.person.id, hash_secret(found.key)
    writing = asyncio.create_task(write(connection, client))
    try:
        with suppress(Closed):  # a stored exception would keep the task alive (reference cycle)
            try:
                await listen(connection, room, client)
            except asyncio.CancelledError:
                await connection.close(*client.farewell)
            except TimeoutError:
                await connection.close(1008, "the first message is hello")
    finally:
        client.ended()
        room.leave(client)
        writing.cancel()
        with suppress(asyncio.CancelledError):  # of a client that was dropped while it left
            await asyncio.gather(writing, return_exceptions=True)


async def listen(connection: Connection, room: Room, client: Client) -> None:
    until = asyncio.get_running_loop().time() + SECONDS_TO_SAY_HELLO
    sent, work = Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND), Allowance(WORK_AT_ONCE, WORK_PER_SECOND)
    greeted = False
    while True:
        if greeted:
            text = await connection.receive()
        else:
            async with asyncio.timeout_at(until):
                text = await connection.receive()
        if not sent.spend():
            await connection.close(1008, "too many messages")
        try:
            message = messages.decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            client.fail(None, UserError("no-message", reason=error))
            continue
        if not greeted and not isinstance(message, messages.Hello):
            client.fail(None, UserError("no-hello"))
            continue
        greeted = True
        cost = room.cost(message)
        wait = work.owe(0) if cost > 1 else 0
        if wait > 0 and isinstance(message, messages.Suppose):
            client.fail(message.id, UserError("suppose-later"))
            await asyncio.sleep(0)
            continue
        await asyncio.sleep(wait)  # at least yield to other connections
        work.owe(cost)
        try:
            await room.follow(client, message)
        except WrongServer:
            await connection.close(*MOVED)
        except UserError as error:
            client.fail(getattr(message, "id", None), error)
        if client.mine:
            connection.play()
        while client.queue.qsize() > MOST_UNREAD:
            await asyncio.sleep(0.05)


async def show_lobby(connection: Connection, rooms: Rooms, person: str = "") -> None:
    """Show the lobby to a connection until it ends, misbehaves, or reads too slowly."""
    listening = asyncio.current_task()
    assert listening is not None
    client = Client(listening.cancel, connection.address)
    visitor = Visitor(client.send, person)
    writing = asyncio.create_task(write(connection, client))
    sent = Allowance(LOBBY_MESSAGES_AT_ONCE, LOBBY_MESSAGES_PER_SECOND)
    try:
        with suppress(Closed):
            try:
                while True:
                    text = await connection.receive()
                    if not sent.spend():
                        await connection.close(1008, "too many messages")
                    try:
                        message = lobby.decoder.decode(text)
                    except (msgspec.MsgspecError, RecursionError):
                        await connection.close(1008, "this is no message of the lobby")
                        raise
                    if isinstance(message, lobby.Hold):
                        await rooms.lobby.hold(visitor, message.secrets)
                    else:
                        client.send(replies.Pong())
            except asyncio.CancelledError:
                await connection.close(*client.farewell)
            except UserError as error:
                await connection.close(1011, error.key)
    finally:
        client.ended()
        rooms.lobby.leave(visitor)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(writing, return_exceptions=True)


async def write(connection: Connection, client: Client) -> None:
    while True:
        await connection.send(await client.queue.get())
