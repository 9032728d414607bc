"""A conversation: one WebSocket connection to a table, and the limits it must keep to."""

from __future__ import annotations

import asyncio
import time

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from naadam.server import messages
from naadam.server.failures import NotDone
from naadam.server.room import Reader, Room

MESSAGES_A_SECOND = 20
MESSAGES_AT_ONCE = 60
SECONDS_TO_SAY_HELLO = 10


class Budget:
    """A connection's messages: so many at once, and so many more each second."""

    def __init__(self) -> None:
        self.left = float(MESSAGES_AT_ONCE)
        self.at = time.monotonic()

    def spend(self) -> bool:
        now = time.monotonic()
        self.left = min(MESSAGES_AT_ONCE, self.left + (now - self.at) * MESSAGES_A_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


async def converse(websocket: WebSocket, room: Room) -> None:
    """Listen to one connection, and write to it, until it ends, misbehaves, or reads too slowly."""
    listening = asyncio.current_task()
    assert listening is not None
    reader = Reader(drop=listening.cancel, address=websocket.client.host if websocket.client else "")
    writing = asyncio.create_task(write(websocket, reader))
    try:
        await listen(websocket, room, reader)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:
        await close(websocket, 1013, "too slow")
    finally:
        room.leave(reader)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def listen(websocket: WebSocket, room: Room, reader: Reader) -> None:
    budget = Budget()
    greeted = False
    while True:
        frame = await asyncio.wait_for(websocket.receive(), None if greeted else SECONDS_TO_SAY_HELLO)
        if frame["type"] == "websocket.disconnect":
            return
        text = frame.get("text")
        if text is None or len(text.encode()) > messages.LARGEST_FRAME:
            await close(websocket, 1003 if text is None else 1009, "a message is a text of at most 8 KiB")
            return
        if not budget.spend():
            await close(websocket, 1008, "too many messages")
            return
        try:
            message = messages.decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            reader.fail(None, NotDone("no-message", reason=error))
            continue
        if not greeted and not isinstance(message, messages.Hello):
            reader.fail(None, NotDone("no-hello"))
            continue
        greeted = True
        try:
            await room.follow(reader, message)
        except NotDone as error:
            reader.fail(None, error)


async def write(websocket: WebSocket, reader: Reader) -> None:
    while True:
        await websocket.send_text((await reader.queue.get()).decode())


async def close(websocket: WebSocket, code: int, reason: str) -> None:
    try:
        await websocket.close(code, reason)
    except RuntimeError:  # it is closed already
        return
