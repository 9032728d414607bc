"""Conquest: a war of movement without dice, for two to four players. The rules are in the folder rules."""

from naadam.games.conquest.rulebook import Conquest

RULEBOOK = Conquest
