"""Clocks: what is left in each hourglass of a table, as a fold over its events; and the timekeeper that empties them.

Each stored event carries the milliseconds since the last one (`ms`), so what is left follows from the log, and a
restart eats nobody's time. A glass lies still while no person is connected. Time is passed in: whatever has `time`
and `call_later`, as the loop of asyncio does. Only days pass by the calendar (`calendar`), whoever is there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from naadam.core.errors import IllegalAction
from naadam.core.parts.clock import Glass
from naadam.server import replies
from naadam.server.failures import Elsewhere, NotDone
from naadam.server.pace import GIVES_UP, Chosen
from naadam.server.store import StoredEvent

if TYPE_CHECKING:
    from naadam.server.room import Room
    from naadam.server.table import Table

log = logging.getLogger(__name__)

GRACE = 500  # milliseconds that the network may take
LEAST_LEFT = 5_000  # milliseconds that a take-back leaves in a glass
SECONDS_TO_TRY_AGAIN = 5.0  # to store an expiry, after a full disk


class Timer(Protocol):
    """Where time comes from."""

    def time(self) -> float:
        """Seconds since some moment."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Any:
        """Call something after so many seconds; what is given back can be cancelled."""


@dataclass
class Sand:
    """What is in a glass, in milliseconds."""

    seat: int
    left: int
    full: int
    begun: int  # what it held when it was put up
    clause: str = ""  # by which that is less than it can hold
    owed: int = 0  # of a bonus that was taken back after it had been used


@dataclass(frozen=True)
class Bonus:
    """Time added to a glass for a completed decision, in milliseconds; `before` is what the glass held until then."""

    name: str
    ms: int
    before: int


class Glasses:
    """The hourglasses of a table, changed only by time that passes and by the states that name them."""

    def __init__(self) -> None:
        self.running: dict[int, Glass] = {}  # by seat
        self._sand: dict[str, Sand] = {}  # of all glasses that were ever named
        self.standing: list[str] = []  # the names of those to be seen, in the order in which they were first named

    def run(self, ms: int) -> None:
        """Let time pass."""
        for name in {glass.name for glass in self.running.values()} if self.running else ():
            sand = self._sand[name]
            sand.left = max(0, sand.left - ms)

    def reward(self, seat: int | None) -> Bonus | None:
        """Put the bonus for a completed decision into the running glass of a seat, if there is one."""
        glass = self.running.get(seat) if seat is not None else None
        if not isinstance(glass, Chosen) or not glass.added:
            return None
        sand = self._sand[glass.name]
        bonus = Bonus(glass.name, 1000 * glass.added, sand.left)
        paid = min(sand.owed, bonus.ms)
        sand.owed -= paid
        sand.left += bonus.ms - paid
        return bonus

    def take_back(self, bonus: Bonus) -> None:
        """Take out the bonus of a decision that was undone; what of it has been used is owed.

        A glass is not emptied by this: some seconds stay, if it has as many now and had them before the decision.
        """
        sand = self._sand[bonus.name]
        left = max(sand.left - bonus.ms, min(sand.left, bonus.before, LEAST_LEFT))
        sand.owed += bonus.ms - (sand.left - left)
        sand.left = left

    def name(self, glasses: Mapping[int, Glass]) -> None:
        """Let these glasses run, and all others lie still."""
        if not glasses and not self.running:
            return
        before = {glass.name for glass in self.running.values()}
        self.running = dict(glasses)
        for seat, glass in glasses.items():
            if glass.name not in self._sand:
                self._sand[glass.name] = self._fill(seat, glass)
            if glass.name not in before:
                self._stand(seat, glass)

    def _fill(self, seat: int, glass: Glass) -> Sand:
        full = 1000 * glass.seconds
        before = self._sand.get(glass.turned)
        held = full if before is None else max(before.left, before.full - before.left)
        return Sand(seat, held, full, held, glass.clause)

    def _stand(self, seat: int, glass: Glass) -> None:
        """Put a glass up: what came after it or was turned into it, and what the seat had before, is taken away."""
        standing, running = self.standing, {other.name for other in self.running.values()}
        known = () if isinstance(glass, Chosen) else (glass.name, glass.turned)  # of those, each seat has its own
        cut = min((standing.index(name) for name in known if name in standing), default=len(standing))
        self.standing = [
            name
            for place, name in enumerate(standing)
            if name != glass.name and (name in running or (place < cut and self._sand[name].seat != seat))
        ]
        self.standing.append(glass.name)

    def least(self) -> int:
        """The milliseconds that are left in the running glass that is nearest to its end."""
        return min(self._sand[glass.name].left for glass in self.running.values())

    def empty(self, ms: int) -> tuple[int, Glass] | None:
        """The first seat whose glass runs out within so many milliseconds, and the glass."""
        return next(((seat, glass) for seat, glass in self.running.items() if self._sand[glass.name].left <= ms), None)

    def shown(self, ms: int, running: bool) -> list[replies.Hourglass]:
        """All glasses on the table so many milliseconds after the last event; `running` is whether any of them does."""
        seats = {glass.name: seat for seat, glass in reversed(self.running.items())}
        return [
            replies.Hourglass(
                seat=seats.get(name, sand.seat),
                name=name,
                left_ms=max(0, sand.left - ms) if name in seats else sand.left,
                full_ms=sand.full,
                begun_ms=sand.begun,
                clause=sand.clause,
                running=running and name in seats,
            )
            for name, sand in ((name, self._sand[name]) for name in self.standing)
        ]


