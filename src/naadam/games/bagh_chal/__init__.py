"""Bagh Chal, with Pulijudam and Heroes of Asia. The rules are in rules.py."""

from naadam.games.bagh_chal.rulebook import BaghChal

RULEBOOK = BaghChal
