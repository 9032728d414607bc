"""Clocks of a table: the time left on each, as a fold over the table's events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from naadam.core.errors import IllegalAction
from naadam.core.parts.clock import Glass
from naadam.server.protocol import replies
from naadam.server.table.events import StoredEvent
from naadam.server.table.time_control import GIVES_UP, ChosenClock

if TYPE_CHECKING:
    from naadam.server.table.table import Table

NO_WAITS: Mapping[int, int] = {}
LEAST_LEFT = 5_000  # milliseconds that a take-back leaves in a glass


@dataclass
class ClockState:
    """The state of a clock, in milliseconds."""

    seat: int
    left: int
    full: int
    begun: int  # the time at the start
    clause: str = ""  # by which that is less than it can hold
    owed: int = 0  # of a bonus that was taken back after it had been used
    vacation: int | None = None  # that its person may still take after this, while they are on vacation


@dataclass(frozen=True)
class Bonus:
    """Time added to a glass for a completed decision, in milliseconds; `before` is the time in the glass until then."""

    name: str
    ms: int
    before: int


class Clocks:
    """The hourglasses of a table, changed only by time that passes and by the states that name them."""

    def __init__(self) -> None:
        self.running: dict[int, Glass] = {}  # by seat
        self._states: dict[str, ClockState] = {}  # of all glasses that were ever named
        self.standing: list[str] = []  # the names of those to be seen, in the order in which they were first named

    @property
    def named(self) -> set[str]:
        """The names of the glasses that run now, or would if a player were connected."""
        return {glass.name for glass in self.running.values()}

    def run(self, ms: int, waits: Mapping[int, int] = NO_WAITS) -> None:
        """Let time pass; a glass starts after the wait of its seat, the longest if it has several seats."""
        waited = self._waited(waits)
        for name in self.named if self.running else ():
            state = self._states[name]
            state.left = max(0, state.left - max(0, ms - waited.get(name, 0)))

    def _waited(self, waits: Mapping[int, int]) -> dict[str, int]:
        """The waits by the names of the running glasses."""
        waited: dict[str, int] = {}
        for seat, glass in self.running.items() if waits else ():
            waited[glass.name] = max(waited.get(glass.name, 0), waits.get(seat, 0))
        return waited

    def reward(self, seat: int | None) -> Bonus | None:
        """Put the bonus for a completed decision into the running glass of a seat, if there is one."""
        glass = self.running.get(seat) if seat is not None else None
        if not isinstance(glass, ChosenClock) or not glass.added:
            return None
        state = self._states[glass.name]
        bonus = Bonus(glass.name, 1000 * glass.added, state.left)
        paid = min(state.owed, bonus.ms)
        state.owed -= paid
        state.left += bonus.ms - paid
        return bonus

    def left(self, glass: Glass) -> int:
        """The milliseconds in a glass after the last event."""
        return self._states[glass.name].left

    def take_vacation(self, seat: int, left: int, rest: int) -> None:
        """Let the glass of a seat have so many milliseconds of vacation, and its person so many after them."""
        state = self._states[self.running[seat].name]
        state.left, state.vacation = max(0, left), rest

    def take_back(self, bonus: Bonus) -> None:
        """Take out the bonus of a decision that was undone; the part already used is owed.

        A glass is not emptied by this: some seconds stay, if it has as many now and had them before the decision.
        """
        state = self._states[bonus.name]
        left = max(state.left - bonus.ms, min(state.left, bonus.before, LEAST_LEFT))
        state.owed += bonus.ms - (state.left - left)
        state.left = left

    def name(self, glasses: Mapping[int, Glass]) -> None:
        """Let these glasses run, and all others lie still."""
        if not glasses and not self.running:
            return
        before = self.named
        self.running = dict(glasses)
        for name in before - self.named:
            self._states[name].vacation = None
        for seat, glass in glasses.items():
            if glass.name not in self._states:
                self._states[glass.name] = self._fill(seat, glass)
            if glass.name not in before:
                self._stand(seat, glass)

    def _fill(self, seat: int, glass: Glass) -> ClockState:
        full = 1000 * glass.seconds
        before = self._states.get(glass.turned)
        held = full if before is None else max(before.left, before.full - before.left)
        return ClockState(seat, held, full, held, glass.clause)

    def _stand(self, seat: int, glass: Glass) -> None:
        """Put a glass up: a glass after it or turned into it, and the seat's earlier one, are taken away."""
        standing, running = self.standing, self.named
        known = () if isinstance(glass, ChosenClock) else (glass.name, glass.turned)  # of those, each seat has its own
        cut = min((standing.index(name) for name in known if name in standing), default=len(standing))
        self.standing = [
            name
            for place, name in enumerate(standing)
            if name != glass.name and (name in running or (place < cut and self._states[name].seat != seat))
        ]
        self.standing.append(glass.name)

    def least(self, waits: Mapping[int, int] = NO_WAITS) -> int:
        """The milliseconds after the last event at which the first glass runs out."""
        waited = self._waited(waits)
        return min(self._states[glass.name].left + waited.get(glass.name, 0) for glass in self.running.values())

    def empty(self, ms: int, waits: Mapping[int, int] = NO_WAITS) -> tuple[int, Glass] | None:
        """The first seat whose glass runs out within so many milliseconds, and the glass."""
        waited = self._waited(waits)
        for seat, glass in self.running.items():
            if self._states[glass.name].left + waited.get(glass.name, 0) <= ms:
                return seat, glass
        return None

    def shown(self, ms: int, running: bool, waits: Mapping[int, int] = NO_WAITS) -> list[replies.Hourglass]:
        """All glasses on the table so many milliseconds after the last event; `running` is whether any of them does."""
        waited = self._waited(waits)
        seats = {glass.name: seat for seat, glass in reversed(self.running.items())}
        return [
            replies.Hourglass(
                seat=seats.get(name, state.seat),
                name=name,
                left_ms=max(0, state.left - max(0, ms - waited.get(name, 0))) if name in seats else state.left,
                full_ms=state.full,
                begun_ms=state.begun,
                clause=state.clause,
                running=running and name in seats,
                wait_ms=max(0, waited.get(name, 0) - ms),
                vacation_ms=None if state.vacation is None else max(0, state.left - ms) + state.vacation,
            )
            for name, state in ((name, self._states[name]) for name in self.standing)
        ]


def decide_timeout(table: Table, seat: int, glass: Glass) -> list[StoredEvent]:
    """The events when a glass has run out: its action is taken like any other, by the clock, or the seat gives up."""
    if glass.action == GIVES_UP:
        gone = StoredEvent(table.seq + 1, table.giving_up, {"seat": seat, "by": "clock"})
        return [gone, *table.chance_due(gone)]
    refusal = table.state.refusal(glass.action, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    event = StoredEvent(table.seq + 1, "action", {"seat": seat, "action": glass.action, "by": "clock"})
    return [event, *table.chance_due(event)]
