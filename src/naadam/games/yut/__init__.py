"""Yut, with the two-post variant, the Wild Horse and hurdles. The rules are in the folder rules."""

from naadam.games.yut.rulebook import Yut

RULEBOOK = Yut
