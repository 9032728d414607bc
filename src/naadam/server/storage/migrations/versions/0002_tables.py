"""A table is called a table: a match is several games."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.rename_table("matches", "tables")
    op.execute("ALTER TABLE events RENAME COLUMN match TO table_id")
    op.execute("""UPDATE events SET data = replace(data, '{"match":', '{"table":') WHERE kind = 'next'""")


def downgrade() -> None:
    op.execute("""UPDATE events SET data = replace(data, '{"table":', '{"match":') WHERE kind = 'next'""")
    op.execute("ALTER TABLE events RENAME COLUMN table_id TO match")
    op.rename_table("tables", "matches")
