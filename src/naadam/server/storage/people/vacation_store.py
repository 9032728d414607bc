"""Vacations in the database: the hours that each person has taken, written with the events that take them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import sqlalchemy as sql

from naadam.server.storage.metadata import metadata
from naadam.server.storage.people.people_store import people
from naadam.server.storage.seats import seats
from naadam.server.table.time_control import SECONDS_PER_HOUR
from naadam.server.table.vacation import HOURS_PER_YEAR, Balance, Run

vacation_hours = sql.Table(
    "vacation_hours",
    metadata,
    sql.Column("person", sql.String(24), primary_key=True),
    sql.Column("hour", sql.Integer, primary_key=True),  # of the calendar
    sql.Column("year", sql.Integer, nullable=False),
    sql.Column("number", sql.Integer, nullable=False),  # in its year; unique, so that two servers take no hour too many
    sql.UniqueConstraint("person", "year", "number"),
)


class Vacation(NamedTuple):
    """The vacation of a person in the present year."""

    year: int
    hours: int  # of a year
    left: int
    on: bool


class VacationStore:
    """The vacations of one database. The methods block, like those of the store; `clock` is that of the world."""

    def __init__(self, engine: sql.Engine, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self._clock = clock

    def balance(self, person: str) -> Balance | None:
        """The hours that a person has taken; None if they have turned vacation off, or are unknown."""
        with self._engine.connect() as connection:
            on = connection.execute(sql.select(people.c.vacation).where(people.c.id == person)).scalar_one_or_none()
            if not on:
                return None
            own = sql.select(vacation_hours.c.hour, vacation_hours.c.year).where(vacation_hours.c.person == person)
            rows = connection.execute(own).all()
        return Balance(frozenset(row.hour for row in rows), Counter(row.year for row in rows))

    def year_of(self, hour: int, now: float) -> int:
        """The year of an hour of the calendar, which shows `now`."""
        return _year(self._clock() - (now - hour * SECONDS_PER_HOUR))

    def read(self, person: str) -> Vacation:
        """The vacation of a person as they see it."""
        year = _year(self._clock())
        mine = sql.and_(vacation_hours.c.person == person, vacation_hours.c.year == year)
        with self._engine.connect() as connection:
            on = connection.execute(sql.select(people.c.vacation).where(people.c.id == person)).scalar_one_or_none()
            count = sql.select(sql.func.count()).select_from(vacation_hours).where(mine)
            used = connection.execute(count).scalar_one()
        return Vacation(year, HOURS_PER_YEAR, max(0, HOURS_PER_YEAR - used), on is not False)

    def turn(self, person: str, on: bool) -> None:
        """Turn the vacation of a person on or off. Hours that have begun stay."""
        with self._engine.begin() as connection:
            connection.execute(people.update().where(people.c.id == person).values(vacation=on))


def take_hours(connection: sql.Connection, table_id: str, seat: int, taken: Sequence[Sequence[int]]) -> None:
    """Write the hours that an event takes; IntegrityError if another server has taken some since it was decided."""
    person = connection.execute(_person(table_id, seat)).scalar_one_or_none()
    rows = [
        {"person": person, "hour": hour, "year": run.year, "number": run.number + hour - run.first}
        for run in (Run(*one) for one in taken)
        for hour in range(run.first, run.after)
    ]
    if person is not None and rows:
        connection.execute(vacation_hours.insert(), rows)


def merge_vacations(connection: sql.Connection, person: str, into: str) -> None:
    """Give the hours that a person has taken to another one, within a transaction; an hour of both counts once."""
    both = vacation_hours.c.person.in_((person, into))
    found = {row.hour: row.year for row in connection.execute(sql.select(vacation_hours).where(both))}
    if not found:
        return
    connection.execute(vacation_hours.delete().where(both))
    write_hours(connection, {(into, hour): year for hour, year in found.items()})


def write_hours(connection: sql.Connection, found: Mapping[tuple[str, int], int]) -> None:
    """Write the years of hours of people, numbered by year."""
    numbers = Counter[tuple[str, int]]()
    rows = []
    for (person, hour), year in sorted(found.items()):
        numbers[person, year] += 1
        rows.append({"person": person, "hour": hour, "year": year, "number": numbers[person, year]})
    if rows:
        connection.execute(vacation_hours.insert(), rows)


def _person(table_id: str, seat: int) -> sql.Select[tuple[str | None]]:
    return sql.select(seats.c.person).where(seats.c.table_id == table_id, seats.c.seat == seat)


def _year(seconds: float) -> int:
    return datetime.fromtimestamp(seconds, UTC).year
