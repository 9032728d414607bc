"""Revision of the stored results: a number that rises whenever rows change that were written before.

New rows do not raise it. Ratings in memory are stamped with it, so that every process notices a change by another.
"""

from __future__ import annotations

import sqlalchemy as sql

from naadam.server.storage.metadata import metadata

RESULTS = "results"

revisions = sql.Table(
    "revisions",
    metadata,
    sql.Column("name", sql.String(16), primary_key=True),
    sql.Column("number", sql.BigInteger, nullable=False),
)

REVISION = sql.select(revisions.c.number).where(revisions.c.name == RESULTS)


def raise_revision(connection: sql.Connection) -> None:
    """Note, within a transaction, that results have been changed or deleted."""
    own = revisions.update().where(revisions.c.name == RESULTS)
    connection.execute(own.values(number=revisions.c.number + 1))
