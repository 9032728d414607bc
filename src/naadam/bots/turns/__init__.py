"""A search over whole turns, for games in which a turn is many small actions."""

from naadam.bots.turns.player import Turns as Turns
