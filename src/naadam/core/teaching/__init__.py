"""Lessons, puzzles, guides, and the reasons that hints give."""
