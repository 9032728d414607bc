"""People as a host sees them: listed, and found by name or id, whether a server runs or not."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sql

from naadam.server.people.keys import PERSON
from naadam.server.storage.people_store import keys, people
from naadam.server.storage.store import results


class PersonRow(NamedTuple):
    """A person in the list; dates are in seconds since 1970."""

    id: str
    name: str | None
    created: float
    seen: float
    closed: float | None
    keys: int  # by which they come in
    games: int  # finished


def list_people(engine: sql.Engine, which: str = "", named: bool = False, most: int = 50) -> list[PersonRow]:
    """People, the latest seen first; `named` are those with a kept name, `which` is a name or an id."""
    of_keys = sql.select(sql.func.count()).where(keys.c.person == people.c.id).scalar_subquery()
    of_games = sql.select(sql.func.count(results.c.table_id.distinct()))
    games = of_games.where(results.c.person == people.c.id).scalar_subquery()
    columns = (people.c.id, people.c.name, people.c.created, people.c.seen, people.c.closed, of_keys, games)
    query = sql.select(*columns).order_by(people.c.seen.desc(), people.c.id).limit(most)
    if which:
        by_name = sql.func.lower(people.c.name) == which.lower()
        query = query.where(sql.or_(by_name, people.c.id == which) if PERSON.fullmatch(which) else by_name)
    if named:
        query = query.where(people.c.folded.is_not(None))
    with engine.connect() as connection:
        return [PersonRow(*row) for row in connection.execute(query)]
