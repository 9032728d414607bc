"""Computer players for any game."""
