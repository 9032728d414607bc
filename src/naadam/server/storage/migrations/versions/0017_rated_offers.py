"""Offers of rated games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("offers", sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()))


def downgrade() -> None:
    with op.batch_alter_table("offers") as offers:
        offers.drop_column("rated")
