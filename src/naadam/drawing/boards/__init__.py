"""Boards as they are drawn: ground, lines, cells, and the names of points."""
