"""The timekeeper of a table: stamps events with the time since the last one, and expires clocks.

Each stored event has the milliseconds since the last one (`ms`), so the clocks follow from the log, and a restart costs
no player time. A clock pauses while no player is connected. The timer is passed in: an object with `time` and
`call_later`, like the loop of asyncio. Days per move pass by the calendar, with or without a connection.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from naadam.core.errors import IllegalAction
from naadam.core.parts.clock import Glass
from naadam.server.protocol import messages, replies
from naadam.server.protocol.errors import UserError, WrongServer
from naadam.server.rooms.handlers import handles
from naadam.server.table.clock import NO_WAITS, decide_timeout
from naadam.server.table.displays import Displays
from naadam.server.table.events import StoredEvent
from naadam.server.table.vacation import decide_vacation, has_vacation

if TYPE_CHECKING:
    from naadam.server.rooms.client import Client
    from naadam.server.rooms.room import Room
    from naadam.server.table.table import Table


log = logging.getLogger(__name__)

GRACE = 500  # milliseconds that the network may take
SECONDS_TO_TRY_AGAIN = 5.0  # to store an expiry, after a full disk


class Timer(Protocol):
    """Where time comes from."""

    def time(self) -> float:
        """Seconds since some moment."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Any:
        """Call something after so many seconds; the handle returned can be cancelled."""


class Timekeeper:
    """The time since the last event at one table, which counts while a person is there; it empties the glasses."""

    def __init__(self, room: Room, timer: Timer) -> None:
        self._room = room
        self._timer = timer
        self._calendar = room.table.time_control.by_calendar
        self._counted = 0.0  # seconds since the last event
        self._since = room.table.last_at if self._calendar else None  # when it counted on; None while it stands still
        self._displays = Displays()
        self._gap = 0  # milliseconds between the events that are being stored and the event before
        self._stamped = 0.0  # when the events that are being stored happened
        self._alarm: Any = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def _now(self) -> float:
        return self._room.services.calendar.now() if self._calendar else self._timer.time()

    def _ms(self, now: float) -> int:
        """Milliseconds since the last event; none where a kill has set the calendar back."""
        return max(0, int(1000 * (self._counted + (0.0 if self._since is None else now - self._since))))

    def shown(self) -> list[replies.Hourglass]:
        """The glasses as they stand now."""
        table = self._room.table
        if not table.clocks.standing or table.over:
            return []
        return table.clocks.shown(self._ms(self._now()), self.running, self._waits())

    def _waits(self) -> Mapping[int, int]:
        """By seat the milliseconds after the last event at which its clock starts."""
        running = self._room.table.clocks.running
        return NO_WAITS if self._calendar else {seat: wait for seat in running if (wait := self._displays.wait(seat))}

    def acknowledge(self, seats: Sequence[int], seq: int) -> None:
        """A client has shown all events up to this one: clocks that waited for that start, and all readers see it."""
        if seq > self._room.table.seq or not self._displays.acknowledge(seats, seq, self._ms(self._now())):
            return
        self._wind()
        glasses = replies.encoder.encode(replies.Clocks(self.shown()))
        for client in list(self._room.clients):
            if client.known is not None:
                client.send(glasses)

    def look(self) -> None:
        """Count on or stand still after a player has come, gone or paused; all clients see it."""
        alone = self._room.table.alone
        someone = any(client.mine and not (client.paused and alone) for client in self._room.clients)
        if someone != self.running and not self._calendar:
            now = self._now()
            self._counted, self._since = self._ms(now) / 1000, now if someone else None
            if self._room.table.clocks.running:
                self._room.services.spawn(self._room.show_all(again=True))
        self._wind()

    def stamp(self, news: Sequence[StoredEvent]) -> list[StoredEvent]:
        """These events with the time since the last one, where it matters; `begin` follows when they are folded in."""
        self._stamped = self._now()
        if not self._room.table.clocks.running:
            return list(news)
        self._gap = self._ms(self._stamped)
        data = {**news[0].data, "ms": self._gap}
        if waits := {seat: min(wait, self._gap) for seat, wait in self._waits().items() if self._gap}:
            data["waits"] = list(waits.items())
        if self._calendar:
            data["at"] = self._stamped
        return [replace(news[0], data=data), *news[1:]]

    def begin(self, news: Sequence[StoredEvent]) -> None:
        """Count from the last of these events on."""
        self._displays.begin(self._room.table, news, self._gap)
        self._counted = 0.0
        self._gap = 0
        self._since = None if self._since is None else max(self._since, self._stamped)
        self._wind()

    def reload(self) -> None:
        """Count from the last event of a log that was read again, where time passes by the calendar."""
        if self._calendar:
            self._counted, self._since = 0.0, self._room.table.last_at
        self._wind()

    def _wind(self) -> None:
        """Set the alarm to the moment when a glass runs out."""
        self.stop()
        table = self._room.table
        if not table.clocks.running or not self.running or not self._room.clients or self._room.gone or table.over:
            return
        left = table.clocks.least(self._waits()) + GRACE - self._ms(self._now())
        self._alarm = self._timer.call_later(max(0, left) / 1000, self._ring)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._room.services.spawn(self._expire())

    async def _expire(self) -> None:
        try:
            async with self._room.lock:
                await self.empty()
        except (WrongServer, ReferenceError):  # the room was let go of; its events are stored
            pass
        except UserError as error:  # the disk is full: try again later
            self._room.fail_all(error)
            self.stop()
            self._alarm = self._timer.call_later(SECONDS_TO_TRY_AGAIN, self._ring)

    async def empty(self) -> None:
        """Take the action of a glass that has run out, if one has; the room is locked meanwhile."""
        room = self._room
        if not room.table.clocks.running:
            return
        found = None if room.table.over else room.table.clocks.empty(self._ms(self._now()) - GRACE, self._waits())
        if found is None:
            self._wind()
            return
        try:
            news = await self._decide(*found)
        except IllegalAction as error:  # a fault of the game, which stops its clock and nothing else
            log.error("the glass %s of %s cannot run out: %s", found[1].name, room.table.game.spec, error)
            return
        await room.record(news)
        room.bots.think()
        await room.show_all()

    async def _decide(self, seat: int, glass: Glass) -> list[StoredEvent]:
        """The events when a glass has run out: vacation if the person of the seat has any, else those of the clock."""
        table, vacations = self._room.table, self._room.services.vacations
        if has_vacation(table, seat):
            balance = await self._room.services.writer.ask(vacations.balance, table.players[seat].person)
            if balance is not None:
                now = self._now()
                return decide_vacation(table, seat, glass, now, balance, lambda hour: vacations.year_of(hour, now))
        return decide_timeout(table, seat, glass)


def has_run_out(table: Table, now: float) -> bool:
    """Whether a glass of a table with days per move has run out, by the calendar; for a table of another server."""
    if table.over or not table.clocks.running or not table.time_control.by_calendar:
        return False
    passed = int(1000 * (now - table.last_at)) if table.last_at is not None else 0
    return table.clocks.empty(max(0, passed) - GRACE, NO_WAITS) is not None


@handles(messages.Displayed, needs_seat=False)
def acknowledge(room: Room, client: Client, message: messages.Displayed) -> None:
    room.timekeeper.acknowledge(client.mine, message.at)


@handles(messages.Pause, cost=10.0, needs_seat=False)
def pause(room: Room, client: Client, message: messages.Pause) -> None:
    client.paused = message.paused
    room.timekeeper.look()
