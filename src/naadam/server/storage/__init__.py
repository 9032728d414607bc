"""Storage: the database, its writer, and its migrations."""
