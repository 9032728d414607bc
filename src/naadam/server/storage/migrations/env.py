"""Runs the migrations on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from naadam.server.storage.metadata import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
