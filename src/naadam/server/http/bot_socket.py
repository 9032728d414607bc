"""The WebSocket of bots: one connection for all tables of a bot."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import msgspec

from naadam.core.hashing import hash_secret
from naadam.server.http.session import find_token
from naadam.server.limits.rate_limits import Allowance
from naadam.server.protocol import bots, replies
from naadam.server.protocol.errors import Forbidden, Unauthorized, UserError
from naadam.server.rooms.bot_players import REVOKED, BotConnection, encode
from naadam.server.rooms.client import Client

if TYPE_CHECKING:
    from naadam.server.rooms.rooms import Rooms

PATH = "/api/bot/socket"
MESSAGES_AT_ONCE = 120
MESSAGES_PER_SECOND = 40
SECONDS_TO_SAY_HELLO = 10


class Socket(Protocol):
    """A connection, as the endpoint has it."""

    address: str

    async def receive(self) -> str: ...
    async def send(self, message: bytes) -> None: ...
    async def close(self, code: int, reason: str = "") -> None: ...


async def serve_bot(connection: Socket, rooms: Rooms, closed: type[Exception]) -> None:
    """Serve a bot until it disconnects, misbehaves, reads too slowly, or its token is revoked."""
    listening = asyncio.current_task()
    assert listening is not None
    client = Client(listening.cancel, connection.address)
    writing = asyncio.create_task(_write(connection, client))
    bot: BotConnection | None = None
    looking: asyncio.Task[None] | None = None
    try:
        with suppress(closed):
            try:
                bot = await _enter(connection, rooms, client)
                rooms.bots.enter(bot, client.drop)
                looking = asyncio.create_task(bot.go_on())
                looking.add_done_callback(lambda task: None if task.cancelled() else client.drop())
                await _listen(connection, client, bot)
            except asyncio.CancelledError:
                await connection.close(*(bot.farewell if bot is not None else client.farewell))
            except TimeoutError:
                await connection.close(1008, "the first message is hello, with a token")
            except UserError as error:
                client.send(encode(bots.BotFailed(None, error.key, error.text())))
                await asyncio.sleep(0)  # the message comes before the end
                refused = isinstance(error, Forbidden | Unauthorized)
                await connection.close(REVOKED[0] if refused else 1008, error.key)
    finally:
        client.ended()
        if bot is not None:
            rooms.bots.leave(bot)
        for task in (writing, *([looking] if looking is not None else [])):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(writing, return_exceptions=True)


async def _enter(connection: Socket, rooms: Rooms, client: Client) -> BotConnection:
    """Take the first message, and let the bot in if its token says so."""
    async with asyncio.timeout(SECONDS_TO_SAY_HELLO):
        text = await connection.receive()
    try:
        hello = bots.decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UserError("no-message", reason=error) from None
    if not isinstance(hello, bots.Connect):
        raise UserError("no-hello")
    found = await find_token(rooms, hello.token)
    if "bot" not in found.scopes or not found.person.bot:
        raise Forbidden("token-scope", scope="bot")
    if found.person.closed:
        raise Forbidden("person-closed")
    owner = await rooms.services.writer.ask(rooms.services.tokens.owner_name, found.person.id)
    client.send(encode(bots.Welcome(found.person.name or "", bots.PROTOCOL)))
    return BotConnection(rooms, found, hash_secret(hello.token), hello, owner, lambda told: client.send(encode(told)))


async def _listen(connection: Socket, client: Client, bot: BotConnection) -> None:
    sent = Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)
    while True:
        text = await connection.receive()
        if not sent.spend():
            await connection.close(1008, "too many messages")
        try:
            message = bots.decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            failure = UserError("no-message", reason=error)
            client.send(encode(bots.BotFailed(None, failure.key, failure.text())))
            continue
        if isinstance(message, bots.BotPing):
            client.send(encode(replies.Pong()))
        elif not isinstance(message, bots.Connect):
            client.following = True  # an action under way is stored even if the connection ends
            try:
                await bot.follow(message)
            finally:
                client.following = False
                if client.dropped:
                    client.drop()
        await asyncio.sleep(0)


async def _write(connection: Socket, client: Client) -> None:
    while True:
        await connection.send(await client.queue.get())
