"""A number that rises when stored results change, so that ratings in memory are computed again."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    revisions = op.create_table(
        "revisions",
        sql.Column("name", sql.String(16), primary_key=True),
        sql.Column("number", sql.BigInteger, nullable=False),
    )
    op.bulk_insert(revisions, [{"name": "results", "number": 0}])


def downgrade() -> None:
    op.drop_table("revisions")
