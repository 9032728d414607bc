"""How a level plays before its search is compiled: by the uncompiled rules, and within a second or two."""

from __future__ import annotations

from naadam.bots.levels import level
from naadam.bots.searches import Search
from naadam.bots.simple import GreedyBot
from naadam.bots.turns import Turns
from naadam.core.game import Game


def uncompiled_level(game: Game, number: int, seed: int = 0) -> Search | GreedyBot:
    """A player for an uncompiled game: the level's own search, or one that needs no whole turn for its first answer."""
    player = level(game, number, seed)
    return GreedyBot(seed) if isinstance(player, Turns) else player
