"""Time control: the clock that a host chooses for a table of any game: seconds per move, Fischer's, or days per move.

It replaces the clocks of the rules. A player whose time runs out has given up: of two the other wins, of more the
computer takes the seat. Computers have no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from naadam.core.parts.clock import Glass

if TYPE_CHECKING:
    from naadam.server.table.state import TableState

GIVES_UP = -1  # in place of an action
SECONDS_PER_HOUR = 3600
SECONDS_PER_DAY = 86_400

TimeControlKind = Literal["rules", "none", "move", "fischer", "days"]


@dataclass(frozen=True)
class ChosenClock(Glass):
    """A glass that the host has chosen; after each move of its seat, `added` seconds are put into it."""

    added: int = 0


@dataclass(frozen=True)
class TimeControl:
    """How a table is timed: by the rules, not at all, by `seconds` per move or for all moves of a seat, or by days.

    Where all opponents are computers the clock of the rules runs only if it was `asked` for.
    """

    kind: TimeControlKind = "rules"
    seconds: int = 0
    added: int = 0
    asked: bool = False

    @property
    def by_calendar(self) -> bool:
        """Whether time passes without a connection: with days per move, by the calendar."""
        return self.kind == "days"

    def clocks(self, table: TableState) -> Mapping[int, Glass]:
        """The glasses that run at a table."""
        if table.over or self.kind == "none":
            return {}
        if self.kind == "rules" and table.alone and not self.asked:
            return {}
        if self.kind == "rules":
            return table.game.rulebook.glasses(table.state.record)
        return {seat: self._glass(table, seat) for seat in table.to_act if seat in table.people}

    def _glass(self, table: TableState, seat: int) -> Glass:
        if self.kind == "fischer":
            return ChosenClock(f"seat-{seat}", self.seconds, GIVES_UP, added=self.added)
        return ChosenClock(f"move-{table.steps_before_turn(seat)}-{seat}", self.seconds, GIVES_UP)


def write_time_control(time_control: TimeControl) -> Mapping[str, Any] | None:
    return None if time_control == TimeControl() else asdict(time_control)


def read_time_control(data: Mapping[str, Any] | None) -> TimeControl:
    return TimeControl(**data) if data else TimeControl()
