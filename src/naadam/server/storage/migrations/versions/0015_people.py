"""People, and their keys."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "people",
        sql.Column("id", sql.String(24), primary_key=True),
        sql.Column("name", sql.String(40)),
        sql.Column("folded", sql.String(80), unique=True),
        sql.Column("language", sql.String(8)),
        sql.Column("bot", sql.Boolean, nullable=False, server_default=sql.false()),
        sql.Column("owner", sql.String(24)),
        sql.Column("created", sql.Double, nullable=False),
        sql.Column("seen", sql.Double, nullable=False),
        sql.Column("closed", sql.Double),
    )
    op.create_table(
        "keys",
        sql.Column("hash", sql.Text, primary_key=True),
        sql.Column("person", sql.String(24), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("public_key", sql.LargeBinary),
        sql.Column("count", sql.BigInteger),
        sql.Column("label", sql.String(80), nullable=False, server_default=""),
        sql.Column("scopes", sql.Text, nullable=False, server_default=""),
        sql.Column("created", sql.Double, nullable=False),
        sql.Column("used", sql.Double, nullable=False),
        sql.Column("until", sql.Double),
    )
    op.create_index("ix_keys_person", "keys", ["person"])


def downgrade() -> None:
    op.drop_table("keys")
    op.drop_table("people")
