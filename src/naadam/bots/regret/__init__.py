"""Regret matching over all seats that decide at once."""

from naadam.bots.regret.player import Regret as Regret
