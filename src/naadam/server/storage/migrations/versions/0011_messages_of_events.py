"""A message is taken once without an index of its own.

Who writes event n of a table knows the n - 1 before it with their messages: the key sees to that. So nothing is looked
up in the index, and every move had to write a page more for it.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("events") as events:
        events.drop_constraint("one_event_a_message", type_="unique")


def downgrade() -> None:
    with op.batch_alter_table("events") as events:
        events.create_unique_constraint("one_event_a_message", ["table_id", "message"])
