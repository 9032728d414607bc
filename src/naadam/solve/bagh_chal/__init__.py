"""Bagh Chal and Pulijudam solved: docs/solved.md says how.

The *empties* of a position are the points without a tiger or a goat. They are few in the movement phase, so a position
is known by its tigers and its empties.
"""
