"""Vacation: whether a person wants it, and the hours taken."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("people", sql.Column("vacation", sql.Boolean, nullable=False, server_default=sql.true()))
    op.create_table(
        "vacation_hours",
        sql.Column("person", sql.String(24), primary_key=True),
        sql.Column("hour", sql.Integer, primary_key=True),
        sql.Column("year", sql.Integer, nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.UniqueConstraint("person", "year", "number"),
    )


def downgrade() -> None:
    op.drop_table("vacation_hours")
    op.drop_column("people", "vacation")
