"""The calendar by which days pass while a server runs; it begins with the time of the clock."""

from __future__ import annotations

import time

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    calendar = op.create_table("calendar", sql.Column("counted", sql.Double, nullable=False))
    op.execute(calendar.insert().values(counted=time.time()))


def downgrade() -> None:
    op.drop_table("calendar")
