"""MCP: an assistant reads the rules and plays at a local table, or on a seat of a server's table."""
