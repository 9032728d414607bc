"""Blocks between people, reports for the host, and people who may not chat."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sql.Column("person", sql.String(24), primary_key=True),
        sql.Column("blocked", sql.String(24), primary_key=True),
        sql.Column("created", sql.Double, nullable=False),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("created", sql.Double, nullable=False),
        sql.Column("reporter", sql.String(24), nullable=False),
        sql.Column("reported", sql.String(24), nullable=False),
        sql.Column("table_id", sql.String(32), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("lines", sql.Text, nullable=False),
        sql.Column("done", sql.Double),
    )
    op.add_column("people", sql.Column("muted", sql.Double))
    op.create_index("ix_people_closed", "people", ["closed"])


def downgrade() -> None:
    op.drop_index("ix_people_closed", "people")
    with op.batch_alter_table("people") as people:
        people.drop_column("muted")
    op.drop_table("reports")
    op.drop_table("blocks")
