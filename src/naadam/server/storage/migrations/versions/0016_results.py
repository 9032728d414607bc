"""Results of finished games, by seat. A server fills in those of games that ended before (`result_store`)."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "results",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("person", sql.String(24)),
        sql.Column("player", sql.String(60)),
        sql.Column("spec", sql.Text, nullable=False),
        sql.Column("rules", sql.Integer, nullable=False),
        sql.Column("team", sql.Integer, nullable=False),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("share", sql.Double, nullable=False),
        sql.Column("left", sql.Boolean, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("ended", sql.Double, nullable=False),
    )
    op.create_index("ix_results_person", "results", ["person"])
    op.create_index("ix_results_spec", "results", ["spec", "ended"])


def downgrade() -> None:
    op.drop_table("results")
