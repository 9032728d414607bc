"""Work of a host on the database: backup, export, housekeeping and retention."""
