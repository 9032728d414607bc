"""A browser holds a seat of every table that its secret opens: that of a game, and those of its rematches."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    _rebuild("table_id")


def downgrade() -> None:
    op.execute(
        "DELETE FROM browsers WHERE EXISTS (SELECT 1 FROM browsers AS newer WHERE newer.browser = browsers.browser "
        "AND newer.token = browsers.token "
        "AND (newer.at > browsers.at OR newer.at = browsers.at AND newer.table_id > browsers.table_id))"
    )
    _rebuild()


def _rebuild(*keys: str) -> None:
    """Rebuild the table with these columns in its key besides browser and token, because SQLite cannot change a key."""
    rows = op.get_bind().execute(sql.text("SELECT * FROM browsers")).mappings().all()
    op.drop_table("browsers")
    table = op.create_table(
        "browsers",
        sql.Column("browser", sql.String(64), primary_key=True),
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column(
            "table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False, primary_key="table_id" in keys
        ),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("own", sql.Boolean, nullable=False),
        sql.Column("sealed", sql.String(32), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_index("browsers_by_token", "browsers", ["token"])
    op.bulk_insert(table, [{**row, "own": bool(row["own"])} for row in rows])
