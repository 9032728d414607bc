"""Profiles, lists of games and balance, read from stored results; ladders are cached until results change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from naadam.bots.advice.analysis import Judgement
from naadam.ratings import Ladder
from naadam.server.people.names import fold_name
from naadam.server.people.statistics import Share, balance_of, games_of, ladder_of
from naadam.server.storage.people_store import Person, people, read_person
from naadam.server.storage.result_store import read_results
from naadam.server.storage.store import analyses, results, tables

MOST_LADDERS = 64  # in memory
ANALYSES = 30  # of a person, the newest, in which mistakes are looked for
MOST_MISTAKES = 3


class GameRow(NamedTuple):
    """A finished game: the results by seat, and its set-up, which has the names that were typed in."""

    rows: list[Any]
    players: list[dict[str, Any]]


class Mistake(NamedTuple):
    """A move of a person that lost much, in a game of a variant."""

    table: str
    spec: str
    move: Judgement


class Profiles:
    """Reads results of one database. The methods block."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._ladders: dict[str, tuple[object, Ladder]] = {}
        self._lock = Lock()

    def find(self, name: str) -> Person | None:
        """The person who keeps a name, also if it is written in another case or without accents."""
        [row] = self._ask(sql.select(people).where(people.c.folded == fold_name(name))) or [None]
        return None if row is None else read_person(row)

    def ladder(self, spec: str) -> Ladder:
        """The ladder of a variant, computed from the beginning when a rated game has ended or was deleted."""
        of_spec = sql.and_(results.c.spec == spec, results.c.rated)
        stamp = self._ask(sql.select(sql.func.count(), sql.func.max(results.c.ended)).where(of_spec))[0]
        with self._lock:
            known = self._ladders.pop(spec, None)
            if known is None or known[0] != stamp:
                known = stamp, ladder_of(spec, read_results(self._engine, of_spec))
            self._ladders[spec] = known  # the newest last
            while len(self._ladders) > MOST_LADDERS:
                del self._ladders[next(iter(self._ladders))]
        return known[1]

    def games_of(self, person: str) -> Any:
        """The statistics of a person by variant."""
        return games_of(person, read_results(self._engine, results.c.table_id.in_(_tables_of(person))))

    def page(self, person: str, before: tuple[float, str] | None, most: int) -> list[GameRow]:
        """Some finished games of a person, the newest first, from before a moment and a table on."""
        own = sql.select(results.c.table_id, results.c.ended).where(results.c.person == person).distinct()
        if before is not None:
            own = own.where(sql.tuple_(results.c.ended, results.c.table_id) < sql.tuple_(*before))
        own = own.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(most)
        ids = [row.table_id for row in self._ask(own)]
        setups = dict(
            tuple(row) for row in self._ask(sql.select(tables.c.id, tables.c.setup).where(tables.c.id.in_(ids)))
        )
        games = {game[0].table_id: game for game in read_results(self._engine, results.c.table_id.in_(ids))}
        return [GameRow(games[one], msgspec.json.decode(setups[one])["players"]) for one in ids if one in games]

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
        return [
            (spec, number, balance_of(read_results(self._engine, results.c.spec == spec)))
            for spec, number in islice(counted, most)
        ]

    def _ask(self, query: sql.Executable) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()


def _tables_of(person: str) -> sql.Select[Any]:
    return sql.select(results.c.table_id).where(results.c.person == person)
