"""Several servers on one database: leases, table ownership, and the proxy between servers."""
