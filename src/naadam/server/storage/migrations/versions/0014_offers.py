"""Offers of people who wait for opponents, and what goes on at the tables of each server."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "offers",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("table_id", sql.String(32), nullable=False),
        sql.Column("owner", sql.String(64), nullable=False),
        sql.Column("name", sql.String(40), nullable=False),
        sql.Column("specs", sql.Text, nullable=False),
        sql.Column("time_controls", sql.Text, nullable=False),
        sql.Column("seats", sql.Integer, nullable=False),
        sql.Column("fill", sql.Boolean, nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("opened", sql.Double, nullable=False),
        sql.Column("present", sql.Double, nullable=False),
        sql.Column("until", sql.Double, nullable=False),
        sql.Column("begun", sql.Double),
    )
    op.create_table(
        "activity",
        sql.Column("server", sql.String(32), primary_key=True),
        sql.Column("summary", sql.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("activity")
    op.drop_table("offers")
