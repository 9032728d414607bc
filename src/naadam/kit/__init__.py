"""The kit: shared parts of simple games, so that a new game needs little more than rules and texts."""
