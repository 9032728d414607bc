"""Bagh Chal, with Pulijudam and Heroes of Asia. The rules are in the folder rules."""

from naadam.games.bagh_chal.rulebook import BaghChal

RULEBOOK = BaghChal
