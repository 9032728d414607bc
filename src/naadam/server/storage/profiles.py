"""Profiles, lists of games and balance, read from stored results, and cached until these change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.bots.advice.analysis import Judgement
from naadam.ratings import Ladder
from naadam.server.people.names import fold_name
from naadam.server.people.statistics import Played, Share, balance_of, entries_of, games_of, ladder_of
from naadam.server.storage.people.people_store import CLOSED, Person, people, read_person
from naadam.server.storage.result_store import read_results
from naadam.server.storage.revisions import REVISION
from naadam.server.storage.seats import read_seats
from naadam.server.storage.store import analyses, results, tables

MOST_KNOWN = 128  # ladders, statistics and balances in memory
ANALYSES = 30  # of a person, the newest, in which mistakes are looked for
MOST_MISTAKES = 3


class GameRow(NamedTuple):
    """A finished game: the results by seat, and the people of its seats as `read_seats` has them."""

    rows: list[Any]
    seated: dict[int, dict[str, Any]]
    listed: bool  # whether everybody may know the table


class Mistake(NamedTuple):
    """A move of a person that lost much, in a game of a variant."""

    table: str
    spec: str
    move: Judgement


class Stamp(NamedTuple):
    """The extent of some results, by which a change is noticed."""

    rows: int
    last: float | None  # when the last of these games ended
    revision: int  # of all results


class Profiles:
    """Reads results of one database. The methods block."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._known: dict[tuple[str, str], tuple[Stamp, Any]] = {}  # by kind and person or variant
        self._lock = Lock()

    def find(self, name: str) -> Person | None:
        """The person who keeps a name, also if it is written in another case or without accents."""
        [row] = self._ask(sql.select(people, CLOSED.label("shut")).where(people.c.folded == fold_name(name))) or [None]
        return None if row is None else read_person(row)

    def ladder(self, spec: str) -> Ladder:
        """The ladder of a variant. Games that have ended since are added; if others changed, all are rated again."""
        of_spec = sql.and_(results.c.spec == spec, results.c.rated)

        def compute(before: tuple[Stamp, Ladder] | None, now: Stamp) -> Ladder:
            if before is not None and before[0].last is not None and before[0].revision == now.revision:
                new = list(read_results(self._engine, of_spec, results.c.ended > before[0].last))
                if before[0].rows + sum(map(len, new)) == now.rows:
                    for game in new:
                        before[1].add(entries_of(game))
                    return before[1]
            return ladder_of(spec, read_results(self._engine, of_spec))

        found: Ladder = self._recall("ladder", spec, of_spec, compute)
        return found

    def games_of(self, person: str) -> list[Played]:
        """The statistics of a person by variant."""
        theirs = results.c.table_id.in_(sql.select(results.c.table_id).where(results.c.person == person))
        found: list[Played] = self._recall(
            "games", person, results.c.person == person, lambda *_: games_of(person, read_results(self._engine, theirs))
        )
        return found

    def page(self, person: str, before: tuple[float, int] | None, most: int) -> list[GameRow]:
        """Some finished games of a person, the newest first.

        They begin at a moment, after so many of the games that ended then: a table in its place would tell its address.
        """
        own = sql.select(results.c.table_id, results.c.ended).where(results.c.person == person).distinct()
        if before is not None:
            own = own.where(results.c.ended <= before[0]).offset(before[1])
        own = own.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(most)
        ids = [row.table_id for row in self._ask(own)]
        games = {game[0].table_id: game for game in read_results(self._engine, results.c.table_id.in_(ids))}
        with self._engine.connect() as connection:
            listed = listed_among(connection, ids)
            return [GameRow(games[one], read_seats(connection, one), one in listed) for one in ids if one in games]

    def address_for(self, reader: str, table_id: str) -> str | None:
        """The table for a reader who sat there, or if everybody may know it."""
        sat = sql.select(results.c.seat).where(results.c.table_id == table_id, results.c.person == reader)
        if reader and self._ask(sat):
            return table_id
        with self._engine.connect() as connection:
            return table_id if listed_among(connection, [table_id]) else None

    def names(self, ids: Sequence[str]) -> dict[str, tuple[str, bool]]:
        """The names of people by id, and whether a name is theirs alone and so leads to their page."""
        query = sql.select(people.c.id, people.c.name, people.c.folded).where(people.c.id.in_(ids), people.c.name != "")
        return {row.id: (row.name, row.folded is not None) for row in self._ask(query)}

    def mistakes(self, person: str) -> list[Mistake]:
        """The worst moves of a person in the newest games that were analysed."""
        query = (
            sql.select(results.c.table_id, results.c.spec, results.c.seat, analyses.c.moves)
            .join(analyses, analyses.c.table_id == results.c.table_id)
            .where(results.c.person == person)
            .order_by(results.c.ended.desc())
            .limit(ANALYSES)
        )
        found = []
        for row in self._ask(query):
            try:
                moves = msgspec.json.decode(row.moves, type=list[Judgement])
            except msgspec.MsgspecError:  # of an older version
                continue
            found += [
                Mistake(row.table_id, row.spec, move)
                for move in moves
                if move.seat == row.seat and move.mark and move.known
            ]
        return sorted(found, key=lambda one: -one.move.loss)[:MOST_MISTAKES]

    def balance(self, game: str, most: int) -> list[tuple[str, int, dict[str, dict[int, Share]]]]:
        """The most played variants of a game: the number of games, and the balance of their seats."""
        of_game = sql.or_(results.c.spec == game, results.c.spec.startswith(f"{game}:", autoescape=True))
        count = sql.func.count(results.c.table_id.distinct())
        query = sql.select(results.c.spec, count).where(of_game).group_by(results.c.spec)
        counted = sorted((tuple(row) for row in self._ask(query)), key=lambda row: (-row[1], row[0]))
        return [(spec, number, self._balance_of(spec)) for spec, number in islice(counted, most)]

    def _balance_of(self, spec: str) -> dict[str, dict[int, Share]]:
        of_spec = results.c.spec == spec
        found: dict[str, dict[int, Share]] = self._recall(
            "balance", spec, of_spec, lambda *_: balance_of(read_results(self._engine, of_spec))
        )
        return found

    def _recall(
        self, kind: str, name: str, these: sql.ColumnElement[bool], compute: Callable[[Any, Stamp], object]
    ) -> Any:
        """A value computed from these results, which is kept as long as they stay the same."""
        extent = sql.select(sql.func.count(), sql.func.max(results.c.ended), REVISION.scalar_subquery())
        stamp = Stamp(*self._ask(extent.where(these))[0])
        with self._lock:
            known = self._known.pop((kind, name), None)
            if known is None or known[0] != stamp:
                known = stamp, compute(known, stamp)
            self._known[kind, name] = known  # the newest last
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return known[1]

    def _ask(self, query: sql.Executable) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()


def listed_among(connection: sql.Connection, ids: Sequence[str]) -> frozenset[str]:
    """Those of these tables that were set for everybody to see."""
    rows = connection.execute(sql.select(tables.c.id, tables.c.setup).where(tables.c.id.in_(ids)))
    return frozenset(row.id for row in rows if msgspec.json.decode(row.setup).get("listed", False))
