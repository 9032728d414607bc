"""The tables at which bots play, so that a bot finds them again."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "bot_tables",
        sql.Column("person", sql.String(24), primary_key=True),
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("at", sql.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bot_tables")
