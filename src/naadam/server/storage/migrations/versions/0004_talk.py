"""Chat lines of tables."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "talk",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("to", sql.Integer),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("talk")
