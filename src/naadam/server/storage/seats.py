"""Seats in the database: the person of each, the name given for the table, and the invitation that still binds it.

Logs and set-ups name no person: this row does, so a seat changes hands, and a person is erased, by changing it. Of an
invitation only the SHA-256 is stored, and only until it is used.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sql

from naadam.core.hashing import hash_secret
from naadam.server.storage.metadata import metadata
from naadam.server.storage.people.people_store import people

MOST_LISTED = 200  # seats of one person

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("person", sql.String(24), index=True),  # null until the invitation is accepted
    sql.Column("name", sql.Text, nullable=False, server_default=""),  # given for this table
    sql.Column("invitation", sql.String(64)),  # SHA-256 of the token that binds the seat; null once it is used
    sql.Column("at", sql.Double, nullable=False),  # when the person took the seat
    sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()),  # from the person's list of tables
)
# seats of browsers of former versions, by the SHA-256 of key and token; deleted when they are bound to a person
browsers = sql.Table(
    "browsers",
    metadata,
    sql.Column("browser", sql.String(64), primary_key=True),
    sql.Column("token", sql.String(64), primary_key=True),
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("own", sql.Boolean, nullable=False),  # whether who uses the browser plays the seat, or invites to it
    sql.Column("sealed", sql.String(32), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)

OF_ROW = ("person", "name", "invitation", "kept", "erased")  # fields of a player that the set-up does not have


class OwnSeat(NamedTuple):
    """A seat of a person, and when they took it, in seconds since 1970."""

    table: str
    seat: int
    at: float


def split_players(setup: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The set-up of a table as it is stored, and the rows of the seats of people."""
    players = setup.get("players", [])
    kept = [{key: value for key, value in player.items() if key not in OF_ROW} for player in players]
    rows = [
        {
            "seat": seat,
            "person": player.get("person") or None,
            "name": player.get("name", ""),
            "invitation": player.get("invitation") or None,
        }
        for seat, player in enumerate(players)
        if player["kind"] != "computer"
    ]
    return {**setup, **({"players": kept} if players else {})}, rows


