"""The database's history, for Alembic."""
