"""The tables of a whole phase, checked against the rules in this process."""

from __future__ import annotations

from naadam.core.game import Game
from naadam.solve.bagh_chal.verification import MOVEMENT, PLACEMENT, check_sample, list_samples
from naadam.solve.checks import Check, add_up


def verify_movement(game: Game, samples: int, seed: int = 0) -> Check:
    """Compare random positions of all layers, the more the larger, with the rules applied for one ply."""
    return add_up(check_sample(game, sample) for sample in list_samples(game, MOVEMENT, samples, seed))


def verify_placement(game: Game, samples: int, seed: int = 0) -> Check:
    """Compare random positions with goats in hand, goats to move, with the rules applied for two plies."""
    return add_up(check_sample(game, sample) for sample in list_samples(game, PLACEMENT, samples, seed))
