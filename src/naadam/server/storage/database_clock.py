"""The clock of the database, which is the same for all servers that share it."""

from __future__ import annotations

import sqlalchemy as sql


def database_time(engine: sql.Engine) -> sql.ColumnElement[float]:
    """The seconds since 1970 by the clock of the database, as an expression for a query."""
    if engine.dialect.name == "sqlite":
        return sql.literal_column("(julianday('now') - 2440587.5) * 86400.0", sql.Float)
    return sql.literal_column("extract(epoch FROM clock_timestamp())", sql.Float)
