"""Pictures of Hasami Shogi, made from descriptions."""
