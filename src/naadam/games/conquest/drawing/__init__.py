"""Conquest, drawn: the chart of the islands, the six pieces, and the sketch for the terminal."""
