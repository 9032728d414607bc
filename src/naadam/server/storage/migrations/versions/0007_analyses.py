"""Analyses of games that are over."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("moves", sql.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analyses")
