"""Vacation: hours of the calendar in which days per move do not run out for a person, taken when a clock would.

An hour is taken once for all tables of its person, and each year has a number of them. The event at a table says which
hours were taken for it, so clocks and balance are folds over logs. An hour that has begun is never given back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from naadam.core.parts.clock import Glass
from naadam.server.table.clock import decide_timeout
from naadam.server.table.events import StoredEvent
from naadam.server.table.time_control import SECONDS_PER_HOUR

if TYPE_CHECKING:
    from naadam.server.table.table import Table

HOURS_PER_YEAR = 21 * 24


class Balance(NamedTuple):
    """The hours that a person has taken, and how many of them belong to each year."""

    taken: frozenset[int]  # numbers of hours of the calendar
    used: Mapping[int, int]  # by year

    def rest(self, year: int) -> int:
        return max(0, HOURS_PER_YEAR - self.used.get(year, 0))


class Run(NamedTuple):
    """Consecutive hours that are taken: the first, the one after the last, their year, and the first's number in it."""

    first: int
    after: int
    year: int
    number: int


def has_vacation(table: Table, seat: int) -> bool:
    """Whether vacation is taken for a seat: of a person who plays by days per move against other people.

    Cups have no vacation, because they end on a date.
    """
    player = table.players[seat]
    return (
        table.vacation
        and table.time_control.by_calendar
        and table.several_screens
        and bool(player.person)
        and not player.bot
    )


def decide_vacation(
    table: Table, seat: int, glass: Glass, now: float, balance: Balance, year_of: Callable[[int], int]
) -> list[StoredEvent]:
    """The events when a glass has run out by the calendar, and the person of its seat may have vacation.

    Hours are taken from the one in which the glass ran out to the present one. If there are not enough of them, the
    seat gives up; the balance is the same then as if the table had been looked at each hour.
    """
    first = int((table.last_at + table.clocks.left(glass) / 1000) // SECONDS_PER_HOUR)
    hour, used, runs = first, dict(balance.used), list[Run]()
    while hour * SECONDS_PER_HOUR <= now:
        if hour not in balance.taken:
            year = year_of(hour)
            number = used.get(year, 0) + 1
            if number > HOURS_PER_YEAR:
                break
            used[year] = number
            if runs and (runs[-1].after, runs[-1].year) == (hour, year):
                runs[-1] = runs[-1]._replace(after=hour + 1)
            else:
                runs.append(Run(hour, hour + 1, year, number))
        hour += 1
    if hour == first:
        return decide_timeout(table, seat, glass)
    rest = Balance(balance.taken, used).rest(year_of(hour - 1))
    data = {"seat": seat, "taken": [list(run) for run in runs], "until": hour, "rest": rest}
    taken = StoredEvent(table.seq + 1, "vacation", data)
    if hour * SECONDS_PER_HOUR > now:
        return [taken]
    return [taken, *(replace(event, seq=event.seq + 1) for event in decide_timeout(table, seat, glass))]
