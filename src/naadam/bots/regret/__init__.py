"""Regret matching over all seats that decide simultaneously."""

from naadam.bots.regret.player import Regret as Regret
