"""The last visit to a table, and whether its game is over: unfinished tables without visitors can be deleted."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"

LAST_EVENT = "SELECT max(events.at) FROM events WHERE events.table_id = tables.id"


def upgrade() -> None:
    op.add_column("tables", sql.Column("visited", sql.Double, nullable=False, server_default="0"))
    op.add_column("tables", sql.Column("ended", sql.Boolean, nullable=False, server_default=sql.false()))
    op.execute(f"UPDATE tables SET visited = coalesce(({LAST_EVENT}), created)")
    op.create_index("tables_by_visit", "tables", ["ended", "visited"])


def downgrade() -> None:
    op.drop_index("tables_by_visit", "tables")
    op.drop_column("tables", "ended")
    op.drop_column("tables", "visited")
