"""Retrograde analysis: win, draw or loss of every position of a finite game of two players without chance.

A game is handed over as a `Layer` (layer.py), or as several that are solved one after the other; nothing here knows a
game. `solve_layer` works from the ends of the game backwards, wave by wave of equal distance.
"""

from naadam.solve.retrograde.layer import Exit, Layer, Solved
from naadam.solve.retrograde.solver import solve_layer

__all__ = ["Exit", "Layer", "Solved", "solve_layer"]
