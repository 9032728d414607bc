"""The message that has led to what was said, so that it is said once."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("talk", sql.Column("message", sql.String(60)))


def downgrade() -> None:
    op.drop_column("talk", "message")
