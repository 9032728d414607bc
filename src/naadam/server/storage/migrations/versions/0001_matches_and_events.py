"""Matches and their events."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("spec", sql.Text, nullable=False),
        sql.Column("setup", sql.Text, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "events",
        sql.Column("match", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(20), nullable=False),
        sql.Column("data", sql.Text, nullable=False),
        sql.Column("message", sql.String(60)),
        sql.Column("at", sql.Float, nullable=False),
        sql.UniqueConstraint("match", "message", name="one_event_a_message"),
    )


def downgrade() -> None:
    op.drop_table("events")
    op.drop_table("matches")
