"""Limits on the requests of one client: rate limits and the fair scheduler of long requests."""
