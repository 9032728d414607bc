"""Jarmo, drawn: the picture of a position, and the sketch for the terminal."""
