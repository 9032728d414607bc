"""Limits on what one client may ask for: rate limits and the fair scheduler of long requests."""
