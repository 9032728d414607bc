"""Waiting time of clocks: a clock starts when its player's display has caught up with the others' moves.

The client of a seat acknowledges the last event that it has shown. The wait has a limit per turn, so a client that
never acknowledges gains that much and no more, and only on its own clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from naadam.server.table.events import StoredEvent
from naadam.server.table.time_control import ChosenClock

if TYPE_CHECKING:
    from naadam.core.parts.clock import Glass
    from naadam.server.table.table import Table

DISPLAY_SECONDS = 5  # longest wait per turn: the page shows a turn of others within this time
DISPLAY_SECONDS_ALONE = 60  # the same where all others are computers, because no person waits


class Displays:
    """The wait of each seat between two events, in milliseconds."""

    def __init__(self) -> None:
        self._shown: dict[int, int] = {}  # last event that the client of a seat has shown
        self._needed: dict[int, int] = {}  # last event that it must show before its clock starts
        self._turns: dict[int, tuple[str, int]] = {}  # turn for which a seat has its present allowance
        self._allowed: dict[int, int] = {}  # rest of that allowance when the last event happened
        self._ended: dict[int, int] = {}  # end of a wait, in milliseconds after the last event

    def begin(self, table: Table, news: Sequence[StoredEvent], ms: int) -> None:
        """Start again after some events, the first of them so many milliseconds after the event before."""
        for seat in self._allowed:
            self._allowed[seat] -= min(self.wait(seat), ms)
        self._ended.clear()
        for seat, glass in table.clocks.running.items():
            turn = _turn(table, seat, glass)
            if self._turns.get(seat) != turn:
                self._turns[seat] = turn
                self._allowed[seat] = 1000 * (DISPLAY_SECONDS_ALONE if table.alone else DISPLAY_SECONDS)
            if any(table.is_news(event, seat) for event in news):
                self._needed[seat] = table.seq

    def wait(self, seat: int) -> int:
        """Milliseconds after the last event at which the clock of a seat starts, if nothing is acknowledged before."""
        if seat in self._ended:
            return self._ended[seat]
        waits = self._shown.get(seat, 0) < self._needed.get(seat, 0)
        return self._allowed.get(seat, 0) if waits else 0

    def acknowledge(self, seats: Iterable[int], seq: int, ms: int) -> bool:
        """Note that a client has shown all events up to this one; return True if a clock starts by that."""
        started = False
        for seat in seats:
            wait = self.wait(seat)
            self._shown[seat] = max(seq, self._shown.get(seat, 0))
            if wait > ms and seat not in self._ended and self._shown[seat] >= self._needed.get(seat, 0):
                self._ended[seat] = ms
                started = True
        return started


def _turn(table: Table, seat: int, glass: Glass) -> tuple[str, int]:
    return glass.name, table.steps_before_turn(seat) if isinstance(glass, ChosenClock) else 0
