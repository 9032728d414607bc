"""The SQLAlchemy metadata that all tables of the database share."""

from __future__ import annotations

import sqlalchemy as sql

metadata = sql.MetaData()