def decide_expiry(table: Table, seat: int, glass: Glass) -> list[StoredEvent]:
    """The events when a glass has run out: its action is taken like any other, by the clock, or the seat gives up."""
    if glass.action == GIVES_UP:
        gone = StoredEvent(table.seq + 1, table.giving_up, {"seat": seat, "by": "clock"})
        return [gone, *table.chance_due(gone)]
    refusal = table.state.refusal(glass.action, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    event = StoredEvent(table.seq + 1, "action", {"seat": seat, "action": glass.action, "by": "clock"})
    return [event, *table.chance_due(event)]


class Timekeeper:
    """The time since the last event at one table, which counts while a person is there; it empties the glasses."""

    def __init__(self, room: Room, timer: Timer) -> None:
        self._room = room
        self._timer = timer
        self._calendar = room.table.pace.by_calendar
        self._counted = 0.0  # seconds since the last event
        self._since = room.table.last_at if self._calendar else None  # when it counted on; None while it stands still
        self._stamped = 0.0  # when the events that are being stored happened
        self._alarm: Any = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def _now(self) -> float:
        return self._room.house.calendar.now() if self._calendar else self._timer.time()

    def _ms(self, now: float) -> int:
        """Milliseconds since the last event; none where a kill has set the calendar back."""
        return max(0, int(1000 * (self._counted + (0.0 if self._since is None else now - self._since))))

    def shown(self) -> list[replies.Hourglass]:
        """The glasses as they stand now."""
        table = self._room.table
        if not table.glasses.standing or table.over:
            return []
        return table.glasses.shown(self._ms(self._now()), self.running)

    def look(self) -> None:
        """Somebody has come or gone: count on, or stand still; those who watch see it."""
        someone = any(reader.mine for reader in self._room.readers)
        if someone != self.running and not self._calendar:
            now = self._now()
            self._counted, self._since = self._ms(now) / 1000, now if someone else None
            if self._room.table.glasses.running:
                self._room.house.keep(self._room.show_all(again=True))
        self._wind()

    def stamp(self, news: Sequence[StoredEvent]) -> list[StoredEvent]:
        """These events with the time since the last one, where it matters; `begin` follows when they are folded in."""
        self._stamped = self._now()
        if not self._room.table.glasses.running:
            return list(news)
        data = {**news[0].data, "ms": self._ms(self._stamped)}
        if self._calendar:
            data["at"] = self._stamped
        return [replace(news[0], data=data), *news[1:]]

    def begin(self) -> None:
        """Count from the last event on."""
        self._counted = 0.0
        self._since = None if self._since is None else max(self._since, self._stamped)
        self._wind()

    def _wind(self) -> None:
        """Set the alarm to the moment when a glass runs out."""
        self.stop()
        table = self._room.table
        if not table.glasses.running or not self.running or not self._room.readers or self._room.gone or table.over:
            return
        left = table.glasses.least() + GRACE - self._ms(self._now())
        self._alarm = self._timer.call_later(max(0, left) / 1000, self._ring)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._room.house.keep(self._expire())

    async def _expire(self) -> None:
        try:
            async with self._room.lock:
                await self.empty()
        except (Elsewhere, ReferenceError):  # the room was let go of; what was being stored is stored
            pass
        except NotDone as error:  # the disk is full: nobody's fault, and no reason to stop
            self._room.fail_all(error)
            self.stop()
            self._alarm = self._timer.call_later(SECONDS_TO_TRY_AGAIN, self._ring)

    async def empty(self) -> None:
        """Take the action of a glass that has run out, if one has; the room is locked meanwhile."""
        room = self._room
        if not room.table.glasses.running:
            return
        found = None if room.table.over else room.table.glasses.empty(self._ms(self._now()) - GRACE)
        if found is None:
            self._wind()
            return
        try:
            news = decide_expiry(room.table, *found)
        except IllegalAction as error:  # a fault of the game, which stops its clock and nothing else
            log.error("the glass %s of %s cannot run out: %s", found[1].name, room.table.game.spec, error)
            return
        await room.record(news)
        room.computers.think()
        await room.show_all()
