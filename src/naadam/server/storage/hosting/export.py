"""Finished games of a database as one Parquet file: actions, results and audit seeds, with numbers for names."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from naadam.core.errors import NaadamError
from naadam.core.extras import need
from naadam.core.registry import load_shipped
from naadam.server.storage.store import Store, tables
from naadam.server.table.players import Player
from naadam.server.table.table import Table

COLUMNS = {
    "game": ("string", "name of the game, such as bagh-chal"),
    "spec": ("string", "the game with its options"),
    "rules": ("int32", "version of the rules"),
    "board": ("string", "hash of the board file; empty for a game without one"),
    "month": ("string", "month (UTC) in which the table was made, such as 2026-11"),
    "time_control": ("string", "kind of clock: none, rules, move, fischer or days"),
    "players": ("list<string>", "by seat: person 1, computer 3 (its level) or engine NAME; a person keeps the number"),
    "start": ("string", "position at the start; null for the usual one"),
    "steps": ("list<string>", "actions in the notation of records, chance included"),
    "clause": ("string", "clause that ended the game; empty after a resignation, an agreed draw or an expired clock"),
    "winners": ("list<int8>", "seats that won; in a draw all that share it"),
    "scores": ("list<float64>", "by seat"),
    "ended_by": ("string", "rules, resignation, agreement, clock or length of the log"),
    "seed": ("string", "seed of all chance; null in a game without chance"),
    "seed_hash": ("string", "SHA-256 of the seed, shown to the players from the start"),
}
ROWS_PER_GROUP = 1000


def export_games(store: Store, file: Path) -> tuple[int, int]:
    """Write all finished games, in the order of their tables; return how many were written and how many left out.

    Games whose package is missing or whose rules have changed are left out. The same database gives the same bytes.
    """
    arrow = need("pyarrow", "--parquet", "lab")
    parquet = need("pyarrow.parquet", "--parquet", "lab")
    schema = arrow.schema([_field(arrow, name, *column) for name, column in COLUMNS.items()])
    people: dict[str, int] = {}
    written = left_out = 0
    part = file.with_name(f"{file.name}.part")
    try:
        with parquet.ParquetWriter(part, schema, compression="zstd") as writer:
            rows: list[dict[str, Any]] = []
            for found in _finished(store):
                if found is None:
                    left_out += 1
                    continue
                rows.append(_row(*found, people))
                written += 1
                if len(rows) == ROWS_PER_GROUP:
                    writer.write_table(arrow.Table.from_pylist(rows, schema))
                    rows.clear()
            if rows:
                writer.write_table(arrow.Table.from_pylist(rows, schema))
        part.replace(file)
    except OSError as error:
        raise NaadamError(f"{file} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return written, left_out


def _field(arrow: Any, name: str, kind: str, meaning: str) -> Any:
    inner = kind.removeprefix("list<").removesuffix(">")
    of = getattr(arrow, inner)()
    return arrow.field(name, of if inner == kind else arrow.list_(of), metadata={"description": meaning})


def _finished(store: Store) -> Iterator[tuple[Table, float] | None]:
    """The tables whose game is over and when each was made, the oldest first; None for one that is unreadable."""
    with store.engine.connect() as connection:
        query = sql.select(tables.c.id, tables.c.created).order_by(tables.c.created, tables.c.id)
        made = [(row.id, row.created) for row in connection.execute(query)]
    for table_id, created in made:
        loaded = store.load(table_id)
        if loaded is None:  # deleted since
            continue
        spec, setup, events = loaded
        try:
            table = Table.from_setup(table_id, load_shipped(spec), setup)
            if table.rules != table.game.rules_version:
                yield None
                continue
            table.take_all(events)
        except NaadamError:
            yield None
            continue
        if table.over:
            yield table, created


def _row(table: Table, created: float, people: dict[str, int]) -> dict[str, Any]:
    record, outcome = table.history.record(over=True), table.outcome
    assert outcome is not None
    return {
        "game": table.game.name,
        "spec": record.game,
        "rules": record.rules,
        "board": record.board,
        "month": time.strftime("%Y-%m", time.gmtime(created)),
        "time_control": table.time_control.kind,
        "players": [
            _player(player, player.person or (f"name {player.name}" if player.name else f"{table.id} {seat}"), people)
            for seat, player in enumerate(table.players)
        ],
        "start": record.start,
        "steps": [str(step) for step in record.steps],
        "clause": outcome.clause,
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "ended_by": _cause(table),
        "seed": record.seed,
        "seed_hash": record.seed_hash,
    }


def _player(player: Player, identity: str, people: dict[str, int]) -> str:
    if player.engine:
        return f"engine {player.engine}"
    if player.kind == "computer":
        return f"computer {player.level}"
    return f"person {people.setdefault(identity, len(people) + 1)}"


def _cause(table: Table) -> str:
    if table.by is not None:
        return "clock" if table.by == "clock" else "length of the log"
    if table.resigned is not None:
        return "resignation"
    return "agreement" if "draw" in table.agreements.settled else "rules"
