"""The database's history, for Alembic."""

from __future__ import annotations

import logging

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

log = logging.getLogger(__name__)

ADVISORY_LOCK = 6151  # of PostgreSQL: the number under which a server changes the schema, one after the other


class Newer(Exception):
    """A later version of Naadam has changed the database."""


def bring_up_to_date(engine: sql.Engine) -> None:
    """Bring the schema to that of the store: in one transaction, so that a kill leaves everything as it was."""
    config = Config()
    config.set_main_option("script_location", "naadam.server.storage:migrations")
    steps = ScriptDirectory.from_config(config)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins none where tables are changed
        else:
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
        found = MigrationContext.configure(connection).get_current_revision()
        if found not in (None, *(step.revision for step in steps.walk_revisions())):
            raise Newer
        if found not in (None, steps.get_current_head()):
            log.warning("the database is brought up to date; with a million events this takes some seconds")
        config.attributes["connection"] = connection
        command.upgrade(config, "heads")
