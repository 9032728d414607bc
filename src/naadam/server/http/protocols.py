"""Connection limits: uvicorn's protocols with a maximum of connections, a deadline for requests, a rate of frames."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from naadam.server.limits.rate_limits import Allowance, is_local, neighbourhood

MOST_SOCKETS = 8_000
MOST_OF_ADDRESS = 100
SECONDS_FOR_REQUEST = 10  # its head and its body
LARGEST_HEAD = 16 * 1024
FRAMES_AT_ONCE = 120  # of all kinds, with those that carry no message
FRAMES_PER_SECOND = 40
MOST_UNSENT = 1 << 20  # bytes that wait to be sent
SECONDS_TO_FLUSH = 10
SLICE = 1024  # bytes that are looked at before the next limit is checked


class Sockets:
    """The connections that are open. When there are too many, the oldest of those that do not play makes room."""

    def __init__(self, most: int = MOST_SOCKETS, of_address: int = MOST_OF_ADDRESS) -> None:
        self._most, self._of_address = most, of_address
        self._open: dict[asyncio.Transport, str] = {}  # with their addresses, the oldest first
        self._waiting: dict[asyncio.Transport, None] = {}  # those of them that do not play
        self._count: dict[str, int] = {}  # by address

    def enter(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a connection, and say whether it may stay."""
        address = neighbourhood(address)
        if self._count.get(address, 0) >= self._of_address and not is_local(address):
            return False
        if len(self._open) >= self._most:
            oldest = next(iter(self._waiting), None)
            if oldest is None:
                return False
            self.leave(oldest)
            oldest.abort()
        self._open[transport] = address
        self._waiting[transport] = None
        self._count[address] = self._count.get(address, 0) + 1
        return True

    def play(self, transport: asyncio.Transport) -> None:
        """Mark a connection as that of a player."""
        self._waiting.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        self._waiting.pop(transport, None)
        address = self._open.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


class GuardedHttp(H11Protocol):
    """HTTP: a connection is counted, and a request must come in time."""

    sockets: ClassVar[Sockets] = Sockets()
    _deadline: asyncio.TimerHandle | None = None
    _upgraded = False  # to a WebSocket

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.sockets.enter(transport, self.client[0] if self.client else ""):
            self._expect_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.sockets.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
            self._expect_request()
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def _expect_request(self) -> None:
        """Give the rest of a request its time, counted from its beginning."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_FOR_REQUEST, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class GuardedSocket(WebSocketsSansIOProtocol):
    """WebSocket: every frame counts, unread replies do not pile up, and a failed handshake is answered."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Allowance(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self._head = b""  # the request with which the connection began, for a handoff

    def connection_lost(self, exc: Exception | None) -> None:
        GuardedHttp.sockets.leave(self.transport)
        super().connection_lost(exc)
        del self.conn.parser  # which holds the connection, as it holds that

    def data_received(self, data: bytes) -> None:
        self._head = b"" if self.handshake_initiated else self._head + data
        for begin in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.disconnected:
                return
            super().data_received(data[begin : begin + SLICE])
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]
            scope["naadam.play"] = lambda: GuardedHttp.sockets.play(self.transport)
            scope["naadam.hand_on"] = self._hand_on

    # The only hook of cluster/handoff.py in this file; the proxy uses the same application without it.
    async def _hand_on(self, give: Callable[[bytes, int], Awaitable[bool]]) -> bool:
        """Let another process have the connection, which is not accepted yet; whether it is rid of."""
        connection = self.transport.get_extra_info("socket")
        self.transport.pause_reading()
        try:
            if not await give(self._head, connection.fileno()):
                self.transport.resume_reading()
                return False
        except ConnectionAbortedError:
            connection.shutdown(socket.SHUT_RDWR)
        self.handshake_complete = self.close_sent = True
        self.transport.abort()  # which closes it here and nowhere else
        return True

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        """Whether the connection had another frame to spend; if not, it is closed."""
        if self.transport.is_closing():
            return False
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()
            return False
        if not self._frames.spend():
            self.conn.fail(1008, "too many frames")
            self.handle_parser_exception()
            return False
        return True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        del self.scope  # which holds the connection, as that holds it
        # a client that does not read must not keep it open
        self.loop.call_later(SECONDS_TO_FLUSH, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()
