"""Puzzles found in games between computers, and in solved tables."""
