"""Subscriptions to e-mail when it is a seat's turn."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "notices",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("language", sql.String(8), nullable=False),
        sql.Column("key", sql.String(64), nullable=False, unique=True),
        sql.Column("wanted", sql.Boolean, nullable=False),
        sql.Column("told", sql.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("notices")
