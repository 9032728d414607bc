"""The conformance suite: `check_game(game)` holds any game, yours too, to the contract."""

from naadam.testing.conformance import check_game

__all__ = ["check_game"]
