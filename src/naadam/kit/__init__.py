"""The kit: what simple games share, so that a new one needs little more than its rules and its texts."""
