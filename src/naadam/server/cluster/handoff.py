"""Socket handoff: passes an open connection to the process that owns the table, on the same machine.

After a handoff nothing has to be proxied. The processes find each other at an abstract address of Linux, made from the
id in the database. On other systems, and between machines, requests go through the proxy.
"""

from __future__ import annotations

import asyncio
import hmac
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

from naadam.server.protocol.kinds import Server

LARGEST = 1 << 15  # bytes of a secret and the head of a request
SECONDS_TO_TAKE = 5.0
MOST_UNHEARD = 64  # connections of others that wait to be accepted
TAKEN = b"taken"

Take = Callable[[bytes, socket.socket], Awaitable[None]]


class Handoff:
    """The end of one process for handing off connections and taking them over."""

    def __init__(self) -> None:
        self._listening: socket.socket | None = None
        self._secret = b""
        self._hearing: set[asyncio.Task[None]] = set()
        self.take: Take | None = None  # called with each connection taken over; None while that is impossible

    @property
    def open(self) -> bool:
        """Whether other processes can hand connections to this one."""
        return self._listening is not None and self.take is not None

    def listen(self, server: Server) -> None:
        """Take over connections under the present id of this server."""
        self.close()
        if sys.platform != "linux":
            return
        loop = asyncio.get_running_loop()
        self._secret = server.secret.encode()
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        self._listening.bind(_address(server))
        self._listening.listen(MOST_UNHEARD)
        loop.add_reader(self._listening, self._accept, self._listening)

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            other, _ = listening.accept()
            other.setblocking(False)
            task = asyncio.get_running_loop().create_task(self._hear(other))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _hear(self, other: socket.socket) -> None:
        """Take over one connection, and confirm it."""
        loop = asyncio.get_running_loop()
        with other, suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(SECONDS_TO_TAKE):
                await _until_readable(loop, other)
            said, files, _, _ = socket.recv_fds(other, LARGEST, 1)
            given = [socket.socket(fileno=file) for file in files]
            secret, _, head = said.partition(b"\n")
            if len(given) == 1 and self.take is not None and hmac.compare_digest(secret, self._secret):
                other.send(TAKEN)
                await self.take(head, given[0])
            else:
                for one in given:
                    one.close()

    async def give(self, server: Server, head: bytes, file: int) -> bool:
        """Hand a connection off with the request received so far; False if the other process does not take it.

        ConnectionAbortedError if it is unknown whether it did: then this server may no longer use it either.
        """
        if sys.platform != "linux" or len(head) + len(server.secret) >= LARGEST:
            return False
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK) as other:
            try:
                other.connect(_address(server))
                socket.send_fds(other, [server.secret.encode() + b"\n" + head], [file])
            except OSError:
                return False
            try:
                async with asyncio.timeout(SECONDS_TO_TAKE):
                    await _until_readable(loop, other)
            except TimeoutError:
                raise ConnectionAbortedError("it is not known whether it was taken") from None
            try:
                return other.recv(len(TAKEN)) == TAKEN  # anything else: the process refused it, or is gone
            except ConnectionResetError:  # the process died before it read the message
                return False

    def close(self) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None


def _address(server: Server) -> str:
    return f"\0naadam-{server.id}"


async def _until_readable(loop: asyncio.AbstractEventLoop, file: socket.socket) -> None:
    readable = asyncio.Event()
    loop.add_reader(file, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(file)
