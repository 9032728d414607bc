"""Proxy between servers: passes requests and sockets on to the server that owns a table, as ASGI messages in a stream.

A stream carries one request. It begins with the secret of the receiving server and with the ASGI scope; then both sides
forward messages. The receiving server answers as if the client had connected to it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import struct
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

import msgspec

from naadam.server.protocol.asgi import Application, Receive, Scope, Send
from naadam.server.protocol.kinds import Server

log = logging.getLogger(__name__)

LENGTH = struct.Struct(">I")
LONGEST = 1 << 24  # bytes of a message
LONGEST_FIRST = 1 << 17  # of the first one, which comes before the secret is checked
SECONDS_TO_CONNECT = 1.0
SECONDS_TO_BEGIN = 5.0
COMES_BACK = 1012  # close code after which the client reconnects immediately
PASSED = (
    "type",
    "asgi",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "query_string",
    "root_path",
    "headers",
    "client",
    "server",
    "subprotocols",
)


class NotReached(Exception):
    """The other server does not answer."""


class Asked:
    """The messages of a request, replayed from the beginning if a server did not answer."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.heard: list[MutableMapping[str, Any]] = []
        self._again: list[MutableMapping[str, Any]] = []
        self.settled = False  # a server answers
        self.gone = False  # the client has disconnected

    async def receive(self) -> MutableMapping[str, Any]:
        if self._again:
            return self._again.pop(0)
        message = await self._receive()
        self.gone = message["type"].endswith(".disconnect")
        if not self.settled:
            self.heard.append(message)
        return message

    def again(self) -> None:
        self._again = list(self.heard)


class Stream:
    """Messages over a connection between two servers."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, longest: int = LONGEST) -> Any:
        """The next message; EOFError if there is none."""
        try:
            [length] = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))
            if length > longest:
                raise EOFError
            return msgspec.msgpack.decode(await self._reader.readexactly(length))
        except (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError):
            raise EOFError from None

    async def write(self, message: object) -> None:
        data = msgspec.msgpack.encode(message)
        self._writer.write(LENGTH.pack(len(data)) + data)
        await self._writer.drain()

    def close(self) -> None:
        self._writer.close()


class RequestProxy:
    """The requests that this server proxies, and those that it answers for others."""

    def __init__(self) -> None:
        self._passed: dict[asyncio.Task[Any], str] = {}  # requests being proxied, with the id of the server
        self._asked: set[asyncio.Task[Any]] = set()
        self._listening: asyncio.Server | None = None
        self.secret = ""

    async def listen(self, app: Application, host: str) -> int:
        """Listen to other servers at this host, and return the port."""

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._asked.add(task)
            stream = Stream(reader, writer)
            try:
                await self._answer(app, stream)
            except (EOFError, OSError, TimeoutError, asyncio.CancelledError):
                pass
            except Exception as error:
                log.error("what another server passed on failed: %s", error, exc_info=error)
            finally:
                self._asked.discard(task)
                stream.close()

        self._listening = await asyncio.start_server(answer, host, 0)
        return int(self._listening.sockets[0].getsockname()[1])

    async def _answer(self, app: Application, stream: Stream) -> None:
        async with asyncio.timeout(SECONDS_TO_BEGIN):
            first = await stream.read(LONGEST_FIRST)
        secret = str(first.get("secret", "")) if isinstance(first, dict) else ""
        if not self.secret or not hmac.compare_digest(secret.encode(), self.secret.encode()):
            return
        scope: Scope = first["scope"]
        plays = False  # the other server must know, because it closes connections of spectators first

        def play() -> None:
            nonlocal plays
            plays = True

        async def receive() -> MutableMapping[str, Any]:
            try:
                return await stream.read()  # type: ignore[no-any-return]
            except EOFError:
                return {"type": f"{scope['type']}.disconnect", "code": 1006}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal plays
            with suppress(OSError):
                if plays:
                    plays = False
                    await stream.write({"type": "naadam.play"})
                await stream.write(message)

        scope.update({"naadam.relayed": True, "naadam.play": play})
        await app(scope, receive, send)

    async def pass_on(self, server: Server, scope: Scope, asked: Asked, send: Send) -> None:
        """Let another server answer; NotReached if it does not. A stream that breaks later may be requested again."""
        try:
            async with asyncio.timeout(SECONDS_TO_CONNECT):
                stream = Stream(*await asyncio.open_connection(server.host, server.port))
        except (OSError, TimeoutError):
            raise NotReached from None
        pumping = asyncio.create_task(self._pump(stream, asked))
        pumping.add_done_callback(lambda _: stream.close())  # which ends the reading below
        self._passed[pumping] = server.id
        try:
            await stream.write({"secret": server.secret, "scope": {key: scope[key] for key in PASSED if key in scope}})
            while True:
                message = await stream.read()
                if message["type"] == "naadam.play":
                    scope.get("naadam.play", lambda: None)()
                    continue
                asked.settled = True
                await send(message)
                if message["type"] == "websocket.close":
                    break
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    break
        except (EOFError, OSError):
            if not asked.settled:
                raise NotReached from None
            if scope["type"] == "websocket":
                with suppress(Exception):  # the client may be gone
                    await send({"type": "websocket.close", "code": COMES_BACK, "reason": "the table moves"})
        finally:
            del self._passed[pumping]
            pumping.cancel()
            await asyncio.wait((pumping,))
            stream.close()

    async def ask(self, server: Server, scope: Scope) -> bytes | None:
        """The body of another server's answer to a request without a body; None if it does not answer soon."""
        body = bytearray()

        async def receive() -> MutableMapping[str, Any]:
            if asked.heard:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            body.extend(message.get("body", b""))

        asked = Asked(receive)
        try:
            async with asyncio.timeout(SECONDS_TO_BEGIN):
                await self.pass_on(server, scope, asked, send)
        except (NotReached, TimeoutError):
            return None
        return bytes(body)

    async def _pump(self, stream: Stream, asked: Asked) -> None:
        """Forward messages until the client disconnects."""
        with suppress(OSError):
            while True:
                await stream.write(await asked.receive())
                if asked.gone:
                    return

    def cut_off(self, alive: set[str]) -> None:
        """Cancel requests proxied to servers that are gone."""
        for pumping, server in self._passed.items():
            if server not in alive:
                pumping.cancel()

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
        for task in (*self._passed, *self._asked):
            task.cancel()
