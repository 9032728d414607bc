"""People in the database: their keys, tokens, vacations, notifications and data, and moderation."""
