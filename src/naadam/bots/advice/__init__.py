"""Advice from computer players: analysis, hints, the coach, and a look at what others may do."""
