"""Upkeep of open rooms and stored data: erased names, exports, retention and moderation."""
