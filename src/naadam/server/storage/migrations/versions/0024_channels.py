"""Webhooks and browsers to notify, what each person was notified of, and requests under way."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "channels",
        sql.Column("id", sql.String(24), primary_key=True),
        sql.Column("person", sql.String(24), nullable=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("url", sql.Text, nullable=False),
        sql.Column("secret", sql.Text, nullable=False),
        sql.Column("label", sql.String(80), nullable=False),
        sql.Column("language", sql.String(8), nullable=False),
        sql.Column("created", sql.Double, nullable=False),
        sql.Column("failures", sql.Integer, nullable=False),
        sql.UniqueConstraint("person", "url"),
    )
    op.create_index("ix_channels_person", "channels", ["person"])
    op.create_table(
        "alerts",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("person", sql.String(24), nullable=False),
        sql.Column("seen", sql.Integer, nullable=False),
        sql.Column("turn", sql.Integer, nullable=False),
        sql.Column("ended", sql.Boolean, nullable=False),
    )
    op.create_index("ix_alerts_person", "alerts", ["person"])
    op.create_table(
        "outbox",
        sql.Column("id", sql.String(24), primary_key=True),
        sql.Column("channel", sql.String(24), nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("due", sql.Double, nullable=False),
        sql.Column("tries", sql.Integer, nullable=False),
    )
    op.create_index("ix_outbox_channel", "outbox", ["channel"])
    op.create_index("ix_outbox_due", "outbox", ["due"])
    op.create_table(
        "server_keys",
        sql.Column("name", sql.String(16), primary_key=True),
        sql.Column("value", sql.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("server_keys", "outbox", "alerts", "channels"):
        op.drop_table(table)
