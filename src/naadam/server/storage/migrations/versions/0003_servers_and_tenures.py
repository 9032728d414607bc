"""The servers that share a database, and which of them each table belongs to."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "servers",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("host", sql.Text, nullable=False),
        sql.Column("port", sql.Integer, nullable=False),
        sql.Column("secret", sql.Text, nullable=False),
        sql.Column("started", sql.Double, nullable=False),
        sql.Column("expires", sql.Double, nullable=False),
    )
    op.create_table(
        "tenures",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("server", sql.String(32), nullable=False),
        sql.Column("fence", sql.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("tenures")
    op.drop_table("servers")
