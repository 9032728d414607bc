"""Limits on e-mails are kept over a restart: how many each address may still get, by the hash of the address."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "letter_limits",
        sql.Column("kind", sql.String(16), primary_key=True),
        sql.Column("address", sql.String(64), primary_key=True),
        sql.Column("remaining", sql.Double, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("letter_limits")
