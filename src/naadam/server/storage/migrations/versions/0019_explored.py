"""Moves of finished games by position."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "explored",
        sql.Column("key", sql.String(32), primary_key=True),
        sql.Column("action", sql.Integer, primary_key=True),
        sql.Column("games", sql.Integer, nullable=False),
        sql.Column("shares", sql.Double, nullable=False),
    )
    op.create_table(
        "explored_tables", sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True)
    )


def downgrade() -> None:
    op.drop_table("explored_tables")
    op.drop_table("explored")
