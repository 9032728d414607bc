"""The table: one game with its players, clocks, agreements and seals, as a fold over its events."""
