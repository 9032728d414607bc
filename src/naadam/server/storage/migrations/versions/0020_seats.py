"""Seats of persons in rows: set-ups and logs lose the names, persons and tokens that they had.

The hash of a seat's token becomes that of an invitation, which its browser shows once more and then never again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0020"
down_revision = "0019"

BATCH = 500
OF_ROW = ("person", "name", "token")


def upgrade() -> None:
    op.add_column("people", sql.Column("erased", sql.Double))
    seats = op.create_table(
        "seats",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("person", sql.String(24)),
        sql.Column("name", sql.Text, nullable=False, server_default=""),
        sql.Column("invitation", sql.String(64)),
        sql.Column("at", sql.Double, nullable=False),
        sql.Column("hidden", sql.Boolean, nullable=False, server_default=sql.false()),
    )
    connection = op.get_bind()
    names = _take_names(connection)
    for batch in _setups(connection):
        rows: list[dict[str, Any]] = []
        for table_id, text, created in batch:
            setup = json.loads(text)
            for seat, player in enumerate(setup.get("players", ())):
                if player["kind"] == "computer":
                    player.pop("token", None)
                    continue
                person, name, token = (player.pop(key, "") for key in OF_ROW)
                row = {"person": person or None, "name": names.get((table_id, seat), name)}
                row["invitation"] = None if person else token or None
                rows.append(row | {"table_id": table_id, "seat": seat, "at": created, "hidden": False})
            _write_setup(connection, table_id, setup)
        if rows:
            op.bulk_insert(seats, rows)
    op.create_index("ix_seats_person", "seats", ["person"])


def downgrade() -> None:
    connection = op.get_bind()
    for batch in _setups(connection):
        for table_id, text, _ in batch:
            setup = json.loads(text)
            query = sql.text("SELECT seat, person, name, invitation FROM seats WHERE table_id = :id")
            for row in connection.execute(query, {"id": table_id}).all():
                fields = {"person": row.person or "", "name": row.name, "token": row.invitation or ""}
                setup["players"][row.seat].update(fields)
            setup.pop("host", None)
            _write_setup(connection, table_id, setup)
    op.drop_table("seats")
    op.drop_column("people", "erased")


def _take_names(connection: sql.Connection) -> dict[tuple[str, int], str]:
    """The names in the logs, which lose them."""
    found = {}
    query = sql.text("SELECT table_id, seq, data FROM events WHERE kind = 'named' ORDER BY table_id, seq")
    change = sql.text("UPDATE events SET data = :data WHERE table_id = :id AND seq = :seq")
    for table_id, seq, text in connection.execute(query).all():
        data = json.loads(text)
        found[table_id, data["seat"]] = data.pop("name", "")
        connection.execute(change, {"data": _json(data), "id": table_id, "seq": seq})
    return found


def _setups(connection: sql.Connection) -> Iterator[list[tuple[str, str, float]]]:
    """The set-ups in batches, by id."""
    last = ""
    query = sql.text("SELECT id, setup, created FROM tables WHERE id > :last ORDER BY id LIMIT :most")
    while batch := [tuple(row) for row in connection.execute(query, {"last": last, "most": BATCH}).all()]:
        yield batch
        last = batch[-1][0]


def _write_setup(connection: sql.Connection, table_id: str, setup: dict[str, Any]) -> None:
    change = sql.text("UPDATE tables SET setup = :setup WHERE id = :id")
    connection.execute(change, {"setup": _json(setup), "id": table_id})


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
