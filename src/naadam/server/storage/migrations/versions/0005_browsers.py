"""Browsers, and the seats they hold."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "browsers",
        sql.Column("browser", sql.String(64), primary_key=True),
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("own", sql.Boolean, nullable=False),
        sql.Column("sealed", sql.String(32), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_index("browsers_by_token", "browsers", ["token"])


def downgrade() -> None:
    op.drop_table("browsers")
