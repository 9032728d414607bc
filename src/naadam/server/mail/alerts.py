"""Alerts: webhooks and push messages to people who are not connected, at tables with days per move.

They say that a game has begun, that it is the person's turn, or that a game has ended. Notifications wait in the
database until they are delivered, so they survive restarts; see `channel_store`. Secrets of a game are never in them.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import http.client
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.registry import load_shipped
from naadam.server.mail import outbound_http, web_push
from naadam.server.protocol.errors import TEXTS, NotStored, UserError
from naadam.server.storage.people.channel_store import Channel, ChannelStore, Request, Told
from naadam.server.storage.store import Store

if TYPE_CHECKING:
    from naadam.server.mail.notifications import Room, Rooms

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 20.0  # for events after which a server was killed, and for requests to try again
AT_ONCE = 4  # requests under way
GONE = {"webhook": (410,), "push": (404, 410)}  # statuses that end a channel

AlertKind = Literal["begin", "turn", "end"]


class Alerts:
    """The channels of people, and the requests under way."""

    def __init__(self, store: Store) -> None:
        self.channels = ChannelStore(store)
        self.private = False  # whether URLs may name private networks and plain HTTP
        self._page = ""
        self._threads = ThreadPoolExecutor(AT_ONCE, "alerts")
        self._under_way: set[str] = set()  # tables that are being looked at
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()

    def configure(self, page: str, private: bool) -> None:
        """Set the public address of the page, for links, and whether URLs may name private networks."""
        self._page, self.private = page.rstrip("/"), private

    @property
    def pushes(self) -> bool:
        return web_push.AVAILABLE

    def public_key(self) -> str:
        """The public key of this server, with which browsers subscribe; this blocks."""
        return web_push.encode(web_push.public_of(self._key()))

    def _key(self) -> Any:
        return web_push.load_key(self.channels.key("push", web_push.new_key))

    # --- looking ---

    def look(self, room: Room) -> None:
        """After an event, notify the absent people of a table."""
        if room.table.time_control.by_calendar and room.table.id not in self._under_way:
            self._keep(self._check(room.rooms, room.table.id))

    async def go_on(self, rooms: Rooms) -> None:
        """Notify of events that no look has followed, because a server was down or a game was begun elsewhere."""
        self._keep(self._deliver_all())
        while True:
            try:
                for table_id in await _ask(self.channels.unseen):
                    await self._check(rooms, table_id)
            except NotStored:
                pass
            self._wake.set()
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def _check(self, rooms: Rooms, table_id: str) -> None:
        if table_id in self._under_way:
            return
        self._under_way.add(table_id)
        try:
            room = await rooms.room(table_id)  # only the owner of the table notifies
            if room is not None:
                await self._tell(room)
        except UserError:  # another server owns the table, or the store failed: the next look tries again
            pass
        finally:
            self._under_way.discard(table_id)

    async def _tell(self, room: Room) -> None:
        people = [player.person for player in room.table.sat if player.person]
        for seat, before in (await _ask(self.channels.told, room.table.id, people)).items():
            after, kind = _decide(room, seat, before)
            if after == before:
                continue
            table = room.table
            body = {"event": kind, "table": table.id, "seat": seat, "game": table.game.spec}
            body |= {"your_turn": seat in table.to_act, "url": f"{self._page}/table/{table.id}"}
            bodies = [] if kind is None else [body]
            if await _ask(self.channels.tell, table.id, seat, table.sat[seat].person, before, after, bodies):
                self._wake.set()

    # --- delivering ---

    async def _deliver_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                while requests := await _ask(self.channels.take, AT_ONCE):
                    await asyncio.gather(*map(self._deliver, requests))
            except NotStored:
                continue

    async def _deliver(self, request: Request) -> None:
        """Send one request, and note whether it was accepted. Neither URL nor answer is logged: both are secrets."""
        try:
            status = await asyncio.get_running_loop().run_in_executor(self._threads, self._send, request)
        except (OSError, http.client.HTTPException, NaadamError) as error:
            log.info("a %s is not delivered: %s", request.channel.kind, type(error).__name__)
            status = 0
        if 200 <= status < 300:
            await _ask(self.channels.delivered, request)
        else:
            await _ask(self.channels.failed, request, status in GONE[request.channel.kind])

    def _send(self, request: Request) -> int:
        channel = request.channel
        if channel.kind == "push":
            return self._push(channel, msgspec.json.decode(request.body))
        now = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Naadam",
            "Naadam-Delivery": request.id,
            "Naadam-Timestamp": now,
            "Naadam-Signature": f"sha256={sign(channel.secret, now, request.body)}",
        }
        return outbound_http.post(channel.url, request.body.encode(), headers, self.private)

    def _push(self, channel: Channel, body: Mapping[str, Any]) -> int:
        title = load_shipped(body["game"]).title(channel.language)
        text = TEXTS.get("alerts", body["event"], channel.language)
        message = msgspec.json.encode({"title": title, "text": text, "table": body["table"]})
        target = outbound_http.read_url(channel.url, self.private)
        contact = self._page if self._page.startswith("https:") else "mailto:naadam@example.org"
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(web_push.SECONDS_KEPT),
            "Authorization": web_push.sign(self._key(), target.origin, contact, time.time()),
        }
        subscription = web_push.read_subscription(*channel.secret.split("."))
        return outbound_http.post(channel.url, web_push.encrypt(message, subscription), headers, self.private)

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def sign(secret: str, timestamp: str, body: str) -> str:
    """The signature of a webhook: HMAC-SHA-256 of the timestamp, a full stop and the body."""
    return hmac.new(secret.encode(), f"{timestamp}.{body}".encode(), hashlib.sha256).hexdigest()


def _decide(room: Room, seat: int, before: Told | None) -> tuple[Told | None, AlertKind | None]:
    """The notification that the person of a seat is due now, and the note of it; the same note if none is due.

    A person who is connected sees the table: their turn is notified of once they have gone.
    """
    table = room.table
    if not table.time_control.by_calendar or seat not in table.people:
        return Told(table.seq, -1, True), None
    away = not any(seat in client.mine for client in room.clients)
    if table.over:
        return Told(table.seq, -1, True), "end" if away and before is not None and not before.ended else None
    turn = table.turn_began(seat) if seat in table.to_act else None
    latest = -1 if before is None else before.turn
    due = before is None or (turn is not None and turn > latest)
    if due and not away:
        return before, None
    after = Told(table.seq, latest if turn is None else turn, False)
    return after, "begin" if before is None else "turn" if due else None


async def _ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """Ask the database, in a thread; NotStored if it fails."""
    try:
        return await asyncio.to_thread(function, *arguments)
    except sql.exc.SQLAlchemyError as error:  # without its text, which may contain a URL
        log.error("the store failed over a notification: %s", type(error).__name__)
        raise NotStored from None
