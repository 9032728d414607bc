"""Operation: metrics, the log, and garbage collection."""
