"""Moves of finished games by position, up to symmetry: how often each was played, and with which share of the win.

A fold over the logs of games with a result: deleting all rows loses nothing, because the next fold writes them again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.parts.symmetry import Symmetry
from naadam.core.registry import load_shipped
from naadam.core.seats import CHANCE
from naadam.core.state import State
from naadam.server.storage.metadata import metadata
from naadam.server.storage.store import Store, results
from naadam.server.table.table import Table

explored = sql.Table(
    "explored",
    metadata,
    sql.Column("key", sql.String(32), primary_key=True),  # of the position, with variant and version of the rules
    sql.Column("action", sql.Integer, primary_key=True),  # as it is on the board turned to the least position
    sql.Column("games", sql.Integer, nullable=False),
    sql.Column("shares", sql.Double, nullable=False),  # of the win, of the player who moved: the sum over the games
)
explored_tables = sql.Table(  # the tables that the rows above count
    "explored_tables",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
)


class Played(NamedTuple):
    """A move that was played in a position: in how many games, and the mean share of the win."""

    action: int
    games: int
    share: float


Move = tuple[str, int]  # the key of a position, and an action there
Moves = dict[Move, tuple[int, float]]  # with games and shares


class ExploredStore:
    """The moves of one database. The methods block, like those of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._engine = store.engine

    def unread(self, most: int, table_id: str | None = None) -> list[str]:
        """Some tables with results that are not counted yet; with an id that table or none."""
        query = sql.select(results.c.table_id).where(results.c.table_id.not_in(sql.select(explored_tables.c.table_id)))
        if table_id is not None:
            query = query.where(results.c.table_id == table_id)
        with self._engine.connect() as connection:
            return list(connection.execute(query.distinct().order_by(results.c.table_id).limit(most)).scalars())

    def read(self, table_id: str) -> Moves:
        """The moves of a finished game, each counted once; none where something is hidden, or the log is unreadable."""
        try:
            return self._read(table_id)
        except (NaadamError, msgspec.MsgspecError, KeyError, ValueError):  # its rules have changed, or are gone
            return {}

    def _read(self, table_id: str) -> Moves:
        loaded = self._store.load(table_id)
        if loaded is None:
            return {}
        spec, setup, log = loaded
        table = Table.from_setup(table_id, load_shipped(spec), setup)
        if table.game.hides:
            return {}
        table.take_all(log)
        with self._engine.connect() as connection:
            rows = connection.execute(sql.select(results.c.seat, results.c.share).where(results.c.table_id == table_id))
            shares = {row.seat: row.share for row in rows}
        found: Moves = {}
        for state, (action, seat) in zip(table.history.states, table.history.steps, strict=False):
            if seat != CHANCE and seat in shares:
                key, turns = find_least(state)
                found[key, min(turn(action, by) for by in turns)] = 1, shares[seat]
        return found

    def add(self, table_id: str, moves: Moves) -> bool:
        """Count the moves of a game; return False if another server has counted them."""
        try:
            with self._engine.begin() as connection:
                connection.execute(explored_tables.insert().values(table_id=table_id))
                for (key, action), (games, share) in moves.items():
                    place = sql.and_(explored.c.key == key, explored.c.action == action)
                    more = {"games": explored.c.games + games, "shares": explored.c.shares + share}
                    if connection.execute(explored.update().where(place).values(more)).rowcount == 0:
                        row = {"key": key, "action": action, "games": games, "shares": share}
                        connection.execute(explored.insert().values(row))
        except sql.exc.IntegrityError:
            return False
        return True

    def fold(self, again: bool = False) -> int:
        """Count all games that are not counted, with `again` all from the beginning; return how many they were."""
        if again:
            with self._engine.begin() as connection:
                connection.execute(explored.delete())
                connection.execute(explored_tables.delete())
        count = 0
        while waiting := self.unread(100):
            count += sum(self.add(table_id, self.read(table_id)) for table_id in waiting)
        return count

    def moves_in(self, state: State) -> list[Played]:
        """The moves that were played in a position, on this board or on a turned one, the most frequent first."""
        key, turns = find_least(state)
        with self._engine.connect() as connection:
            rows = connection.execute(sql.select(explored).where(explored.c.key == key)).all()
        known = {row.action: row for row in rows}
        found = []
        for action in state.numbers(state.turn) if state.turn not in (None, CHANCE) and known else ():
            row = known.get(min(turn(action, by) for by in turns))
            if row is not None:
                found.append(Played(action, row.games, row.shares / row.games))
        return sorted(found, key=lambda played: (-played.games, -played.share, played.action))


def find_least(state: State) -> tuple[str, Sequence[Symmetry | None]]:
    """The key of a position, equal for all its images on a turned board; and the turns that lead to the least image."""
    game = state.game
    least: tuple[int, ...] = ()
    found: list[Symmetry | None] = []
    for symmetry in (None, *game.rulebook.symmetries):
        record = state.record if symmetry is None else symmetry.state(state.record)
        words = np.empty(game.sizes.words, np.int64)
        game.bound.position(record, words)
        image = tuple(map(int, words))
        if not found or image < least:
            least, found = image, [symmetry]
        elif image == least:
            found.append(symmetry)
    text = f"{game.spec} {game.rulebook.version} {least}"
    return hashlib.sha256(text.encode()).hexdigest()[:32], found


def turn(action: int, by: Symmetry | None) -> int:
    return action if by is None else by.action(action)
