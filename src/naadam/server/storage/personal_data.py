"""People as a host sees them: listed, and found by name or id, whether a server runs or not."""

from __future__ import annotations

import time
from typing import NamedTuple

import sqlalchemy as sql

from naadam.server.people.keys import PERSON
from naadam.server.storage.moderation import reports
from naadam.server.storage.people_store import keys, people
from naadam.server.storage.store import results


class PersonRow(NamedTuple):
    """A person in the list; dates are in seconds since 1970."""

    id: str
    name: str | None
    created: float
    seen: float
    closed: float | None
    muted: float | None  # until when
    bot: bool
    reports: int  # about them, done or not
    keys: int  # by which they come in
    games: int  # finished


def list_people(
    engine: sql.Engine, which: str = "", named: bool = False, most: int = 50, restricted: bool = False
) -> list[PersonRow]:
    """People, the latest seen first; `which` is a name or an id.

    `named` limits them to kept names, `restricted` to people who are muted or closed.
    """
    about = sql.select(sql.func.count()).where(reports.c.reported == people.c.id).scalar_subquery()
    of_keys = sql.select(sql.func.count()).where(keys.c.person == people.c.id).scalar_subquery()
    of_games = sql.select(sql.func.count(results.c.table_id.distinct()))
    games = of_games.where(results.c.person == people.c.id).scalar_subquery()
    columns = [people.c[name] for name in ("id", "name", "created", "seen", "closed", "muted", "bot")]
    counts = about.label("reports"), of_keys.label("keys"), games.label("games")
    query = sql.select(*columns, *counts).order_by(people.c.seen.desc(), people.c.id).limit(most)
    if which:
        by_name = sql.func.lower(people.c.name) == which.lower()
        query = query.where(sql.or_(by_name, people.c.id == which) if PERSON.fullmatch(which) else by_name)
    if named:
        query = query.where(people.c.folded.is_not(None))
    if restricted:
        query = query.where(sql.or_(people.c.closed.is_not(None), people.c.muted > time.time()))
    with engine.connect() as connection:
        return [PersonRow(**row._asdict()) for row in connection.execute(query)]
