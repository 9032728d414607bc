"""Replays: a game with its variations as one HTML file, or as a page to be framed by others."""
