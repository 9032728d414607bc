"""Bots: the computer players of a table, which think while a client is connected."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from naadam.bots.uni.process import EngineError
from naadam.core.view import View
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.table.events import StoredEvent
from naadam.server.table.table import Table
from naadam.server.workers.pool import NoThought
from naadam.server.workers.tasks import UncompiledLevel

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room

log = logging.getLogger(__name__)

SECONDS_TO_TRY_AGAIN = 5.0  # retry delay after an infrastructure error such as a full disk


class Bots:
    """The computer players of one table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._view: View | None = None  # the position being thought about
        self._at = 0  # the number of events in that position
        self._thought: asyncio.Task[None] | None = None
        self._busy: replies.Busy | None = None  # as the players know it, until a thought has all its time
        self._slowed = False  # the thought under way has less time
        self._acting = False  # its action is being stored

    def think(self) -> None:
        """Let a computer that must act think, if a client is connected.

        A thought under way is cancelled only if its seat's view has changed.
        """
        table, clients = self._room.table, self._room.clients
        if self._acting or (self._thought is not None and clients and not self._room.gone and self._holds(table)):
            return
        seat = next((seat for seat in table.computers_to_act() if clients and not self._room.gone), None)
        view = None if seat is None else table.state.view(seat)
        if self._thought is not None and view == self._view:
            return
        if self._thought is not None:
            self._thought.cancel()
        self._view, self._at = view, table.seq
        self._thought = None if view is None else self._room.services.spawn(self._think_through(view))

    def show_load(self, client: Client) -> None:
        """Send a client that has connected how much time the thought under way has, if that is less than usual."""
        if self._slowed and self._thought is not None and self._busy is not None and client.mine:
            client.send(self._busy)

    def stop(self) -> None:
        """Cancel the thought, unless its action is being stored."""
        if self._thought is not None and not self._acting:
            self._thought.cancel()

    def _holds(self, table: Table) -> bool:
        """Whether the thought is still valid: others may have sealed an action since it began."""
        seat = None if self._view is None else self._view.seat
        return seat in table.computers_to_act() and seat is not None and not table.has_shown(seat, self._at)

    async def _think_through(self, view: View) -> None:
        """Think until an action has been stored, and try again after every error."""
        while True:
            try:
                await self._think(view)
                return
            except (WrongServer, ReferenceError):  # the room was closed
                return
            except Exception as error:  # no error may stop a table for good
                known = isinstance(error, UserError)
                log.error("a computer could not act, and tries again: %s", error, exc_info=None if known else error)
                self._room.fail_all(error if isinstance(error, UserError) else NoThought())
                await asyncio.sleep(SECONDS_TO_TRY_AGAIN)

    async def _think(self, view: View) -> None:
        room, seat = self._room, view.seat
        player = room.table.players[seat]
        try:
            if player.engine:
                number = await self._ask_engine(view, player.engine)
            else:
                number = await self._choose(view, player.level)
        except EngineError as error:
            log.warning("engine %s gives up its seat: %s", player.engine, error)
            await self._act(view, lambda table: [StoredEvent(table.seq + 1, "replaced", {"seat": seat})])
            return
        action = next(str(action) for action in view.actions() if action == number)
        await self._act(
            view, lambda table: table.decide(messages.Play(f"computer {table.seq}", table.seq, seat, action))
        )

    async def _choose(self, view: View, level: int) -> int:
        """Return the action of a level, which plays by the uncompiled rules until the game is compiled."""
        services, begin = self._room.services, time.perf_counter()
        spec = UncompiledLevel(level) if services.compiler.is_awaited(view.game) else level
        self._slowed = False
        chosen = await services.bot_pool.choose(view, spec, self._room.requester(), self._show)
        if not self._slowed:
            self._busy = None
        services.metrics.thoughts.add(time.perf_counter() - begin)
        return chosen

    async def _ask_engine(self, view: View, name: str) -> int:
        """Return the action of a registered engine; EngineError if it plays nothing that is legal."""
        services = self._room.services
        if name not in services.engines:
            raise EngineError("is not registered any more")
        return await services.engine_pool.choose(
            view, services.engines[name].command, self._room.requester(), self._show
        )

    async def _act(self, view: View, decide: Callable[[Table], list[StoredEvent]]) -> None:
        """Store the action; from here on it is no longer cancelled."""
        room = self._room
        async with room.lock:
            if self._view is not view:
                return
            self._acting = True
            try:
                await room.record(decide(room.table))
            finally:
                self._acting = False
            self._thought = self._view = None
            self.think()
        await room.show_all()

    def _show(self, thought: replies.Thinking | replies.Busy) -> None:
        """Send the search to clients that asked for it, if the game hides nothing, and a new load to all players."""
        if self._view is None:
            return
        if isinstance(thought, replies.Busy):
            changed, self._busy, self._slowed = thought != self._busy, thought, True
            for client in list(self._room.clients) if changed else ():
                if client.mine:
                    client.send(thought)
            return
        for client in list(self._room.clients):
            if client.thinking:
                client.send(thought)
