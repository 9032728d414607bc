"""A small reverse proxy on loopback that shows a server under a path, and nothing else of it."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress


class ReverseProxy:
    """Passes requests below a prefix on to a server, one request per connection; all others are refused and listed."""

    def __init__(self, target: str, prefix: str, strips: bool = False) -> None:
        self._host, port = target.removeprefix("http://").split("/")[0].split(":")
        self._port = int(port)
        self._prefix = prefix
        self._strips = strips  # whether the server sees paths without the prefix
        self.refused: list[str] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}{prefix}"
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._loop.run_until_complete(self._listen())
        self._loop.close()

    async def _listen(self) -> None:
        async with await asyncio.start_server(self._begin, sock=self._socket):
            await self._end.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first, *headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
            method, path, version = first.split(" ")
            if not (path == self._prefix or path.startswith(f"{self._prefix}/")):
                self.refused.append(path)
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                if not any(header.lower() == "upgrade: websocket" for header in headers):
                    headers = [each for each in headers if not each.lower().startswith("connection:")]
                    headers.append("Connection: close")
                path = (path.removeprefix(self._prefix) or "/") if self._strips else path
                head = [f"{method} {path} {version}", *headers, "X-Forwarded-For: 192.0.2.9", "", ""]
                await self._pass_on("\r\n".join(head).encode("latin-1"), reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # a browser opens connections that it does not use
        finally:
            await _close(writer)

    async def _pass_on(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        there = asyncio.create_task(_carry(reader, far_writer))
        try:
            far_writer.write(head)
            await _carry(far_reader, writer)
        finally:
            there.cancel()
            await _close(far_writer)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