def write_seats(connection: sql.Connection, table_id: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the seats of a new table; of people who were erased meanwhile without the name that a server remembers."""
    if rows:
        facts = {"table_id": table_id, "at": time.time()}
        ids = {row["person"] for row in rows if row["person"]}
        query = sql.select(people.c.id).where(people.c.id.in_(ids), people.c.erased.is_not(None))
        erased = frozenset(connection.execute(query).scalars()) if ids else frozenset()
        nameless = [{**row, "name": ""} if row["person"] in erased else row for row in rows]
        connection.execute(seats.insert(), [{**row, **facts} for row in nameless])


def read_seats(connection: sql.Connection, table_id: str) -> dict[int, dict[str, Any]]:
    """The fields of players by seat: their people, and the names to show.

    The name that a person keeps comes before the one given for the table, unless the person has several seats there.
    """
    query = sql.select(seats, people.c.name.label("own"), people.c.folded, people.c.erased)
    query = query.join(people, people.c.id == seats.c.person, isouter=True).where(seats.c.table_id == table_id)
    rows = connection.execute(query).all()
    held = Counter(row.person for row in rows)
    found = {}
    for row in rows:
        kept = row.folded is not None and held[row.person] == 1
        found[row.seat] = {
            "person": row.person or "",
            "name": row.own if kept else row.name,
            "invitation": row.invitation or "",
            "kept": kept,
            "erased": row.erased is not None,
        }
    return found


def name_seat(connection: sql.Connection, table_id: str, seat: int, name: str) -> None:
    """Write the name of a seat, given for its table."""
    place = sql.and_(seats.c.table_id == table_id, seats.c.seat == seat)
    connection.execute(seats.update().where(place).values(name=name))


class SeatStore:
    """The seats of one database. The methods block, like those of the store."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def read(self, table_id: str) -> dict[int, dict[str, Any]]:
        with self._engine.connect() as connection:
            return read_seats(connection, table_id)

    def invited(self, table_id: str, token: str) -> int | None:
        """The seat that an unused invitation opens."""
        place = sql.and_(seats.c.table_id == table_id, seats.c.invitation == hash_secret(token))
        with self._engine.connect() as connection:
            return connection.execute(sql.select(seats.c.seat).where(place)).scalar_one_or_none()

    def accept(self, table_id: str, token: str, person: str) -> int | None:
        """Bind the seat of an invitation to a person, and void the invitation.

        None if it is void already, or if the person has a seat at the table: then the invitation is for another. Of
        several people who come simultaneously, exactly one gets the seat.
        """
        of_table = seats.c.table_id == table_id
        with self._engine.begin() as connection:
            self._lock(connection)
            query = sql.select(seats).where(of_table).with_for_update()
            rows = connection.execute(query).all()
            hashed = hash_secret(token)
            found = next((row for row in rows if row.invitation == hashed), None)
            if found is None or any(row.person == person for row in rows):
                return None
            name = found.name if found.person is None else ""  # as the host called them, or that of another person
            values = {"person": person, "name": name, "invitation": None, "at": time.time(), "hidden": False}
            connection.execute(seats.update().where(of_table, seats.c.seat == found.seat).values(values))
            letters = metadata.tables["notices"]  # of the person who had the seat before
            connection.execute(letters.delete().where(letters.c.table_id == table_id, letters.c.seat == found.seat))
            return int(found.seat)

    def renew(self, table_id: str, seat: int, token: str) -> None:
        """Give a seat a new invitation; the one before is void. Its person plays on until another accepts."""
        place = sql.and_(seats.c.table_id == table_id, seats.c.seat == seat)
        with self._engine.begin() as connection:
            connection.execute(seats.update().where(place).values(invitation=hash_secret(token)))

    def list_of(self, person: str) -> list[OwnSeat]:
        """The seats of a person, the newest first."""
        query = sql.select(seats.c.table_id, seats.c.seat, seats.c.at)
        query = query.where(seats.c.person == person, ~seats.c.hidden)
        query = query.order_by(seats.c.at.desc(), seats.c.table_id, seats.c.seat)
        with self._engine.connect() as connection:
            return [OwnSeat(*row) for row in connection.execute(query.limit(MOST_LISTED))]

    def hide(self, person: str, table_id: str) -> None:
        """Leave a table out of the list of a person, who keeps the seats."""
        own = sql.and_(seats.c.person == person, seats.c.table_id == table_id)
        with self._engine.begin() as connection:
            connection.execute(seats.update().where(own).values(hidden=True))

    # --- browsers of former versions ---

    def former(self, key: str, tokens: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """The tables of seats that still wait for their browser, with the hashes of the tokens.

        `tokens` are those of the page's local storage by table; those in the database are found by the key.
        """
        shown = {(table, hash_secret(token)) for table, several in tokens.items() for token in several}
        own = sql.select(browsers.c.table_id, browsers.c.token)
        own = own.where(browsers.c.browser == hash_secret(key), browsers.c.own)
        found: dict[str, list[str]] = {}
        with self._engine.connect() as connection:
            if key:
                shown |= {(row.table_id, row.token) for row in connection.execute(own)}
            query = sql.select(seats.c.table_id, seats.c.invitation)
            query = query.where(seats.c.person.is_(None), seats.c.table_id.in_({table for table, _ in shown}))
            for table, hashed in connection.execute(query).all() if shown else ():
                if (table, hashed) in shown:
                    found.setdefault(table, []).append(hashed)
        return found

    def bind(self, person: str, key: str, found: Mapping[str, Sequence[str]]) -> None:
        """Bind the seats that a browser of a former version held, unless another browser was faster."""
        with self._engine.begin() as connection:
            self._lock(connection)
            for table, hashes in found.items():
                free = sql.and_(seats.c.table_id == table, seats.c.invitation.in_(hashes), seats.c.person.is_(None))
                connection.execute(seats.update().where(free).values(person=person, invitation=None))
            if key:
                connection.execute(browsers.delete().where(browsers.c.browser == hash_secret(key)))

    def _lock(self, connection: sql.Connection) -> None:
        if self._engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin with the first change
