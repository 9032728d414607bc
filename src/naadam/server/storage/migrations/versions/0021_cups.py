"""Cups, the people entered, and their games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "cups",
        sql.Column("id", sql.String(16), primary_key=True),
        sql.Column("spec", sql.Text, nullable=False),
        sql.Column("seconds", sql.Integer, nullable=False),
        sql.Column("opened_by", sql.String(24), nullable=False),
        sql.Column("begins", sql.Double, nullable=False),
        sql.Column("ends", sql.Double, nullable=False),
        sql.Column("begun", sql.Double),
        sql.Column("closed", sql.Double),
    )
    op.create_table(
        "cup_entries",
        sql.Column("cup", sql.String(16), primary_key=True),
        sql.Column("person", sql.String(24), primary_key=True),
        sql.Column("entered", sql.Double, nullable=False),
    )
    op.create_table(
        "cup_games",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("cup", sql.String(16), nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("group_number", sql.Integer, nullable=False),
        sql.Column("first", sql.String(24), nullable=False),
        sql.Column("second", sql.String(24), nullable=False),
    )
    op.create_index("ix_cup_games_cup", "cup_games", ["cup"])


def downgrade() -> None:
    op.drop_table("cup_games")
    op.drop_table("cup_entries")
    op.drop_table("cups")
