"""Connection limits: uvicorn's protocols with a maximum of connections, a deadline for requests, a rate of frames."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.speedups import apply_mask

from naadam.server.limits.rate_limits import Allowance, is_local, neighbourhood

MOST_SOCKETS = 8_000
MOST_OF_ADDRESS = 100
SECONDS_FOR_REQUEST = 10  # its head and its body
LARGEST_HEAD = 16 * 1024
FRAMES_AT_ONCE = 120  # of all kinds, with those that carry no message
FRAMES_PER_SECOND = 40
MOST_UNHEARD = 4  # messages that wait for the endpoint
MOST_UNSENT = 1 << 20  # bytes that wait to be sent
SECONDS_TO_FLUSH = 10
WHOLE_TEXT = 0x81  # the first byte of a frame that is a text and not continued
FINAL, MASKED, MASK = 0x80, 0x80, 4  # bits of the first and second byte, and bytes of a mask
MASKED_HEAD = 2 + MASK  # bytes before a short text
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


class Unheard:
    """A queue of messages that the endpoint has not read yet; it has one consumer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Any] = deque()
        self._taker: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self._waiting.append(event)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def get(self) -> Any:
        while not self._waiting:
            self._taker = self._loop.create_future()
            try:
                await self._taker
            finally:
                self._taker = None
        return self._waiting.popleft()

    def qsize(self) -> int:
        return len(self._waiting)


class GuardedSocket(WebSocketsSansIOProtocol):
    """WebSocket: every frame counts, what is not read does not pile up, a handshake that fails is answered.

    A text waits as it is; `receive` makes an event of ASGI of it, `naadam.next` gives it to the endpoint bare.
    """

    queue: Unheard  # type: ignore[assignment]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Unheard(self.loop)
        self._frames = Allowance(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
        self._head = b""  # of the request with which it began
        self._between_frames = True  # whether what comes next is the beginning of a message

    def connection_lost(self, exc: Exception | None) -> None:
        GuardedHttp.sockets.leave(self.transport)
        super().connection_lost(exc)
        del self.conn.parser  # which holds the connection, as it holds that

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._head += data
        elif self._between_frames and (text := _whole_text(data)) is not None:
            self._head = b""  # no longer needed
            if self._may_go_on():  # as nearly all that comes
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
            return
        else:
            self._between_frames = self._between_frames and _ends_with_message(data)
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
            scope["naadam.send_now"] = self._send_now
            scope["naadam.receive"], scope["naadam.next"] = self.receive, self._next
            scope["naadam.waiting"] = self.queue.qsize

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

    def send_receive_event_to_app(self) -> None:
        """Give a message to the endpoint; nothing more is read while several wait."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data} if text is None else text)
        if not self.read_paused and self.queue.qsize() > MOST_UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()

    def _send_now(self, text: bytes) -> bool:
        """Send a text as one frame; False if others wait to be sent, or nothing can be."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(_frame_head(len(text)) + text)
        return True

    async def _next(self) -> Any:
        """The next text, or another event of ASGI."""
        event = await self.queue.get()
        if self.read_paused and self.queue.qsize() <= MOST_UNHEARD:
            self.read_paused = False
            self.transport.resume_reading()
        return event

    async def receive(self) -> Any:
        event = await self._next()
        return {"type": "websocket.receive", "text": event} if isinstance(event, str) else event

    async def run_asgi(self) -> None:
        await super().run_asgi()
        del self.scope  # which holds the connection, as that holds it
        # a client that does not read must not keep it open
        self.loop.call_later(SECONDS_TO_FLUSH, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def _frame_head(length: int) -> bytes:
    """The head of a whole text, as RFC 6455 has it (5.2)."""
    if length < 126:
        return struct.pack("!BB", WHOLE_TEXT, length)
    return (
        struct.pack("!BBH", WHOLE_TEXT, 126, length)
        if length < 1 << 16
        else struct.pack("!BBQ", WHOLE_TEXT, 127, length)
    )


def _whole_text(data: bytes) -> bytes | None:
    """The text of a short message, if it is just that: one frame with a mask, whole, and nothing else."""
    if len(data) < MASKED_HEAD or data[0] != WHOLE_TEXT or data[1] != (MASKED | len(data) - MASKED_HEAD):
        return None
    return apply_mask(data[MASKED_HEAD:], data[2:MASKED_HEAD]) if len(data) - MASKED_HEAD < 126 else None


def _ends_with_message(data: bytes) -> bool:
    """Whether data that begins with a frame consists of whole frames, and each of them of a whole message."""
    at = 0
    while at + 1 < len(data):
        if not data[at] & FINAL:
            return False
        length, head = data[at + 1] & 0x7F, 2 + (MASK if data[at + 1] & MASKED else 0)
        if length >= 126:
            wide = 2 if length == 126 else 8
            length, head = int.from_bytes(data[at + 2 : at + 2 + wide]), head + wide
        at += head + length
    return at == len(data)
