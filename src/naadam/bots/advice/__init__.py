"""Advice from computer players: analysis, hints, the coach, and foresight of the others' actions."""
