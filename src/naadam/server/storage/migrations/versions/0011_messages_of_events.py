"""Drop the index of messages, which is not needed to take each message once.

The writer of event n of a table has read the n - 1 before it with their messages: the key ensures that. So the index
is never read, and every move had to write one page more for it.
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
