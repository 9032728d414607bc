"""Jarmo, with Legendary, Jasyr, the golden soldiers and the remote camps. The rules are in the folder rules."""

from naadam.games.jarmo.rulebook import Jarmo

RULEBOOK = Jarmo
