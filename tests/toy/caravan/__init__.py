"""Caravan: a toy game that has what the big games bring, so that the core is tested before they come.

Hidden hands dealt by chance, sealed bids that all seats make simultaneously, a lot among the tied, a turn of many
steps, a window in which all others may answer, teams, two to eight seats.
"""

from caravan.rulebook import Caravan

RULEBOOK = Caravan
